package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// Braces around a scalar hold its value. Braces around a vector hold its elements, in vectors or one by one, and all of
// them, as in a vector literal; only {} is a vector of zeros.

func (l *lister) scalarBraces(n *initNode) {
	if l.p.peek().Kind == token.LBrace {
		l.p.warnf(l.p.tok.Pos, "too many braces around the initialiser of a scalar")
	}
	l.scalarValue(n)
}

func (l *lister) scalarValue(n *initNode) {
	p := l.p
	pos, count := p.tok.Pos, 0
	l.eachItem(func() {
		count++
		switch {
		case count == 2:
			p.warnf(p.tok.Pos, "excess elements in the initialiser of '%s'", typeName(n.t))
			l.skipItem()
		case count > 2:
			l.skipItem()
		case l.isDesignator():
			p.errorf(p.tok.Pos, "designator in the initialiser of the scalar type '%s'", typeName(n.t))
			n.value = p.bad(p.tok.Pos)
			l.skipItem()
		case p.is(token.LBrace):
			l.scalarValue(n)
		default:
			n.value = l.value(n.t, p.rvalue(p.assignment()))
		}
	})
	if count == 0 {
		p.errorf(pos, "the initialiser of a scalar cannot be empty")
		n.value = p.bad(pos)
	}
}

func (l *lister) vectorBraces(n *initNode) {
	pos := l.p.tok.Pos
	var elems []ast.Expr
	l.eachItem(func() { elems = append(elems, l.vectorItem(n.t)) })
	if len(elems) == 0 {
		n.value = l.p.zero(n.t, pos)
		return
	}
	e := elems[0]
	if len(elems) > 1 || e.ExprType() != n.t {
		e = l.p.makeVector(n.t, elems, pos)
	}
	n.value = l.value(n.t, e)
}

// vectorItem parses one initialiser in a vector's braces.
func (l *lister) vectorItem(t *ast.Type) ast.Expr {
	p := l.p
	pos := p.tok.Pos
	switch {
	case l.isDesignator():
		p.errorf(pos, "designator in the initialiser of the vector type '%s'", typeName(t))
		l.skipItem()
		return p.bad(pos)
	case p.is(token.LBrace):
		n := initNode{t: t.Elem}
		l.braces(&n)
		return n.value
	}
	e := p.rvalue(p.assignment())
	if et := e.ExprType(); et.Kind != ast.Vector {
		return p.convert(e, t.Elem, "initializing")
	}
	return e
}
