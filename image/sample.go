package image

import "math"

// Coordinates and filters: sections 8.1, 8.2 and 8.4 of the OpenCL C specification.
//
// The machine code computes the same. Each operation is one of single precision, rounded to nearest even, in the order
// written here; no multiplication is joined with an addition but in fma. For each coordinate c of an axis with n
// elements:
//
//	u = c                               not normalized
//	u = c*n                             normalized, clamp to edge, clamp, none
//	u = min(c - floor(c), 1)*n          normalized, repeat
//	u = min(abs(c - 2*rint(c/2)), 1)*n  normalized, mirrored repeat
//
// where min(NaN, 1) is 1. With the filter nearest, the element is i = int(floor(u)), with linear it is the two
// elements
//
//	clamp, none, repeat                t = u - 0.5, f = floor(t), i₀ = int(f), i₁ = i₀ + 1, a = t - f
//	clamp to edge, mirrored repeat     t = min(max(u - 0.5, 0), n-1), i₀ = min(int(t), max(n-2, 0)),
//	                                   i₁ = min(i₀ + 1, n-1), a = t - i₀
//
// where int(f) = cvttps2dq(minps(f, 2147483520)), which is 2147483520 for NaN and all that is greater, and the least
// integer for what is less, and max(NaN, 0) is 0. Then come the address modes, on integers:
//
//	clamp to edge    clamp(i, 0, n-1)
//	repeat           i + n if i < 0, i - n if i > n-1
//	mirrored repeat  clamp(i, 0, n-1)
//	clamp, none      elements outside have the border colour
//
// The specification leaves open what none gives outside, and what the repeating modes do without normalized
// coordinates: here they clamp to the edge then. Integer coordinates are never normalized and never filtered. The
// layer of an array is clamp(int(rint(c)), 0, n-1), with integer coordinates clamp(c, 0, n-1).
//
// The linear filter joins two values along x, these along y, and these along z, each time by one of
//
//	fma(a, v₁ - v₀, v₀)        channels that are no 32-bit floats
//	fma(a, v₁, (1 - a)*v₀)     channels that are: their difference can overflow where their mean does not
//
// and, but for channels of kind Unorm, by v₁ if a is 1. The first keeps what is equal, and does not leave the range of
// the kind. Channels of kind Unorm and Snorm are integers meanwhile; the last result is multiplied by Channel.Scale.
// Alpha that the format does not have is 1 where the border has it, too; else the filter takes it for 1 inside and 0
// outside.

// Scale is what the linear filter multiplies the integers of a Unorm or Snorm channel by.
func (c *Channel) Scale() float32 { return 1 / float32(c.Max()) }

// saturate converts to an integer, as the comment above says.
func saturate(f float32) int32 {
	const greatest = 1<<31 - 128
	if !(f < greatest) {
		return greatest
	}
	if f < math.MinInt32 {
		return math.MinInt32
	}
	return int32(f)
}

func floor(f float32) float32 { return float32(math.Floor(float64(f))) }

func rint(f float32) float32 { return float32(math.RoundToEven(float64(f))) }

func clamp(i, least, greatest int32) int32 { return min(max(i, least), greatest) }

// AddressMode is the address mode that is in force, of which samplers can name impossible ones.
func (s Sampler) AddressMode(floatCoords bool) Sampler {
	mode := s & AddressMask
	if mode > AddressMirroredRepeat || mode >= AddressRepeat && !(floatCoords && s&NormalizedCoords != 0) {
		return AddressClampToEdge
	}
	return mode
}

// unnormalized is u of the comment above.
func (s Sampler) unnormalized(mode Sampler, c float32, size uint32) float32 {
	if s&NormalizedCoords == 0 {
		return c
	}
	switch mode {
	case AddressRepeat:
		c -= floor(c)
		if !(c < 1) {
			c = 1
		}
	case AddressMirroredRepeat:
		c = c - 2*rint(c*0.5)
		if c < 0 {
			c = -c
		}
		if !(c < 1) {
			c = 1
		}
	}
	return float32(c * float32(size))
}

// wrap applies an address mode to an index.
func wrap(mode Sampler, i int32, size uint32) int32 {
	last := int32(size - 1)
	switch mode {
	case AddressClampToEdge, AddressMirroredRepeat:
		return clamp(i, 0, last)
	case AddressRepeat:
		if i < 0 {
			return i + int32(size)
		}
		if i > last {
			return i - int32(size)
		}
	}
	return i
}

// nearest is the element of an operation that reads one; it may be outside.
func (a Access) nearest(d *Descriptor, s Sampler, p *Point) (at [3]int32) {
	if !a.Sampled {
		return a.exact(p)
	}
	extents := d.Extents(a.Shape)
	mode := s.AddressMode(a.FloatCoords)
	for i := range a.Shape.Dimensions() {
		index := p.Int[i]
		if a.FloatCoords {
			index = saturate(floor(s.unnormalized(mode, p.Float[i], extents[i])))
		}
		at[i] = wrap(mode, index, extents[i])
	}
	a.setLayer(&at, extents, p)
	return at
}

func (a Access) setLayer(at *[3]int32, extents [3]uint32, p *Point) {
	if !a.Shape.IsArray() {
		return
	}
	i := a.Shape.CoordCount() - 1
	layer := p.Int[i]
	if a.FloatCoords {
		layer = saturate(rint(p.Float[i]))
	}
	at[i] = clamp(layer, 0, int32(extents[i]-1))
}

// footprint is what the linear filter reads: element number n has along axis i the index at[i][n>>i&1].
type footprint struct {
	dimensions int
	at         [3][2]int32
	weights    [3]float32    // of the second index of each axis
	values     [8][4]float32 // unscaled
	inside     [8]bool
}

func (a Access) linear(d *Descriptor, info *Info, s Sampler, p *Point) [4]float32 {
	var f footprint
	f.dimensions = a.Shape.Dimensions()
	extents := d.Extents(a.Shape)
	mode := s.AddressMode(true)
	for i := range f.dimensions {
		t := s.unnormalized(mode, p.Float[i], extents[i]) - 0.5
		if mode == AddressClampToEdge || mode == AddressMirroredRepeat {
			f.addClamped(i, t, int32(extents[i]))
			continue
		}
		first := floor(t)
		f.weights[i] = t - first
		index := saturate(first)
		f.at[i] = [2]int32{wrap(mode, index, extents[i]), wrap(mode, index+1, extents[i])}
	}
	var base [3]int32
	a.setLayer(&base, extents, p)
	for n := range 1 << f.dimensions {
		at := base
		for i := range f.dimensions {
			at[i] = f.at[i][n>>i&1]
		}
		var e element
		e, f.inside[n] = d.load(info, at, extents)
		info.unscaled(e, &f.values[n])
	}
	return f.filter(info)
}

// addClamped finds the elements along an axis of some, where t is clamped. For NaN it takes the first.
func (f *footprint) addClamped(axis int, t float32, count int32) {
	if !(t > 0) {
		t = 0
	}
	t = min(t, float32(count-1))
	first := min(int32(t), max(count-2, 0))
	f.at[axis] = [2]int32{first, min(first+1, count-1)}
	f.weights[axis] = t - float32(first)
}

func (f *footprint) filter(info *Info) [4]float32 {
	alpha := float32(1)
	if info.Source[3] < 0 && info.BorderAlpha == 0 {
		alpha = f.coverage()
	}
	for i := range info.Channels {
		f.join(i, joinOf(info, info.Channels[i].Conversion))
	}
	if info.normalized {
		for i, scale := range &info.scales {
			f.values[0][i] *= scale
		}
	}
	return info.arrange(&f.values[0], alpha)
}

// join joins the values of a channel along x, then y, then z.
func (f *footprint) join(channel int, by func(weight, first, second float32) float32) {
	count := 1 << f.dimensions
	for _, weight := range f.weights[:f.dimensions] {
		count /= 2
		for n := range count {
			f.values[n][channel] = by(weight, f.values[2*n][channel], f.values[2*n+1][channel])
		}
	}
}

// joinOf is what joins two values of a channel.
func joinOf(info *Info, conversion Conversion) func(weight, first, second float32) float32 {
	join := interpolate
	switch {
	case conversion == Unorm:
		return interpolate
	case info.Type == TypeFloat:
		join = mean
	}
	return func(weight, first, second float32) float32 {
		if weight == 1 {
			return second
		}
		return join(weight, first, second)
	}
}

// interpolate is a value between two, by the weight of the second.
func interpolate(weight, first, second float32) float32 { return fma(weight, second-first, first) }

// mean is the same for floats whose difference may overflow.
func mean(weight, first, second float32) float32 {
	return fma(weight, second, float32((1-weight)*first))
}

// coverage is the alpha of a format that has none but a border with alpha 0.
func (f *footprint) coverage() float32 {
	g := footprint{dimensions: f.dimensions, weights: f.weights}
	for n, inside := range f.inside {
		if inside {
			g.values[n][0] = 1
		}
	}
	g.join(0, interpolate)
	return g.values[0][0]
}
