package randkernel

import (
	"fmt"
	"strings"
)

// Idioms of real programs: offsets in bytes from mad24, structures of three and stores of pairs far apart, and small
// private arrays whose indices follow from counters.

// byteOffset is an offset of the given number of elements for each work-item, and some more.
func (g *generator) byteOffset(item string, size, elements, more int) string {
	m, k := elements*size, more*size
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("mad24((int)(%[1]s) / 16, %[2]d, mad24((int)(%[1]s) %% 16, %[3]d, %[4]d))", item, 16*m, m, k)
	case 1:
		return fmt.Sprintf("mul24((int)(%s), %d) + %d", item, m, k)
	case 2:
		return fmt.Sprintf("(int)(%s) * %d + %d", item, m, k)
	case 3:
		return fmt.Sprintf("mad24((uint)(%s), %du, %du)", item, m, k)
	case 4:
		return fmt.Sprintf("mad24(%d, (int)(%s), (int)few) + %d - (int)few", m, item, k)
	}
	return fmt.Sprintf("mad24((int)(%s), %d, %d)", item, m, k)
}

// across is an offset of an image's rows and columns; none is beyond 8 elements times the number of items.
func (g *generator) across(size, more int) string {
	x, y := "(int)(get_global_id(0) - get_global_offset(0))", "(int)(get_global_id(1) - get_global_offset(1))"
	if g.chance(4) {
		x, y = y, x
	}
	return fmt.Sprintf("mad24(%s, %d, mad24(%s, %d, %d))", y, (1+g.IntN(6))*size, x, size, more*size)
}

// offsetLoad reads an element, or several as a vector, at an offset in bytes.
func (g *generator) offsetLoad(int) *Node {
	t := g.scalar()
	if !g.uses(t) {
		t = tFloat
	}
	t.Lanes = []int{1, 1, 1, 2, 4, 4}[g.IntN(6)]
	size := t.Bits / 8 * t.Lanes
	offset := g.byteOffset("gid", size, 1+g.IntN(8/t.Lanes), g.IntN(16))
	if g.chance(3) && t.Lanes == 1 {
		offset = g.across(size, g.IntN(16))
	}
	v := variable{name: g.name("v"), t: t}
	element := t.element()
	text := fmt.Sprintf("%s %s = *(global const %[1]s *)((global const uchar *)in_%[3]s + (%[4]s));", t, v.name,
		element, offset)
	if t.Lanes == 4 && g.chance(2) {
		text = fmt.Sprintf("%s %s = vload4(0, (global const %[3]s *)((global const uchar *)in_%[3]s + (%[4]s)));", t,
			v.name, element, offset)
	}
	g.variables = append(g.variables, v)
	return statement(text)
}

// offsetStore writes one.
func (g *generator) offsetStore(int) *Node {
	if g.chance(3) {
		t := Type{&scalars[1], 4}
		at := g.byteOffset("gid", 1, MixBytes, 4*g.IntN(mixHalf/4))
		form := fmt.Sprintf("*(global uchar4 *)((global uchar *)mix_a + (%s)) = $0;", at)
		if g.chance(2) {
			form = fmt.Sprintf("vstore4($0, 0, (global uchar *)mix_a + (%s));", at)
		}
		return statement(form, g.expression(t, exprDepth))
	}
	t := g.integerType()
	n := g.stride[t.Name]
	at := g.byteOffset("gid", t.Bits/8, n, g.IntN(n))
	return statement(fmt.Sprintf("*(global %s *)((global uchar *)own_%[1]s + (%s)) = $0;", t, at),
		g.expression(t, exprDepth))
}

// triple reads and writes structures of three.
func (g *generator) triple(int) *Node {
	t := []Type{tUInt, tInt, tFloat}[g.IntN(3)]
	to := fmt.Sprintf("(global %s *)mix_a + gid * %d + %d", t, MixBytes/4, g.IntN(mixHalf/4-2))
	if t == tFloat {
		to = fmt.Sprintf("mix_f + gid * %d + %d", MixBytes/4, g.IntN(mixHalf/4-2))
	}
	if s := g.stride[t.Name]; s >= 3 && s <= 4 {
		to = fmt.Sprintf("own_%s + gid * %d", t, s)
	}
	from := []string{"gid", "gid + 5", "(gid ^ 1)", "gid / 2", "($1 & 1023)"}[g.IntN(5)]
	forms := []string{
		"struct triple b = {NEXT(a.z), NEXT(a.x), NEXT(a.y)}; *p = b;",
		"p->x = NEXT(a.y); p->y = NEXT(a.z); p->z = NEXT(a.x);",
		"struct triple b = a; b.y = NEXT(b.x); *p = b;",
		"p->x = NEXT(p->x); p->y = NEXT(p->y); p->z = NEXT(a.y);",
		"struct triple b = *p; *p = a; p->y = NEXT(b.y);",
		"TYPE3 b = vload3(0, (global TYPE *)p); vstore3(VECTOR(b.zxy * (TYPE3)(a.x, a.y, 3)), 0, (global TYPE *)p);",
	}
	text := "{ struct triple { TYPE x, y, z; }; struct triple a = ((global const struct triple *)in_TYPE)[FROM]; " +
		"global struct triple *p = (global struct triple *)(TO); " + forms[g.IntN(len(forms))] + " }"
	next, vector := "(TYPE)(($0) ^ (", "("
	if t == tFloat {
		next, vector = "nfloat(($0) * (", "nfloat3("
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "VECTOR(", vector), "NEXT(", next)
	text = closeTwice(text, next)
	text = strings.NewReplacer("FROM", from, "TO", to, "TYPE", t.Name).Replace(text)
	if g.chance(4) {
		text = "if ($2) " + text
	}
	return statement(text, g.expression(t, 1), g.sharedIndex(1), g.condition(1))
}

// closeTwice closes an opening of two parentheses, after the operand.
func closeTwice(text, opening string) string {
	opening = strings.ReplaceAll(opening, "(TYPE)", "")
	parts := strings.Split(text, opening)
	for i := range parts[1:] {
		parts[i+1] = strings.Replace(parts[i+1], ")", "))", 1)
	}
	return strings.Join(parts, opening)
}

// pairStore writes two elements as a vector, at a distance that is a constant or known to the launch.
func (g *generator) pairStore(int) *Node {
	t := []Type{tFloat, tUInt, tInt}[g.IntN(3)]
	buffer, x, y := "mix_a", "$0", "$1"
	if t == tFloat {
		buffer, x, y = "mix_f", "nfloat($0)", "nfloat($1)"
	}
	at := fmt.Sprintf("%s * %d + %d", []string{"gid", "(int)gid", "(uint)gid"}[g.IntN(3)], MixBytes/8,
		g.IntN(mixHalf/8))
	if g.chance(2) {
		at = fmt.Sprintf("(int)gid * (int)(%d + (few >> 3)) + %d", MixBytes/8, g.IntN(mixHalf/8))
	}
	form := fmt.Sprintf("((global %s2 *)%s)[%s] = (%[1]s2)(%[4]s, %[5]s);", t, buffer, at, x, y)
	switch g.IntN(4) {
	case 0:
		form = fmt.Sprintf("vstore2((%s2)(%s, %s), %s, (global %[1]s *)%[5]s);", t, x, y, at, buffer)
	case 1:
		form = fmt.Sprintf("{ struct pair { %s x, y; }; struct pair b = {%[2]s, %[3]s}; global struct pair *p = "+
			"(global struct pair *)%[5]s + %[4]s; *p = b; }", t, x, y, at, buffer)
	case 2:
		if t != tFloat {
			form = fmt.Sprintf("{ %s2 b = ((global %[1]s2 *)%s)[%s]; ((global %[1]s2 *)%[2]s)[%[3]s] = b.yx ^ "+
				"(%[1]s2)(%[4]s, %[5]s); }", t, buffer, at, x, y)
		}
	}
	if g.chance(4) {
		form = "if ($2) " + form
	}
	return statement(form, g.expression(t, 2), g.expression(t, 2), g.condition(1))
}

// smallArrays are the bodies of statements that fill arrays of TYPE, of N elements, and read them into r. C is a
// constant.
var smallArrays = []string{
	"TYPE a[N]; for (int j = 0; j < N; j++) a[j] = x + y * (TYPE)j; for (int j = 0; j < N; j++) r = r * (TYPE)3 + " +
		"a[j] * a[N - 1 - j];",
	"TYPE a[N], *p = a; for (int j = 0; j < N; j++) *p++ = x * (TYPE)j + y; for (p = a; p < a + N; ++p) r = r * " +
		"(TYPE)5 + *p;",
	"TYPE a[N], *p = a; if (x > y) { a[0] = x; } else { a[0] = y; } for (int j = 1; j < N; j++) p[j] = p[j - 1] * " +
		"x + (TYPE)j; r = a[N - 1] + p[0];",
	"TYPE a[4][N]; for (int j = 0; j < 4; j++) for (int k = 0; k < N; k++) a[j][k] = x * (TYPE)(j + C) + " +
		"y * (TYPE)k; for (int k = 0; k < N; k++) for (int j = 0; j < 4; j++) r = r * (TYPE)7 + a[j][k];",
	"TYPE a[8]; for (int j = 0; j < 8; j++) a[j] = x + (TYPE)j * y; for (int h = 1; h < 8; h *= 2) for (int k = 0; " +
		"k < 8; k += 2 * h) for (int j = k; j < k + h; j++) { TYPE t = a[j] - a[j + h] * x; a[j] += a[j + h]; a[j " +
		"+ h] = t; } for (int j = 0; j < 8; j++) r = r * (TYPE)3 + a[j];",
	"TYPE a[8]; for (int j = 0; j < 8; j++) a[j] = x + (TYPE)j * y; for (int h = 1; h < 8; h <<= 1) for (int j = " +
		"0; j < 8; j++) if (!(j & h)) { TYPE t = a[j + h]; a[j + h] = a[j] * y - t; a[j] += t; } for (int j = 0; j " +
		"< 8; j++) r = r * (TYPE)3 + a[j];",
	"struct all { TYPE m[N]; } a, b; for (int j = 0; j < N; j++) a.m[j] = x * (TYPE)(j + C) + y; b = a; b.m[C & 1] " +
		"= x; a.m[1] = b.m[N - 1]; a = b; for (int j = 0; j < N; j++) r = r * (TYPE)3 + a.m[j] - b.m[N - 1 - j];",
	"struct all { TYPE m[N]; int n; } a, b; a.n = C & 3; for (int j = 0; j < N; j++) a.m[j] = x + y * (TYPE)j; b = " +
		"a; b.m[few & 1] = y; for (int j = 0; j < 2; j++) r = r * (TYPE)3 + b.m[j] + a.m[b.n & 1];",
	"TYPE a[N]; for (int j = 0; j < N; j++) { a[j] = y; if (j > 0 && a[j - 1] > x) break; a[j] = x * (TYPE)j; r += " +
		"a[j]; }",
}

// smallArray computes something with one.
func (g *generator) smallArray(int) *Node {
	v := variable{name: g.name("v"), t: []Type{tUInt, tULong, {&scalars[3], 1}, {&scalars[1], 1}}[g.IntN(4)]}
	n := []int{2, 3, 4, 8, 16}[g.IntN(5)]
	body := strings.NewReplacer("TYPE", v.t.Name, "N", fmt.Sprint(n), "C",
		fmt.Sprint(1+g.IntN(5))).Replace(smallArrays[g.IntN(len(smallArrays))])
	if !g.inKernel {
		body = strings.ReplaceAll(body, "few", "x")
	}
	text := fmt.Sprintf("%s %s; { %[1]s x = $0, y = $1, r = 0; %[3]s %[2]s = r; }", v.t, v.name, body)
	made := statement(text, g.expression(v.t, 2), g.expression(v.t, 2))
	g.variables = append(g.variables, v)
	return made
}

// partsOfWord reads the pieces of words, through a union or a pointer.
func (g *generator) partsOfWord(int) *Node {
	v := variable{name: g.name("v"), t: tUInt}
	whole, part, n := "uint", "uchar", 4
	switch g.IntN(4) {
	case 0:
		whole, n = "ulong", 8
	case 1:
		part, n = "ushort", 2
	case 2:
		whole, part, n = "ulong", "uint", 2
	}
	into, from := g.IntN(n), g.IntN(n)
	text := []string{
		"union parts { WHOLE w[2]; PART b[N * 2]; } u; u.w[0] = $0; u.w[1] = $1; u.b[INTO] = u.b[N + FROM]; V = " +
			"(uint)(u.w[0] * 3 ^ u.w[1]) + u.b[FROM];",
		"WHOLE w = $0; PART *b = (PART *)&w; b[INTO] ^= (PART)$1; if (b[FROM] & 1) b[INTO] = b[FROM]; V = (uint)(w " +
			"^ w >> 8);",
		"PART b[N]; for (int j = 0; j < N; j++) b[j] = (PART)($0 >> j); b[INTO] = (PART)$1; WHOLE w = *(WHOLE *)b; " +
			"V = (uint)(w * 7) ^ b[FROM];",
		"WHOLE w[2] = {$0, $1}; PART *b = (PART *)w; for (int j = 0; j < N; j++) { PART t = b[j]; b[j] = b[2 * N - " +
			"1 - j]; b[2 * N - 1 - j] = t; } V = (uint)(w[0] ^ w[1] * 5);",
	}[g.IntN(4)]
	if strings.Contains(text, "*(WHOLE *)b") { // aligned as the words are
		text = strings.Replace(text, "PART b[N];", "PART b[N] __attribute__((aligned(8)));", 1)
	}
	text = strings.NewReplacer("WHOLE", whole, "PART", part, "INTO", fmt.Sprint(into), "FROM", fmt.Sprint(from), "N",
		fmt.Sprint(n), "V", v.name).Replace(text)
	made := statement(fmt.Sprintf("uint %s; { %s }", v.name, text), g.expression(tUInt, 2), g.expression(tUInt, 2))
	g.variables = append(g.variables, v)
	return made
}
