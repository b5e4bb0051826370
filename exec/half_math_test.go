package exec

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"heddle/compiler"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// halfFunction is a function of one half with a reference, and the error that the full profile allows, in ULP.
type halfFunction struct {
	expression string
	want       func(float64) float64
	ulp        float64
}

var halfFunctions = []halfFunction{
	{"acos(x)", math.Acos, 2}, {"acosh(x)", math.Acosh, 2}, {"asin(x)", math.Asin, 2}, {"asinh(x)", math.Asinh, 2},
	{"acospi(x)", func(x float64) float64 { return math.Acos(x) / math.Pi }, 2},
	{"asinpi(x)", func(x float64) float64 { return math.Asin(x) / math.Pi }, 2},
	{"atan(x)", math.Atan, 2}, {"atanh(x)", math.Atanh, 2},
	{"atanpi(x)", func(x float64) float64 { return math.Atan(x) / math.Pi }, 2}, {"cbrt(x)", math.Cbrt, 2},
	{"ceil(x)", math.Ceil, 0}, {"cos(x)", math.Cos, 2}, {"cosh(x)", math.Cosh, 2}, {"erf(x)", math.Erf, 4},
	{"erfc(x)", math.Erfc, 4}, {"exp(x)", math.Exp, 2}, {"exp2(x)", math.Exp2, 2},
	{"exp10(x)", func(x float64) float64 { return math.Pow(10, x) }, 2}, {"expm1(x)", math.Expm1, 2},
	{"fabs(x)", math.Abs, 0}, {"floor(x)", math.Floor, 0}, {"log(x)", math.Log, 2}, {"log2(x)", math.Log2, 2},
	{"log10(x)", math.Log10, 2}, {"log1p(x)", math.Log1p, 2}, {"logb(x)", math.Logb, 0},
	{"rint(x)", math.RoundToEven, 0}, {"round(x)", math.Round, 0},
	{"rsqrt(x)", func(x float64) float64 { return 1 / math.Sqrt(x) }, 1}, {"sin(x)", math.Sin, 2},
	{"sinh(x)", math.Sinh, 2}, {"sqrt(x)", math.Sqrt, 0.5}, {"tan(x)", math.Tan, 2}, {"tanh(x)", math.Tanh, 2},
	{"tgamma(x)", tgamma, 4}, {"trunc(x)", math.Trunc, 0}, {"-x", func(x float64) float64 { return -x }, 0},
	{"1 / x", func(x float64) float64 { return 1 / x }, 0.5}, {"x / 3", func(x float64) float64 { return x / 3 }, 0.5},
	{"x + x", func(x float64) float64 { return x + x }, 0.5}, {"x * 0.3h", timesThreeTenths, 0.5},
	{"x * x - x", func(x float64) float64 { return x*x - x }, 0.5 + 0x1p-12},
	{"fma(x, x, x)", func(x float64) float64 { return math.FMA(x, x, x) }, 0.5},
	{"fract(x, &y)", fract, 0.5}, {"nextafter(x, (half)INFINITY)", nextHalf, 0},
	{"ldexp(x, -3)", func(x float64) float64 { return x / 8 }, 0.5},
	{"frexp(x, &n)", func(x float64) float64 { f, _ := math.Frexp(x); return f }, 0},
	{"remainder(x, 3.0h)", func(x float64) float64 { return math.Remainder(x, 3) }, 0},
	{"pown(x, 3)", func(x float64) float64 { return x * x * x }, 4},
	{"pow(x, 0.5h)", func(x float64) float64 { return math.Pow(x, 0.5) }, 4},
	{"rootn(x, 3)", math.Cbrt, 4}, {"hypot(x, 1.0h)", func(x float64) float64 { return math.Hypot(x, 1) }, 2},
	{"length((half2)(x, 2))", func(x float64) float64 { return math.Hypot(x, 2) }, 1},
	{"sign(x)", sign, 0}, {"degrees(x)", func(x float64) float64 { return x * 180 / math.Pi }, 2},
	{"clamp(x, -2.0h, 3.0h)", func(x float64) float64 { return numeric.Min64(numeric.Max64(x, -2), 3) }, 0},
	{"isnormal(x) ? x : 0", func(x float64) float64 {
		if math.Abs(x) < 0x1p-14 || x-x != 0 {
			return 0
		}
		return x
	}, 0},
}

func timesThreeTenths(x float64) float64 { return x * 0x1.334p-2 }

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x != x:
		return 0
	}
	return x
}

func tgamma(x float64) float64 {
	if x < 0 && x == math.Floor(x) {
		return math.NaN()
	}
	return math.Gamma(x)
}

func fract(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return math.Copysign(0, x)
	case x < 0 && x-math.Floor(x) >= 0x1.ffcp-1:
		return 0x1.ffcp-1
	}
	return x - math.Floor(x)
}

func nextHalf(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x == 65504:
		return math.Inf(1)
	case math.IsInf(x, -1):
		return -65504
	}
	below := x
	if x < 0 { // the step towards zero is that of the smaller number
		below = x * (1 - 0x1p-20)
	}
	_, e := math.Frexp(below)
	if x == 0 {
		e = -100
	}
	if next := x + math.Ldexp(1, max(e-11, -24)); next != 0 {
		return next
	}
	return math.Copysign(0, x)
}

// TestFunctionsOfAllHalves computes functions of each half on both engines, which must agree, and compares them with
// the reference.
func TestFunctionsOfAllHalves(t *testing.T) {
	widths := slices.DeleteFunc([]int{256, 512}, func(bits int) bool { return !runsVectors(t, bits) })
	for _, f := range halfFunctions {
		k := compileKernel(t, "kernel void k(global half *r, global const half *a) { half x = a[get_global_id(0)], y; "+
			"int n; r[get_global_id(0)] = "+f.expression+"; }")
		interpreted := allHalves(t, NewDevice(Goroutines(2)), k)
		for _, bits := range widths {
			got := allHalves(t, strictDevice(t, 2, bits), k)
			if i := differs(got, interpreted); i >= 0 {
				t.Errorf("%s at 0x%x: the engines give 0x%x and 0x%x", f.expression, i, halfAt(got, i),
					halfAt(interpreted, i))
			}
		}
		f.check(t, interpreted)
	}
}

const halfCount = 1 << 16

func halfAt(b []byte, i int) uint16 { return binary.LittleEndian.Uint16(b[2*i:]) }

// differs is the index of the first half that is another, -1 if there is none. All NaNs are equal.
func differs(a, b []byte) int {
	for i := range halfCount {
		x, y := halfAt(a, i), halfAt(b, i)
		if x != y && (x&0x7fff <= 0x7c00 || y&0x7fff <= 0x7c00) {
			return i
		}
	}
	return -1
}

// allHalves runs a kernel for each half.
func allHalves(t *testing.T, d *Device, k *compiler.Kernel) []byte {
	t.Helper()
	from, to := newBuffer(t, halfCount/2), newBuffer(t, halfCount/2)
	for i := range halfCount {
		binary.LittleEndian.PutUint16(from.bytes[2*i:], uint16(i))
	}
	l := oneD(k.Lane, halfCount, 64, uint64(to.address), uint64(from.address))
	l.Machine = k.Machine
	if err := d.Run(l); err != nil {
		t.Fatal(err)
	}
	return to.bytes
}

func (f halfFunction) check(t *testing.T, results []byte) {
	t.Helper()
	worst, at := 0.0, 0.0
	for i := range halfCount {
		x := float64(numeric.HalfToFloat32(uint16(i)))
		got := halfAt(results, i)
		if e := halfError(got, f.want(x)); e > worst {
			worst, at = e, x
		}
	}
	if worst > f.ulp {
		t.Errorf("%s: %.3f ULP at %v, allowed %v", f.expression, worst, at, f.ulp)
	}
}

// halfError is the distance of a half from a result, in ULP of the half format; infinite if one of them is a NaN, or an
// infinity that the other would not be rounded to.
func halfError(got uint16, want float64) float64 {
	rounded := uint16(numeric.FloatToFloat(ir.F16, ir.F64, ir.RoundDefault, math.Float64bits(want)))
	value := float64(numeric.HalfToFloat32(got))
	isZero := got&^0x8000 == 0 && want == 0
	switch {
	case want != want && value != value || got == rounded && math.IsInf(value, 0):
		return 0
	case isZero && got != rounded:
		return 1 // the sign
	case want != want || value != value:
		return math.Inf(1)
	case math.IsInf(value, 0):
		value = math.Copysign(65536, value)
	case math.IsInf(want, 0) || math.Abs(want) > 65536:
		want = math.Copysign(65536, want)
	}
	_, e := math.Frexp(want)
	return math.Abs(value-want) / math.Ldexp(1, max(e-11, -24))
}
