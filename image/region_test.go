package image

import (
	"math"
	"testing"
)

// TestRegion: where regions of an image of 10 by 5 by 4 elements of 4 bytes, or 3 layers of it, are.
func TestRegion(t *testing.T) {
	const huge = math.MaxUint64
	none, one := Place{}, [3]uint64{1, 1, 1}
	for _, c := range []struct {
		shape   Shape
		origin  [4]uint64
		region  [3]uint64
		problem Problem
		place   Place
		box     Box
	}{
		{Image1D, [4]uint64{3}, [3]uint64{7, 1, 1}, 0, Place{12, 40, 40}, Box{28, 1, 1}},
		{Image1DBuffer, [4]uint64{9}, one, 0, Place{36, 40, 40}, Box{4, 1, 1}},
		{Image1DArray, [4]uint64{2, 1}, [3]uint64{8, 2, 1}, 0, Place{48, 40, 40}, Box{32, 2, 1}},
		{Image2D, [4]uint64{1, 2}, [3]uint64{9, 3, 1}, 0, Place{84, 40, 200}, Box{36, 3, 1}},
		{Image2DArray, [4]uint64{1, 2, 1}, [3]uint64{2, 2, 2}, 0, Place{284, 40, 200}, Box{8, 2, 2}},
		{Image3D, [4]uint64{0, 0, 3}, [3]uint64{10, 5, 1}, 0, Place{600, 40, 200}, Box{40, 5, 1}},
		{Image1D, [4]uint64{3}, [3]uint64{8, 1, 1}, BadRegion, none, Box{}},
		{Image1D, [4]uint64{0, 1}, one, BadRegion, none, Box{}},
		{Image1D, [4]uint64{0, 0, 1}, one, BadRegion, none, Box{}},
		{Image1D, [4]uint64{}, [3]uint64{1, 2, 1}, BadRegion, none, Box{}},
		{Image1D, [4]uint64{}, [3]uint64{1, 1, 0}, BadRegion, none, Box{}},
		{Image1DArray, [4]uint64{0, 2}, [3]uint64{1, 2, 1}, BadRegion, none, Box{}},
		{Image1DArray, [4]uint64{0, 0, 1}, one, BadRegion, none, Box{}},
		{Image2D, [4]uint64{0, 0, 1}, one, BadRegion, none, Box{}},
		{Image2D, [4]uint64{}, [3]uint64{1, 1, 2}, BadRegion, none, Box{}},
		{Image2D, [4]uint64{}, [3]uint64{0, 1, 1}, BadRegion, none, Box{}},
		{Image2D, [4]uint64{0, 5}, one, BadRegion, none, Box{}},
		{Image2D, [4]uint64{0, 0, 0, 9}, one, 0, Place{0, 40, 200}, Box{4, 1, 1}}, // the fourth is not looked at
		{Image2DArray, [4]uint64{0, 0, 2}, [3]uint64{1, 1, 2}, BadRegion, none, Box{}},
		{Image3D, [4]uint64{0, 0, 3}, [3]uint64{1, 1, 2}, BadRegion, none, Box{}},
		{Image3D, [4]uint64{0, 4}, [3]uint64{1, 2, 1}, BadRegion, none, Box{}},
		{Image3D, [4]uint64{huge}, one, BadRegion, none, Box{}},
		{Image3D, [4]uint64{1}, [3]uint64{huge, 1, 1}, BadRegion, none, Box{}},
	} {
		l := layoutOf(t, c.shape, rgba8, Size{Width: 10, Height: 5, Depth: 4, Layers: 3}, 0)
		place, box, level, err := l.Region(c.origin, c.region)
		if got := problemOf(t, err); got != c.problem || place != c.place || box != c.box || level != 0 {
			t.Errorf("%+v: got %+v, %+v, %v", c, place, box, err)
		}
	}
}

// TestRegionOfLayers: the layers of a 1D array are as far apart as the slice pitch says.
func TestRegionOfLayers(t *testing.T) {
	l, err := NewLayout(Image1DArray, mustFind(t, rgba8).ID, Size{Width: 10, Layers: 3}, 44, 88, 0)
	if err != nil {
		t.Fatal(err)
	}
	place, box, _, err := l.Region([4]uint64{2, 1}, [3]uint64{8, 2, 1})
	if err != nil || place != (Place{96, 88, 88}) || box != (Box{32, 2, 1}) {
		t.Errorf("got %+v, %+v, %v", place, box, err)
	}
}

// TestRegionOfLevel: the element of the origin after the coordinates selects the level.
func TestRegionOfLevel(t *testing.T) {
	for _, c := range []struct {
		shape   Shape
		origin  [4]uint64
		problem Problem
		level   int
	}{
		{Image1D, [4]uint64{1, 2}, 0, 2}, {Image1D, [4]uint64{1, 3}, BadLevel, 0},
		{Image1D, [4]uint64{1, 1, 1}, BadRegion, 0},
		{Image1DArray, [4]uint64{1, 2, 1}, 0, 1}, {Image1DArray, [4]uint64{1, 2, 3}, BadLevel, 0},
		{Image2D, [4]uint64{1, 1, 2}, 0, 2}, {Image2D, [4]uint64{2, 1, 2}, BadRegion, 2},
		{Image2DArray, [4]uint64{1, 1, 4, 2}, 0, 2}, {Image2DArray, [4]uint64{1, 1, 4, 3}, BadLevel, 0},
		{Image3D, [4]uint64{1, 1, 1, 2}, 0, 2}, {Image3D, [4]uint64{1, 1, 2, 2}, BadRegion, 2},
	} {
		l := layoutOf(t, c.shape, rgba8, Size{8, 8, 8, 8}, 3)
		place, _, level, err := l.Region(c.origin, [3]uint64{1, 1, 1})
		if problemOf(t, err) != c.problem || level != c.level {
			t.Errorf("%+v: got level %d, %v", c, level, err)
		}
		if err == nil && (place.Offset <= l.Levels[level].Offset || place.RowPitch != l.Levels[level].RowPitch) {
			t.Errorf("%+v: got %+v", c, place)
		}
		if four := c.shape == Image2DArray || c.shape == Image3D; four != (l.OriginCount() == 4) {
			t.Errorf("shape %d: %d elements", c.shape, l.OriginCount())
		}
	}
}

func TestRegionOfBlocks(t *testing.T) {
	l := layoutOf(t, Image2D, raw10, Size{Width: 12, Height: 3}, 0)
	place, box, _, err := l.Region([4]uint64{4, 1}, [3]uint64{8, 2, 1})
	if err != nil || place != (Place{20, 15, 45}) || box != (Box{10, 2, 1}) {
		t.Errorf("got %+v, %+v, %v", place, box, err)
	}
	for _, c := range [][2]uint64{{2, 4}, {4, 6}} {
		if _, _, _, err := l.Region([4]uint64{c[0]}, [3]uint64{c[1], 1, 1}); problemOf(t, err) != BadRegion {
			t.Errorf("%v: got %v", c, err)
		}
	}
}

func TestHost(t *testing.T) {
	const huge = math.MaxUint64
	for _, c := range []struct {
		shape      Shape
		region     [3]uint64
		row, slice uint64
		problem    Problem
		want       Place
	}{
		{Image2D, [3]uint64{5, 3, 1}, 0, 0, 0, Place{0, 20, 60}},
		{Image2D, [3]uint64{5, 3, 1}, 21, 0, 0, Place{0, 21, 63}},
		{Image3D, [3]uint64{5, 3, 2}, 24, 0, 0, Place{0, 24, 72}},
		{Image3D, [3]uint64{5, 3, 2}, 24, 100, 0, Place{0, 24, 100}},
		{Image1DArray, [3]uint64{5, 3, 1}, 0, 0, 0, Place{0, 20, 60}},
		{Image1DArray, [3]uint64{5, 3, 1}, 24, 0, 0, Place{0, 24, 72}},
		{Image1DArray, [3]uint64{5, 3, 1}, 24, 50, 0, Place{0, 50, 150}},
		{Image2D, [3]uint64{5, 3, 1}, 19, 0, BadRowPitch, Place{}},
		{Image2D, [3]uint64{5, 3, 1}, 0, 60, BadSlicePitch, Place{}},
		{Image1D, [3]uint64{5, 1, 1}, 0, 20, BadSlicePitch, Place{}},
		{Image2DArray, [3]uint64{5, 3, 2}, 0, 59, BadSlicePitch, Place{}},
		{Image1DArray, [3]uint64{5, 3, 1}, 24, 23, BadSlicePitch, Place{}},
		{Image2D, [3]uint64{5, 3, 1}, huge, 0, BadSlicePitch, Place{}},
		{Image3D, [3]uint64{5, 1, 3}, 0, huge / 2, BadSlicePitch, Place{}},
		{Image1DArray, [3]uint64{5, 3, 1}, 0, huge / 2, BadSlicePitch, Place{}},
	} {
		l := layoutOf(t, c.shape, rgba8, Size{10, 5, 4, 3}, 0)
		got, err := l.Host(c.region, c.row, c.slice)
		if problemOf(t, err) != c.problem || got != c.want {
			t.Errorf("%+v: got %+v, %v", c, got, err)
		}
	}
}

func TestBox(t *testing.T) {
	b := Box{20, 3, 2}
	if b.Bytes() != 120 || b.Packed(7) != (Place{7, 20, 60}) {
		t.Error("got", b.Bytes(), b.Packed(7))
	}
	if end, ok := (Place{7, 24, 100}).End(b); end != 7+100+48+20 || !ok {
		t.Error("got", end, ok)
	}
	if _, ok := (Place{7, 24, math.MaxUint64}).End(b); ok {
		t.Error("an end that overflows is accepted")
	}
	tight, rows, slices := Place{0, 20, 60}, Place{0, 24, 72}, Place{0, 20, 80}
	for _, c := range []struct {
		places []Place
		want   Box
	}{
		{[]Place{tight, tight}, Box{120, 1, 1}},
		{[]Place{tight, slices}, Box{60, 1, 2}},
		{[]Place{tight, rows}, b},
		{[]Place{rows}, b},
	} {
		if got := b.Join(c.places...); got != c.want {
			t.Errorf("%v: got %v", c.places, got)
		}
	}
	if got := (Box{20, 1, 1}).Join(rows); got != (Box{20, 1, 1}) {
		t.Error("got", got)
	}
	if got := (Box{20, 1, 3}).Join(Place{0, 999, 20}); got != (Box{60, 1, 1}) {
		t.Error("got", got)
	}
}

func TestOverlap(t *testing.T) {
	plain := layoutOf(t, Image2D, rgba8, Size{Width: 10, Height: 10}, 0)
	mapped := layoutOf(t, Image2D, rgba8, Size{Width: 10, Height: 10}, 2)
	for _, c := range []struct {
		l        *Layout
		one, two [4]uint64
		region   [3]uint64
		want     bool
	}{
		{plain, [4]uint64{0, 0}, [4]uint64{0, 0}, [3]uint64{1, 1, 1}, true},
		{plain, [4]uint64{0, 0}, [4]uint64{2, 2}, [3]uint64{3, 3, 1}, true},
		{plain, [4]uint64{0, 0}, [4]uint64{3, 2}, [3]uint64{3, 3, 1}, false},
		{plain, [4]uint64{3, 3}, [4]uint64{2, 0}, [3]uint64{3, 3, 1}, false},
		{mapped, [4]uint64{0, 0, 0}, [4]uint64{0, 0, 1}, [3]uint64{3, 3, 1}, false},
		{mapped, [4]uint64{0, 0, 1}, [4]uint64{0, 0, 1}, [3]uint64{3, 3, 1}, true},
	} {
		if got := c.l.Overlap(c.one, c.two, c.region); got != c.want {
			t.Errorf("%v and %v of %v: %v", c.one, c.two, c.region, got)
		}
	}
}
