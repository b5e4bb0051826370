package image

import (
	"math"
	"testing"
)

const (
	repeat = NormalizedCoords | AddressRepeat
	mirror = NormalizedCoords | AddressMirroredRepeat
)

// TestNearest: where coordinates lead in a row of four elements with the values 10, 20, 30 and 40; -1 is the border.
func TestNearest(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	i := newPlainImage(t, Image1D, Format{OrderA, TypeUint8}, Size{Width: 4})
	copy(i.memory, []byte{10, 20, 30, 40})
	a := Access{Shape: Image1D, Sampled: true, FloatCoords: true}
	for _, c := range []struct {
		sampler Sampler
		u       float32
		want    uint32
	}{
		{AddressClampToEdge, 0, 10}, {AddressClampToEdge, 0.999, 10}, {AddressClampToEdge, 1, 20},
		{AddressClampToEdge, -0.001, 10}, {AddressClampToEdge, -1e30, 10}, {AddressClampToEdge, -inf, 10},
		{AddressClampToEdge, 3.999, 40}, {AddressClampToEdge, 4, 40}, {AddressClampToEdge, 3e9, 40},
		{AddressClampToEdge, inf, 40}, {AddressClampToEdge, nan, 40},
		{AddressClamp, 0, 10}, {AddressClamp, -0.001, 0}, {AddressClamp, 3.999, 40}, {AddressClamp, 4, 0},
		{AddressClamp, inf, 0}, {AddressClamp, -inf, 0}, {AddressClamp, nan, 0}, {AddressClamp, 4.3e9, 0},
		{AddressNone, 2.5, 30}, {AddressNone, -1, 0}, {AddressNone, 4, 0},
		{NormalizedCoords | AddressClampToEdge, 0.25, 20}, {NormalizedCoords | AddressClampToEdge, 1, 40},
		{NormalizedCoords | AddressClampToEdge, 0.2499, 10}, {NormalizedCoords | AddressClamp, 1, 0},
		{NormalizedCoords | AddressClamp, -0.0001, 0}, {NormalizedCoords | AddressClampToEdge, 1e38, 40},
		{repeat, 0, 10}, {repeat, 0.99, 40}, {repeat, 1, 10}, {repeat, 1.25, 20}, {repeat, -0.25, 40}, {repeat, -1, 10},
		{repeat, -1e-10, 10}, // -1e-10 + 1 is 1, which is after the last
		{repeat, 1e10, 10}, {repeat, inf, 10}, {repeat, nan, 10},
		{mirror, 0, 10}, {mirror, 0.99, 40}, {mirror, 1, 40}, {mirror, 1.1, 40}, {mirror, 1.3, 30}, {mirror, 2, 10},
		{mirror, 2.3, 20}, {mirror, -0.1, 10}, {mirror, -0.3, 20}, {mirror, -1.1, 40}, {mirror, 3, 40},
		{mirror, inf, 40}, {mirror, nan, 40},
		// Without normalized coordinates the repeating modes clamp to the edge, as do those that do not exist.
		{AddressRepeat, 5, 40}, {AddressMirroredRepeat, -5, 10}, {7 << 1, 5, 40}, {5<<1 | NormalizedCoords, 5, 40},
	} {
		for _, filter := range []Sampler{0, FilterNearest, FilterLinear} { // integers are not filtered
			got := a.ReadInt(i.first(), c.sampler|filter, &Point{Float: [3]float32{c.u}})
			if got != [4]uint32{3: c.want} {
				t.Errorf("sampler %#x at %v: got %v, want %d", c.sampler|filter, c.u, got, c.want)
			}
		}
	}
}

// TestIntegerCoordinates: samplers neither normalize nor repeat them.
func TestIntegerCoordinates(t *testing.T) {
	i := newPlainImage(t, Image1D, Format{OrderA, TypeUint8}, Size{Width: 4})
	copy(i.memory, []byte{10, 20, 30, 40})
	for _, c := range []struct {
		sampler Sampler
		x       int32
		want    uint32
	}{
		{AddressClampToEdge, -5, 10}, {AddressClampToEdge, math.MaxInt32, 40}, {AddressClampToEdge, 2, 30},
		{AddressClamp, -1, 0}, {AddressClamp, 4, 0}, {AddressClamp, 3, 40}, {AddressNone, math.MinInt32, 0},
		{repeat, 5, 40}, {mirror, -1, 10}, {NormalizedCoords | AddressClampToEdge, 1, 20},
	} {
		a := Access{Shape: Image1D, Sampled: true}
		if got := a.ReadInt(i.first(), c.sampler, &Point{Int: [3]int32{c.x}}); got != [4]uint32{3: c.want} {
			t.Errorf("sampler %#x at %d: got %v, want %d", c.sampler, c.x, got, c.want)
		}
	}
	for x, want := range map[int32]uint32{0: 10, 3: 40, 4: 0, -1: 0, math.MinInt32: 0, math.MaxInt32: 0} {
		a := Access{Shape: Image1D}
		if got := a.ReadInt(i.first(), repeat, &Point{Int: [3]int32{x}}); got != [4]uint32{3: want} {
			t.Errorf("without sampler at %d: got %v, want %d", x, got, want)
		}
	}
}

// TestLinearRow: the linear filter in a row of two elements with the values 0 and 1, or 51 and 255 of 255.
func TestLinearRow(t *testing.T) {
	floats := newPlainImage(t, Image1D, Format{OrderR, TypeFloat}, Size{Width: 2})
	copy(floats.memory, []byte{0, 0, 0, 0, 0, 0, 0x80, 0x3f})
	bytes := newPlainImage(t, Image1D, Format{OrderR, TypeUnorm8}, Size{Width: 2})
	copy(bytes.memory, []byte{51, 255})
	a := Access{Shape: Image1D, Sampled: true, FloatCoords: true}
	for _, c := range []struct {
		sampler        Sampler
		u, float, byte float32
	}{
		{AddressClampToEdge, 0.5, 0, 0.2}, {AddressClampToEdge, 1.5, 1, 1}, {AddressClampToEdge, 1, 0.5, 0.6},
		{AddressClampToEdge, 0.75, 0.25, 0.4}, {AddressClampToEdge, -9, 0, 0.2}, {AddressClampToEdge, 9, 1, 1},
		{AddressClamp, 0, 0, 0.1}, {AddressClamp, 2, 0.5, 0.5}, {AddressClamp, 2.25, 0.25, 0.25},
		{AddressClamp, 3, 0, 0},
		{AddressClamp, -0.5, 0, 0},
		{repeat, 0.5, 0.5, 0.6}, {repeat, 0, 0.5, 0.6}, {repeat, 1.25, 0, 0.2}, {repeat, -0.25, 1, 1},
		{repeat, 0.125, 0.25, 0.4}, {repeat, 0.875, 0.75, 0.8},
		{mirror, 0.5, 0.5, 0.6}, {mirror, 0, 0, 0.2}, {mirror, 1, 1, 1}, {mirror, 1.5, 0.5, 0.6},
		{mirror, -0.25, 0, 0.2},
		{NormalizedCoords | AddressClampToEdge, 0.375, 0.25, 0.4},
	} {
		p := &Point{Float: [3]float32{c.u}}
		if got := a.ReadFloat(floats.first(), c.sampler|FilterLinear, p); got != [4]float32{c.float, 0, 0, 1} {
			t.Errorf("floats, sampler %#x at %v: got %v, want %v", c.sampler, c.u, got, c.float)
		}
		got := a.ReadFloat(bytes.first(), c.sampler|FilterLinear, p)
		if math.Abs(float64(got[0]-c.byte)) > 1e-7 || got[3] != 1 {
			t.Errorf("bytes, sampler %#x at %v: got %v, want %v", c.sampler, c.u, got, c.byte)
		}
	}
}

// TestBorder: the border colours of the specification, but for those of CL_RGBx and CL_sRGBx, with and without the
// filter. Formats that are refused have theirs.
func TestBorder(t *testing.T) {
	alpha := map[uint32]uint8{OrderR: 1, OrderRG: 1, OrderRGB: 1, OrderLuminance: 1, OrderSRGB: 1, OrderRGBx: 1,
		OrderSRGBx: 1}
	for _, info := range Formats() {
		if info.BorderAlpha != alpha[info.Order] {
			t.Errorf("%v: border alpha %d", info.Format, info.BorderAlpha)
		}
		d := Descriptor{Width: 2, Height: 2, Depth: 1, Layers: 1, Levels: 1, Format: info.ID}
		for _, s := range []Sampler{AddressClamp | FilterNearest, AddressClamp | FilterLinear} {
			a := Access{Shape: Image2D, Sampled: true, FloatCoords: true}
			p := &Point{Float: [3]float32{-3, 0}}
			want := [4]float32{3: float32(alpha[info.Order])}
			if got := a.ReadFloat(&d, s, p); info.Class == ClassFloat && got != want {
				t.Errorf("%v: got %v, want %v", info.Format, got, want)
			}
			if got := a.ReadInt(&d, s, p); info.Class != ClassFloat && got != [4]uint32{3: uint32(want[3])} {
				t.Errorf("%v: got %v, want %v", info.Format, got, want)
			}
		}
	}
}

// TestPaddedBorder: alpha of CL_Rx is 1 inside and 0 in the border, also between the two.
func TestPaddedBorder(t *testing.T) {
	id := formatIDs()[Format{OrderRx, TypeUnorm8}]
	l, err := NewLayout(Image1D, id, Size{Width: 1}, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	i := newTestImage(t, l, true)
	copy(i.memory, []byte{255, 77})
	a := Access{Shape: Image1D, Sampled: true, FloatCoords: true}
	got := a.ReadFloat(i.first(), AddressClamp|FilterLinear, &Point{Float: [3]float32{0.25}})
	for channel, want := range [4]float32{0.75, 0, 0, 0.75} {
		if math.Abs(float64(got[channel]-want)) > 1e-7 {
			t.Error("got", got)
		}
	}
}

// TestOtherClass: functions that do not fit the format read and write the bits.
func TestOtherClass(t *testing.T) {
	a := Access{Shape: Image1D}
	integers := newPlainImage(t, Image1D, Format{OrderRGBA, TypeSint32}, Size{Width: 1})
	floats := newPlainImage(t, Image1D, Format{OrderR, TypeFloat}, Size{Width: 1})
	colour := [4]float32{1.5, -2, 0, 1e30}
	a.WriteFloat(integers.first(), &Point{}, colour)
	a.WriteInt(floats.first(), &Point{}, [4]uint32{0x7fa12345, 5, 5, 5})
	if got := a.ReadFloat(integers.first(), 0, &Point{}); got != colour {
		t.Error("got", got)
	}
	if got := a.ReadInt(floats.first(), 0, &Point{}); got != [4]uint32{0x7fa12345, 0, 0, 0x3f800000} {
		t.Errorf("got %x", got)
	}
}

// TestLayers: the coordinate of a layer is rounded to even and clamped with a sampler, and must fit without.
func TestLayers(t *testing.T) {
	for _, shape := range []Shape{Image1DArray, Image2DArray} {
		i := newPlainImage(t, shape, Format{OrderA, TypeUint8}, Size{Width: 2, Height: 2, Layers: 3})
		size := len(i.memory) / 3
		for at := range i.memory {
			i.memory[at] = byte(10 * (at/size + 1))
		}
		last := shape.CoordCount() - 1
		for w, want := range map[float32]uint32{0: 10, 0.5: 10, 0.51: 20, 1.5: 30, -7: 10, 2.5: 30, 1e20: 30,
			float32(math.Inf(-1)): 10, float32(math.NaN()): 30} {
			a := Access{Shape: shape, Sampled: true, FloatCoords: true}
			p := &Point{}
			p.Float[last] = w
			if got := a.ReadInt(i.first(), AddressClamp, p); got[3] != want {
				t.Errorf("shape %d, layer %v: got %v, want %d", shape, w, got, want)
			}
		}
		for w, want := range map[int32][2]uint32{0: {10, 10}, 2: {30, 30}, 3: {30, 0}, -1: {10, 0}} {
			p := &Point{}
			p.Int[last] = w
			a := Access{Shape: shape, Sampled: true}
			if got := a.ReadInt(i.first(), AddressClamp, p); got[3] != want[0] {
				t.Errorf("shape %d, layer %v: got %v, want %d", shape, w, got, want)
			}
			a.Sampled = false
			if got := a.ReadInt(i.first(), AddressClamp, p); got[3] != want[1] {
				t.Errorf("shape %d, layer %v without sampler: got %v, want %d", shape, w, got, want)
			}
		}
	}
}

// TestWrite: an element is written where it is, and nothing outside of the image.
func TestWrite(t *testing.T) {
	for shape := range ShapeCount {
		i := newPlainImage(t, shape, Format{OrderR, TypeUint8}, Size{Width: 3, Height: 3, Depth: 3, Layers: 3})
		a := Access{Shape: shape}
		count := shape.CoordCount()
		for axis := range count {
			for _, out := range []int32{-1, 3, math.MinInt32, math.MaxInt32, 1 << 16} {
				p := &Point{Int: [3]int32{1, 1, 1}}
				p.Int[axis] = out
				a.WriteInt(i.first(), p, [4]uint32{9})
			}
		}
		for at, b := range i.memory {
			if b != 0 {
				t.Fatalf("shape %d: byte %d was written", shape, at)
			}
		}
		a.WriteInt(i.first(), &Point{Int: [3]int32{2, 1, 2}}, [4]uint32{9})
		want := []int{2, 2, 2 + 3, 2 + 3, 2 + 3 + 18, 2 + 3 + 18}[shape]
		for at, b := range i.memory {
			if (b == 9) != (at == want) {
				t.Errorf("shape %d: byte %d is %d", shape, at, b)
			}
		}
	}
}

// TestRaw: elements that share bytes, as the tables of cl_ext_image_raw10_raw12 have them.
func TestRaw(t *testing.T) {
	for _, c := range []struct {
		kind   uint32
		width  uint64
		memory []byte
		want   []uint32
	}{
		{TypeRaw10, 8, []byte{0xff, 0, 0x80, 0x01, 0b10_01_00_11, 1, 2, 3, 4, 0b00_11_10_01},
			[]uint32{0x3ff, 0, 0x201, 6, 5, 10, 15, 16}},
		{TypeRaw12, 4, []byte{0xff, 0x80, 0x1f, 0, 0xab, 0xc5}, []uint32{0xfff, 0x801, 5, 0xabc}},
	} {
		i := newPlainImage(t, Image2D, Format{OrderR, c.kind}, Size{Width: c.width, Height: 2})
		copy(i.memory[len(i.memory)/2:], c.memory)
		a := Access{Shape: Image2D}
		for x, want := range c.want {
			p := &Point{Int: [3]int32{int32(x), 1}}
			if got := a.ReadInt(i.first(), 0, p); got != [4]uint32{want, 0, 0, 1} {
				t.Errorf("%s: element %d is %#x, want %#x", TypeName(c.kind), x, got, want)
			}
			a.WriteInt(i.first(), p, [4]uint32{}) // dropped
			if got := a.ReadInt(i.first(), 0, p); got[0] != want {
				t.Errorf("%s: element %d was written", TypeName(c.kind), x)
			}
		}
	}
}

// TestFilterKeepsRange: filtering equal elements changes nothing, and no normalized channel leaves its range.
func TestFilterKeepsRange(t *testing.T) {
	for _, kind := range []uint32{TypeUnorm8, TypeUnorm16, TypeSnorm8, TypeHalf} {
		i := newPlainImage(t, Image3D, Format{OrderR, kind}, Size{Width: 2, Height: 2, Depth: 2})
		info := i.first().Format.Info()
		a := Access{Shape: Image3D, Sampled: true, FloatCoords: true}
		for _, value := range []float32{1, 0.3, 0} {
			for at := range int32(8) {
				a.WriteFloat(i.first(), &Point{Int: [3]int32{at & 1, at >> 1 & 1, at >> 2}}, [4]float32{value})
			}
			exact := info.decodeFloat(info.encodeFloat([4]float32{value}))[0]
			for step := range 1000 {
				n := float32(step)
				p := &Point{Float: [3]float32{0.5 + n/1001, 0.5 + n/1003, 0.5 + n/1007}}
				got := a.ReadFloat(i.first(), AddressClampToEdge|FilterLinear, p)[0]
				if math.Abs(float64(got-exact)) > 1e-7 || value == 1 && got != 1 {
					t.Fatalf("%s: %v becomes %v", TypeName(kind), exact, got)
				}
			}
		}
	}
}

// TestSaturate: what the x86 instructions give that the comment in sample.go names.
func TestSaturate(t *testing.T) {
	inf := float32(math.Inf(1))
	for f, want := range map[float32]int32{0: 0, -7: -7, 1<<31 - 256: 1<<31 - 256, 1<<31 - 128: 1<<31 - 128,
		1 << 31: 1<<31 - 128, inf: 1<<31 - 128, -(1 << 31): math.MinInt32, -3e9: math.MinInt32, -inf: math.MinInt32} {
		if got := saturate(f); got != want {
			t.Errorf("%v is %d, want %d", f, got, want)
		}
	}
	if got := saturate(float32(math.NaN())); got != 1<<31-128 {
		t.Error("NaN is", got)
	}
}

// TestLinearExtremes: a mean of floats does not overflow where their difference does.
func TestLinearExtremes(t *testing.T) {
	i := newPlainImage(t, Image3D, Format{OrderR, TypeFloat}, Size{Width: 2, Height: 2, Depth: 2})
	for at := range int32(8) {
		value := float32(0x1p127)
		if (at^at>>1^at>>2)&1 == 1 {
			value = -value
		}
		a := Access{Shape: Image3D}
		a.WriteFloat(i.first(), &Point{Int: [3]int32{at & 1, at >> 1 & 1, at >> 2}}, [4]float32{value})
	}
	a := Access{Shape: Image3D, Sampled: true, FloatCoords: true}
	for u, want := range map[float32]float32{0.5: 0x1p127, 1.5: -0x1p127, 1: 0, 0.75: 0x1p126} {
		p := &Point{Float: [3]float32{u, 0.5, 0.5}}
		if got := a.ReadFloat(i.first(), AddressClampToEdge|FilterLinear, p)[0]; got != want {
			t.Errorf("at %v: got %v, want %v", u, got, want)
		}
	}
}

// TestLastElement: where coordinates are clamped to the last element, its neighbours do not count, whatever they are.
func TestLastElement(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, kind := range []uint32{TypeFloat, TypeHalf} {
		i := newPlainImage(t, Image3D, Format{OrderR, kind}, Size{Width: 3, Height: 3, Depth: 3})
		for at := range int32(27) {
			a := Access{Shape: Image3D}
			a.WriteFloat(i.first(), &Point{Int: [3]int32{at % 3, at / 3 % 3, at / 9}}, [4]float32{inf})
		}
		last := Access{Shape: Image3D}
		last.WriteFloat(i.first(), &Point{Int: [3]int32{2, 2, 2}}, [4]float32{5})
		a := Access{Shape: Image3D, Sampled: true, FloatCoords: true}
		for _, c := range []float32{2.5, 2.75, 9, inf} {
			p := &Point{Float: [3]float32{c, c, c}}
			if got := a.ReadFloat(i.first(), AddressClampToEdge|FilterLinear, p)[0]; got != 5 {
				t.Errorf("%s at %v: got %v", TypeName(kind), c, got)
			}
		}
	}
}

// TestWildCoordinates: coordinates that are no number, and images of one element along an axis.
func TestWildCoordinates(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, size := range []Size{{Width: 1, Height: 1}, {Width: 1, Height: 3}, {Width: 3, Height: 1}} {
		i := newPlainImage(t, Image2D, Format{OrderR, TypeUnorm8}, size)
		for at := range i.memory {
			i.memory[at] = 255
		}
		a := Access{Shape: Image2D, Sampled: true, FloatCoords: true}
		for _, mode := range []Sampler{AddressClampToEdge, mirror} {
			for _, c := range []float32{nan, inf, -inf, 0, 0.5, 1, 1e30, -1e30} {
				p := &Point{Float: [3]float32{c, c, 0}}
				if got := a.ReadFloat(i.first(), mode|FilterLinear, p); got[0] != 1 {
					t.Errorf("%v, sampler %#x at %v: got %v", size, mode, c, got)
				}
			}
		}
	}
}
