package imageops

import (
	"heddle/compiler/ir"
	"heddle/image"
)

// read expands a read. If the function is of another class than the format, it gives the bits of what that of the
// format's class would give.
func (o *operation) read() texel {
	if o.isOfClass() {
		return o.readColour()
	}
	channel := o.channel
	o.channel, o.asBits = otherChannel(channel), true
	colour := o.readColour()
	for i, v := range colour {
		colour[i] = o.Conv(ir.OpBitcast, channel, 0, v)
	}
	return colour
}

// otherChannel is i32 for f32, and f32 for i32.
func otherChannel(t ir.Type) ir.Type {
	if t == ir.F32 {
		return ir.I32
	}
	return ir.F32
}

// interpolates reports whether filters make a difference: those of read_imagef on images of floats.
func (o *operation) interpolates() bool { return o.channel == ir.F32 && !o.asBits }

// readColour reads with the function of the format's class.
func (o *operation) readColour() texel {
	if o.kind.Lod() == ir.LodNone || !o.kind.Sampled() {
		return o.readLevel(o.given())
	}
	first, second, weight := o.selected()
	colour := o.readLevel(o.level(first))
	if second == 0 || !o.interpolates() {
		return colour
	}
	other := o.readLevel(o.level(second))
	isOne := o.ICmp(ir.EQ, first, second)
	for i := range colour {
		colour[i] = o.Select(isOne, colour[i], o.blend(weight, colour[i], other[i]))
	}
	return colour
}

// readLevel reads from one mip level.
func (o *operation) readLevel(s *surface) texel {
	if o.interpolates() && o.kind.FloatCoordinates() && o.sampler&image.FilterMask == image.FilterLinear {
		return o.linear(s)
	}
	p := o.nearest(s)
	e := o.load(s, &p)
	if o.channel == ir.F32 {
		return o.decodeFloat(e, p.inside)
	}
	return o.decodeInt(e, p.inside)
}

// interpolated is a value between two, by the weight of the second.
func (x *expander) interpolated(weight, first, second ir.ValueID) ir.ValueID {
	return x.FMA(weight, x.Bin(ir.OpFSub, second, first), first)
}

// mean is the same for floats whose difference may overflow.
func (x *expander) mean(weight, first, second ir.ValueID) ir.ValueID {
	return x.FMA(weight, second, x.Bin(ir.OpFMul, x.rest(weight), first))
}

// rest is what a weight leaves.
func (x *expander) rest(weight ir.ValueID) ir.ValueID { return x.Bin(ir.OpFSub, x.float(1), weight) }

// blend joins the results of two mip levels.
func (o *operation) blend(weight, first, second ir.ValueID) ir.ValueID {
	if o.format.Type != image.TypeFloat {
		return o.interpolated(weight, first, second)
	}
	return o.mean(weight, first, second)
}
