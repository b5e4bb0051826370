package image

import (
	"errors"
	"math"
	"testing"
)

// problemOf is the problem of an error, 0 for nil.
func problemOf(t *testing.T, err error) Problem {
	t.Helper()
	if err == nil {
		return 0
	}
	var e *Error
	if !errors.As(err, &e) || e.Reason == "" {
		t.Fatalf("the error is %#v", err)
	}
	return e.Problem
}

func layoutOf(t *testing.T, shape Shape, f Format, size Size, levels uint64) *Layout {
	t.Helper()
	l, err := NewLayout(shape, mustFind(t, f).ID, size, 0, 0, levels)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var (
	rgba8 = Format{OrderRGBA, TypeUnorm8}
	rgba  = Format{OrderRGBA, TypeFloat}
	raw10 = Format{OrderR, TypeRaw10}
)

func TestLayoutPitches(t *testing.T) {
	size := Size{Width: 10, Height: 5, Depth: 4, Layers: 3}
	const huge = math.MaxUint64
	for _, c := range []struct {
		shape                          Shape
		Format                         Format
		row, slice                     uint64
		problem                        Problem
		wantRow, wantSlice, wantLength uint64
	}{
		{Image1D, rgba8, 0, 0, 0, 40, 40, 40},
		{Image1D, rgba8, 44, 0, 0, 44, 44, 44},
		{Image1DBuffer, rgba, 0, 0, 0, 160, 160, 160},
		{Image1DArray, rgba8, 0, 0, 0, 40, 40, 120},
		{Image1DArray, rgba8, 44, 0, 0, 44, 44, 132},
		{Image1DArray, rgba8, 44, 88, 0, 44, 88, 264},
		{Image2D, rgba8, 0, 0, 0, 40, 200, 200},
		{Image2D, rgba8, 48, 7, 0, 48, 240, 240}, // a slice pitch without slices is ignored
		{Image2DArray, rgba8, 0, 0, 0, 40, 200, 600},
		{Image2DArray, rgba8, 48, 288, 0, 48, 288, 864},
		{Image3D, rgba8, 0, 0, 0, 40, 200, 800},
		{Image3D, rgba8, 0, 240, 0, 40, 240, 960},
		{Image2D, rgba8, 39, 0, BadRowPitch, 0, 0, 0},
		{Image2D, rgba8, 36, 0, BadRowPitch, 0, 0, 0},
		{Image2D, rgba8, 42, 0, BadRowPitch, 0, 0, 0},
		{Image3D, rgba8, 44, 200, BadSlicePitch, 0, 0, 0},
		{Image3D, rgba8, 0, 250, BadSlicePitch, 0, 0, 0},
		{Image1DArray, rgba8, 44, 40, BadSlicePitch, 0, 0, 0},
		{Image1DArray, rgba8, 44, 60, BadSlicePitch, 0, 0, 0},
		{Image3D, rgba8, huge - 3, 0, BadSize, 0, 0, 0},
		{Image3D, rgba8, 0, huge / 40 * 40, BadSize, 0, 0, 0},
		{Image1D, rgba8, 1<<62 + 4, 0, BadSize, 0, 0, 0},
	} {
		l, err := NewLayout(c.shape, mustFind(t, c.Format).ID, size, c.row, c.slice, 1)
		if got := problemOf(t, err); got != c.problem {
			t.Errorf("%+v: got %v", c, err)
		}
		if err != nil {
			continue
		}
		if v := l.Levels[0]; v.RowPitch != c.wantRow || v.SlicePitch != c.wantSlice || l.Bytes != c.wantLength ||
			v.Offset != 0 || len(l.Levels) != 1 {
			t.Errorf("%+v: got %+v", c, l)
		}
	}
	l := layoutOf(t, Image2D, raw10, Size{Width: 8, Height: 3}, 0)
	if l.Bytes != 30 || l.Levels[0].RowPitch != 10 {
		t.Errorf("RAW10: got %+v", l)
	}
	if _, err := NewLayout(Image2D, l.Format, Size{Width: 8, Height: 3}, 13, 0, 0); err != nil {
		t.Error("RAW10:", err)
	}
}

func TestLayoutSizes(t *testing.T) {
	for _, c := range []struct {
		shape   Shape
		size    Size
		problem Problem
	}{
		{Image1D, Size{}, BadSize},
		{Image2D, Size{Width: 1}, BadSize},
		{Image3D, Size{Width: 1, Height: 1}, BadSize},
		{Image2DArray, Size{Width: 1, Height: 1, Depth: 1}, BadSize},
		{Image1D, Size{Width: 1 << 31}, BadSize},
		{Image2D, Size{Width: 1 << 60, Height: 1}, BadSize},
		{Image1D, Size{Width: math.MaxUint64}, BadSize},
		{Image3D, Size{Width: 1 << 30, Height: 1 << 30, Depth: 1 << 30}, BadSize},
		{Image1D, Size{Width: 1, Height: math.MaxUint64, Depth: math.MaxUint64, Layers: math.MaxUint64}, 0},
	} {
		_, err := NewLayout(c.shape, mustFind(t, rgba).ID, c.size, 0, 0, 0)
		if got := problemOf(t, err); got != c.problem {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}

func TestLimits(t *testing.T) {
	limits := &Limits{Width2D: 100, Height2D: 90, Width3D: 50, Height3D: 40, Depth3D: 30, BufferWidth: 1000, Layers: 20}
	for _, c := range []struct {
		shape Shape
		size  Size
		ok    bool
	}{
		{Image1D, Size{100, 0, 0, 0}, true}, {Image1D, Size{101, 0, 0, 0}, false}, {Image1D, Size{}, false},
		{Image1DBuffer, Size{1000, 0, 0, 0}, true}, {Image1DBuffer, Size{1001, 0, 0, 0}, false},
		{Image1DArray, Size{100, 0, 0, 20}, true}, {Image1DArray, Size{100, 0, 0, 21}, false},
		{Image1DArray, Size{100, 0, 0, 0}, false},
		{Image2D, Size{100, 90, 9, 9}, true}, {Image2D, Size{100, 91, 0, 0}, false},
		{Image2D, Size{100, 0, 0, 0}, false},
		{Image2DArray, Size{100, 90, 0, 20}, true}, {Image2DArray, Size{100, 90, 0, 0}, false},
		{Image3D, Size{50, 40, 30, 0}, true}, {Image3D, Size{51, 40, 30, 0}, false},
		{Image3D, Size{50, 41, 30, 0}, false},
		{Image3D, Size{50, 40, 31, 0}, false}, {Image3D, Size{50, 40, 0, 0}, false},
	} {
		err := limits.Check(c.shape, mustFind(t, rgba8).ID, c.size)
		if (problemOf(t, err) == 0) != c.ok {
			t.Errorf("%+v: got %v", c, err)
		}
	}
	if err := limits.Check(Image2D, mustFind(t, raw10).ID, Size{Width: 6, Height: 2}); problemOf(t, err) != BadSize {
		t.Error("a width of 6 in RAW10:", err)
	}
}

func TestMipLevels(t *testing.T) {
	l := layoutOf(t, Image3D, rgba8, Size{Width: 10, Height: 5, Depth: 3}, 4)
	want := []Level{{0, 10, 5, 3, 40, 200}, {640, 5, 2, 1, 20, 40}, {704, 2, 1, 1, 8, 8}, {768, 1, 1, 1, 4, 4}}
	for i, level := range l.Levels {
		if level != want[i] {
			t.Errorf("level %d: got %+v, want %+v", i, level, want[i])
		}
	}
	if len(l.Levels) != 4 || l.Bytes != 772 {
		t.Errorf("got %d levels, %d bytes", len(l.Levels), l.Bytes)
	}
	if layers := layoutOf(t, Image2DArray, rgba8, Size{Width: 4, Height: 4, Layers: 5}, 3); layers.Layers != 5 ||
		layers.Bytes != 448+5*4 {
		t.Errorf("got %+v", layers)
	}
	if flat := layoutOf(t, Image1D, rgba8, Size{Width: 1}, 3); len(flat.Levels) != 3 || flat.Levels[2].Width != 1 ||
		flat.Bytes != 132 {
		t.Errorf("got %+v", flat)
	}
	for _, c := range []struct {
		shape       Shape
		format      Format
		row, levels uint64
	}{
		{Image3D, rgba8, 0, 17}, {Image2D, rgba8, 64, 2}, {Image1DBuffer, rgba8, 0, 2}, {Image2D, raw10, 0, 2},
		{Image1D, rgba8, 0, math.MaxUint64},
	} {
		_, err := NewLayout(c.shape, mustFind(t, c.format).ID, Size{8, 8, 8, 8}, c.row, 0, c.levels)
		if problemOf(t, err) != BadLevels {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}

func TestDescriptors(t *testing.T) {
	l, err := NewLayout(Image1DArray, mustFind(t, rgba8).ID, Size{Width: 10, Layers: 3}, 44, 88, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := Descriptor{Data: 4096, RowPitch: 88, SlicePitch: 88, Width: 10, Height: 1, Depth: 1, Layers: 3, Levels: 1,
		Order: OrderRGBA, Type: TypeUnorm8, Format: l.Format}
	if got := l.Descriptors(4096); len(got) != 1 || got[0] != want {
		t.Errorf("got %+v", got)
	}
	l = layoutOf(t, Image2D, rgba8, Size{Width: 10, Height: 5}, 2)
	want = Descriptor{Data: 4096 + 256, RowPitch: 20, SlicePitch: 40, Width: 5, Height: 2, Depth: 1, Layers: 1,
		Levels: 2, Order: OrderRGBA, Type: TypeUnorm8, Format: l.Format}
	if got := l.Descriptors(4096); len(got) != 2 || got[1] != want {
		t.Errorf("got %+v", got)
	}
}
