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
	at := place{inside: s.isThere}
	if o.kind.Shape().IsArray() {
		at.at[o.kind.Spatial()] = o.layer(s)
	}
	if f.isClamped() {
		f.readClamped(s, &at)
	} else {
		f.readWrapped(s, &at)
	}
	return f.filtered()
}

// isClamped reports whether all elements that are read are neighbours within the image.
func (f *footprint) isClamped() bool {
	mode := f.sampler.AddressMode(true)
	return (mode == image.AddressClampToEdge || mode == image.AddressMirroredRepeat) && f.format.BlockElements <= 1
}

// readClamped reads neighbours, from one index for all of them: each element has a pointer of its own to begin with,
// which mostly is the same for all lanes. Along an axis with a single element, both are that.
func (f *footprint) readClamped(s *surface, at *place) {
	bases := []ir.ValueID{f.field(s.descriptor, ir.Ptr, image.OffsetData)}
	for i := range f.kind.Spatial() {
		at.at[i] = f.clampedAxis(s, i)
		step := f.stepAlong(s, i)
		for _, base := range bases {
			bases = append(bases, f.PtrAdd(base, step))
		}
	}
	offset := f.offset(s, &at.at)
	addresses := make([]ir.ValueID, len(bases))
	for n, base := range bases {
		addresses[n] = f.PtrAdd(base, offset)
	}
	for n := range addresses {
		if f.isPaired() && n%2 == 1 {
			addresses[n] = f.PtrAddConst(addresses[n-1], int64(f.format.Bytes))
		}
		f.addElement(f.words(addresses[n], at.inside), at.inside)
	}
}

// isPaired reports whether an image is known to have two columns, so that the second is a constant away.
func (f *footprint) isPaired() bool { return f.image&(isNarrow|hasLevels) == 0 }

// clampedAxis is the first index along an axis. The weight is by that, so it may be 1.
func (f *footprint) clampedAxis(s *surface, axis int) ir.ValueID {
	t := f.Bin(ir.OpFSub, f.unnormalized(f.sampler.AddressMode(true), axis, s), f.float(0.5))
	last := f.last(s.extents[axis])
	t = f.Bin(ir.OpFMax, t, f.float(0))
	t = f.lesser(t, f.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, last))
	next := f.Bin(ir.OpSub, last, f.int(1))
	if axis > 0 || !f.isPaired() {
		next = f.Bin(ir.OpSMax, next, f.int(0))
	}
	index := f.Bin(ir.OpSMin, f.Conv(ir.OpFToS, ir.I32, ir.RoundDefault, t), next)
	f.weights = append(f.weights, f.Bin(ir.OpFSub, t, f.Conv(ir.OpSToF, ir.F32, ir.RoundDefault, index)))
	return index
}

// lesser is the lesser of two floats without a sign, which are in the order of their bits.
func (f *footprint) lesser(a, b ir.ValueID) ir.ValueID {
	bits := func(v ir.ValueID) ir.ValueID { return f.Conv(ir.OpBitcast, ir.I32, 0, v) }
	return f.Conv(ir.OpBitcast, ir.F32, 0, f.Bin(ir.OpSMin, bits(a), bits(b)))
}

// stepAlong is how far the next element along an axis is, 0 if there is none.
func (f *footprint) stepAlong(s *surface, axis int) ir.ValueID {
	step := f.Const(ir.I64, uint64(f.format.Bytes))
	if axis > 0 {
		step = f.field(s.descriptor, ir.I64, pitchOffsets[axis])
	}
	return f.Select(f.ICmp(ir.UGT, s.extents[axis], f.int(1)), step, f.Const(ir.I64, 0))
}

// readWrapped reads elements each of which has indices of its own, and may be outside.
func (f *footprint) readWrapped(s *surface, at *place) {
	for i := range f.kind.Spatial() {
		f.addAxis(s, i)
	}
	load := f.loadEach
	if f.hasPairs() {
		load = f.loadPair
	}
	for n := 0; n < 1<<len(f.weights); n += 2 {
		var places [2]place
		for k := range places {
			places[k] = *at
			for i := range f.weights {
				places[k].at[i] = f.at[i][(n+k)>>i&1]
				places[k].inside = f.both(places[k].inside, f.inside[i][(n+k)>>i&1])
			}
		}
		for k, e := range load(s, &places) {
			f.addElement(e, places[k].inside)
		}
	}
}

func (f *footprint) loadEach(s *surface, places *[2]place) [2]element {
	return [2]element{f.load(s, &places[0]), f.load(s, &places[1])}
}

// hasPairs reports whether the two elements of a row are loaded as neighbours. They are none where the image wraps
// around; where it ends, both are one of two neighbours, so it must have two columns.
func (f *footprint) hasPairs() bool {
	return f.format.Bytes == wordBytes && f.sampler.AddressMode(true) != image.AddressRepeat && f.isPaired()
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
		values[i] = f.joined(f.joinOf(c), func(n int) ir.ValueID { return f.values[n][i] })
		if c.Conversion == image.Unorm || c.Conversion == image.Snorm {
			values[i] = f.Bin(ir.OpFMul, values[i], f.float(c.Scale()))
		}
	}
	alpha := f.float(1)
	if f.format.Source[3] < 0 && f.format.BorderAlpha == 0 {
		alpha = f.joined(f.interpolated, func(n int) ir.ValueID { return f.ones[n] })
	}
	return f.arrange(values, alpha)
}

// joinOf is how two values of a channel are joined. A weight of 1 alone would not drop an infinity.
func (f *footprint) joinOf(c *image.Channel) func(weight, first, second ir.ValueID) ir.ValueID {
	if c.Conversion == image.Unorm {
		return f.interpolated
	}
	join := f.interpolated
	if f.format.Type == image.TypeFloat {
		join = f.mean
	}
	return func(weight, first, second ir.ValueID) ir.ValueID {
		return f.Select(f.FCmp(ir.OEQ, weight, f.float(1)), second, join(weight, first, second))
	}
}

// joined joins values along x, then y, then z.
func (f *footprint) joined(join func(weight, first, second ir.ValueID) ir.ValueID,
	of func(n int) ir.ValueID) ir.ValueID {
	list := make([]ir.ValueID, len(f.values))
	for n := range list {
		list[n] = of(n)
	}
	for _, weight := range f.weights {
		for n := range len(list) / 2 {
			list[n] = join(weight, list[2*n], list[2*n+1])
		}
		list = list[:len(list)/2]
	}
	return list[0]
}
