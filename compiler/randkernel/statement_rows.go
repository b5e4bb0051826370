package randkernel

import "fmt"

// Rows of small elements, as programs for pictures have them: each work-item reads bytes and shorts around its place,
// computes with them and stores a small result there.

// smallRow stores the result of a tree of small operations.
func (g *generator) smallRow(int) *Node {
	t := scalars[g.IntN(4)].Name
	s := g.stride[t]
	place := fmt.Sprintf("own_%s[gid * %d + %d]", t, s, g.IntN(s))
	if !g.chance(4) {
		return statement(fmt.Sprintf("%s = %s;", place, g.smallTree(t, 2+g.IntN(4))))
	}
	sum, i := g.name("s"), g.name("i")
	step := []string{"(%[2]s)(%[1]s + %[3]s)", "max(%[1]s, %[3]s)", "add_sat(%[1]s, %[3]s)", "(%[2]s)(%[1]s ^ %[3]s)"}
	next := fmt.Sprintf(step[g.IntN(len(step))], sum, t, g.smallTree(t, 2))
	return statement(fmt.Sprintf("{ %s %s = %s; for (int %s = 0; %[4]s < %[5]d; %[4]s++) %[2]s = %[6]s; "+
		"%[7]s = %[2]s; }", t, sum, g.smallTree(t, 1), i, 1+g.IntN(20), next, place))
}

// smallTree is an expression of a small type.
func (g *generator) smallTree(t string, depth int) string {
	other := scalars[g.IntN(4)].Name
	if depth == 0 || g.chance(6) {
		switch g.IntN(6) {
		case 0:
			return fmt.Sprintf("(%s)%d", t, g.IntN(1<<16)-1<<15)
		case 1:
			return fmt.Sprintf("(%s)in_%s[%d]", t, other, g.IntN(100))
		case 2:
			return fmt.Sprintf("in_%s[gid + %d]", t, g.IntN(16))
		}
		return fmt.Sprintf("(%s)in_%s[gid + %d]", t, other, g.IntN(16))
	}
	x, y := g.smallTree(t, depth-1), g.smallTree(t, depth-1)
	a, b := g.smallTree(other, depth-1), g.smallTree(scalars[g.IntN(4)].Name, depth-1)
	switch g.IntN(10) {
	case 0:
		names := []string{"max", "min", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi"}
		return fmt.Sprintf("%s(%s, %s)", names[g.IntN(len(names))], x, y)
	case 1:
		return fmt.Sprintf("(%s)(%s %s %d)", t, a, []string{"<<", ">>"}[g.IntN(2)], g.IntN(9))
	case 2, 3:
		compare := []string{"<", "<=", ">", ">=", "==", "!="}
		return fmt.Sprintf("(%s)(%s %s %s ? %s : %s)", t, a, compare[g.IntN(6)], b, x, y)
	case 4:
		return fmt.Sprintf("convert_%s_sat(%s %s %s)", t, a, []string{"+", "-", "*"}[g.IntN(3)], b)
	case 5:
		return fmt.Sprintf("(%s)(%s)(%s)", t, other, g.smallTree(t, depth-1))
	case 6:
		return fmt.Sprintf("(%s)((%s + %s + 1) >> %d)", t, a, b, 1+g.IntN(4))
	}
	return fmt.Sprintf("(%s)(%s %s %s)", t, a, []string{"+", "-", "*", "&", "|", "^"}[g.IntN(6)], b)
}
