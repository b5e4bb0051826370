package randkernel

import (
	"fmt"
	"strings"
)

// vectorInteger is an operation of integer vectors, which wrap.
func (g *generator) vectorInteger(t Type, depth int) *Node {
	x, y := g.expression(t, depth), g.expression(t, depth)
	u := t.unsigned()
	switch g.IntN(8) {
	case 0:
		operator := []string{"<<", ">>"}[g.IntN(2)]
		return value(t, "($0 "+operator+" $1)", x, y)
	case 1:
		operator := []string{"/", "%"}[g.IntN(2)]
		return value(t, fmt.Sprintf("($0 %s (($1 & (%s)63) + (%s)1))", operator, t, t), x, y)
	case 2, 3:
		operator := []string{"&", "|", "^"}[g.IntN(3)]
		return value(t, "($0 "+operator+" $1)", x, y)
	case 4:
		return value(t, "(~$0)", x)
	case 5:
		return value(t, fmt.Sprintf("($0 %s %s)", []string{"&", "^", ">>"}[g.IntN(3)], "$1"), x,
			g.expression(t.element(), min(depth, 1)))
	}
	operator := []string{"+", "-", "*"}[g.IntN(3)]
	if t.Kind == Unsigned {
		return value(t, "($0 "+operator+" $1)", x, y)
	}
	return value(t, fmt.Sprintf("as_%s(as_%s($0) %s as_%s($1))", t, u, operator, u), x, y)
}

// vectorBuilt makes a vector of parts.
func (g *generator) vectorBuilt(t Type, depth int) *Node {
	if g.chance(3) {
		return value(t, fmt.Sprintf("((%s)($0))", t), g.expression(t.element(), depth))
	}
	var kids []*Node
	var holes []string
	for left := t.Lanes; left > 0; {
		n := 1
		if left >= 2 && g.chance(2) || left > 8 {
			n = min([]int{2, 2, 4, 8}[g.IntN(4)], left)
			for n&(n-1) != 0 {
				n--
			}
		}
		if left > 8 {
			n = 8
		}
		part := t.with(n)
		if n == t.Lanes {
			part, n = t.with(1), 1
		}
		holes = append(holes, fmt.Sprint("$", len(kids)))
		kids = append(kids, g.expression(part, min(depth, 1)))
		left -= n
	}
	return value(t, fmt.Sprintf("((%s)(%s))", t, strings.Join(holes, ", ")), kids...)
}

func (g *generator) vectorCompare(t Type, depth int) *Node {
	if t.Kind != Signed {
		return nil
	}
	from := t
	for i := range scalars {
		if scalars[i].Bits == t.Bits && g.chance(2) {
			from.Scalar = &scalars[i]
		}
	}
	if !g.uses(from) {
		from = t
	}
	operator := []string{"<", ">", "<=", ">=", "==", "!="}[g.IntN(6)]
	return value(t, "($0 "+operator+" $1)", g.expression(from, depth), g.expression(from, depth))
}

func (g *generator) vectorChoice(t Type, depth int) *Node {
	x, y, c := g.expression(t, depth), g.expression(t, depth), g.expression(t.signed(), depth)
	if t.isInteger() && g.chance(3) {
		return value(t, "bitselect($0, $1, $2)", x, y, g.expression(t, depth))
	}
	if g.chance(2) {
		return value(t, "select($0, $1, $2)", x, y, c)
	}
	return value(t, "($2 ? $0 : $1)", x, y, c)
}

// shuffled takes elements of a vector, in any order.
func (g *generator) shuffled(t Type, depth int) *Node {
	from := t.with([]int{2, 3, 4, 8, 16}[g.IntN(5)])
	if from.Lanes > 2 && from.Lanes != 3 && from.Lanes/2 == t.Lanes && g.chance(2) {
		return value(t, "$0."+[]string{"lo", "hi", "even", "odd"}[g.IntN(4)], g.expression(from, depth))
	}
	if from.Lanes != 3 && t.Lanes != 3 && g.chance(3) {
		mask := t.unsigned()
		if g.chance(2) {
			return value(t, "shuffle($0, $1)", g.expression(from, depth), g.expression(mask, depth))
		}
		return value(t, "shuffle2($0, $1, $2)", g.expression(from, depth), g.expression(from, depth),
			g.expression(mask, depth))
	}
	return value(t, "$0."+g.swizzle(from, t.Lanes), g.expression(from, depth))
}

func (g *generator) swizzle(from Type, n int) string {
	if from.Lanes <= 4 && n <= 4 && g.chance(2) {
		text := ""
		for range n {
			text += string("xyzw"[g.IntN(from.Lanes)])
		}
		return text
	}
	text := "s"
	for range n {
		text += fmt.Sprintf("%x", g.IntN(from.Lanes))
	}
	return text
}

// elementOf takes one element of a vector.
func (g *generator) elementOf(t Type, depth int) *Node {
	from := t.with([]int{2, 3, 4, 8, 16}[g.IntN(5)])
	return value(t, "$0."+g.swizzle(from, 1), g.expression(from, depth))
}

// reduced makes a float of a float vector.
func (g *generator) reduced(t Type, depth int) *Node {
	v := t.with([]int{2, 3, 4}[g.IntN(3)])
	switch g.IntN(4) {
	case 0:
		return value(t, "length($0)", g.expression(v, depth))
	case 1:
		return value(t, "fast_distance($0, $1)", g.expression(tFloat.with(v.Lanes), depth),
			g.expression(tFloat.with(v.Lanes), depth)).orNil(t.Bits == 32)
	}
	return value(t, "dot($0, $1)", g.expression(v, depth), g.expression(v, depth))
}

func (n *Node) orNil(keep bool) *Node {
	if keep {
		return n
	}
	return nil
}
