package imageops

import (
	"math"

	"heddle/compiler/ir"
	"heddle/image"
)

// Coordinates to elements, by the comment at the head of image/sample.go.

// surface is one mip level of an image.
type surface struct {
	descriptor ir.ValueID
	extents    [3]ir.ValueID // by coordinate
	isThere    ir.ValueID    // that the image has the level; always if 0
}

// place is an element: as many indices as there are coordinates, within the image, and the condition under which it is
// that of the coordinates. Else these are outside.
type place struct {
	at     [3]ir.ValueID
	inside ir.ValueID // 0: always
}

// extentOffsets are the fields of a descriptor that limit the coordinates, by shape.
var extentOffsets = [image.ShapeCount][]int64{
	image.Image1D:       {image.OffsetWidth},
	image.Image1DBuffer: {image.OffsetWidth},
	image.Image1DArray:  {image.OffsetWidth, image.OffsetLayers},
	image.Image2D:       {image.OffsetWidth, image.OffsetHeight},
	image.Image2DArray:  {image.OffsetWidth, image.OffsetHeight, image.OffsetLayers},
	image.Image3D:       {image.OffsetWidth, image.OffsetHeight, image.OffsetDepth},
}

// field reads a field of a descriptor.
func (x *expander) field(descriptor ir.ValueID, t ir.Type, offset int64) ir.ValueID {
	return x.Load(t, x.PtrAddConst(descriptor, offset), ir.SpaceConstant, uint8(t.Bytes()))
}

func (o *operation) surface(descriptor, isThere ir.ValueID) *surface {
	s := &surface{descriptor: descriptor, isThere: isThere}
	for i, offset := range extentOffsets[o.kind.Shape()] {
		s.extents[i] = o.field(descriptor, ir.I32, offset)
	}
	return s
}

// both is the condition that two hold, of which 0 stands for what always holds.
func (x *expander) both(p, q ir.ValueID) ir.ValueID {
	switch {
	case p == 0:
		return q
	case q == 0:
		return p
	}
	return x.Bin(ir.OpAnd, p, q)
}

// unlessOutside is v, or zero if a condition does not hold.
func (x *expander) unlessOutside(inside, v ir.ValueID) ir.ValueID {
	if inside == 0 {
		return v
	}
	return x.Select(inside, v, x.Const(x.fn.Type(v), 0))
}

func (x *expander) int(c int32) ir.ValueID     { return x.Const(ir.I32, uint64(uint32(c))) }
func (x *expander) float(f float32) ir.ValueID { return x.Const(ir.F32, uint64(math.Float32bits(f))) }

func (x *expander) clamp(v, least, greatest ir.ValueID) ir.ValueID {
	return x.Bin(ir.OpSMin, x.Bin(ir.OpSMax, v, least), greatest)
}

func (x *expander) last(extent ir.ValueID) ir.ValueID { return x.Bin(ir.OpSub, extent, x.int(1)) }

// saturate converts a float to an integer.
func (x *expander) saturate(f ir.ValueID) ir.ValueID {
	limited := x.Bin(ir.OpFMin, f, x.float(1<<31-128))
	return x.Conv(ir.OpFToS, ir.I32, ir.RoundDefault, limited)
}

// unnormalized is a coordinate in elements.
func (o *operation) unnormalized(mode image.Sampler, axis int, s *surface) ir.ValueID {
	c := o.coordinates[axis]
	if o.sampler&image.NormalizedCoords == 0 {
		return c
	}
	switch mode {
	case image.AddressRepeat:
		c = o.Bin(ir.OpFSub, c, o.Un(ir.OpFFloor, c))
		c = o.Bin(ir.OpFMin, c, o.float(1))
	case image.AddressMirroredRepeat:
		half := o.Un(ir.OpFRint, o.Bin(ir.OpFMul, c, o.float(0.5)))
		c = o.Bin(ir.OpFSub, c, o.Bin(ir.OpFMul, half, o.float(2)))
		c = o.Bin(ir.OpFMin, o.Un(ir.OpFAbs, c), o.float(1))
	}
	return o.Bin(ir.OpFMul, c, o.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, s.extents[axis]))
}

// wrap applies an address mode to an index. The result is within the image; where inside is not 0 and does not hold,
// the index was not.
func (x *expander) wrap(mode image.Sampler, i, extent ir.ValueID) (index, inside ir.ValueID) {
	last := x.last(extent)
	switch mode {
	case image.AddressClampToEdge, image.AddressMirroredRepeat:
		return x.clamp(i, x.int(0), last), 0
	case image.AddressRepeat:
		above := x.Select(x.ICmp(ir.SGT, i, last), x.Bin(ir.OpSub, i, extent), i)
		return x.Select(x.ICmp(ir.SLT, i, x.int(0)), x.Bin(ir.OpAdd, i, extent), above), 0
	}
	return x.clamp(i, x.int(0), last), x.ICmp(ir.ULT, i, extent)
}

// isInside reports whether a coordinate is known to be within the image.
func (o *operation) isInside(axis int) bool {
	if o.image&isCovered == 0 || !hasReach(o.kind) {
		return false
	}
	_, _, ok := idPlus(o.fn, o.coordinates[axis])
	return ok
}

// nearest is the element of a read that needs one.
func (o *operation) nearest(s *surface) (p place) {
	p.inside = s.isThere
	mode := o.sampler.AddressMode(o.kind.FloatCoordinates())
	wrapped := o.kind.Spatial()
	if !o.kind.Sampled() {
		mode, wrapped = image.AddressNone, o.kind.Coordinates()
	}
	for i := range wrapped {
		index := o.coordinates[i]
		if o.isInside(i) {
			p.at[i] = index
			continue
		}
		if o.kind.FloatCoordinates() {
			index = o.saturate(o.Un(ir.OpFFloor, o.unnormalized(mode, i, s)))
		}
		var inside ir.ValueID
		p.at[i], inside = o.wrap(mode, index, s.extents[i])
		p.inside = o.both(p.inside, inside)
	}
	if wrapped < o.kind.Coordinates() {
		p.at[wrapped] = o.layer(s)
	}
	return p
}

// layer is the layer that a sampled read of an array means.
func (o *operation) layer(s *surface) ir.ValueID {
	axis := o.kind.Spatial()
	layer := o.coordinates[axis]
	if o.kind.FloatCoordinates() {
		layer = o.saturate(o.Un(ir.OpFRint, layer))
	}
	return o.clamp(layer, o.int(0), o.last(s.extents[axis]))
}

// exact is the element of a write. Where inside does not hold there is none.
func (o *operation) exact(s *surface) (p place) {
	p.inside = s.isThere
	for i, c := range o.coordinates {
		if p.at[i] = c; o.isInside(i) {
			continue
		}
		p.inside = o.both(p.inside, o.ICmp(ir.ULT, c, s.extents[i]))
	}
	return p
}
