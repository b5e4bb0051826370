package image

import (
	"math"
	"math/rand/v2"
	"testing"
)

// FuzzAccess reads and writes a random image in all ways at wild coordinates. Memory around the image faults or,
// between its rows, must not change.
func FuzzAccess(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed, seed*7, seed*12345678901)
	}
	f.Fuzz(func(t *testing.T, seed, sampler, wild uint64) {
		random := rand.New(rand.NewPCG(seed, 1))
		i, shape := wildImage(t, random)
		a := Access{Shape: shape, Sampled: random.IntN(2) == 0, FloatCoords: random.IntN(2) == 0,
			Detail: Detail(random.IntN(3))}
		for range 20 {
			p := wildPoint(random, wild)
			a.ReadFloat(i.first(), Sampler(sampler), p)
			a.ReadInt(i.first(), Sampler(sampler), p)
			a.WriteFloat(i.first(), p, [4]float32{1, 1, 1, 1})
			a.WriteInt(i.first(), p, [4]uint32{1, 1, 1, 1})
		}
		checkGaps(t, i)
	})
}

// wildImage is an image of any shape and format, with pitches or mip levels.
func wildImage(t *testing.T, random *rand.Rand) (*testImage, Shape) {
	for {
		info := &Formats()[random.IntN(len(Formats()))]
		shape := Shape(random.IntN(int(ShapeCount)))
		if info.Refused != "" || !info.Shapes.Has(shape) {
			continue
		}
		size := Size{1 + random.Uint64N(9), 1 + random.Uint64N(9), 1 + random.Uint64N(5), 1 + random.Uint64N(5)}
		size.Width *= uint64(info.BlockElements)
		rowPitch, slicePitch, levels := uint64(0), uint64(0), uint64(random.IntN(4))
		if levels == 0 && info.BlockElements == 1 {
			rowPitch = (size.Width + random.Uint64N(4)) * uint64(info.Bytes)
			slicePitch = rowPitch * (size.Height + random.Uint64N(3))
		}
		l, err := NewLayout(shape, info.ID, size, rowPitch, slicePitch, levels)
		if err != nil {
			continue
		}
		return newTestImage(t, l, random.IntN(2) == 0), shape
	}
}

// wildPoint has coordinates near the image, at its edges, and any bits.
func wildPoint(random *rand.Rand, wild uint64) *Point {
	integer := func() int32 {
		switch random.IntN(4) {
		case 0:
			return int32(random.Uint32() ^ uint32(wild))
		case 1:
			return int32(wild >> 32)
		}
		return int32(random.IntN(12)) - 1
	}
	float := func() float32 {
		switch random.IntN(4) {
		case 0:
			return math.Float32frombits(random.Uint32() ^ uint32(wild>>16))
		case 1:
			return float32(integer())
		case 2:
			return float32(random.IntN(41)-10) / 20
		}
		return random.Float32()*12 - 1
	}
	p := &Point{Level: float(), LevelIndex: integer()}
	for i := range 3 {
		p.Float[i], p.Int[i], p.DX[i], p.DY[i] = float(), integer(), float(), float()
	}
	return p
}

// checkGaps looks for writes in the zeros between rows, slices and levels.
func checkGaps(t *testing.T, i *testImage) {
	l := i.layout
	for n := range l.Levels {
		sizes := l.sizes(n)
		for z := range sizes[2] {
			for y := range sizes[1] {
				place, box := l.part(n, [4]uint64{0, y, z}, [3]uint64{sizes[0], 1, 1})
				clear(i.memory[place.Offset : place.Offset+box.RowBytes])
			}
		}
	}
	for at, b := range i.memory {
		if b != 0 {
			t.Fatalf("format %v, shape %d: byte %d, which is no element's, was written",
				l.Format.Info().Format, l.Shape, at)
		}
	}
}
