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
	{"cl_khr_icd", 2, 0, 0},
	{"cl_khr_extended_versioning", 1, 0, 0},
}

// answer is the value of a query of clGetPlatformInfo, nil if it is unknown. It is a switch because a table would have to
// be filled when the library starts.
func (p *Platform) answer(name uint32) []byte {
	switch name {
	case cl.PlatformProfile:
		return infoString(profileName)
	case cl.PlatformVersion:
		return infoString(openCLVersion)
	case cl.PlatformName:
		return infoString(platformName)
	case cl.PlatformVendor:
		return infoString(vendorName)
	case cl.PlatformExtensions:
		return infoString(extensionNames(platformExtensions))
	case cl.PlatformExtensionsWithVersion:
		return infoNameVersions(nameVersions(platformExtensions))
	case cl.PlatformNumericVersion:
		return infoUint32(featureVersion3)
	case cl.PlatformIcdSuffixKhr:
		return infoString(icdSuffix)
	case cl.PlatformHostTimerResolution:
		return infoUint64[uint64](timerResolutionNS)
	}
	return nil
}

// GetInfo is clGetPlatformInfo.
func (p *Platform) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if p == nil {
		return 0, fail(cl.InvalidPlatform, "platform is not a platform of this driver")
	}
	return out.answer(name, p.answer(name))
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
