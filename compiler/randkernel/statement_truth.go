package randkernel

import (
	"fmt"
	"strings"
)

// Truth values: as variables, parameters and results of functions.

// truthFunction makes a helper with a truth value as its first parameter and result.
func (g *generator) truthFunction() *Node {
	f := function{name: g.name("t"), params: []variable{{name: "p0", t: g.scalar()}}}
	if g.chance(2) {
		f.params = append(f.params, variable{name: "p1", t: g.scalar()})
	}
	params := []string{"bool b0"}
	for _, p := range f.params {
		params = append(params, p.t.String()+" "+p.name)
	}
	g.variables = append([]variable{}, f.params...)
	g.truths = []string{"b0"}
	was := g.result
	g.result = &tTruth
	body := &Node{Role: List, Kids: g.statements(2, 1+g.IntN(3))}
	last := statement("return $0;", g.condition(2))
	g.result = was
	g.endFunction()
	g.truthFunctions = append(g.truthFunctions, f)
	return statement(fmt.Sprintf("static bool %s(%s)\n{\n$0$1\n}", f.name, strings.Join(params, ", ")), body, last)
}

// tTruth is the result of such functions only.
var tTruth = Type{&Scalar{"bool", Unsigned, 1}, 1}

// truth is a variable, or the result of a function, if there is one.
func (g *generator) truth(depth int) *Node {
	if g.uniform {
		return nil
	}
	if n := len(g.truths); n > 0 && g.chance(2) {
		return value(tInt, g.truths[g.IntN(n)])
	}
	if len(g.truthFunctions) == 0 {
		return nil
	}
	f := g.truthFunctions[g.IntN(len(g.truthFunctions))]
	form, kids := f.name+"($0", []*Node{g.condition(min(depth, 1))}
	for i, p := range f.params {
		form += fmt.Sprintf(", $%d", i+1)
		kids = append(kids, g.expression(p.t, min(depth, 1)))
	}
	return value(tInt, form+")", kids...)
}

// truthAt declares a truth value or changes one.
func (g *generator) truthAt(int) *Node {
	if n := len(g.truths); n > 0 && g.chance(2) {
		name := g.truths[g.IntN(n)]
		form := []string{"%s = $0;", "%s = %[1]s && $0;", "%s |= $0;", "%s ^= $0;", "%s = !%[1]s;"}[g.IntN(5)]
		form = fmt.Sprintf(form, name)
		if !strings.Contains(form, "$0") {
			return statement(form)
		}
		return statement(form, value(tInt, "((int)($0) != 0)", g.condition(2)))
	}
	name := g.name("b")
	c := g.condition(2)
	g.truths = append(g.truths, name)
	return statement(fmt.Sprintf("bool %s = $0;", name), c)
}
