package image

import "math"

// Sampler is a sampler as kernels know it: an argument of 8 bytes, or a constant. Bits 0 to 15 are those below, which
// code is specialised by. Bits 16 to 39 and 40 to 63 are the upper 24 bits of the least and the greatest level of
// detail as floats; a greatest of 0 stands for no limit, so that a plain constant has none.
type Sampler uint64

// The bits of a sampler. The lower ones are those of the CLK_ constants of OpenCL C.
const (
	NormalizedCoords Sampler = 1 << 0 // CLK_NORMALIZED_COORDS_TRUE

	AddressMask           Sampler = 7 << 1
	AddressNone           Sampler = 0 << 1 // CLK_ADDRESS_NONE
	AddressClampToEdge    Sampler = 1 << 1
	AddressClamp          Sampler = 2 << 1
	AddressRepeat         Sampler = 3 << 1
	AddressMirroredRepeat Sampler = 4 << 1

	FilterMask    Sampler = 3 << 4
	FilterNearest Sampler = 1 << 4 // CLK_FILTER_NEAREST
	FilterLinear  Sampler = 2 << 4

	MipFilterMask    Sampler = 3 << 6 // 0: as FilterNearest
	MipFilterNearest Sampler = 1 << 6
	MipFilterLinear  Sampler = 2 << 6

	// SpecialBits are those that code is specialised by.
	SpecialBits Sampler = 1<<16 - 1
)

// WithLevels is the sampler with a range of levels of detail.
func (s Sampler) WithLevels(least, greatest float32) Sampler {
	upper := func(f float32) Sampler { return Sampler(math.Float32bits(f) >> 8) }
	return s&SpecialBits | upper(least)<<16 | upper(greatest)<<40
}

// Levels is the range of levels of detail.
func (s Sampler) Levels() (least, greatest float32) {
	least = math.Float32frombits(uint32(s>>16) << 8)
	greatest = math.Float32frombits(uint32(s>>40) << 8)
	if greatest == 0 {
		greatest = math.MaxFloat32
	}
	return least, greatest
}
