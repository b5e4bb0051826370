package lower

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"heddle/compiler/passes"
)

// evaluator compiles an expression over x and y and computes it.
func evaluator(t *testing.T, typ, expression string) func(x, y uint64) uint64 {
	t.Helper()
	m := compile(t, fmt.Sprintf("%s f(%s x, %s y) { int n; return %s; }", typ, typ, typ, expression))
	passes.Optimize(m, passes.Options{Verify: true})
	return func(x, y uint64) uint64 {
		vm := &machine{module: m, memory: map[uint64]uint64{}}
		return vm.call(m.Funcs[0], []uint64{x, y})[0]
	}
}

// mathCase is a function with a reference in float64 and the error the full profile allows, in ULP of its type.
type mathCase struct {
	expression string
	want       func(x, y float64) float64
	ulp        float64
	low, high  float64 // limits of the arguments tried
}

func unary(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

var singles = []mathCase{
	{"exp(x)", unary(math.Exp), 3, -110, 90},
	{"exp2(x)", unary(math.Exp2), 3, -155, 130},
	{"exp10(x)", unary(func(x float64) float64 { return math.Pow(10, x) }), 0.9, -46, -36},
	{"exp10(x)", unary(func(x float64) float64 { return math.Pow(10, x) }), 0.9, -46, 39},
	{"expm1(x)", unary(math.Expm1), 1.5, -20, 90},
	{"expm1(x)", unary(math.Expm1), 1.5, -1, 1},
	{"expm1(x)", unary(math.Expm1), 1.5, 88, 89},
	{"exp(x)", unary(math.Exp), 0.94, -104, 89},
	{"exp(x)", unary(math.Exp), 0.94, -0.7, 0.7},
	{"exp(x)", unary(math.Exp), 0.94, -104, -86},
	{"exp2(x)", unary(math.Exp2), 0.9, -150, 129},
	{"exp2(x)", unary(math.Exp2), 0.9, -1, 1},
	{"exp2(x)", unary(math.Exp2), 0.9, -150, -125},
	{"log(x)", unary(math.Log), 0.9, 0, 1e5},
	{"log(x)", unary(math.Log), 0.9, 0.5, 1.5},
	{"log(x)", unary(math.Log), 0.9, 0, 2e-38},
	{"native_log(x)", unary(math.Log), 0.9, 0, 3e38},
	{"log2(x)", unary(math.Log2), 1.3, 0, 3},
	{"log2(x)", unary(math.Log2), 1.3, 0, 2e-38},
	{"log2(x)", unary(math.Log2), 1.3, 0, 3e38},
	{"log10(x)", unary(math.Log10), 1, 0, 1e5},
	{"log10(x)", unary(math.Log10), 1, 0.5, 1.5},
	{"log10(x)", unary(math.Log10), 1, 0, 2e-38},
	{"log1p(x)", unary(math.Log1p), 1.5, -1, 10},
	{"log1p(x)", unary(math.Log1p), 1.5, -1e-3, 1e-3},
	{"log1p(x)", unary(math.Log1p), 1.5, 0, 3e38},
	{"sin(x)", unary(math.Sin), 1.7, -100, 100},
	{"sin(x)", unary(math.Sin), 1.7, -66000, 66000},
	{"sin(x)", unary(math.Sin), 1.7, 65530, 65540},
	{"native_sin(x)", unary(math.Sin), 2, -3, 3},
	{"native_sin(x)", unary(math.Sin), 64, -100, 100},
	{"native_sin(x) + 2", unary(func(x float64) float64 { return math.Sin(x) + 2 }), 1, -1e6, 1e6},
	{"native_sin(x) * native_sin(x) == fabs(native_sin(x))", unary(func(float64) float64 { return 1 }), 0, 5e6, 3e38},
	{"native_sin(x * NAN)", unary(func(float64) float64 { return math.NaN() }), 0, -1, 1},
	{"native_cos(x)", unary(math.Cos), 2, -1.5, 1.5},
	{"native_cos(x)", unary(math.Cos), 64, -100, 100},
	{"native_cos(x) + 2", unary(func(x float64) float64 { return math.Cos(x) + 2 }), 1, -1e6, 1e6},
	{"native_cos(x) * native_cos(x) == fabs(native_cos(x))", unary(func(float64) float64 { return 1 }), 0, -3e38, -5e6},
	{"cos(x)", unary(math.Cos), 1.7, -66000, 66000},
	{"cos(x)", unary(math.Cos), 1.7, -100, 100},
	{"tan(x)", unary(math.Tan), 2.7, -100, 100},
	{"tan(x)", unary(math.Tan), 2.7, -3e38, 3e38},
	{"sin(x)", unary(math.Sin), 1.7, -2e6, 2e6},
	{"sin(x)", unary(math.Sin), 1.7, -3e38, 3e38},
	{"cos(x)", unary(math.Cos), 1.7, -3e9, 3e9},
	{"asin(x)", unary(math.Asin), 0.65, -1, 1},
	{"asin(x)", unary(math.Asin), 0.65, 0.5, 0.6},
	{"acos(x)", unary(math.Acos), 0.65, -1, 1},
	{"acos(x)", unary(math.Acos), 0.65, 0.99, 1},
	{"atan(x)", unary(math.Atan), 1.25, -30, 30},
	{"atan(x)", unary(math.Atan), 1.25, -2e38, 2e38},
	{"atan2(x, y)", math.Atan2, 1.7, -5, 5},
	{"atan2(x, y)", math.Atan2, 1.7, -3e-39, 3e-39},
	{"atan2pi(x, y)", func(x, y float64) float64 { return math.Atan2(x, y) / math.Pi }, 1.7, -5, 5},
	{"sinh(x)", unary(math.Sinh), 2.1, -90, 90},
	{"sinh(x)", unary(math.Sinh), 2.1, -1, 1},
	{"sinh(x)", unary(math.Sinh), 2.1, 88, 89.6},
	{"cosh(x)", unary(math.Cosh), 1.5, -90, 90},
	{"cosh(x)", unary(math.Cosh), 1.5, 88, 89.6},
	{"tanh(x)", unary(math.Tanh), 1.5, -10, 10},
	{"tanh(x)", unary(math.Tanh), 1.5, -0.7, 0.7},
	{"asinh(x)", unary(math.Asinh), 1.8, -100, 100},
	{"asinh(x)", unary(math.Asinh), 1.8, -1, 1},
	{"asinh(x)", unary(math.Asinh), 1.8, -3.4e38, 3.4e38},
	{"acosh(x)", unary(math.Acosh), 2, 1, 1.01},
	{"acosh(x)", unary(math.Acosh), 2, 1, 3.4e38},
	{"acosh(x)", unary(math.Acosh), 2, 1, 100},
	{"atanh(x)", unary(math.Atanh), 2, -1, 1},
	{"cbrt(x)", unary(math.Cbrt), 0.82, -1e5, 1e5},
	{"rsqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 2, 0, 1e5},
	{"rsqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 1, 1, 4},
	{"rsqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 1.4, 0, 2e-38},
	{"rsqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 1, 1e38, 3.4e38},
	{"1.0f / sqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 2, 0, 1e5},
	{"y / sqrt(x)", func(x, y float64) float64 { return y / math.Sqrt(x) }, 2.5, 0, 1e5},
	{"1.0f / (sqrt(x) * sqrt(x) * sqrt(x))", unary(func(x float64) float64 {
		return 1 / (math.Sqrt(x) * math.Sqrt(x) * math.Sqrt(x))
	}), 6, 0, 1e5},
	{"1.0f / (x * sqrt(x))", unary(func(x float64) float64 { return 1 / (x * math.Sqrt(x)) }), 6, 0, 1e5},
	{"length((float2)(x, y))", diagonal, 2, -1e5, 1e5},
	{"length((float2)(x, y))", diagonal, 2, -1e-22, 1e-22},
	{"length((float3)(x, y, 0.0f))", diagonal, 2, -1e30, 1e30},
	{"length((float4)(0.0f, x, 0.0f, y))", diagonal, 2, -1e-40, 1e-40},
	{"distance((float2)(x, 0.0f), (float2)(0.0f, y))", diagonal, 2, -1e5, 1e5},
	{"distance((float3)(x, 0.0f, y), (float3)(0.0f, 0.0f, 0.0f))", diagonal, 2, -1e-22, 1e22},
	{"distance((float4)(x, 0.0f, y, 0.0f), (float4)(0.0f))", diagonal, 2, -1e5, 1e5},
	{"length((float2)(x, 0.0f))", unary(math.Abs), 0, 1, 1e3},
	{"length((float2)(3.0f * rint(x), 4.0f * rint(x)))", unary(func(x float64) float64 {
		return 5 * math.Abs(math.RoundToEven(x))
	}), 0, 1, 1e3},
	{"normalize((float2)(x, y)).x", direction, 4, -1e5, 1e5},
	{"normalize((float3)(x, 0.0f, y)).x", direction, 4, -1e-22, 1e-22},
	{"normalize((float4)(y, 0.0f, 0.0f, x)).w", direction, 4, -1e30, 1e30},
	{"(float)(x * (double)y)", func(x, y float64) float64 { return x * y }, 0.5, -1e-19, 1e-19},
	{"(float)((double)x / y)", func(x, y float64) float64 { return x / y }, 0.5, -1e20, 1e-20},
	{"(float)(1.0 / x)", unary(func(x float64) float64 { return 1 / x }), 0.5, 1e38, 3e38},
	{"(float)(x + (double)y)", func(x, y float64) float64 { return x + y }, 0.5, -10, 10},
	{"(float)(1.0 / sqrt(x))", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 2, 0, 1e5},
	{"sqrt(x)", unary(math.Sqrt), 0.5, 0, 1e5},
	{"pow(x, y)", math.Pow, 3.5, 0, 30},
	{"pow(x, y)", math.Pow, 3.5, 0.5, 2},
	{"pow(x, 20.0f * y)", func(x, y float64) float64 {
		return math.Pow(x, float64(float32(20*float32(y))))
	}, 3.5, 1, 90},
	{"pow(x, y)", math.Pow, 3.5, 0, 2e-38},
	{"pow(x, 0.3f)", unary(func(x float64) float64 { return math.Pow(x, float64(float32(0.3))) }), 1.2, 0, 3.4e38},
	{"pow(x, rint(y))", func(x, y float64) float64 { return math.Pow(x, math.RoundToEven(y)) }, 3.5, -30, 30},
	{"pown(x, 3)", unary(func(x float64) float64 { return x * x * x }), 1.2, -30, 30},
	{"pown(x, -7)", unary(func(x float64) float64 { return math.Pow(x, -7) }), 1.2, -3, 3},
	{"pown(x, 16777217)", unary(func(x float64) float64 { return math.Pow(x, 16777217) }), 3.5, 0.999999, 1.000001},
	{"rootn(x, 3)", unary(math.Cbrt), 1.1, -1e30, 1e30},
	{"rootn(x, -2)", unary(func(x float64) float64 { return 1 / math.Sqrt(x+0) }), 1.1, 0, 1e5},
	{"cbrt(x)", unary(math.Cbrt), 0.82, -2e-38, 2e-38},
	{"hypot(x, y)", math.Hypot, 1.2, -1e30, 1e30},
	{"fmod(x, y)", math.Mod, 0, -1e5, 1e5},
	{"remainder(x, y)", math.Remainder, 0, -1e5, 1e5},
	{"round(x)", unary(math.Round), 0, -10, 10},
	{"rint(x)", unary(math.RoundToEven), 0, -10, 10},
	{"erf(x)", unary(math.Erf), 3.5, -5, 5},
	{"erf(x)", unary(math.Erf), 3.5, -1e-3, 1e-3},
	{"erfc(x)", unary(math.Erfc), 4, -5, 11},
	{"erfc(x)", unary(math.Erfc), 4, 9, 10.2},
	{"tgamma(x)", unary(math.Gamma), 4.4, -6, 34},
	{"lgamma(x)", unary(func(x float64) float64 { v, _ := math.Lgamma(x); return v }), 8, 3, 100},
	{"lgamma(x)", unary(func(x float64) float64 { v, _ := math.Lgamma(x); return v }), 8, 0, 3},
	{"sinpi(x)", unary(sinpi), 1, -1.9, 1.9},
	{"sinpi(x)", unary(sinpi), 1, -3e5, 3e5},
	{"cospi(x)", unary(cospi), 0.9, -1.9, 1.9},
	{"cospi(x)", unary(cospi), 0.9, -3e5, 3e5},
	{"tanpi(x)", unary(tanpi), 1.6, -1.9, 1.9},
	{"tanpi(x)", unary(tanpi), 1.6, -3e5, 3e5},
	{"asinpi(x)", unary(func(x float64) float64 { return math.Asin(x) / math.Pi }), 1, -1, 1},
	{"asinpi(x)", unary(func(x float64) float64 { return math.Asin(x) / math.Pi }), 1, -1e-36, 1e-36},
	{"acospi(x)", unary(func(x float64) float64 { return math.Acos(x) / math.Pi }), 0.6, -1, 1},
	{"acospi(x)", unary(func(x float64) float64 { return math.Acos(x) / math.Pi }), 0.6, 0.99, 1},
	{"atanpi(x)", unary(func(x float64) float64 { return math.Atan(x) / math.Pi }), 1.4, -30, 30},
	{"atanpi(x)", unary(func(x float64) float64 { return math.Atan(x) / math.Pi }), 1.4, -1e-36, 1e-36},
	{"ldexp(x, 3)", unary(func(x float64) float64 { return x * 8 }), 0, -10, 10},
	{"fdim(x, y)", math.Dim, 0, -10, 10},
	{"fract(x, &y)", unary(func(x float64) float64 { return x - math.Floor(x) }), 0.5, -10, 10},
	{"modf(x, &y)", unary(func(x float64) float64 { _, f := math.Modf(x); return f }), 0, -10, 10},
	{"(sincos(x, &y), y)", unary(math.Cos), 4, -10, 10},
	{"fma(x, y, x)", func(x, y float64) float64 { return math.FMA(x, y, x) }, 0.5, -10, 10},
	{"mix(x, y, 0.5f)", func(x, y float64) float64 { return (x + y) / 2 }, 2, 0, 10},
	{"clamp(x, -1.0f, 1.0f)", unary(func(x float64) float64 { return math.Max(-1, math.Min(1, x)) }), 0, -10, 10},
}

// diagonal is the length of a vector of two; NaNs make it one.
func diagonal(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

// direction is the first element of normalize of a vector of two: infinite elements count as one, the others then as
// zero.
func direction(x, y float64) float64 {
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		x, y = infiniteAsOne(x), infiniteAsOne(y)
	}
	if x == 0 && y == 0 {
		return x
	}
	return x / math.Hypot(x, y)
}

func infiniteAsOne(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.Copysign(1, x)
	}
	return x * 0
}

// The functions of pi*x, exact for integers and half-integers as the specification asks.
func sinpi(x float64) float64 {
	if y := math.Remainder(x, 2); y != math.Trunc(y) {
		return math.Sin(math.Pi * y)
	}
	return math.Copysign(0, x)
}

func cospi(x float64) float64 {
	y := math.Abs(math.Remainder(x, 2))
	if y > 0.25 && y < 0.75 {
		return sinpi(0.5 - y)
	}
	return math.Cos(math.Pi * y)
}

func tanpi(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return sinpi(x) / (cospi(x) + 0)
}

func TestSinglePrecision(t *testing.T) {
	for _, c := range singles {
		random := rand.New(rand.NewSource(7))
		f := evaluator(t, "float", c.expression)
		worst, at := 0.0, [2]float32{}
		for range 1500 {
			x := float32(c.low + (c.high-c.low)*random.Float64())
			y := float32(c.low + (c.high-c.low)*random.Float64())
			got := math.Float32frombits(uint32(f(uint64(math.Float32bits(x)), uint64(math.Float32bits(y)))))
			want := c.want(float64(x), float64(y))
			if e := error32(got, want); e > worst {
				worst, at = e, [2]float32{x, y}
			}
		}
		if worst > c.ulp {
			t.Errorf("%s: %.2f ULP at %v, allowed %v", c.expression, worst, at, c.ulp)
		}
	}
}

// error32 is the distance in ULP of the result's format.
func error32(got float32, want float64) float64 {
	rounded := float32(want)
	if got == rounded || math.IsNaN(want) && got != got {
		return 0
	}
	if math.IsInf(float64(rounded), 0) || math.IsNaN(want) || got != got || math.IsInf(float64(got), 0) {
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	ulp := math.Ldexp(1, max(e-24, -149))
	return math.Abs(float64(got)-want) / ulp
}

var doubles = []mathCase{
	{"exp(x)", unary(math.Exp), 3, -740, 709},
	{"exp2(x)", unary(math.Exp2), 3, -1070, 1020},
	{"expm1(x)", unary(math.Expm1), 4, -2, 2},
	{"log(x)", unary(math.Log), 3, 0, 1e5},
	{"rsqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 2, 0, 1e5},
	{"rsqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 2, 0, 4e-308},
	{"rsqrt(x)", unary(func(x float64) float64 { return 1 / math.Sqrt(x) }), 2, 1e307, 1.7e308},
	{"log2(x)", unary(math.Log2), 3, 2, 1e5},
	{"log10(x)", unary(math.Log10), 3, 2, 1e5},
	{"log1p(x)", unary(math.Log1p), 3, -0.9, 10},
	{"sin(x)", unary(math.Sin), 4, -3, 3},
	{"cos(x)", unary(math.Cos), 4, -1.5, 1.5},
	{"sin(x)", unary(math.Sin), 1e5, 1e6, 1e12}, // the reference itself is not accurate enough for less
	{"tan(x)", unary(math.Tan), 5, -1.5, 1.5},
	{"atan(x)", unary(math.Atan), 5, -30, 30},
	{"asin(x)", unary(math.Asin), 5, -1, 1},
	{"acos(x)", unary(math.Acos), 5, -1, 0.9},
	{"atan2(x, y)", math.Atan2, 6, -5, 5},
	{"sinh(x)", unary(math.Sinh), 8, -700, 700},
	{"tanh(x)", unary(math.Tanh), 6, -10, 10},
	{"cbrt(x)", unary(math.Cbrt), 2, -1e5, 1e5},
	{"hypot(x, y)", math.Hypot, 4, -1e300, 1e300},
	{"erf(x)", unary(math.Erf), 16, -5, 5},
	{"erfc(x)", unary(math.Erfc), 16, -5, 26},
	{"remainder(x, y)", math.Remainder, 0, -1e5, 1e5},
	{"round(x)", unary(math.Round), 0, -10, 10},
	{"ldexp(x, 3)", unary(func(x float64) float64 { return x * 8 }), 0, -10, 10},
}

func TestDoublePrecision(t *testing.T) {
	for _, c := range doubles {
		random := rand.New(rand.NewSource(7))
		f := evaluator(t, "double", c.expression)
		worst, at := 0.0, [2]float64{}
		for range 1500 {
			x := c.low + (c.high-c.low)*random.Float64()
			y := c.low + (c.high-c.low)*random.Float64()
			got := math.Float64frombits(f(math.Float64bits(x), math.Float64bits(y)))
			want := c.want(x, y)
			if e := error64(got, want); e > worst {
				worst, at = e, [2]float64{x, y}
			}
		}
		if worst > c.ulp {
			t.Errorf("%s: %.2f ULP at %v, allowed %v", c.expression, worst, at, c.ulp)
		}
	}
}

func error64(got, want float64) float64 {
	if got == want || got != got && want != want {
		return 0
	}
	d := math.Abs(got - want)
	if d != d || math.IsInf(d, 0) {
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	return d / math.Ldexp(1, max(e-53, -1074))
}

// TestSpecialNumbers checks the signs of zeros and infinities, which error32 does not see.
func TestSpecialNumbers(t *testing.T) {
	zero, inf, nan := math.Copysign(0, -1), math.Inf(1), math.NaN()
	for _, c := range []struct {
		expression string
		x, want    float64
	}{
		{"sinpi(x)", 0, 0}, {"sinpi(x)", zero, zero}, {"sinpi(x)", 1, 0}, {"sinpi(x)", -1, zero},
		{"sinpi(x)", -2, zero},
		{"sinpi(x)", 0x1p+23, 0}, {"sinpi(x)", -0x1.8p+127, zero}, {"sinpi(x)", 2.5, 1}, {"sinpi(x)", -0.5, -1},
		{"sinpi(x)", 4194303.5, -1}, {"sinpi(x)", inf, nan}, {"sinpi(x)", nan, nan},
		{"cospi(x)", 0.5, 0}, {"cospi(x)", -0.5, 0}, {"cospi(x)", 1.5, 0}, {"cospi(x)", -1.5, 0}, {"cospi(x)", 1, -1},
		{"cospi(x)", zero, 1}, {"cospi(x)", 0x1p+23 + 1, -1}, {"cospi(x)", 0x1.8p+127, 1}, {"cospi(x)", -inf, nan},
		{"tanpi(x)", 0, 0}, {"tanpi(x)", zero, zero}, {"tanpi(x)", 1, zero}, {"tanpi(x)", -1, 0}, {"tanpi(x)", 2, 0},
		{"tanpi(x)", -2, zero}, {"tanpi(x)", 0.5, inf}, {"tanpi(x)", -0.5, -inf}, {"tanpi(x)", 1.5, -inf},
		{"tanpi(x)", -1.5, inf}, {"tanpi(x)", -0x1.8p+127, zero}, {"tanpi(x)", inf, nan}, {"tanpi(x)", 0.25, 1},
		{"asinpi(x)", zero, zero}, {"asinpi(x)", 1, 0.5}, {"asinpi(x)", -1, -0.5}, {"asinpi(x)", 1.0000001, nan},
		{"acospi(x)", 1, 0}, {"acospi(x)", -1, 1}, {"acospi(x)", zero, 0.5}, {"acospi(x)", -inf, nan},
		{"acos(x)", 1, 0},
		{"asin(x)", zero, zero}, {"asin(x)", -1.0000001, nan}, {"asin(x)", nan, nan}, {"acos(x)", inf, nan},
		{"tan(x)", zero, zero}, {"tan(x)", inf, nan}, {"sin(x)", zero, zero}, {"cos(x)", -inf, nan},
		{"(sincos(x, &y), y)", zero, 1}, {"sincos(x, &y)", zero, zero}, {"sincos(x, &y)", inf, nan},
		{"cbrt(x)", zero, zero}, {"cbrt(x)", -inf, -inf}, {"cbrt(x)", -8, -2}, {"cbrt(x)", -0x1p-126 / 8, -0x1p-43},
		{"asinh(x)", zero, zero}, {"asinh(x)", -inf, -inf}, {"asinh(x)", nan, nan}, {"acosh(x)", 1, 0},
		{"acosh(x)", 0.999, nan}, {"acosh(x)", -3, nan}, {"acosh(x)", inf, inf}, {"atanh(x)", zero, zero},
		{"atanh(x)", 1, inf}, {"atanh(x)", -1, -inf}, {"atanh(x)", 1.001, nan}, {"atanh(x)", -inf, nan},
		{"erf(x)", zero, zero}, {"erf(x)", -inf, -1}, {"erf(x)", nan, nan}, {"erfc(x)", inf, 0}, {"erfc(x)", -inf, 2},
		{"erfc(x)", nan, nan}, {"exp10(x)", -inf, 0}, {"exp10(x)", inf, inf}, {"exp10(x)", 300, inf},
		{"exp10(x)", nan, nan}, {"tgamma(x)", zero, -inf}, {"tgamma(x)", 0, inf}, {"tgamma(x)", -3, nan},
		{"tgamma(x)", inf, inf}, {"tgamma(x)", -inf, nan}, {"tgamma(x)", -50.5, zero}, {"tgamma(x)", 40, inf},
		{"lgamma(x)", -inf, inf}, {"lgamma(x)", inf, inf}, {"lgamma(x)", 1, 0}, {"lgamma(x)", 2, 0},
		{"lgamma(x)", -3, inf}, {"lgamma(x)", zero, inf}, {"lgamma(x)", -0x1p+125, inf}, {"lgamma(x)", nan, nan},
		{"pow(x, -3.0f)", zero, -inf}, {"pow(x, 3.0f)", -inf, -inf}, {"pow(x, 1e37f)", -1, 1},
		{"pow(x, 1e37f)", 1.001, inf}, {"pow(x, -1e37f)", 1.001, 0}, {"pow(x, 1e37f)", 0.5, 0},
		{"powr(x, 0.0f)", 0, nan}, {"powr(x, 2.0f)", zero, 0}, {"powr(x, INFINITY)", 1, nan},
		{"powr(x, 2.0f)", -1, nan},
		{"pown(x, -1)", zero, -inf}, {"pown(x, 0)", nan, 1}, {"pown(x, -2147483647 - 1)", -1, 1},
		{"rootn(x, 3)", -8, -2}, {"rootn(x, -3)", zero, -inf}, {"rootn(x, 2)", -1, nan}, {"rootn(x, 0)", 1, nan},
		{"remainder(x, 3.0f)", zero, zero}, {"remainder(x, 2.0f)", 3, -1}, {"remainder(x, 2.0f)", 1, 1},
		{"remainder(x, INFINITY)", -5, -5}, {"remainder(x, 0.0f)", 1, nan}, {"remainder(x, 3e38f)", inf, nan},
		{"remainder(x, 0x1.8p+127f)", 0x1.7p+127, -0x1p+123}, {"atan2(x, 0.0f)", zero, zero},
		{"atan2(x, -0.0f)", zero, -0x1.921fb6p+1}, {"atan2(x, -1.0f)", nan, nan},
		{"atanpi(x)", zero, zero}, {"atanpi(x)", -inf, -0.5}, {"atanpi(x)", nan, nan}, {"atan(x)", zero, zero},
	} {
		f := evaluator(t, "float", c.expression)
		got := float64(math.Float32frombits(uint32(f(uint64(math.Float32bits(float32(c.x))), 0))))
		if got != c.want && (got == got || c.want == c.want) ||
			math.Signbit(got) != math.Signbit(c.want) && got == got {
			t.Errorf("%s at %v: want %v, got %v", c.expression, c.x, c.want, got)
		}
	}
}

// TestMathEdges checks special values of f32 functions against Go's, which follow C99 as OpenCL does.
func TestMathEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	edges := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1e-45, -1e-45, 1e-40, 3e38, -3e38, inf,
		-inf, nan}
	for _, c := range singles {
		switch c.expression {
		case "mix(x, y, 0.5f)", "fma(x, y, x)", "lgamma(x)", "fract(x, &y)",
			"clamp(x, -1.0f, 1.0f)", "fdim(x, y)", "tgamma(x)", "modf(x, &y)":
			continue // the reference has other edges
		}
		if strings.HasPrefix(c.expression, "native_") {
			continue // which have none
		}
		f := evaluator(t, "float", c.expression)
		for _, ex := range edges {
			for _, ey := range edges {
				x, y := float32(ex), float32(ey)
				got := math.Float32frombits(uint32(f(uint64(math.Float32bits(x)), uint64(math.Float32bits(y)))))
				want := c.want(float64(x), float64(y))
				if e := error32(got, want); e > max(c.ulp, 0) {
					t.Errorf("%s at %v, %v: want %v, got %v", c.expression, x, y, float32(want), got)
				}
			}
		}
	}
}
