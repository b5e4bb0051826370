package clapi

import (
	"strings"

	"heddle/clapi/cl"
)

// DriverVersion is the version of Heddle.
const DriverVersion = "0.1"

const (
	platformName    = "Heddle"
	vendorName      = "Heddle"
	openCLVersion   = "OpenCL 3.0 Heddle"
	profileName     = "FULL_PROFILE"
	icdSuffix       = "HEDDLE"
	openCLCVersion  = "OpenCL C 1.2 Heddle" // the newest that is fully backwards compatible; 3.0 is in the list of all
	noConformance   = "v0000-01-01-00"      // CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: none; the form wants a date
	featureVersion3 = 3 << (cl.VersionMinorBits + cl.VersionPatchBits)
)

// extension is an extension with the version of its specification.
type extension struct {
	name                string
	major, minor, patch uint32
}

var platformExtensions = []extension{
	{"cl_khr_icd", 2, 0, 0},
	{"cl_khr_extended_versioning", 1, 0, 0},
	{"cl_khr_command_buffer_multi_device", 0, 9, 2},
	{"cl_khr_semaphore", 1, 0, 0},
	{"cl_khr_external_semaphore", 1, 0, 1},
	{"cl_khr_external_semaphore_opaque_fd", 1, 0, 0},
	{"cl_khr_external_semaphore_sync_fd", 1, 0, 1},
	{"cl_khr_external_memory", 1, 0, 1},
	{"cl_khr_external_memory_opaque_fd", 1, 0, 0},
	{"cl_khr_external_memory_dma_buf", 1, 0, 0},
}

// PlatformProperties is the answers of clGetPlatformInfo.
func PlatformProperties() []Property {
	return []Property{
		always(infoString(profileName), cl.PlatformProfile),
		always(infoString(openCLVersion), cl.PlatformVersion),
		always(infoString(platformName), cl.PlatformName),
		always(infoString(vendorName), cl.PlatformVendor),
		always(infoString(extensionNames(platformExtensions)), cl.PlatformExtensions),
		always(infoNameVersions(nameVersions(platformExtensions)), cl.PlatformExtensionsWithVersion),
		always(infoUint32(featureVersion3), cl.PlatformNumericVersion),
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

func extensionNames(list []extension) string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.name
	}
	return strings.Join(names, " ")
}

func nameVersions(list []extension) []cl.NameVersion {
	out := make([]cl.NameVersion, len(list))
	for i, e := range list {
		out[i] = cl.MakeNameVersion(e.name, cl.MakeVersion(e.major, e.minor, e.patch))
	}
	return out
}
