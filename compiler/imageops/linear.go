package imageops

import (
	"heddle/compiler/ir"
	"heddle/image"
)

// The linear filter, by the comment at the head of image/sample.go. Element number n of those it reads has along axis i
// the index at[i][n>>i&1].

// footprint is what the linear filter reads.
type footprint struct {
	*operation
	at      [3][2]ir.ValueID
	inside  [3][2]ir.ValueID // 0: always
	weights []ir.ValueID     // of the second index of each axis
	values  [][]ir.ValueID   // by element, the channels' values before the division
	ones    []ir.ValueID     // by element: 1, or 0 outside
}

func (o *operation) linear(s *surface) texel {
	f := footprint{operation: o}
	for i := range o.kind.Spatial() {
		f.addAxis(s, i)
	}
	at := place{inside: s.isThere}
	if o.kind.Shape().IsArray() {
		at.at[o.kind.Spatial()] = o.layer(s)
	}
	load := f.loadEach
	if f.hasPairs() {
		load = f.loadPair
	}
	for n := 0; n < 1<<len(f.weights); n += 2 {
		var places [2]place
		for k := range places {
			places[k] = at
			for i := range f.weights {
				places[k].at[i] = f.at[i][(n+k)>>i&1]
				places[k].inside = o.both(places[k].inside, f.inside[i][(n+k)>>i&1])
			}
		}
		for k, e := range load(s, &places) {
			f.addElement(e, places[k].inside)
		}
	}
	return f.filtered()
}

func (f *footprint) loadEach(s *surface, places *[2]place) [2]element {
	return [2]element{f.load(s, &places[0]), f.load(s, &places[1])}
}

// hasPairs reports whether the two elements of a row are loaded as neighbours. They are none where the image wraps
// around; where it ends, both are one of two neighbours, so it must have two columns.
func (f *footprint) hasPairs() bool {
	return f.format.Bytes == wordBytes && f.sampler.AddressMode(true) != image.AddressRepeat &&
		f.image&(isNarrow|hasLevels) == 0
}

// loadPair loads the two elements of a row as neighbours, which the code generator does in one access.
func (f *footprint) loadPair(s *surface, places *[2]place) (elements [2]element) {
	first := places[0]
	lastPair := f.Bin(ir.OpSub, s.extents[0], f.int(2))
	first.at[0] = f.Bin(ir.OpSMin, first.at[0], lastPair)
	address, t := f.address(s, &first.at), wordType(f.format)
	lower := f.Load(t, address, f.space, wordBytes)
	upper := f.Load(t, f.PtrAddConst(address, wordBytes), f.space, wordBytes)
	for k := range elements {
		isLower := f.ICmp(ir.EQ, places[k].at[0], first.at[0])
		elements[k] = element{f.unlessOutside(places[k].inside, f.Select(isLower, lower, upper))}
	}
	return elements
}

// addAxis finds the two indices along an axis.
func (f *footprint) addAxis(s *surface, axis int) {
	mode := f.sampler.AddressMode(true)
	t := f.Bin(ir.OpFSub, f.unnormalized(mode, axis, s), f.float(0.5))
	whole := f.Un(ir.OpFFloor, t)
	f.weights = append(f.weights, f.Bin(ir.OpFSub, t, whole))
	index := f.saturate(whole)
	for i := range 2 {
		if i == 1 {
			index = f.Bin(ir.OpAdd, index, f.int(1))
		}
		f.at[axis][i], f.inside[axis][i] = f.wrap(mode, index, s.extents[axis])
	}
}

func (f *footprint) addElement(e element, inside ir.ValueID) {
	values := make([]ir.ValueID, len(f.format.Channels))
	for i := range values {
		values[i] = f.unscaled(&f.format.Channels[i], e)
	}
	f.values = append(f.values, values)
	f.ones = append(f.ones, f.missingAlpha(inside, f.float(1), f.float(0)))
}

// filtered is the result.
func (f *footprint) filtered() texel {
	values := make([]ir.ValueID, len(f.format.Channels))
	for i := range values {
		c := &f.format.Channels[i]
		of := func(n int) ir.ValueID { return f.values[n][i] }
		if f.format.Type == image.TypeFloat {
			values[i] = f.weighed(of)
		} else {
			values[i] = f.joined(of)
		}
		if c.Conversion == image.Unorm || c.Conversion == image.Snorm {
			values[i] = f.Bin(ir.OpFMul, values[i], f.float(c.Scale()))
		}
	}
	alpha := f.float(1)
	if f.format.Source[3] < 0 && f.format.BorderAlpha == 0 {
		alpha = f.joined(func(n int) ir.ValueID { return f.ones[n] })
	}
	return f.arrange(values, alpha)
}

// joined interpolates along x, then y, then z.
func (f *footprint) joined(of func(n int) ir.ValueID) ir.ValueID {
	list := make([]ir.ValueID, len(f.values))
	for n := range list {
		list[n] = of(n)
	}
	for _, weight := range f.weights {
		for n := range len(list) / 2 {
			list[n] = f.interpolated(weight, list[2*n], list[2*n+1])
		}
		list = list[:len(list)/2]
	}
	return list[0]
}

// weighed sums up the values, each with its weight, in pairs, pairs of pairs, and these.
func (f *footprint) weighed(of func(n int) ir.ValueID) ir.ValueID {
	list := make([]ir.ValueID, len(f.values))
	for n := range list {
		var weight ir.ValueID
		for i, w := range f.weights {
			if n>>i&1 == 0 {
				w = f.rest(w)
			}
			if weight == 0 {
				weight = w
			} else {
				weight = f.Bin(ir.OpFMul, weight, w)
			}
		}
		list[n] = f.Bin(ir.OpFMul, of(n), weight)
	}
	for len(list) > 1 {
		for n := range len(list) / 2 {
			list[n] = f.Bin(ir.OpFAdd, list[2*n], list[2*n+1])
		}
		list = list[:len(list)/2]
	}
	return list[0]
}
