// Package cl holds the Go form of the Khronos headers: error codes, constants, the table of entry points and the layout
// of the ICD dispatch table. Names follow one rule: CL_FOO_BAR is FooBar. Constants are untyped, since one value is
// often used as cl_uint, cl_bitfield or size_t; error codes have the type Status.
//
// The package must not know anything of Heddle.
package cl

import "fmt"

//go:generate sh -c "cd ../.. && go run ./clapi/cl/gen"

// Status is an error code of OpenCL, or Success. It is an error whose text is the specification's name. Success is
// returned as a nil error, not as Success.
type Status int32

// String is the name in the specification, such as CL_INVALID_VALUE.
func (s Status) String() string {
	if name, ok := statusNames[s]; ok {
		return name
	}
	return fmt.Sprintf("CL_STATUS(%d)", int32(s))
}

// Error makes a Status an error.
func (s Status) Error() string { return s.String() }

// BufferRegion is cl_buffer_region.
type BufferRegion struct {
	Origin, Size uint64
}

// ImageDesc is cl_image_desc. MemObject is a handle.
type ImageDesc struct {
	Type                            uint32
	Width, Height, Depth, ArraySize uint64
	RowPitch, SlicePitch            uint64
	MipLevels, Samples              uint32
	MemObject                       uintptr
}

// NameVersion is cl_name_version: a version packed by MakeVersion and a name that ends with a zero byte.
type NameVersion struct {
	Version uint32
	Name    [NameVersionMaxNameSize]byte
}

// MakeVersion is CL_MAKE_VERSION: ten bits, ten bits, twelve bits.
func MakeVersion(major, minor, patch uint32) uint32 {
	return major&VersionMajorMask<<(VersionMinorBits+VersionPatchBits) | minor&VersionMinorMask<<VersionPatchBits |
		patch&VersionPatchMask
}

// MakeNameVersion truncates a name that is too long.
func MakeNameVersion(name string, version uint32) NameVersion {
	entry := NameVersion{Version: version}
	copy(entry.Name[:len(entry.Name)-1], name)
	return entry
}
