package imageops

import (
	"math"

	"heddle/compiler/ir"
	"heddle/image"
)

// Mip levels, by the comment at the head of image/mipmap.go.

// given is the level of an operation that does not compute it: the first, or that of an operand.
func (o *operation) given() *surface {
	if o.kind.Lod() == ir.LodNone {
		return o.surface(o.descriptor, 0)
	}
	level := o.detail[0]
	if o.image&hasLevels == 0 {
		return o.surface(o.descriptor, o.ICmp(ir.EQ, level, o.int(0)))
	}
	isThere := o.ICmp(ir.ULT, level, o.field(o.descriptor, ir.I32, image.OffsetLevels))
	return o.surface(o.levelDescriptor(o.Select(isThere, level, o.int(0))), isThere)
}

// level is a level that the image has.
func (o *operation) level(number ir.ValueID) *surface {
	return o.surface(o.levelDescriptor(number), 0)
}

func (o *operation) levelDescriptor(level ir.ValueID) ir.ValueID {
	if o.image&hasLevels == 0 {
		return o.descriptor
	}
	offset := o.Bin(ir.OpMul, o.Conv(ir.OpZExt, ir.I64, 0, level), o.Const(ir.I64, image.DescriptorBytes))
	return o.PtrAdd(o.descriptor, offset)
}

// selected are the two levels that a sampled operation reads, and the weight of the second; 0 if there is no second.
func (o *operation) selected() (first, second, weight ir.ValueID) {
	if o.image&hasLevels == 0 {
		return o.int(0), 0, 0
	}
	detail := o.detail[0]
	if o.kind.Lod() == ir.LodGradients {
		detail = o.detailOfGradients()
	}
	last := o.last(o.field(o.descriptor, ir.I32, image.OffsetLevels))
	detail = o.atMost(o.atLeast(detail, o.leastLevel()), o.greatestLevel())
	detail = o.atLeast(o.atMost(detail, o.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, last)), o.float(0))
	if o.sampler&image.MipFilterMask != image.MipFilterLinear {
		nearest := o.Un(ir.OpFFloor, o.Bin(ir.OpFAdd, detail, o.float(0.5)))
		return o.clamp(o.saturate(nearest), o.int(0), last), 0, 0
	}
	whole := o.Un(ir.OpFFloor, detail)
	first = o.clamp(o.saturate(whole), o.int(0), last)
	second = o.clamp(o.Bin(ir.OpAdd, first, o.int(1)), o.int(0), last)
	return first, second, o.Bin(ir.OpFSub, detail, whole)
}

// atLeast is the greater of the two, limit if f is NaN.
func (x *expander) atLeast(f, limit ir.ValueID) ir.ValueID {
	return x.Select(x.FCmp(ir.OGT, f, limit), f, limit)
}

// atMost is the lesser of the two, limit if f is NaN.
func (x *expander) atMost(f, limit ir.ValueID) ir.ValueID {
	return x.Select(x.FCmp(ir.OLT, f, limit), f, limit)
}

// leastLevel and greatestLevel are the range of levels of the sampler (image.Sampler), which code is not specialised
// by.
func (o *operation) leastLevel() ir.ValueID { return o.samplerFloat(16) }

func (o *operation) greatestLevel() ir.ValueID {
	f := o.samplerFloat(40)
	return o.Select(o.FCmp(ir.UEQ, f, o.float(0)), o.float(math.MaxFloat32), f)
}

// samplerFloat is the float whose upper bits stand in a sampler from a bit on.
func (o *operation) samplerFloat(bit uint64) ir.ValueID {
	upper := o.Conv(ir.OpTrunc, ir.I32, 0, o.Bin(ir.OpLShr, o.levels, o.Const(ir.I64, bit)))
	return o.Conv(ir.OpBitcast, ir.F32, 0, o.Bin(ir.OpShl, upper, o.int(8)))
}

// detailOfGradients is the level of detail of gradients.
func (o *operation) detailOfGradients() ir.ValueID {
	s := o.surface(o.descriptor, 0)
	dx, dy := o.squared(s, o.detail[:o.kind.Spatial()]), o.squared(s, o.detail[o.kind.Spatial():])
	return o.Bin(ir.OpFMul, o.float(0.5), o.log2(o.atLeast(dx, dy)))
}

// squared is the square of the length of a gradient, in elements.
func (o *operation) squared(s *surface, gradient []ir.ValueID) (sum ir.ValueID) {
	for i, g := range gradient {
		if o.sampler&image.NormalizedCoords != 0 {
			g = o.Bin(ir.OpFMul, g, o.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, s.extents[i]))
		}
		square := o.Bin(ir.OpFMul, g, g)
		if i > 0 {
			square = o.Bin(ir.OpFAdd, sum, square)
		}
		sum = square
	}
	return sum
}

// log2 is that of package image.
func (x *expander) log2(f ir.ValueID) ir.ValueID {
	bits := x.Conv(ir.OpBitcast, ir.I32, 0, f)
	exponent := x.Bin(ir.OpSub, x.Bin(ir.OpLShr, bits, x.int(23)), x.int(127))
	fraction := x.Bin(ir.OpOr, x.Bin(ir.OpAnd, bits, x.int(1<<23-1)), x.int(127<<23))
	m := x.Bin(ir.OpFSub, x.Conv(ir.OpBitcast, ir.F32, 0, fraction), x.float(1))
	polynomial := image.Log2Polynomial()
	sum := x.float(polynomial[0])
	for _, c := range polynomial[1:] {
		sum = x.Bin(ir.OpFAdd, x.Bin(ir.OpFMul, sum, m), x.float(c))
	}
	return x.Bin(ir.OpFAdd, x.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, exponent), x.Bin(ir.OpFMul, sum, m))
}
