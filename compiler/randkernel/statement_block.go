package randkernel

import "fmt"

// blockCalled declares a variable whose value comes from a block, which captures what its expression uses. Every other
// time there are two blocks, of which a helper calls one.
func (g *generator) blockCalled(int) *Node {
	if !g.version3 {
		return nil
	}
	v, p := variable{name: g.name("v"), t: g.anyType()}, variable{name: g.name("p"), t: g.anyType(), constant: true}
	argument := g.expression(p.t, exprDepth)
	form, kids := "", []*Node{argument, g.inBlock(v.t, p)}
	literal := func(kid int) string { return fmt.Sprintf("^%s(%s %s) { return $%d; }", v.t, p.t, p.name, kid) }
	switch g.IntN(3) {
	case 0:
		form = fmt.Sprintf("%s %s = %s($0);", v.t, v.name, literal(1))
	case 1:
		b := g.name("b")
		form = fmt.Sprintf("%s (^%s)(%s) = %s;\n%s %s = %s($0);", v.t, b, p.t, literal(1), v.t, v.name, b)
	default:
		b, c := g.name("b"), g.name("b")
		kids = append(kids, g.inBlock(v.t, p), g.condition(2))
		form = fmt.Sprintf("%s (^%s)(%s) = %s, (^%s)(%s) = %s;\n%s %s = $3 ? %s($0) : %s($0);", v.t, b, p.t,
			literal(1), c, p.t, literal(2), v.t, v.name, b, c)
	}
	g.variables = append(g.variables, v)
	return statement(form, kids...)
}

// inBlock is an expression within a block with a parameter.
func (g *generator) inBlock(t Type, p variable) *Node {
	s := g.openScope()
	g.variables = append(g.variables, p)
	n := g.expression(t, exprDepth)
	g.close(s)
	return n
}
