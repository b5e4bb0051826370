package randkernel

import "fmt"

// Memory that several parameters point to. A work-item owns MixBytes bytes of each mix_ buffer and accesses only the
// first half of them through each parameter, so that work-items do not meet where one buffer overlaps the other, at a
// distance of up to half of MixBytes.

const mixHalf = MixBytes / 2

// mixViews are the types as which the bytes of an integer buffer are accessed.
func (g *generator) mixViews() (buffer string, t Type) {
	if g.chance(3) {
		return "mix_c", Type{&scalars[1], 1}
	}
	buffer = []string{"mix_a", "mix_b", "mix_c"}[g.IntN(3)]
	t = g.integerType()
	if buffer == "mix_c" && t.Bits > 8 { // its bytes may lie anywhere
		t.Scalar = &scalars[g.IntN(2)]
	}
	return buffer, t
}

// mixPlace is one of the elements that a work-item owns, as an lvalue.
func (g *generator) mixPlace(depth int) (form string, kids []*Node, t Type) {
	buffer, t := g.mixViews()
	if t.Bits < 64 && g.chance(5) && buffer != "mix_c" {
		t.Lanes = 2
	}
	size := t.Bits / 8 * t.Lanes
	start := fmt.Sprintf("gid * %d", MixBytes/size)
	if g.chance(4) {
		start = fmt.Sprintf("(uint)gid * %du", MixBytes/size)
	}
	at := fmt.Sprint(g.IntN(mixHalf / size))
	switch v := g.counter(mixHalf / size); {
	case v != "" && g.chance(2):
		at = v
	case g.chance(3):
		at, kids = fmt.Sprintf("($0 & %d)", mixHalf/size-1), []*Node{g.sharedIndex(depth)}
	}
	return fmt.Sprintf("((global %s *)%s)[%s + %s]", t, buffer, start, at), kids, t
}

// loadedMix reads such memory.
func (g *generator) loadedMix(t Type, depth int) *Node {
	if g.uniform || !g.inKernel {
		return nil
	}
	if t == tFloat {
		form, kids := g.floatMixPlace(depth)
		return value(t, form, kids...)
	}
	if form, kids, u := g.mixPlace(depth); u == t {
		return value(t, form, kids...)
	}
	return nil
}

func (g *generator) floatMixPlace(depth int) (string, []*Node) {
	buffer := []string{"mix_f", "mix_g"}[g.IntN(2)]
	if g.chance(3) {
		return fmt.Sprintf("%s[gid * %d + ($0 & %d)]", buffer, MixBytes/4, mixHalf/4-1), []*Node{g.sharedIndex(depth)}
	}
	return fmt.Sprintf("%s[gid * %d + %d]", buffer, MixBytes/4, g.IntN(mixHalf/4)), nil
}

// storeMix writes such memory, unchanged or changed.
func (g *generator) storeMix(int) *Node {
	if g.chance(4) {
		form, kids := g.floatMixPlace(2)
		x := fmt.Sprintf("$%d", len(kids))
		return statement(form+" = nfloat("+x+");", append(kids, g.expression(tFloat, exprDepth))...)
	}
	form, kids, t := g.mixPlace(2)
	x := fmt.Sprintf("$%d", len(kids))
	operator := "="
	if t.Kind == Unsigned && (t.Bits >= 32 || t.isVector()) && g.chance(2) {
		operator = []string{"+=", "^=", "*="}[g.IntN(3)]
	}
	return statement(fmt.Sprintf("%s %s %s;", form, operator, x), append(kids, g.expression(t, exprDepth))...)
}

// sumInMemory sums up in memory that may overlap its terms.
func (g *generator) sumInMemory(int) *Node {
	isFloat := g.chance(3)
	t, c, others, words := tUInt, []string{"mix_a", "mix_b"}, []string{"mix_a", "mix_b"}, MixBytes/4
	if isFloat {
		t, c, others = tFloat, []string{"mix_f", "mix_g"}, []string{"mix_f", "mix_g"}
	}
	k, n := g.name("i"), g.IntN(8)
	at := fmt.Sprintf("%s[gid * %d + %d]", c[g.IntN(2)], words, n)
	switch {
	case g.chance(3):
		at = fmt.Sprintf("%s[gid * %d + ($1 & 7)]", c[g.IntN(2)], words)
	case g.chance(4):
		at = fmt.Sprintf("%s[gid * %d + (%s & 3)]", c[g.IntN(2)], words, k)
	}
	a := fmt.Sprintf("%s[gid * %d + (%s & 7)]", others[g.IntN(2)], words, k)
	b := fmt.Sprintf("in_%s[%s * %d + %s]", t, k, 1+g.IntN(9), []string{"gid", "few"}[g.IntN(2)])
	start, add := "", fmt.Sprintf("%s += %s * %s;", at, a, b)
	switch {
	case isFloat: // NaNs and large numbers stay out, so that no bits of a NaN are stored
		start = fmt.Sprintf("for (uint q = 0; q < 8u; q++) { mix_f[gid * %[1]d + q] = (float)q; mix_g[gid * %[1]d "+
			"+ q] = 1.5f - (float)q; } ", words)
		add = fmt.Sprintf("%s = clamp(%[1]s + %s * 0.5f, -100.0f, 100.0f);", at, a)
	case g.chance(3):
		add = fmt.Sprintf("%s = (%[1]s ^ %s) + mix_c[gid * %d + (%s & 31)] * 3u;", at, a, MixBytes, k)
	}
	if !isFloat && g.chance(2) {
		start = at + " = $0; "
		if g.chance(2) && !hasName(at, k) {
			start = "if ($0 > 7u) " + start
		}
		if hasName(at, k) {
			start = ""
		}
	}
	switch g.IntN(5) {
	case 0:
		add = "if ($2) " + add
	case 1:
		add += " if ($2) break;"
	case 2:
		add = "if ($2) continue; " + add
	}
	bound := []string{"few", "few * 3u", "7u", "($0 & 15u)", "20u"}[g.IntN(5)]
	loop := fmt.Sprintf("for (uint %[1]s = 0; %[1]s < %[2]s; %[1]s++) { %[3]s }", k, bound, add)
	if g.chance(4) {
		loop = fmt.Sprintf("{ uint %[1]s = 0; do { %[3]s } while (++%[1]s < %[2]s); }", k, bound, add)
	}
	return statement(start+loop, g.expression(tUInt, 2), g.expression(tUInt, 1), g.condition(2))
}

// gridStride goes over a buffer in steps of all work-items, each of which owns the words it visits.
func (g *generator) gridStride(int) *Node {
	i := g.name("i")
	total := "get_global_size(0) * get_global_size(1) * get_global_size(2)"
	limit := []string{"300", "640", "1000", "few * 64"}[g.IntN(4)]
	x := fmt.Sprintf("in_uint[%s] * 3u + in_ushort[%[1]s]", i)
	if g.chance(3) {
		x = fmt.Sprintf("grid[%s] + $0", i)
	}
	loop := fmt.Sprintf("for (%[1]s %[2]s = gid; %[2]s < %[3]s; %[2]s += %[4]s) { %[5]s }",
		[]string{"size_t", "uint", "int"}[g.IntN(3)], i, limit, total, "grid["+i+"] = "+x+";")
	return statement(loop, g.expression(tUInt, 1))
}
