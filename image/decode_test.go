package image

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// elementOf are the bits of an element's bytes.
func elementOf(m []byte) element {
	var all [16]byte
	copy(all[:], m)
	return element{binary.LittleEndian.Uint64(all[:]), binary.LittleEndian.Uint64(all[8:])}
}

func mustFind(t testing.TB, f Format) *Info {
	t.Helper()
	id, ok := Find(f)
	if !ok {
		t.Fatalf("%v is not supported", f)
	}
	return id.Info()
}

// TestDecodeFloat: bytes in memory and the colours that the specification's text gives for them.
func TestDecodeFloat(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		Format
		bytes []byte
		want  [4]float32
	}{
		{Format{OrderRGBA, TypeUnorm8}, []byte{0, 51, 102, 255}, [4]float32{0, 0.2, 0.4, 1}},
		{Format{OrderBGRA, TypeUnorm8}, []byte{0, 51, 102, 255}, [4]float32{0.4, 0.2, 0, 1}},
		{Format{OrderARGB, TypeUnorm8}, []byte{0, 51, 102, 255}, [4]float32{0.2, 0.4, 1, 0}},
		{Format{OrderABGR, TypeUnorm8}, []byte{0, 51, 102, 255}, [4]float32{1, 0.4, 0.2, 0}},
		{Format{OrderR, TypeUnorm8}, []byte{51}, [4]float32{0.2, 0, 0, 1}},
		{Format{OrderA, TypeUnorm8}, []byte{51}, [4]float32{0, 0, 0, 0.2}},
		{Format{OrderRG, TypeUnorm8}, []byte{51, 102}, [4]float32{0.2, 0.4, 0, 1}},
		{Format{OrderRA, TypeUnorm8}, []byte{51, 102}, [4]float32{0.2, 0, 0, 0.4}},
		{Format{OrderIntensity, TypeUnorm8}, []byte{51}, [4]float32{0.2, 0.2, 0.2, 0.2}},
		{Format{OrderLuminance, TypeUnorm8}, []byte{51}, [4]float32{0.2, 0.2, 0.2, 1}},
		{Format{OrderRG, TypeUnorm16}, []byte{0x33, 0x33, 0xff, 0xff}, [4]float32{0.2, 1, 0, 1}},
		{Format{OrderDepth, TypeUnorm16}, []byte{0x33, 0x33}, [4]float32{0.2, 0, 0, 1}},
		{Format{OrderRGBA, TypeSnorm8}, []byte{0x80, 0x81, 127, 0xff}, [4]float32{-1, -1, 1, -1. / 127}},
		{Format{OrderRGBA, TypeSnorm16}, []byte{0, 0x80, 1, 0x80, 0xff, 0x7f, 0, 0}, [4]float32{-1, -1, 1, 0}},
		{Format{OrderRGB, TypeUnorm565}, []byte{0x00, 0xf8}, [4]float32{1, 0, 0, 1}},
		{Format{OrderRGB, TypeUnorm565}, []byte{0xe1, 0x0f}, [4]float32{1. / 31, 1, 1. / 31, 1}},
		{Format{OrderRGB, TypeUnorm555}, []byte{0x00, 0xfc}, [4]float32{1, 0, 0, 1}},
		{Format{OrderRGB, TypeUnorm555}, []byte{0xe1, 0x03}, [4]float32{0, 1, 1. / 31, 1}},
		{Format{OrderRGB, TypeUnorm101010}, []byte{1, 0, 0xf0, 0xff}, [4]float32{1, 0, 1. / 1023, 1}},
		{Format{OrderRGBA, TypeUnorm101010x2}, []byte{0x05, 0x10, 0xc0, 0xff},
			[4]float32{1, 1. / 1023, 1. / 1023, 1. / 3}},
		{Format{OrderABGR, TypeUnorm2x101010}, []byte{0xff, 0x07, 0x10, 0x40},
			[4]float32{1, 1. / 1023, 1. / 1023, 1. / 3}},
		{Format{OrderR, TypeUnorm10x6}, []byte{0x7f, 0x00}, [4]float32{1. / 1023, 0, 0, 1}},
		{Format{OrderR, TypeUnorm12x4}, []byte{0x1f, 0x00}, [4]float32{1. / 4095, 0, 0, 1}},
		{Format{OrderR, TypeUnorm14x2}, []byte{0xff, 0xff}, [4]float32{1, 0, 0, 1}},
		{Format{OrderRGBA, TypeHalf}, []byte{0, 0x3c, 1, 0, 0, 0x7c, 0xff, 0xfb}, [4]float32{1, 0x1p-24, inf, -65504}},
		{Format{OrderRG, TypeFloat}, []byte{0, 0, 0x80, 0x3f, 1, 0, 0, 0x80}, [4]float32{1, -0x1p-149, 0, 1}},
		// 128/255 = 0.50196…; ((0.50196 + 0.055)/1.055)^2.4 = 0.2158605; 10/255/12.92 = 0.003035269835
		{Format{OrderSRGBA, TypeUnorm8}, []byte{0, 128, 10, 51}, [4]float32{0, 0.2158605, 0.00303526983, 0.2}},
		{Format{OrderSBGRA, TypeUnorm8}, []byte{255, 128, 10, 51}, [4]float32{0.00303526983, 0.2158605, 1, 0.2}},
	} {
		if got := mustFind(t, c.Format).decodeFloat(elementOf(c.bytes)); got != c.want {
			t.Errorf("%v % x: got %v, want %v", c.Format, c.bytes, got, c.want)
		}
	}
}

func TestDecodeInt(t *testing.T) {
	minus := func(i int32) uint32 { return uint32(-i) }
	for _, c := range []struct {
		Format
		bytes []byte
		want  [4]uint32
	}{
		{Format{OrderRGBA, TypeSint8}, []byte{0x80, 0xff, 1, 127}, [4]uint32{minus(128), minus(1), 1, 127}},
		{Format{OrderRGBA, TypeUint8}, []byte{0x80, 0xff, 1, 127}, [4]uint32{128, 255, 1, 127}},
		{Format{OrderRG, TypeSint16}, []byte{0, 0x80, 0xff, 0xff}, [4]uint32{minus(32768), minus(1), 0, 1}},
		{Format{OrderA, TypeUint16}, []byte{0, 0x80}, [4]uint32{0, 0, 0, 32768}},
		{Format{OrderRA, TypeSint32}, []byte{0, 0, 0, 0x80, 1, 0, 0, 0}, [4]uint32{1 << 31, 0, 0, 1}},
		{Format{OrderBGRA, TypeUint32}, []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff},
			[4]uint32{3, 2, 1, math.MaxUint32}},
		{Format{OrderRG, TypeUint10x6}, []byte{0x7f, 0, 0xff, 0xff}, [4]uint32{1, 1023, 0, 1}},
		{Format{OrderR, TypeUint14x2}, []byte{0x07, 0x80}, [4]uint32{0x2001, 0, 0, 1}},
	} {
		if got := mustFind(t, c.Format).decodeInt(elementOf(c.bytes)); got != c.want {
			t.Errorf("%v % x: got %x, want %x", c.Format, c.bytes, got, c.want)
		}
	}
}

// TestNormalizedExactly: every integer of every width is divided with the right rounding, and what the linear filter
// multiplies by gives 1 for the greatest.
func TestNormalizedExactly(t *testing.T) {
	widths := map[Channel]bool{}
	for _, info := range Formats() {
		for _, c := range info.Channels {
			if c.isNormalized() {
				widths[Channel{Width: c.Width, Conversion: c.Conversion}] = true
			}
		}
	}
	if len(widths) != 10 {
		t.Error("got channels", widths)
	}
	for c := range widths {
		if one := float32(c.Max()) * c.Scale(); one != 1 {
			t.Errorf("%+v: the greatest integer is scaled to %v", c, one)
		}
		for bits := range uint64(1) << c.Width {
			integer := int64(bits)
			if c.Conversion == Snorm {
				integer = int64(bits<<(64-c.Width)) >> (64 - c.Width)
			}
			want := float32(max(float64(integer)/float64(c.Max()), -1))
			info := Info{Channels: []Channel{c}, Source: [4]int8{0, -1, -1, -1}}
			info.prepare()
			if got := info.decodeFloat(element{low: bits})[0]; got != want {
				t.Fatalf("%+v: %d is %v, want %v", c, integer, got, want)
			}
		}
	}
}

// TestHalf compares all halves with their value as a sum of powers of two, and what is written between each two.
func TestHalf(t *testing.T) {
	value := func(h uint16) float64 {
		exponent, mantissa := int(h>>10&31), float64(h&0x3ff)
		if exponent == 0 {
			return math.Ldexp(mantissa, -24)
		}
		return math.Ldexp(mantissa+1024, exponent-25)
	}
	for h := range uint16(0x7c00) {
		f := float32(value(h))
		if got := halfToFloat(h); got != f {
			t.Fatalf("%#x is %v, want %v", h, got, f)
		}
		if got := halfToFloat(h | 0x8000); got != -f || !math.Signbit(float64(got)) {
			t.Fatalf("%#x is %v", h|0x8000, got)
		}
		middle := float32((value(h) + value(h+1)) / 2) // exact; above the greatest, value(0x7c00) is 65536
		even := h + h&1
		for _, c := range []struct {
			f    float32
			want uint16
		}{{f, h}, {math.Nextafter32(middle, 0), h}, {middle, even}, {math.Nextafter32(middle, 1e9), h + 1}} {
			if got := floatToHalf(c.f); got != c.want {
				t.Fatalf("%v is %#x, want %#x", c.f, got, c.want)
			}
			if got := floatToHalf(-c.f); got != c.want|0x8000 {
				t.Fatalf("%v is %#x", -c.f, got)
			}
		}
	}
	for bits, want := range map[uint32]uint16{0x7f800000: 0x7c00, 0xff800000: 0xfc00, 0x7f7fffff: 0x7c00, 1: 0,
		0x7f800001: 0x7e00, 0x7fc12345: 0x7e09, 0xffffffff: 0xffff} {
		if got := floatToHalf(math.Float32frombits(bits)); got != want {
			t.Errorf("%#x is %#x, want %#x", bits, got, want)
		}
	}
	for h, want := range map[uint16]uint32{0x7c00: 0x7f800000, 0xfc00: 0xff800000, 0x7c01: 0x7fc02000,
		0xfe00: 0xffc00000} {
		if got := math.Float32bits(halfToFloat(h)); got != want {
			t.Errorf("%#x is %#x, want %#x", h, got, want)
		}
	}
}

// TestEncodeFloat: colours and the bytes that the specification's text gives for them.
func TestEncodeFloat(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		Format
		colour [4]float32
		want   []byte
	}{
		// 127.5 and 0.5 are ties, which go to even.
		{Format{OrderRGBA, TypeUnorm8}, [4]float32{0.5, 0.5 / 255, 1, 0.2}, []byte{128, 0, 255, 51}},
		{Format{OrderRGBA, TypeUnorm8}, [4]float32{nan, -1, 2, inf}, []byte{0, 0, 255, 255}},
		{Format{OrderBGRA, TypeUnorm8}, [4]float32{0, 0.2, 0.4, 1}, []byte{102, 51, 0, 255}},
		{Format{OrderARGB, TypeUnorm8}, [4]float32{0, 0.2, 0.4, 1}, []byte{255, 0, 51, 102}},
		{Format{OrderABGR, TypeUnorm8}, [4]float32{0, 0.2, 0.4, 1}, []byte{255, 102, 51, 0}},
		{Format{OrderA, TypeUnorm8}, [4]float32{0, 0.2, 0.4, 1}, []byte{255}},
		{Format{OrderRA, TypeUnorm8}, [4]float32{0.2, 0, 0, 0.4}, []byte{51, 102}},
		{Format{OrderIntensity, TypeUnorm8}, [4]float32{0.2, 0, 0.4, 1}, []byte{51}},
		{Format{OrderLuminance, TypeUnorm8}, [4]float32{0.2, 0, 0.4, 1}, []byte{51}},
		{Format{OrderDepth, TypeUnorm16}, [4]float32{0.2, 0, 0, 1}, []byte{0x33, 0x33}},
		{Format{OrderRGBA, TypeSnorm8}, [4]float32{-1, -1.01, 1, 0.5}, []byte{0x81, 0x80, 127, 64}},
		{Format{OrderRGBA, TypeSnorm8}, [4]float32{nan, -inf, inf, -0.5}, []byte{0, 0x80, 127, 0xc0}},
		{Format{OrderRG, TypeSnorm16}, [4]float32{-9, 9, 0, 0}, []byte{0, 0x80, 0xff, 0x7f}},
		{Format{OrderRG, TypeUnorm16}, [4]float32{0.2, 9, 0, 0}, []byte{0x33, 0x33, 0xff, 0xff}},
		{Format{OrderRGB, TypeUnorm565}, [4]float32{1, 0.5, 0, 1}, []byte{0x00, 0xfc}},
		{Format{OrderRGB, TypeUnorm555}, [4]float32{1, 0.5, 1. / 31, 1}, []byte{0x01, 0x7e}},
		{Format{OrderRGB, TypeUnorm101010}, [4]float32{1, 0, 1. / 1023, 1}, []byte{1, 0, 0xf0, 0x3f}},
		{Format{OrderRGBA, TypeUnorm101010x2}, [4]float32{1, 1. / 1023, 1. / 1023, 1. / 3},
			[]byte{0x05, 0x10, 0xc0, 0xff}},
		{Format{OrderABGR, TypeUnorm2x101010}, [4]float32{1, 1. / 1023, 0, 1}, []byte{0xff, 0x07, 0, 0xc0}},
		{Format{OrderR, TypeUnorm10x6}, [4]float32{1. / 1023}, []byte{0x40, 0}},
		{Format{OrderRG, TypeUnorm14x2}, [4]float32{7, -1}, []byte{0xfc, 0xff, 0, 0}},
		{Format{OrderRG, TypeHalf}, [4]float32{1, 65520}, []byte{0, 0x3c, 0, 0x7c}},
		{Format{OrderR, TypeFloat}, [4]float32{-0x1p-149}, []byte{1, 0, 0, 0x80}},
		// (1.055*0.5^(1/2.4) - 0.055)*255 = 187.5157
		{Format{OrderSRGBA, TypeUnorm8}, [4]float32{0.5, 0.2158605, nan, 0.5}, []byte{188, 128, 0, 128}},
		{Format{OrderSBGRA, TypeUnorm8}, [4]float32{-1, 0.00303527, 2, 1}, []byte{255, 10, 0, 255}},
	} {
		info := mustFind(t, c.Format)
		if got := info.encodeFloat(c.colour); got != elementOf(c.want) {
			t.Errorf("%v %v: got %x, want % x", c.Format, c.colour, got, c.want)
		}
	}
}

func TestRoundWithin(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range [][4]float32{{nan, -5, 5, 0}, {2.5, -5, 5, 2}, {3.5, -5, 5, 4}, {-0.5, -5, 5, 0}, {9, -5, 5, 5},
		{-9, -5, 5, -5}, {-9, 0, 5, 0}} {
		if got := roundWithin(c[0], c[1], c[2]); got != int32(c[3]) {
			t.Errorf("%v from %v to %v: got %d, want %v", c[0], c[1], c[2], got, c[3])
		}
	}
}

func TestEncodeInt(t *testing.T) {
	minus := func(i int32) uint32 { return uint32(-i) }
	for _, c := range []struct {
		Format
		colour [4]uint32
		want   []byte
	}{
		{Format{OrderRGBA, TypeSint8}, [4]uint32{minus(129), 128, minus(1), 5}, []byte{0x80, 127, 0xff, 5}},
		{Format{OrderRGBA, TypeUint8}, [4]uint32{256, minus(1), 255, 5}, []byte{255, 255, 255, 5}},
		{Format{OrderARGB, TypeSint16}, [4]uint32{32768, minus(32769), 1, 2}, []byte{2, 0, 0xff, 0x7f, 0, 0x80, 1, 0}},
		{Format{OrderA, TypeUint16}, [4]uint32{0, 0, 0, 65536}, []byte{0xff, 0xff}},
		{Format{OrderRG, TypeSint32}, [4]uint32{1 << 31, 7}, []byte{0, 0, 0, 0x80, 7, 0, 0, 0}},
		{Format{OrderRGBA, TypeUint32}, [4]uint32{1, 2, 3, math.MaxUint32},
			[]byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}},
		{Format{OrderRG, TypeUint12x4}, [4]uint32{1, 4096}, []byte{0x10, 0, 0xf0, 0xff}},
	} {
		if got := mustFind(t, c.Format).encodeInt(c.colour); got != elementOf(c.want) {
			t.Errorf("%v %x: got %x, want % x", c.Format, c.colour, got, c.want)
		}
	}
}

// stored is an element as it comes back when what it reads as is written again: bits that are no channel are 0, of the
// two integers for -1 it is the greater, a signalling NaN is quiet, and what is ignored is the alpha that is read, 1.
func (info *Info) stored(e element) (s element) {
	for i := range info.Channels {
		c := &info.Channels[i]
		bits := c.bits(e)
		switch {
		case !slices.Contains(info.Source[:], int8(i)) && info.Class == ClassFloat:
			bits = c.encodeFloat(1)
		case !slices.Contains(info.Source[:], int8(i)):
			bits = 1
		case c.Conversion == Snorm && bits == c.Max()+1:
			bits++
		case c.Conversion == Half && bits&0x7c00 == 0x7c00 && bits&0x3ff != 0:
			bits |= 0x200
		}
		s.or(c, bits)
	}
	return s
}

// TestRoundTrip: all elements of up to 16 bits, and random ones.
func TestRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, row := range Formats() {
		info := &row
		count := 20000
		if info.Bytes <= 2 {
			count = 1 << (8 * info.Bytes)
		}
		for i := range count {
			e := element{low: uint64(i)}
			if info.Bytes > 2 {
				e = element{random.Uint64(), random.Uint64()}
			}
			want := info.stored(e)
			got := info.encodeInt(info.decodeInt(e))
			if info.Class == ClassFloat {
				got = info.encodeFloat(info.decodeFloat(e))
			}
			if got != want {
				t.Fatalf("%v: %x comes back as %x, want %x", info.Format, e, got, want)
			}
		}
	}
}

// TestEncodeRandomly compares the writing of floats with a formula in double precision, in which the product is exact.
func TestEncodeRandomly(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, row := range Formats() {
		for i := range row.Channels {
			c := &row.Channels[i]
			if !c.isNormalized() {
				continue
			}
			least := 0.0
			if c.Conversion == Snorm {
				least = -float64(c.Max()) - 1
			}
			for range 2000 {
				f := float32(random.NormFloat64())
				if random.IntN(2) == 0 { // near a tie
					f = (float32(random.IntN(int(c.Max())+1)) + 0.5) / float32(c.Max())
				}
				want := math.RoundToEven(float64(float32(float64(f) * float64(c.Max()))))
				want = math.Min(math.Max(want, least), float64(c.Max()))
				var e element
				e.or(c, c.encodeFloat(f))
				got := float64(c.bits(e))
				if c.Conversion == Snorm {
					got = float64(c.signed(e))
				}
				if got != want {
					t.Fatalf("%v, %+v: %v is written as %v, want %v", row.Format, *c, f, got, want)
				}
			}
		}
	}
}

// TestSRGB compares with the specification's formulas in double precision, at random floats and around the thresholds.
func TestSRGB(t *testing.T) {
	reference := func(c float64) float64 {
		if c < 0.0031308 {
			return 12.92 * c * 255
		}
		return (1.055*math.Pow(c, 1/2.4) - 0.055) * 255
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 100000 {
		f := random.Float32()
		if random.IntN(4) == 0 {
			f *= 0.01
		}
		want := math.Floor(reference(float64(f)) + 0.5)
		if got := sRGBEncode(f); float64(got) != want {
			t.Fatalf("%v is written as %d, want %v", f, got, want)
		}
	}
	thresholds := sRGBThresholds()
	for code := 1; code < 256; code++ {
		f := thresholds[code]
		if sRGBEncode(f) != uint8(code) || sRGBEncode(math.Nextafter32(f, 0)) != uint8(code-1) {
			t.Errorf("threshold %d is %v", code, f)
		}
	}
	for code, f := range sRGBDecoded() {
		if back := reference(float64(f)); math.Abs(back-float64(code)) > 1e-4 {
			t.Errorf("%d reads as %v, which is %v", code, f, back)
		}
		if sRGBEncode(f) != uint8(code) {
			t.Errorf("%d comes back as %d", code, sRGBEncode(f))
		}
	}
	for f, want := range map[float32]uint8{float32(math.Inf(1)): 255, float32(math.Inf(-1)): 0, 1: 255, 2: 255, -1: 0,
		0: 0} {
		if got := sRGBEncode(f); got != want {
			t.Errorf("%v is written as %d", f, got)
		}
	}
}

func TestFillPattern(t *testing.T) {
	float := func(values ...float32) (m []byte) {
		for _, f := range values {
			m = binary.NativeEndian.AppendUint32(m, math.Float32bits(f))
		}
		return m
	}
	integer := func(values ...uint32) (m []byte) {
		for _, i := range values {
			m = binary.NativeEndian.AppendUint32(m, i)
		}
		return m
	}
	for _, c := range []struct {
		Format
		colour, want []byte
	}{
		{Format{OrderBGRA, TypeUnorm8}, float(0, 0.2, 0.4, 1), []byte{102, 51, 0, 255}},
		{Format{OrderDepth, TypeUnorm16}, float(1), []byte{255, 255}},
		{Format{OrderRG, TypeSint8}, integer(math.MaxUint32, 200, 0, 0), []byte{255, 127}},
		{Format{OrderR, TypeUint32}, integer(7, 8, 9, 10), []byte{7, 0, 0, 0}},
		{Format{OrderRGBA, TypeHalf}, float(1, 2, -1, 0), []byte{0, 0x3c, 0, 0x40, 0, 0xbc, 0, 0}},
		{Format{OrderR, TypeRaw10}, integer(0x2a7, 0, 0, 0), []byte{0xa9, 0xa9, 0xa9, 0xa9, 0xff}},
		{Format{OrderR, TypeRaw12}, integer(0xabc, 0, 0, 0), []byte{0xab, 0xab, 0xcc}},
	} {
		if got := mustFind(t, c.Format).FillPattern(c.colour); string(got) != string(c.want) {
			t.Errorf("%v: got % x, want % x", c.Format, got, c.want)
		}
	}
}
