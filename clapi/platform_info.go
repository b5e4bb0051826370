package clapi

import (
	"heddle/clapi/cl"
	"heddle/compiler/feature"
)

// DriverVersion is the version of Heddle.
const DriverVersion = "0.1"

const (
	platformName  = "Heddle"
	vendorName    = "Heddle"
	profileName   = "FULL_PROFILE"
	icdSuffix     = "HEDDLE"
	noConformance = "v0000-01-01-00" // CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: none; the form wants a date
)

// PlatformProperties is the answers of clGetPlatformInfo.
func PlatformProperties() []Property {
	extensions := feature.Extensions(feature.OnPlatform)
	return []Property{
		always(infoString(profileName), cl.PlatformProfile),
		always(infoString(openCLVersion()), cl.PlatformVersion),
		always(infoString(platformName), cl.PlatformName),
		always(infoString(vendorName), cl.PlatformVendor),
		always(infoString(extensionNames(extensions)), cl.PlatformExtensions),
		alwaysNames(nameVersions(extensions), cl.PlatformExtensionsWithVersion),
		always(infoUint32(numeric(feature.API)), cl.PlatformNumericVersion),
		always(infoUint64(svmTypes[:]...), cl.PlatformSvmTypeCapabilitiesKhr),
		always(infoUint32(cl.SemaphoreTypeBinaryKhr), cl.PlatformSemaphoreTypesKhr),
		always(semaphoreHandles, cl.PlatformSemaphoreImportHandleTypesKhr, cl.PlatformSemaphoreExportHandleTypesKhr),
		always(memoryHandles, cl.PlatformExternalMemoryImportHandleTypesKhr),
		always(infoUint64[uint64](commandBufferPlatform), cl.PlatformCommandBufferCapabilitiesKhr),
		always(infoString(icdSuffix), cl.PlatformIcdSuffixKhr),
		always(infoUint64[uint64](timerResolutionNS), cl.PlatformHostTimerResolution),
	}
}

var platformProperties = lazyProperties(PlatformProperties)

// GetInfo is clGetPlatformInfo.
func (p *Platform) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if p == nil {
		return 0, fail(cl.InvalidPlatform, "platform is not a platform of this driver")
	}
	return out.answer(name, platformProperties.of(p.device, name))
}
