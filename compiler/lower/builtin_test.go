package lower

import (
	"fmt"
	"testing"
)

// elementwise are calls that must lower for each type and width; T stands for the type, I for its integers.
var elementwise = map[string][]string{
	"f": {"sqrt(x)", "rsqrt(x)", "round(x)", "exp(x)", "exp2(x)", "exp10(x)", "expm1(x)", "log(x)", "log2(x)",
		"log10(x)", "log1p(x)", "sin(x)", "cos(x)", "tan(x)", "asin(x)", "acos(x)", "atan(x)", "sinh(x)", "cosh(x)",
		"tanh(x)", "asinh(x)", "acosh(x)", "atanh(x)", "cbrt(x)", "sinpi(x)", "cospi(x)", "tanpi(x)", "asinpi(x)",
		"acospi(x)", "atanpi(x)", "erf(x)", "erfc(x)", "tgamma(x)", "lgamma(x)", "logb(x)", "pow(x, y)", "powr(x, y)",
		"atan2(x, y)", "atan2pi(x, y)", "hypot(x, y)", "remainder(x, y)", "nextafter(x, y)", "fdim(x, y)",
		"maxmag(x, y)", "minmag(x, y)", "ldexp(x, 3)", "sincos(x, &y)", "fract(x, &y)", "modf(x, &y)",
		"fmin(x, y)", "fmax(x, y)",
		"fma(x, y, x)", "mad(x, y, x)", "floor(x)", "ceil(x)", "trunc(x)", "rint(x)", "copysign(x, y)", "fmod(x, y)",
		"degrees(x)", "radians(x)", "sign(x)", "mix(x, y, x)", "step(x, y)", "smoothstep(x, y, x)", "max(x, y)",
		"min(x, y)", "clamp(x, x, y)", "bitselect(x, y, x)"},
	"F": {"native_sin(x)", "half_exp(x)", "half_powr(x, y)", "native_recip(x)", "native_divide(x, y)"},
	"i": {"abs_diff(x, y)", "add_sat(x, y)", "sub_sat(x, y)", "hadd(x, y)", "rhadd(x, y)", "clz(x)", "ctz(x)",
		"popcount(x)", "mul_hi(x, y)", "mad_hi(x, y, x)", "mad_sat(x, y, x)", "rotate(x, y)", "max(x, y)", "min(x, y)",
		"clamp(x, x, y)", "bitselect(x, y, x)", "abs(x)", "any(x)", "all(x)"},
}

var elementTypes = map[string][]string{"f": {"float", "double", "half"}, "F": {"float", "double"},
	"i": {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"}}

func TestElementwiseBuiltinsLower(t *testing.T) {
	for class, calls := range elementwise {
		for _, typ := range elementTypes[class] {
			for _, lanes := range []string{"", "2", "3", "4", "8", "16"} {
				source := ""
				for i, call := range calls {
					if typ+lanes == "char"+lanes || typ == "uchar" || class != "i" || i%3 == 0 || lanes == "" {
						source += fmt.Sprintf("void f%d(%s%s x, %s%s y) { %s; }\n", i, typ, lanes, typ, lanes, call)
					}
				}
				compile(t, source)
			}
		}
	}
}

// TestConversionsLower covers every pair of types in every mode.
func TestConversionsLower(t *testing.T) {
	types := append(append([]string{}, elementTypes["i"]...), elementTypes["f"]...)
	source := ""
	for i, from := range types {
		for j, to := range types {
			source += fmt.Sprintf("void f%d_%d(%s x, %s4 v) {", i, j, from, from)
			for _, mode := range []string{"", "_rte", "_rtz", "_rtp", "_rtn"} {
				source += fmt.Sprintf("convert_%s%s(x); convert_%s4%s(v);", to, mode, to, mode)
				if j < 8 {
					source += fmt.Sprintf("convert_%s_sat%s(x);", to, mode)
				}
			}
			source += "}\n"
		}
	}
	compile(t, source)
}

func TestIntegerFunctions(t *testing.T) {
	for _, c := range []struct {
		typ, expression string
		x, y, want      int64
	}{
		{"int", "mad_sat(x, y, x)", 1 << 30, 3, 1<<31 - 1},
		{"int", "mad_sat(x, y, x)", 1 << 30, -3, -1 << 31},
		{"int", "mad_sat(x, y, -5)", -7, 3, -26},
		{"int", "mad_sat(x, y, 2147483647)", -2, 1, 2147483645},
		{"char", "mad_sat(x, y, (char)-128)", 10, 10, -28},
		{"uint", "mad_sat(x, y, x)", 1 << 31, 1, 0xffffffff},
		{"int", "hadd(x, y)", -3, 2, -1}, {"int", "rhadd(x, y)", -3, 2, 0},
		{"int", "hadd(x, y)", 2147483647, 2147483645, 2147483646},
		{"int", "abs(x)", -5, 0, 5}, {"int", "abs_diff(x, y)", -5, 7, 12},
		{"int", "upsample((short)x, (ushort)y)", -1, 2, -65534},
		{"int", "bit_reverse(x)", 1, 0, -1 << 31},
		{"int", "bitfield_insert(x, y, 8, 4)", -1, 5, -1&^0xf00 | 5<<8},
		{"int", "bitfield_insert(x, y, 8, 0)", 3, 5, 3},
		{"int", "bitfield_insert(x, y, 0, 32)", 3, -5, -5}, {"char", "bitfield_insert(x, y, 4, 4)", 0x0f, 0x7, 0x7f},
		{"long", "bitfield_insert(x, y, 60, 4)", 1, 15, 1 - 1<<60},
		{"int", "bitfield_extract_signed((uint)x, 4, 4)", 0xf0, 0, -1},
		{"int", "bitfield_extract_unsigned(x, 4, 4)", -1, 0, 15},
		{"int", "bitfield_extract_signed(x, 4, 0)", -1, 0, 0}, {"int", "bitfield_extract_signed(x, 0, 32)", -7, 0, -7},
		{"int", "bitfield_extract_unsigned((char)x, 7, 1)", -128, 0, 1},
		{"long", "bitfield_extract_signed(x, 1, 63)", -4, 0, -2},
		{"int", "bitfield_extract_signed((short2)(x, y), 1, y).x", 6, 2, -1},
		{"int", "dot((char4)(x), (char4)(y))", -128, -128, 65536},
		{"int", "dot((uchar4)(x), (char4)(y))", 255, -128, -130560},
		{"uint", "dot((uchar4)(x), (uchar4)(y))", 255, 255, 260100},
		{"int", "dot((char4)(1, 2, 3, x), (uchar4)(y))", -1, 2, 10},
		{"int", "dot_acc_sat((char4)(x), (char4)(y), 2147483000)", 100, 100, 2147483647},
		{"int", "dot_acc_sat((char4)(x), (uchar4)(y), -2147483000)", -100, 100, -1 << 31},
		{"uint", "dot_acc_sat((uchar4)(x), (uchar4)(y), 0xfffffff0u)", 1, 2, 0xfffffff8},
		{"int", "dot_4x8packed_ss_int(x, y)", 0x010203ff, 0x01010101, 5},
		{"uint", "dot_4x8packed_uu_uint(x, y)", 0xff, 0xff, 65025},
		{"int", "dot_4x8packed_us_int(x, y)", 0xff, 0xff, -255},
		{"int", "dot_4x8packed_su_int(x, y)", 0xff, 0xfe, -254},
		{"int", "dot_acc_sat_4x8packed_ss_int(x, y, -3)", 0x02000000, 0x7f000000, 251},
		{"uint", "dot_acc_sat_4x8packed_uu_uint(x, y, 0xffffffffu)", 1, 1, 0xffffffff},
		{"int", "any((int2)(x, y))", -1, 0, 1}, {"int", "all((int2)(x, y))", -1, 0, 0},
		{"int", "convert_char_sat(x)", 300, 0, 127}, {"int", "convert_uchar_sat(x)", -3, 0, 0},
		{"int", "convert_uchar_sat(300.7f)", 0, 0, 255}, {"int", "convert_int_sat(1e20f)", 0, 0, 2147483647},
		{"int", "convert_int_sat(-1e20f)", 0, 0, -1 << 31}, {"int", "convert_int_sat(NAN)", 0, 0, 0},
		{"int", "convert_int_rte(2.5f)", 0, 0, 2}, {"int", "convert_int_rtp(2.1f)", 0, 0, 3},
		{"int", "convert_int_rtn(-2.1f)", 0, 0, -3}, {"long", "convert_long_sat(1e30)", 0, 0, 1<<63 - 1},
		{"int", "isnan(NAN) + 2 * isinf(INFINITY) + 4 * isfinite(1.0f) + 8 * signbit(-0.0f) + 16 * isnormal(1e-40f)", 0,
			0, 15},
		{"int", "select(x, y, 1)", 3, 4, 4}, {"int", "((int4)(1, 2, 3, 4)).wzyx.y + (x ? y : 9)", 0, 1, 12},
		{"int", "as_int(as_uchar4(x).wzyx)", 0x01020304, 0, 0x04030201},
		{"int", "x / y", -7, 2, -3}, {"int", "x % y", -7, 2, -1}, {"int", "x >> y", -8, 1, -4},
		{"int", "(uchar)x + (char)x", 200, 0, 144}, {"int", "x > 1 && y > 1 || !x", 0, 0, 1},
		{"int", "(x++, x += y, x--, x)", 3, 4, 7}, {"int", "x << 33", 1, 0, 2},
		{"int", "shuffle((int4)(1, 2, 3, 4), (uint4)(x, y, 1, 0)).y", 3, 2, 3},
		{"int", "ilogb(8.5f) + (int)ldexp(1.0f, 4)", 0, 0, 19},
	} {
		got := evaluator(t, c.typ, c.expression)(uint64(c.x), uint64(c.y))
		bits := map[string]uint{"char": 8, "int": 32, "uint": 32, "long": 64}[c.typ]
		if mask := ^uint64(0) >> (64 - bits); got&mask != uint64(c.want)&mask {
			t.Errorf("%s at %d, %d: want %d, got %d", c.expression, c.x, c.y, c.want, int64(got))
		}
	}
}
