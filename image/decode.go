package image

import "math"

// What the bits of an element read as: section 8.3 of the OpenCL C specification.
//
// Each operation is one of IEEE 754 single precision, rounded to nearest even. For channels of kind Unorm and Snorm
// that is a division by 2ⁿ-1, so that all values are rounded correctly and 0 and ±1 come out exactly.

// bits are the bits of the channel in an element.
func (c *Channel) bits(e element) uint32 {
	word := e.low
	if c.Shift >= 64 {
		word = e.high
	}
	return uint32(word>>(c.Shift&63)) & uint32(uint64(1)<<c.Width-1)
}

// signed are the bits of the channel in an element as a signed number.
func (c *Channel) signed(e element) int32 {
	shift := 32 - c.Width
	return int32(c.bits(e)<<shift) >> shift
}

// unscaled is the value of the channel before the division, which is what the linear filter takes the mean of.
func (c *Channel) unscaled(e element) float32 {
	switch c.Conversion {
	case Unorm:
		return float32(c.bits(e))
	case Snorm:
		return float32(max(c.signed(e), -int32(c.Max())))
	case SRGB:
		return sRGBDecoded()[c.bits(e)]
	case Half:
		return halfToFloat(uint16(c.bits(e)))
	}
	return math.Float32frombits(c.bits(e))
}

// isNormalized reports whether the channel's values are integers that are divided by the greatest.
func (c *Channel) isNormalized() bool { return c.Conversion == Unorm || c.Conversion == Snorm }

// unscaled puts the values of all channels before the division into an array of zeros.
func (info *Info) unscaled(e element, values *[4]float32) {
	switch info.regular {
	case TypeUnorm8:
		for i := range values {
			values[i] = float32(uint8(e.low >> (8 * i)))
		}
	case TypeUnorm16:
		for i := range values {
			values[i] = float32(uint16(e.low >> (16 * i)))
		}
	case TypeFloat:
		values[0], values[1] = math.Float32frombits(uint32(e.low)), math.Float32frombits(uint32(e.low>>32))
		values[2], values[3] = math.Float32frombits(uint32(e.high)), math.Float32frombits(uint32(e.high>>32))
	default:
		for i := range info.Channels {
			values[i] = info.Channels[i].unscaled(e)
		}
	}
}

func (info *Info) decodeFloat(e element) [4]float32 {
	var values [4]float32
	info.unscaled(e, &values)
	if info.normalized {
		for i, divisor := range &info.divisors {
			values[i] /= divisor
		}
	}
	return info.arrange(&values, 1)
}

// arrange makes a colour from the values of the channels, where alpha is for formats without it.
func (info *Info) arrange(values *[4]float32, alpha float32) [4]float32 {
	colour := [4]float32{3: alpha}
	for i, source := range &info.Source {
		if source >= 0 {
			colour[i] = values[source&3]
		}
	}
	return colour
}

func (info *Info) decodeInt(e element) [4]uint32 {
	colour := [4]uint32{3: 1}
	for i, source := range info.Source {
		if source < 0 {
			continue
		}
		if c := &info.Channels[source]; c.Conversion == Sint {
			colour[i] = uint32(c.signed(e))
		} else {
			colour[i] = c.bits(e)
		}
	}
	return colour
}

// decodeBits is the colour of an element of any class, as bits.
func (info *Info) decodeBits(e element) [4]uint32 {
	if info.Class == ClassFloat {
		return bitsOf(info.decodeFloat(e))
	}
	return info.decodeInt(e)
}

func (info *Info) borderBits() [4]uint32 {
	if info.Class == ClassFloat {
		return bitsOf(info.borderFloat())
	}
	return info.borderInt()
}

func bitsOf(colour [4]float32) (bits [4]uint32) {
	for i, v := range colour {
		bits[i] = math.Float32bits(v)
	}
	return bits
}

func floatsOf(bits [4]uint32) (colour [4]float32) {
	for i, b := range bits {
		colour[i] = math.Float32frombits(b)
	}
	return colour
}

func (info *Info) borderFloat() [4]float32 { return [4]float32{3: float32(info.BorderAlpha)} }

func (info *Info) borderInt() [4]uint32 { return [4]uint32{3: uint32(info.BorderAlpha)} }
