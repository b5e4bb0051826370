package randkernel

import (
	"fmt"
	"strings"
)

// Rows and columns of tiles, as programs compute them from the number of a work-item: a sum of ids and constants is
// divided by a power of two, or compared with multiples of it.

// digits declares a quotient, a remainder or a comparison of such a sum.
func (g *generator) digits(int) *Node {
	v := variable{name: g.name("v"), t: []Type{tUInt, tUInt, tInt, tULong, {&scalars[3], 1}}[g.IntN(5)]}
	sum := g.name("sum")
	power := 1 << (1 + g.IntN(7))
	text := fmt.Sprintf("%s %s; { const %[1]s %[3]s = (%[1]s)(%[4]s); %[2]s = (%[1]s)(%[5]s); }", v.t, v.name, sum,
		g.sumOfIDs(v.t, power), g.ofSum(v.t, sum, power))
	n := statement(text, g.expression(tUInt, 1), g.expression(tUInt, 1))
	g.variables = append(g.variables, v)
	return n
}

// sumOfIDs has terms below the power of two, multiples of it, and others. Unsigned sums may wrap.
func (g *generator) sumOfIDs(t Type, power int) string {
	multiple := func(factor int) string { return fmt.Sprintf("(%s)(%s) * %d", t, g.smallTerm(), factor) }
	text := fmt.Sprintf("(%s)(%s)", t, g.smallTerm())
	for range 1 + g.IntN(3) {
		text += " + " + multiple([]int{power, power, power * 2, power / 2, 1 + g.IntN(2*power), 1}[g.IntN(6)])
	}
	switch g.IntN(4) {
	case 0:
		text += fmt.Sprintf(" + %d", g.IntN(3*power))
	case 1:
		if t == tUInt || t == tULong {
			text += fmt.Sprintf(" - %d", 1+g.IntN(3*power))
		}
	}
	return text
}

// smallTerm is a number whose bound the compiler may know.
func (g *generator) smallTerm() string {
	list := []string{"$0 & %d", "$1 & %d", "few & %d", "$0 %% %d", "get_group_id(0) & %d", "gid & %d"}
	if g.sees {
		list = append(list, "get_local_id(0)", "get_local_id(0)", "get_local_id(1)", "get_local_id(2)", "lid",
			"get_local_id(0) & %d", "lid & %d", "lid / 4")
	}
	form := list[g.IntN(len(list))]
	if mask := []int{1, 3, 7, 15, 31, 5, 9, 255}[g.IntN(8)]; strings.Contains(form, "%d") {
		return fmt.Sprintf(form, mask)
	}
	return form
}

// ofSum takes a sum apart.
func (g *generator) ofSum(t Type, sum string, power int) string {
	quotient, remainder := fmt.Sprintf("%s / %d", sum, power), fmt.Sprintf("%s %% %d", sum, power)
	if t != tInt && g.chance(2) {
		exponent := 0
		for 1<<exponent < power {
			exponent++
		}
		quotient, remainder = fmt.Sprintf("%s >> %d", sum, exponent), fmt.Sprintf("(%s & %d)", sum, power-1)
	}
	relation := []string{"<", ">=", "<=", ">", "==", "!="}[g.IntN(6)]
	bound := []string{fmt.Sprintf("(few & 7) * %d", power), fmt.Sprint(power * g.IntN(9)),
		fmt.Sprintf("(few & 7) * %d + %d", power, g.IntN(power))}[g.IntN(3)]
	compared := fmt.Sprintf("%s %s (%s)(%s)", sum, relation, t, bound)
	switch g.IntN(6) {
	case 0:
		return quotient
	case 1:
		return remainder
	case 2:
		return fmt.Sprintf("(%s) * 1000 + (%s)", quotient, remainder)
	case 3:
		return fmt.Sprintf("(%s) / 2 + (%s) / 2", remainder, quotient)
	case 4:
		return fmt.Sprintf("(%s) ? (%s) : 77", compared, quotient)
	}
	return compared
}
