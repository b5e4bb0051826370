package image

import (
	"math"
	"testing"
)

// newMipmap is a 2D image whose level l is full of 10*(l+1).
func newMipmap(t testing.TB, f Format, size Size, levels uint64) *testImage {
	t.Helper()
	id, _ := Find(f)
	l, err := NewLayout(Image2D, id, size, 0, 0, levels)
	if err != nil {
		t.Fatal(err)
	}
	i := newTestImage(t, l, true)
	for n, level := range l.Levels {
		for at := range level.Height * level.RowPitch {
			i.memory[level.Offset+at] = byte(10 * (n + 1))
		}
	}
	return i
}

// TestGivenLevel: the level of detail is clamped by the sampler and the image, and selects the nearest level or two.
func TestGivenLevel(t *testing.T) {
	i := newMipmap(t, Format{OrderR, TypeUnorm8}, Size{Width: 8, Height: 4}, 4)
	plain := NormalizedCoords | AddressRepeat | FilterLinear
	linear := plain | MipFilterLinear
	a := Access{Shape: Image2D, Sampled: true, FloatCoords: true, Detail: GivenLevel}
	for _, c := range []struct {
		sampler    Sampler
		lod, value float32 // of 255
	}{
		{plain, 0, 10}, {plain, 0.49, 10}, {plain, 0.5, 20}, {plain, 2, 30}, {plain, 99, 40}, {plain, -99, 10},
		{plain | MipFilterNearest, 1.2, 20}, {plain, float32(math.NaN()), 10}, {plain, float32(math.Inf(1)), 40},
		{linear, 0, 10}, {linear, 0.5, 15}, {linear, 2.25, 32.5}, {linear, 3, 40}, {linear, 3.5, 40}, {linear, -1, 10},
		{plain.WithLevels(1, 2), 0, 20}, {plain.WithLevels(1, 2), 3, 30}, {linear.WithLevels(0.5, 2.5), 0, 15},
		{linear.WithLevels(0.5, 2.5), 9, 35}, {plain.WithLevels(9, 10), 0, 40}, {plain.WithLevels(-5, -4), 3, 10},
		{plain.WithLevels(float32(math.NaN()), float32(math.NaN())), 2, 40},
	} {
		got := a.ReadFloat(i.first(), c.sampler, &Point{Float: [3]float32{0.3, 0.3}, Level: c.lod})
		if math.Abs(float64(got[0]-c.value/255)) > 1e-7 {
			t.Errorf("sampler %#x, level %v: got %v, want %v", c.sampler, c.lod, got[0]*255, c.value)
		}
	}
}

// TestGradients: the level of detail is the logarithm of the longer gradient in elements.
func TestGradients(t *testing.T) {
	i := newMipmap(t, Format{OrderR, TypeUint8}, Size{Width: 8, Height: 4}, 4)
	a := Access{Shape: Image2D, Sampled: true, FloatCoords: true, Detail: GivenGradients}
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		dx, dy [3]float32
		want   uint32
	}{
		{[3]float32{1. / 8, 0}, [3]float32{0, 1. / 4}, 10},
		{[3]float32{2. / 8, 0}, [3]float32{0, 1. / 4}, 20},
		{[3]float32{1. / 8, 0}, [3]float32{0, 4. / 4}, 30},
		{[3]float32{3. / 8, 4. / 4}, [3]float32{}, 30}, // 5 elements: log2 is 2.3
		{[3]float32{}, [3]float32{}, 10},
		{[3]float32{inf, 0}, [3]float32{}, 40},
		{[3]float32{float32(math.NaN()), 0}, [3]float32{}, 10},
	} {
		p := &Point{Float: [3]float32{0.3, 0.3}, DX: c.dx, DY: c.dy}
		if got := a.ReadInt(i.first(), repeat, p); got[0] != c.want {
			t.Errorf("gradients %v and %v: got %v, want %d", c.dx, c.dy, got, c.want)
		}
	}
}

// TestLevelIndex: what names no level reads and writes level 0; levels that do not exist are dropped.
func TestLevelIndex(t *testing.T) {
	i := newMipmap(t, Format{OrderA, TypeUint8}, Size{Width: 8, Height: 4}, 4)
	read := func(level int32, x, y int32) uint32 {
		a := Access{Shape: Image2D, Detail: GivenLevel}
		return a.ReadInt(i.first(), 0, &Point{Int: [3]int32{x, y}, LevelIndex: level})[3]
	}
	a := Access{Shape: Image2D, Detail: GivenLevel}
	for level, want := range map[int32]uint32{0: 77, 1: 77, 2: 77, 3: 77, 4: 0, -1: 0, math.MaxInt32: 0} {
		a.WriteInt(i.first(), &Point{LevelIndex: level}, [4]uint32{3: 77})
		if got := read(level, 0, 0); got != want {
			t.Errorf("level %d: got %d, want %d", level, got, want)
		}
	}
	a.WriteInt(i.first(), &Point{Int: [3]int32{4, 0}, LevelIndex: 1}, [4]uint32{3: 88}) // outside of level 1
	if read(0, 4, 0) != 10 || read(1, 3, 0) != 20 || read(1, 0, 1) != 20 || read(1, 4, 0) != 0 {
		t.Error("a write left its level")
	}
	a.Detail = BaseLevel
	a.WriteInt(i.first(), &Point{Int: [3]int32{7, 3}, LevelIndex: 2}, [4]uint32{3: 99})
	if got := a.ReadInt(i.first(), 0, &Point{Int: [3]int32{7, 3}, LevelIndex: 2}); got[3] != 99 {
		t.Error("level 0 has", got)
	}
}

func TestSamplerLevels(t *testing.T) {
	s := repeat | FilterLinear
	if least, greatest := s.Levels(); least != 0 || greatest != math.MaxFloat32 {
		t.Error("got", least, greatest)
	}
	s = s.WithLevels(1.5, 20.25)
	if least, greatest := s.Levels(); least != 1.5 || greatest != 20.25 || s&SpecialBits != repeat|FilterLinear {
		t.Error("got", least, greatest, s)
	}
	if again := s.WithLevels(2, 3); again&SpecialBits != s&SpecialBits {
		t.Error("got", again)
	}
}
