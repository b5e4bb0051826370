package image

import (
	"slices"
	"testing"
)

// TestFormats holds rows of the table against layouts worked out by hand from the specification.
func TestFormats(t *testing.T) {
	for _, want := range []struct {
		Format
		class    Class
		bytes    int
		channels []Channel
		source   [4]int8
		border   uint8
	}{
		{Format{OrderR, TypeUnorm8}, ClassFloat, 1, []Channel{{0, 8, Unorm, 0}}, [4]int8{0, -1, -1, -1}, 1},
		{Format{OrderA, TypeSnorm16}, ClassFloat, 2, []Channel{{0, 16, Snorm, 3}}, [4]int8{-1, -1, -1, 0}, 0},
		{Format{OrderRA, TypeUint32}, ClassUint, 8, []Channel{{0, 32, Uint, 0}, {32, 32, Uint, 3}},
			[4]int8{0, -1, -1, 1}, 0},
		{Format{OrderBGRA, TypeUnorm8}, ClassFloat, 4,
			[]Channel{{0, 8, Unorm, 2}, {8, 8, Unorm, 1}, {16, 8, Unorm, 0}, {24, 8, Unorm, 3}},
			[4]int8{2, 1, 0, 3}, 0},
		{Format{OrderARGB, TypeSint8}, ClassSint, 4,
			[]Channel{{0, 8, Sint, 3}, {8, 8, Sint, 0}, {16, 8, Sint, 1}, {24, 8, Sint, 2}}, [4]int8{1, 2, 3, 0}, 0},
		{Format{OrderRGBA, TypeFloat}, ClassFloat, 16,
			[]Channel{{0, 32, Float, 0}, {32, 32, Float, 1}, {64, 32, Float, 2}, {96, 32, Float, 3}},
			[4]int8{0, 1, 2, 3}, 0},
		{Format{OrderIntensity, TypeHalf}, ClassFloat, 2, []Channel{{0, 16, Half, 0}}, [4]int8{0, 0, 0, 0}, 0},
		{Format{OrderLuminance, TypeHalf}, ClassFloat, 2, []Channel{{0, 16, Half, 0}}, [4]int8{0, 0, 0, -1}, 1},
		{Format{OrderRGB, TypeUnorm565}, ClassFloat, 2,
			[]Channel{{11, 5, Unorm, 0}, {5, 6, Unorm, 1}, {0, 5, Unorm, 2}}, [4]int8{0, 1, 2, -1}, 1},
		{Format{OrderRGB, TypeUnorm555}, ClassFloat, 2,
			[]Channel{{10, 5, Unorm, 0}, {5, 5, Unorm, 1}, {0, 5, Unorm, 2}}, [4]int8{0, 1, 2, -1}, 1},
		{Format{OrderRGB, TypeUnorm101010}, ClassFloat, 4,
			[]Channel{{20, 10, Unorm, 0}, {10, 10, Unorm, 1}, {0, 10, Unorm, 2}}, [4]int8{0, 1, 2, -1}, 1},
		{Format{OrderRGB, TypeSnorm16}, ClassFloat, 6,
			[]Channel{{0, 16, Snorm, 0}, {16, 16, Snorm, 1}, {32, 16, Snorm, 2}}, [4]int8{0, 1, 2, -1}, 1},
		{Format{OrderRGBx, TypeUnorm101010}, ClassFloat, 4,
			[]Channel{{20, 10, Unorm, 0}, {10, 10, Unorm, 1}, {0, 10, Unorm, 2}}, [4]int8{0, 1, 2, -1}, 1},
		{Format{OrderSRGBx, TypeUnorm8}, ClassFloat, 4,
			[]Channel{{0, 8, SRGB, 0}, {8, 8, SRGB, 1}, {16, 8, SRGB, 2}, {24, 8, Unorm, 3}}, [4]int8{0, 1, 2, -1}, 1},
		{Format{OrderRGBA, TypeUnorm101010x2}, ClassFloat, 4,
			[]Channel{{22, 10, Unorm, 0}, {12, 10, Unorm, 1}, {2, 10, Unorm, 2}, {0, 2, Unorm, 3}},
			[4]int8{0, 1, 2, 3}, 0},
		{Format{OrderABGR, TypeUnorm2x101010}, ClassFloat, 4,
			[]Channel{{30, 2, Unorm, 3}, {20, 10, Unorm, 2}, {10, 10, Unorm, 1}, {0, 10, Unorm, 0}},
			[4]int8{3, 2, 1, 0}, 0},
		{Format{OrderRG, TypeUint12x4}, ClassUint, 4, []Channel{{4, 12, Uint, 0}, {20, 12, Uint, 1}},
			[4]int8{0, 1, -1, -1}, 1},
		{Format{OrderSBGRA, TypeUnorm8}, ClassFloat, 4,
			[]Channel{{0, 8, SRGB, 2}, {8, 8, SRGB, 1}, {16, 8, SRGB, 0}, {24, 8, Unorm, 3}}, [4]int8{2, 1, 0, 3}, 0},
		{Format{OrderDepth, TypeUnorm16}, ClassFloat, 2, []Channel{{0, 16, Unorm, 0}}, [4]int8{0, -1, -1, -1}, 0},
	} {
		id, ok := Find(want.Format)
		if !ok {
			t.Errorf("%v is not supported", want.Format)
			continue
		}
		info := id.Info()
		if info.Class != want.class || info.Bytes != want.bytes || !slices.Equal(info.Channels, want.channels) ||
			info.Source != want.source || info.BorderAlpha != want.border || info.ID != id ||
			info.Format != want.Format {
			t.Errorf("%v: got %+v", want.Format, *info)
		}
	}
}

// TestFormatTable: what holds for all rows.
func TestFormatTable(t *testing.T) {
	for _, info := range Formats() {
		if _, ok := Find(info.Format); ok != (info.Refused == "") || !info.IsValid() {
			t.Errorf("%v: supported %v, valid %v, refused %q", info.Format, ok, info.IsValid(), info.Refused)
		}
		if size := info.Bytes; size&(size-1) != 0 && (size%3 != 0 || len(info.Channels) != 3) {
			t.Errorf("%v: an element has %d bytes", info.Format, info.Bytes)
		}
		var used [2]uint64
		for _, c := range info.Channels {
			mask := (uint64(1)<<c.Width - 1) << (c.Shift % 64)
			if used[c.Shift/64]&mask != 0 || c.Shift%64+c.Width > 64 || int(c.Shift)+int(c.Width) > info.Bytes*8 {
				t.Errorf("%v: channel %+v overlaps, or is not in the element", info.Format, c)
			}
			used[c.Shift/64] |= mask
		}
	}
	for _, f := range []Format{{OrderRGBA, TypeUnorm565}, {OrderR, TypeUnorm24}, {OrderDepth, TypeUnorm8}, {0, 0},
		{OrderRG, TypeRaw10}, {OrderSRGBA, TypeUnorm16}, {OrderABGR, TypeUnorm101010x2}} {
		if _, ok := Find(f); ok || f.IsValid() {
			t.Errorf("%v is valid", f)
		}
	}
	if f := (Format{OrderDepthStencil, TypeUnorm24}); !f.IsValid() {
		t.Errorf("%v is not valid", f)
	}
}

// TestSupported: the lists hold the minimum lists of the specification, and each list what the shape can have.
func TestSupported(t *testing.T) {
	common := []uint32{TypeUnorm8, TypeSint8, TypeSint16, TypeSint32, TypeUint8, TypeUint16, TypeUint32, TypeHalf,
		TypeFloat}
	var minimum []Format
	for _, order := range []uint32{OrderR, OrderRG, OrderRGBA} {
		for _, kind := range slices.Concat(common, []uint32{TypeUnorm16, TypeSnorm8, TypeSnorm16}) {
			minimum = append(minimum, Format{order, kind})
		}
	}
	minimum = append(minimum, Format{OrderBGRA, TypeUnorm8}, Format{OrderSRGBA, TypeUnorm8},
		Format{OrderRGB, TypeUnorm8}, Format{OrderRGBx, TypeUnorm565}, Format{OrderSRGBx, TypeUnorm8})
	depth := []Format{{OrderDepth, TypeUnorm16}, {OrderDepth, TypeFloat}}
	raw := []Format{{OrderR, TypeRaw10}, {OrderR, TypeRaw12}}
	for shape := range ShapeCount {
		for _, uses := range []Uses{UseRead, UseWrite, UseReadWrite, UseRead | UseWrite} {
			list := Supported(shape, uses)
			for _, f := range minimum {
				if !slices.Contains(list, f) {
					t.Errorf("shape %d, uses %d: %v is missing", shape, uses, f)
				}
			}
			for _, f := range depth {
				if slices.Contains(list, f) != (shape == Image2D || shape == Image2DArray) {
					t.Errorf("shape %d, uses %d: %v", shape, uses, f)
				}
			}
			for _, f := range raw {
				if slices.Contains(list, f) != (shape == Image2D && uses == UseRead) {
					t.Errorf("shape %d, uses %d: %v", shape, uses, f)
				}
			}
		}
	}
}

func TestFormatNames(t *testing.T) {
	for f, want := range map[Format]string{
		{OrderRGBA, TypeUnorm8}:           "CL_RGBA, CL_UNORM_INT8",
		{OrderSBGRA, TypeUnorm101010x2}:   "CL_sBGRA, CL_UNORM_INT_101010_2",
		{OrderDepthStencil, TypeUnorm24}:  "CL_DEPTH_STENCIL, CL_UNORM_INT24",
		{OrderABGR, TypeUnorm2x101010}:    "CL_ABGR, CL_UNORM_INT_2_101010_EXT",
		{0x10ff, 7}:                       "0x10ff, 0x7",
		{0x10b8, 0x10e4}:                  "CL_INTENSITY, CL_UNSIGNED_INT_RAW12_EXT",
		{0x10bc, 0x10ea}:                  "CL_RGBx, CL_UNORM_INT14X2_EXT",
		{0x10bf, 0x10de}:                  "CL_sRGB, CL_FLOAT",
		{OrderLuminance, TypeUnorm101010}: "CL_LUMINANCE, CL_UNORM_INT_101010",
	} {
		if f.String() != want {
			t.Errorf("%x: %v, want %s", f, f, want)
		}
	}
}

func TestIsView(t *testing.T) {
	for _, c := range []struct {
		view, of Format
		want     bool
	}{
		{Format{OrderSRGBA, TypeUnorm8}, Format{OrderRGBA, TypeUnorm8}, true},
		{Format{OrderBGRA, TypeUnorm8}, Format{OrderSBGRA, TypeUnorm8}, true},
		{Format{OrderRGBA, TypeUnorm8}, Format{OrderRGBA, TypeUnorm8}, true},
		{Format{OrderDepth, TypeFloat}, Format{OrderR, TypeFloat}, true},
		{Format{OrderR, TypeFloat}, Format{OrderDepth, TypeFloat}, false},
		{Format{OrderBGRA, TypeUnorm8}, Format{OrderRGBA, TypeUnorm8}, false},
		{Format{OrderRGBA, TypeSnorm8}, Format{OrderRGBA, TypeUnorm8}, false},
		{Format{0, TypeUnorm8}, Format{OrderA, TypeUnorm8}, false},
	} {
		if got := c.view.IsView(c.of); got != c.want {
			t.Errorf("%v of %v: %v", c.view, c.of, got)
		}
	}
}
