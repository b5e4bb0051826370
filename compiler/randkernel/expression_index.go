package randkernel

import (
	"fmt"
	"strings"
)

// Indices and words as in programs that know the width of their numbers.

// wrappingIndex is an index computed from narrow numbers, or from numbers that wrap.
func (g *generator) wrappingIndex(depth int) (string, []*Node) {
	n := g.IntN(300)
	switch g.IntN(11) {
	case 0:
		return fmt.Sprintf("(uchar)(gid + %d)", n), nil
	case 1:
		return fmt.Sprintf("((ushort)(gid * %d + %d) & 4095)", 1+2*g.IntN(200), n), nil
	case 2:
		return fmt.Sprintf("(((uint)gid * %du + 0xffffff00u) & 0xfffu)", 1+g.IntN(4)), nil
	case 3:
		return fmt.Sprintf("(%d + (char)(gid * %d))", 128+n, 1+g.IntN(3)), nil
	case 4:
		return fmt.Sprintf("max((int)gid - %d, 0)", n), nil
	case 5:
		return fmt.Sprintf("min((uint)gid + %du, %du)", n, n+g.IntN(600)), nil
	case 6:
		return fmt.Sprintf("abs((int)gid - %d)", n), nil
	case 7:
		return fmt.Sprintf("((uint)gid << %d >> %d)", 20+g.IntN(8), 20+g.IntN(2)), nil
	case 8:
		return fmt.Sprintf("(gid %s %d)", []string{"/", "%"}[g.IntN(2)], []int{3, 5, 7, 16, 40, 64}[g.IntN(6)]), nil
	case 9:
		if s := g.counter(64); s != "" {
			return fmt.Sprintf("(gid ^ %s)", s), nil
		}
		return fmt.Sprintf("((uint)gid ^ %du)", n&255), nil
	}
	return fmt.Sprintf("clamp((int)gid + ((int)$0 & 15) - 8, 0, %d)", 1+g.IntN(1000)), []*Node{g.sharedIndex(depth)}
}

// guardedIndex is a difference under a condition that keeps it from wrapping.
func (g *generator) guardedIndex() string {
	c := 1 + g.IntN(40)
	return fmt.Sprintf([]string{"((uint)gid >= %[1]du ? (uint)gid - %[1]du : 0u)",
		"((uint)gid < %[1]du ? 0u : (uint)gid - %[1]du)", "((uint)gid > 0u ? (uint)gid - 1u : %[1]du)"}[g.IntN(3)], c)
}

// lookBack reads before the work-item's place if there is something.
func (g *generator) lookBack(int) *Node {
	v := variable{name: g.name("v"), t: g.scalar()}
	id, c := "(uint)gid", fmt.Sprintf("%du", 1+g.IntN(20))
	if g.sees && g.chance(2) {
		id = "lid"
	}
	if g.chance(3) {
		c = "few"
	}
	if s := g.counter(64); s != "" && g.chance(2) {
		c = "(uint)" + s
	}
	question := []string{"%[1]s >= %[2]s", "%[2]s <= %[1]s", "!(%[1]s < %[2]s)", "%[1]s > %[2]s",
		"%[1]s >= %[2]s && $0", "%[1]s >= 40u && %[1]s - 40u < %[2]s"}[g.IntN(6)]
	back := c
	if strings.Contains(question, "40u") {
		back = "40u"
	}
	n := statement(fmt.Sprintf("%s %s = 0; if ("+strings.NewReplacer("%[1]s", id, "%[2]s", c).Replace(question)+
		") %[2]s = in_%[1]s[%[3]s - %[4]s];", v.t, v.name, id, back), g.condition(1))
	g.variables = append(g.variables, v)
	return n
}

// divisor is a constant, or a uniform number, that is neither 0 nor -1.
func (g *generator) divisor(t Type) string {
	positive := int64(1)<<(t.Bits-1) - 1
	if g.inKernel && g.chance(2) {
		return fmt.Sprintf("(%s)(a_%s & %d | 1)", t, t, positive)
	}
	n := int64(g.Uint64()) & positive >> g.IntN(t.Bits-1)
	n = max(n, 1)
	if t.Kind == Signed && g.chance(3) {
		return fmt.Sprintf("(%s)(%d)", t, -n-1+n/positive)
	}
	return fmt.Sprintf("(%s)%d", t, n)
}

// turnedWord rotates the bytes or bits of a word.
func (g *generator) turnedWord(t Type, x *Node) *Node {
	u := t.unsigned()
	if t.Bits < 32 {
		return value(t, fmt.Sprintf("rotate($0, (%s)%d)", t, g.IntN(t.Bits)), x)
	}
	n := 8 * (1 + g.IntN(t.Bits/8-1))
	if g.chance(3) {
		n = 1 + g.IntN(t.Bits-1)
	}
	switch g.IntN(4) {
	case 0:
		return value(t, fmt.Sprintf("as_%s(as_uchar%d(as_%s($0)).s%s)", t, t.Bits/8, u, "76543210"[8-t.Bits/8:]), x)
	case 1:
		return value(t, fmt.Sprintf("rotate($0, (%s)%d)", t, n), x)
	case 2:
		v := []string{"s1032", "s2301", "s3210", "s0321", "s3012", "s1230"}[g.IntN(6)]
		if t.Bits == 32 {
			return value(t, fmt.Sprintf("as_%s(as_uchar4($0).%s)", t, v), x)
		}
		return value(t, fmt.Sprintf("as_%s(as_ushort4($0).%s)", t, v), x)
	}
	return value(t, fmt.Sprintf("((%[1]s)(((%[2]s)$0 << %[3]d) | ((%[2]s)$0 >> %[4]d)))", t, u, n, t.Bits-n), x)
}
