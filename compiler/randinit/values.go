package randinit

import (
	"fmt"
	"strings"
)

// Prelude is the text before the declarations: the names they may use, and abbreviations. A function writes its values
// with O, from where out points.
const Prelude = `#pragma OPENCL EXTENSION cl_khr_fp64 : enable
enum color {red, green = 5, blue};
typedef constant int *constant_ints;
typedef constant char *constant_text;
constant int table[4] = {11, 22, 33, 44};
int step(private int *n) { *n += 3; return *n; }
#define ARGS global ulong *out, global const int *in
#define VALUES int n = in[0], r0 = in[1], r1 = in[2]; float g0 = r1 + 0.5f; bool b0 = r0 > 1; int4 rv = (int4)(r0, r1, 7, r0); \
	float4 gv = (float4)(g0, 2, r0, 3); uchar4 cv = (uchar4)(r0, 5, r1, 6);
#define O *out++ =
#define L (ulong)(long)
#define N(x) (int)(sizeof(x) / sizeof(x[0]))
`

// value is an expression for a scalar or vector of a type, usually, but not always, of that type.
func (g *generator) value(t *objectType) string {
	switch {
	case t.kind == pointer && t.name == "constant_text":
		return pick(g, `"text"`, "0", `"abc"`)
	case t.kind == pointer:
		return pick(g, "table", "&table[2]", "table + 1", "0")
	case t.kind == vector && g.chance(50):
		return g.vectorValue(t)
	case t.name == "bool" && g.chance(50):
		if !g.constant && g.chance(50) { // not for vectors: true as a vector of floats is another question
			return "b0"
		}
		return pick(g, "true", "false", "3 > 2", "0.5")
	}
	return g.number()
}

// number is a scalar value that every arithmetic type can take: those of floating types are not negative.
func (g *generator) number() string {
	if g.constant || g.chance(55) {
		return g.literal()
	}
	if !g.ranged && g.chance(8) {
		g.stepped = true
		return "step(&n)"
	}
	return pick(g, "r0", "r1", "g0", "r0 + 5", "rv.y", "(uchar)r1", "gv.w", "r0 > 2 ? r1 : 4", "cv.s1", "b0 ? r0 : 6")
}

func (g *generator) literal() string {
	switch g.IntN(12) {
	case 0:
		return fmt.Sprintf("%d.5f", g.IntN(100))
	case 1:
		return fmt.Sprintf("%d.25", g.IntN(100))
	case 2:
		return "-" + fmt.Sprint(1+g.IntN(120))
	case 3:
		return pick(g, "'x'", "'\\n'", "sizeof(int)", "blue", "green", "300", "(short)7", "0x10u", "1ul", "(2 * 3 + 1)")
	}
	return fmt.Sprint(g.IntN(100))
}

// vectorValue is a vector.
func (g *generator) vectorValue(t *objectType) string {
	switch {
	case !g.constant && g.chance(30) && t.name == "int4":
		return pick(g, "rv", "rv.wzyx", "rv + 1")
	case !g.constant && g.chance(30) && t.name == "float4":
		return pick(g, "gv", "gv.yxwz")
	case !g.constant && g.chance(30) && t.name == "uchar4":
		return "cv"
	case g.chance(2):
		g.hurt = true
		return pick(g, "(uint4)(1)", "(float2)(1, 2)")
	}
	return "(" + t.name + ")(" + g.elements(t, t.length) + ")"
}

// elements are the given number of elements, one by one or in vectors.
func (g *generator) elements(t *objectType, n int) string {
	var list []string
	for n > 0 {
		if n >= 2 && g.chance(15) {
			inner := vectorOf(t.elem, 2)
			list = append(list, fmt.Sprintf("(%s)(%s)", inner.name, g.elements(inner, 2)))
			n -= 2
			continue
		}
		list = append(list, g.number())
		n--
	}
	return strings.Join(list, ", ")
}

// characters is a string literal for an array of the given length.
func (g *generator) characters(room int) string {
	n := g.IntN(room + 1)
	if room == 0 || g.chance(5) {
		n = g.IntN(8)
	}
	text := "abcdefgh"[:n]
	return pick(g, `"`+text+`"`, `"`+text+`"`, `("`+text+`")`, `"`+text[:n/2]+`" "`+text[n/2:]+`"`)
}
