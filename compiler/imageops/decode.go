package imageops

import (
	"heddle/compiler/ir"
	"heddle/image"
)

// What the bits of an element read as, by image/decode.go.

// bits are the bits of a channel as a number of i32 or, where it is a float of 32 bits, of f32.
func (o *operation) bits(c *image.Channel, e element) ir.ValueID {
	size := wordBits(o.format)
	word := e[c.Shift/size]
	if c.Width == 32 {
		return word
	}
	shift, top := uint64(c.Shift%size), uint64(c.Shift%size+c.Width)
	if c.Conversion == image.Snorm || c.Conversion == image.Sint {
		word = o.Bin(ir.OpShl, word, o.Const(ir.I32, 32-top))
		return o.Bin(ir.OpAShr, word, o.Const(ir.I32, uint64(32-c.Width)))
	}
	if shift > 0 {
		word = o.Bin(ir.OpLShr, word, o.Const(ir.I32, shift))
	}
	if top < uint64(size) || o.format.BlockElements > 1 {
		word = o.Bin(ir.OpAnd, word, o.Const(ir.I32, 1<<c.Width-1))
	}
	return word
}

// coded are the bits from which a float has been decoded, and how.
type coded struct {
	bits       ir.ValueID
	conversion image.Conversion
	word       ir.ValueID // of which they are width bits from shift on
	shift      uint8
	width      uint8
}

// decode is the value of a channel. Its bits are kept: a write may want them.
func (o *operation) decode(c *image.Channel, e element) ir.ValueID {
	bits := o.bits(c, e)
	v := o.valueOf(c, bits)
	if c.Conversion == image.Unorm || c.Conversion == image.Snorm {
		v = o.divided(c, v)
	}
	if c.Conversion == image.Unorm || c.Conversion == image.SRGB {
		size := wordBits(o.format)
		o.decoded[v] = coded{bits, c.Conversion, e[c.Shift/size], c.Shift % size, c.Width}
	}
	return v
}

// unscaled is the value of a channel before the division.
func (o *operation) unscaled(c *image.Channel, e element) ir.ValueID {
	return o.valueOf(c, o.bits(c, e))
}

func (o *operation) valueOf(c *image.Channel, v ir.ValueID) ir.ValueID {
	switch c.Conversion {
	case image.Unorm:
		return o.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, v)
	case image.Snorm:
		v = o.Bin(ir.OpSMax, v, o.int(-int32(c.Max())))
		return o.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, v)
	case image.SRGB:
		return o.tableEntry(ir.F32, image.SRGBDecodedAddress(), v)
	case image.Half:
		half := o.Conv(ir.OpBitcast, ir.F16, 0, o.Conv(ir.OpTrunc, ir.I16, 0, v))
		return o.Conv(ir.OpFToF, ir.F32, ir.RoundDefault, half)
	}
	if o.fn.Type(v) == ir.I32 {
		return o.Conv(ir.OpBitcast, ir.F32, 0, v)
	}
	return v
}

// tableEntry is an entry of a table, of 4 bytes each, that does not move.
func (x *expander) tableEntry(t ir.Type, table uintptr, index ir.ValueID) ir.ValueID {
	offset := x.Bin(ir.OpShl, x.Conv(ir.OpZExt, ir.I64, 0, index), x.Const(ir.I64, 2))
	return x.Load(t, x.PtrAdd(x.Const(ir.Ptr, uint64(table)), offset), ir.SpaceConstant, 4)
}

// divided is the quotient of a number and the greatest of a channel, rounded correctly. The reciprocal is taken as two
// floats, high and low, so that a product and a sum of it are enough: a test compares all numbers of all channels.
func (o *operation) divided(c *image.Channel, v ir.ValueID) ir.ValueID {
	if c.Max() == 1 {
		return v
	}
	high, low := reciprocal(c.Max())
	return o.FMA(v, o.float(high), o.Bin(ir.OpFMul, v, o.float(low)))
}

// reciprocal is 1/n as the sum of two floats.
func reciprocal(n uint32) (high, low float32) {
	high = float32(1 / float64(n))
	return high, float32(1/float64(n) - float64(high))
}

// decodeFloat is the colour of an element.
func (o *operation) decodeFloat(e element, inside ir.ValueID) texel {
	values := make([]ir.ValueID, len(o.format.Channels))
	for i := range values {
		values[i] = o.decode(&o.format.Channels[i], e)
	}
	return o.arrange(values, o.missingAlpha(inside, o.float(1), o.float(0)))
}

// decodeInt is the same for integers.
func (o *operation) decodeInt(e element, inside ir.ValueID) texel {
	values := make([]ir.ValueID, len(o.format.Channels))
	for i := range values {
		values[i] = o.bits(&o.format.Channels[i], e)
	}
	return o.arrange(values, o.missingAlpha(inside, o.int(1), o.int(0)))
}

// missingAlpha is the alpha of a format that has none.
func (o *operation) missingAlpha(inside, one, zero ir.ValueID) ir.ValueID {
	if inside == 0 || o.format.BorderAlpha != 0 || o.format.Source[3] >= 0 {
		return one
	}
	return o.Select(inside, one, zero)
}

// arrange makes a colour from the values of the channels, where alpha is for formats without it.
func (o *operation) arrange(values []ir.ValueID, alpha ir.ValueID) (colour texel) {
	for i, source := range o.format.Source {
		switch {
		case source >= 0:
			colour[i] = values[source]
		case i == 3:
			colour[i] = alpha
		default:
			colour[i] = o.Const(o.channel, 0)
		}
	}
	return colour
}
