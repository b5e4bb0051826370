package image

import (
	"encoding/binary"
	"math"
)

// What is stored for a colour: section 8.3 of the OpenCL C specification, with the preferred roundings. Components
// that the format does not have are dropped, and bits that are no channel are 0.

func (info *Info) encodeFloat(colour [4]float32) (e element) {
	for i := range info.Channels {
		c := &info.Channels[i]
		e.or(c, c.encodeFloat(colour[c.Component]))
	}
	return e
}

func (info *Info) encodeInt(colour [4]uint32) (e element) {
	for i := range info.Channels {
		c := &info.Channels[i]
		e.or(c, c.encodeInt(colour[c.Component]))
	}
	return e
}

// encodeBits is the element for a colour of the format's class, as bits.
func (info *Info) encodeBits(colour [4]uint32) element {
	if info.Class == ClassFloat {
		return info.encodeFloat(floatsOf(colour))
	}
	return info.encodeInt(colour)
}

// or puts the bits of a channel into an element that has zeros there.
func (e *element) or(c *Channel, bits uint32) {
	word := uint64(bits) & (uint64(1)<<c.Width - 1)
	if c.Shift >= 64 {
		e.high |= word << (c.Shift - 64)
	} else {
		e.low |= word << c.Shift
	}
}

func (c *Channel) encodeFloat(f float32) uint32 {
	switch c.Conversion {
	case Unorm:
		return uint32(roundWithin(f*float32(c.Max()), 0, float32(c.Max())))
	case Snorm:
		// -1 stands for two integers. As the specification's convert_char_sat does, what is below it becomes the
		// lesser.
		return uint32(roundWithin(f*float32(c.Max()), -float32(c.Max())-1, float32(c.Max())))
	case SRGB:
		return uint32(sRGBEncode(f))
	case Half:
		return uint32(floatToHalf(f))
	}
	return math.Float32bits(f)
}

// roundWithin is f rounded to the nearest integer, ties to even, and clamped. NaN is 0.
func roundWithin(f, least, greatest float32) int32 {
	if f != f {
		return 0
	}
	return int32(math.RoundToEven(float64(min(max(f, least), greatest))))
}

func (c *Channel) encodeInt(bits uint32) uint32 {
	if c.Conversion == Sint {
		greatest := int32(c.Max())
		return uint32(min(max(int32(bits), -greatest-1), greatest))
	}
	return min(bits, c.Max())
}

// FillPattern is what clEnqueueFillImage repeats for a fill colour: an element, or where elements are not whole bytes
// a block of them. The colour is as the API gets it: four floats or integers of 32 bits, one float for depth images.
func (info *Info) FillPattern(colour []byte) []byte {
	var words [4]uint32
	for i := range min(len(colour)/4, 4) {
		words[i] = binary.NativeEndian.Uint32(colour[4*i:])
	}
	var e element
	if info.Class == ClassFloat {
		e = info.encodeFloat([4]float32{math.Float32frombits(words[0]), math.Float32frombits(words[1]),
			math.Float32frombits(words[2]), math.Float32frombits(words[3])})
	} else {
		e = info.encodeInt(words)
	}
	if info.BlockElements > 1 {
		return info.packedBlock(e.low)
	}
	pattern := make([]byte, 16)
	binary.LittleEndian.PutUint64(pattern, e.low)
	binary.LittleEndian.PutUint64(pattern[8:], e.high)
	return pattern[:info.Bytes]
}

// packedBlock is a block of equal elements in the layout that loadPacked describes.
func (info *Info) packedBlock(value uint64) []byte {
	low := 8 / info.BlockElements
	block := make([]byte, info.BlockBytes)
	for i := range info.BlockElements {
		block[i] = byte(value >> low)
		block[info.BlockElements] |= byte(value&(1<<low-1)) << (low * i)
	}
	return block
}
