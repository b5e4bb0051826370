package image

import "math"

// Mip levels: cl_khr_mipmap_image, which says that the level of detail is clamped and how it selects levels only by
// the names of the filters. What it leaves open is as in OpenGL and Vulkan:
//
//	lod = log2(max(|dx|, |dy|))  where dx and dy are the gradients in elements of level 0
//	lod = max(min(max(lod, least), greatest, levels - 1), 0)  where the sampler has least and greatest
//
// With the mip filter nearest, that is level int(floor(lod + 0.5)); with linear the results of levels floor(lod) and
// the one after are joined as the linear filter joins two values.

// levels are the two levels from which a sampled operation reads, and the weight of the second. They may be the same.
func (a Access) levels(d *Descriptor, s Sampler, p *Point) (first, second int32, weight float32) {
	lod := p.Level
	if a.Detail == GivenGradients {
		lod = a.detail(d, s, p)
	}
	last := int32(d.Levels) - 1
	least, greatest := s.Levels()
	lod = atMost(atLeast(lod, least), greatest)
	lod = atLeast(atMost(lod, float32(last)), 0)
	if s&MipFilterMask != MipFilterLinear {
		level := clamp(saturate(floor(lod+0.5)), 0, last)
		return level, level, 0
	}
	whole := floor(lod)
	first = clamp(saturate(whole), 0, last)
	return first, clamp(first+1, 0, last), lod - whole
}

// atLeast is the greater of the two, limit if f is NaN.
func atLeast(f, limit float32) float32 {
	if f > limit {
		return f
	}
	return limit
}

// atMost is the lesser of the two, limit if f is NaN.
func atMost(f, limit float32) float32 {
	if f < limit {
		return f
	}
	return limit
}

// detail is the level of detail of gradients.
func (a Access) detail(d *Descriptor, s Sampler, p *Point) float32 {
	extents := d.Extents(a.Shape)
	var dx, dy float32
	for i := range a.Shape.Dimensions() {
		size := float32(1)
		if s&NormalizedCoords != 0 {
			size = float32(extents[i])
		}
		x, y := float32(p.DX[i]*size), float32(p.DY[i]*size)
		dx += float32(x * x)
		dy += float32(y * y)
	}
	return 0.5 * log2(atLeast(dx, dy))
}

// log2Polynomial gives log2(1+m)/m for m from 0 to 1, the highest power first, and 1 for 1. The error of the logarithm
// is below 2⁻¹⁹.
var log2Polynomial = [...]float32{0.015125447, -0.07919839, 0.19551948, -0.32810754, 0.47486266, -0.720890522,
	1.44268882}

// Log2Polynomial are the coefficients of log2's polynomial, for machine code.
func Log2Polynomial() []float32 { return log2Polynomial[:] }

// log2 is the binary logarithm of a positive float as the machine code computes it: in single precision, each product
// and sum rounded. That of 0 is a little below that of the least float.
func log2(f float32) float32 {
	bits := math.Float32bits(f)
	m := math.Float32frombits(bits&(1<<23-1)|127<<23) - 1
	sum := log2Polynomial[0]
	for _, c := range log2Polynomial[1:] {
		sum = float32(sum*m) + c
	}
	return float32(int32(bits>>23)-127) + float32(sum*m)
}

// blend joins the results of two mip levels.
func (info *Info) blend(weight, first, second float32) float32 {
	if info.Type != TypeFloat {
		return interpolate(weight, first, second)
	}
	return mean(weight, first, second)
}
