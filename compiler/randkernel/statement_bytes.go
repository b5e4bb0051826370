package randkernel

import (
	"fmt"
	"strings"
)

// Words that are read and written byte by byte, in either order, as in texts and keys.

// byteOrder is the order of the bytes in the word: mostly one of the two usual ones.
func (g *generator) byteOrder(n int) []int {
	order := g.Perm(n)
	k := g.IntN(8)
	for i := range order {
		switch {
		case k < 4:
			order[i] = i
		case k < 7:
			order[i] = n - 1 - i
		}
	}
	return order
}

// wordOfBytes makes a word of neighbouring bytes or shorts.
func (g *generator) wordOfBytes(int) *Node {
	v := variable{name: g.name("v"), t: []Type{tUInt, tUInt, tULong, {&scalars[3], 1}}[g.IntN(4)]}
	piece, from := 8, []string{"in_uchar", "own_uchar", "mix_c", "(global uchar *)mix_a", "(uchar)in_char"}[g.IntN(5)]
	if v.t.Bits > 16 && g.chance(5) {
		piece, from = 16, "in_ushort"
	}
	n := v.t.Bits / piece
	step := n + g.IntN(5)
	start := fmt.Sprintf("gid * %d + %d", step, g.IntN(9))
	var kids []*Node
	switch {
	case strings.Contains(from, "mix"):
		start = fmt.Sprintf("gid * %d + %d", MixBytes, g.IntN(mixHalf-n+1))
	case from == "own_uchar":
		if s := g.stride["uchar"]; s < n {
			from = "in_uchar"
		} else {
			start = fmt.Sprintf("gid * %d", s)
		}
	case g.chance(2):
		start, kids = fmt.Sprintf("($0 & 2047) * %d", 2), []*Node{g.expression(tUInt, 2)}
	case step*MaxItems+16 > Elements:
		start = fmt.Sprintf("gid * %d", n)
	}
	if strings.HasPrefix(from, "(global") {
		from = "(" + from + ")"
	}
	p := g.name("at")
	text := fmt.Sprintf("%s %s; { %s %s = %s; %[2]s = ", v.t, v.name, []string{"size_t", "uint", "int"}[g.IntN(3)], p,
		start)
	joint := []string{" | ", " | ", " + ", " ^ "}[g.IntN(4)]
	var terms []string
	for i, place := range g.byteOrder(n) {
		term := fmt.Sprintf("(%s)%s[%s + %d]", v.t, from, p, i)
		if place > 0 {
			term = fmt.Sprintf("(%s << %d)", term, place*piece)
		}
		terms = append(terms, term)
	}
	if g.chance(6) {
		terms = terms[:n-1]
	}
	g.Shuffle(len(terms), func(i, j int) { terms[i], terms[j] = terms[j], terms[i] })
	text += fmt.Sprintf("(%s)(%s); }", v.t, strings.Join(terms, joint))
	g.variables = append(g.variables, v)
	return statement(text, kids...)
}

// bytesOfWord writes a word byte by byte.
func (g *generator) bytesOfWord(int) *Node {
	t := []Type{tUInt, tUInt, tULong, {&scalars[3], 1}}[g.IntN(4)]
	n := t.Bits / 8
	start := fmt.Sprintf("mix_c + gid * %d + %d", MixBytes, g.IntN(mixHalf-n+1))
	switch s := g.stride["uchar"]; {
	case s >= n && g.chance(2):
		start = fmt.Sprintf("own_uchar + gid * %d + %d", s, g.IntN(s-n+1))
	case g.chance(4):
		start = fmt.Sprintf("(global uchar *)(mix_a + gid * %d + ($1 & 3))", MixBytes/4)
	}
	x, p := g.name("x"), g.name("p")
	text := fmt.Sprintf("{ %s %s = $0; global uchar *%s = %s; ", t, x, p, start)
	var stores []string
	for i, place := range g.byteOrder(n) {
		stores = append(stores, fmt.Sprintf("%s[%d] = (uchar)(%s >> %d); ", p, i, x, place*8))
	}
	if g.chance(6) {
		stores = stores[1:]
	}
	if g.chance(4) {
		g.Shuffle(len(stores), func(i, j int) { stores[i], stores[j] = stores[j], stores[i] })
	}
	if g.chance(6) { // a read in between
		stores[len(stores)/2] += fmt.Sprintf("%s ^= %s[%d]; ", x, p, g.IntN(n))
	}
	return statement(text+strings.Join(stores, "")+"}", g.expression(t, exprDepth), g.sharedIndex(2))
}

// dotOfWords sums products of shorts or bytes.
func (g *generator) dotOfWords(int) *Node {
	v := variable{name: g.name("v"), t: tInt}
	t := []string{"short", "short", "char", "uchar"}[g.IntN(4)]
	i := g.name("i")
	a := []string{"gid * 4 + " + i, i, "gid + " + i, i + " * 2"}
	b := []string{"gid * 4 + " + i, i, "gid + " + i, i + " * 2 + 1"}
	n := g.IntN(4)
	text := fmt.Sprintf("int %s = 0; for (int %[2]s = 0; %[2]s < %d; %[2]s++) { %[1]s += ((int)in_%[4]s[%[5]s] >> "+
		"4) * ((int)in_%[4]s[%[6]s] >> 4); }", v.name, i, 1+g.IntN(30), t, a[n], b[g.IntN(4)])
	if n == 3 && g.chance(2) {
		text = fmt.Sprintf("int %s = 0; for (int %[2]s = 0; %[2]s < %d; %[2]s++) { %[1]s += ((int)in_%[4]s[%[5]s] "+
			">> 4) * ((int)in_%[4]s[%[6]s] >> 4) + ((int)in_%[4]s[%[5]s + 1] >> 4) * "+
			"((int)in_%[4]s[%[6]s + 1] >> 4); }", v.name, i, 1+g.IntN(30), t, a[3], a[0])
	}
	g.variables = append(g.variables, v)
	return statement(text)
}

// storeBounded writes small numbers that were clamped first, and floats as halves.
func (g *generator) storeBounded(int) *Node {
	t := Type{&scalars[g.IntN(4)], 1}
	s := g.stride[t.Name]
	place := fmt.Sprintf("own_%s[gid * %d + %d]", t, s, g.IntN(s))
	low, high := int64(0), int64(1)<<t.Bits-1
	if t.Kind == Signed {
		low, high = -int64(1)<<(t.Bits-1), int64(1)<<(t.Bits-1)-1
	}
	if g.chance(4) {
		low++
	}
	x := g.expression(tInt, exprDepth)
	switch g.IntN(5) {
	case 0:
		return statement(fmt.Sprintf("%s = (%s)min(max((int)$0, %d), %d);", place, t, low, high), x)
	case 1:
		return statement(fmt.Sprintf("%s = convert_%s_sat($0);", place, t), x)
	case 2:
		return statement(fmt.Sprintf("%s = convert_%s_sat_rte($0 * 0.37f);", place, t), g.expression(tFloat, exprDepth))
	case 3:
		if g.useDouble {
			n := g.stride["ushort"]
			return statement(fmt.Sprintf("vstore_half%s(ndouble($0), gid * %d + %d, (global half *)own_ushort);",
				[]string{"", "_rte", "_rtz", "_rtp", "_rtn"}[g.IntN(5)], n,
				g.IntN(n)), g.expression(Type{&scalars[9], 1}, exprDepth))
		}
	}
	return statement(fmt.Sprintf("%s = (%s)clamp((int)$0, %d, %d);", place, t, low, high), x)
}
