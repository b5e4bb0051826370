package clapi

import (
	"strings"

	"heddle/clapi/cl"
)

const (
	platformName    = "Heddle"
	vendorName      = "Heddle"
	driverVersion   = "0.1"
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
	{"cl_khr_icd", 1, 0, 0},
	{"cl_khr_extended_versioning", 1, 0, 0},
}

var platformInfo = infoTable[*Platform]{
	cl.PlatformProfile:               infoConst[*Platform](infoString(profileName)),
	cl.PlatformVersion:               infoConst[*Platform](infoString(openCLVersion)),
	cl.PlatformName:                  infoConst[*Platform](infoString(platformName)),
	cl.PlatformVendor:                infoConst[*Platform](infoString(vendorName)),
	cl.PlatformExtensions:            infoConst[*Platform](infoString(extensionNames(platformExtensions))),
	cl.PlatformExtensionsWithVersion: infoConst[*Platform](infoNameVersions(nameVersions(platformExtensions))),
	cl.PlatformNumericVersion:        infoConst[*Platform](infoUint32(featureVersion3)),
	cl.PlatformIcdSuffixKhr:          infoConst[*Platform](infoString(icdSuffix)),
	cl.PlatformHostTimerResolution:   infoConst[*Platform](infoUint64[uint64](timerResolutionNS)),
}

// GetInfo is clGetPlatformInfo.
func (p *Platform) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if p == nil {
		return 0, fail(cl.InvalidPlatform, "platform is not a platform of this driver")
	}
	return platformInfo.get(nil, p, name, out)
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
