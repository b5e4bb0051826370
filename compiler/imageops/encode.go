package imageops

import (
	"heddle/compiler/ir"
	"heddle/image"
)

// What is stored for a colour, by image/encode.go.

// encode is the element of the colour that is written.
func (o *operation) encode() element {
	e := make(element, wordCount(o.format))
	size := wordBits(o.format)
	for i := range e {
		e[i] = o.copied(uint8(i))
	}
	for i := range o.format.Channels {
		c := &o.format.Channels[i]
		v := o.written[c.Component]
		switch {
		case o.copied(c.Shift/size) != 0:
			continue
		case wordType(o.format) == ir.F32:
		case o.channel == ir.F32:
			v = o.encodeFloat(c, v)
		default:
			v = o.encodeInt(c, v)
		}
		o.insert(&e[c.Shift/size], c, v)
	}
	for i, word := range e {
		if word == 0 {
			e[i] = o.Const(wordType(o.format), 0)
		}
	}
	return e
}

// copied is the word that a word of the element is a copy of, 0 if it is none: all its bits are where they were when
// they were decoded.
func (o *operation) copied(index uint8) (word ir.ValueID) {
	bits, size := uint8(0), wordBits(o.format)
	for i := range o.format.Channels {
		c := &o.format.Channels[i]
		if c.Shift/size != index {
			continue
		}
		from, ok := o.decoded[o.written[c.Component]]
		if !ok || !from.isSame(c) || from.shift != c.Shift%size || word != 0 && word != from.word {
			return 0
		}
		word, bits = from.word, bits+c.Width
	}
	if bits < size {
		return 0
	}
	return word
}

// isSame reports whether a channel has bits of the same meaning.
func (from *coded) isSame(c *image.Channel) bool {
	return from.conversion == c.Conversion && from.width == c.Width
}

// insert puts the bits of a channel into a word, which is 0 as long as it has none.
func (o *operation) insert(word *ir.ValueID, c *image.Channel, bits ir.ValueID) {
	if shift := uint64(c.Shift % wordBits(o.format)); shift > 0 {
		bits = o.Bin(ir.OpShl, bits, o.Const(ir.I32, shift))
	}
	if *word != 0 {
		bits = o.Bin(ir.OpOr, *word, bits)
	}
	*word = bits
}

// encodeFloat are the bits for a float, with zeros above them. What has been decoded in the same way had these bits:
// programs copy, transpose and reorder pixels.
func (o *operation) encodeFloat(c *image.Channel, f ir.ValueID) ir.ValueID {
	if from, ok := o.decoded[f]; ok && from.isSame(c) {
		return from.bits
	}
	greatest := o.float(float32(c.Max()))
	switch c.Conversion {
	case image.Unorm:
		return o.rounded(o.Bin(ir.OpFMul, f, greatest), o.float(0), greatest)
	case image.Snorm:
		f = o.Bin(ir.OpFMul, f, greatest)
		f = o.Select(o.FCmp(ir.ORD, f, f), f, o.float(0))
		return o.masked(c, o.rounded(f, o.float(-float32(c.Max())-1), greatest))
	case image.SRGB:
		return o.sRGBCode(f)
	case image.Half:
		half := o.Conv(ir.OpFToF, ir.F16, ir.RoundDefault, f)
		return o.Conv(ir.OpZExt, ir.I32, 0, o.Conv(ir.OpBitcast, ir.I16, 0, half))
	}
	return o.Conv(ir.OpBitcast, ir.I32, 0, f)
}

// rounded is the nearest integer within limits, least for NaN.
func (x *expander) rounded(f, least, greatest ir.ValueID) ir.ValueID {
	limited := x.Bin(ir.OpFMin, x.Bin(ir.OpFMax, f, least), greatest)
	return x.Conv(ir.OpFToS, ir.I32, ir.RoundNearest, limited)
}

// masked are the bits of a channel from a signed number.
func (o *operation) masked(c *image.Channel, v ir.ValueID) ir.ValueID {
	if c.Width == 32 || c.Shift%wordBits(o.format)+c.Width == 32 {
		return v // the shift drops the others
	}
	return o.Bin(ir.OpAnd, v, o.Const(ir.I32, 1<<c.Width-1))
}

// sRGBCode is the code of a float, by the table that image/srgb.go describes. That of NaN is 0.
func (x *expander) sRGBCode(f ir.ValueID) ir.ValueID {
	limited := x.Bin(ir.OpFMin, x.Bin(ir.OpFMax, f, x.Const(ir.F32, image.SRGBFirst)), x.float(1))
	bits := x.Conv(ir.OpBitcast, ir.I32, 0, limited)
	interval := x.Bin(ir.OpSub, x.Bin(ir.OpLShr, bits, x.int(16)), x.int(image.SRGBFirst>>16))
	entry := x.tableEntry(ir.I32, image.SRGBEncodedAddress(), interval)
	return x.Bin(ir.OpLShr, x.Bin(ir.OpAdd, entry, x.Bin(ir.OpAnd, bits, x.int(1<<16-1))), x.int(16))
}

// encodeInt are the bits for an integer, which is clamped.
func (o *operation) encodeInt(c *image.Channel, v ir.ValueID) ir.ValueID {
	if c.Width == 32 {
		return v
	}
	greatest := int32(c.Max())
	if c.Conversion == image.Sint {
		return o.masked(c, o.clamp(v, o.int(-greatest-1), o.int(greatest)))
	}
	return o.Bin(ir.OpUMin, v, o.int(greatest))
}
