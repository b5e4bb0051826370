package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// postfix parses what follows a primary expression.
func (p *parser) postfix(e ast.Expr) ast.Expr {
	for chain := 0; ; p.link(&chain) {
		pos := p.tok.Pos
		switch p.tok.Kind {
		case token.LBrack:
			e = p.subscript(e)
		case token.LParen:
			e = p.call(e)
		case token.Dot, token.Arrow:
			e = p.member(e)
		case token.Inc, token.Dec:
			dec := p.is(token.Dec)
			p.advance()
			e = p.incDec(e, dec, true, pos)
		default:
			return e
		}
	}
}

func (p *parser) subscript(x ast.Expr) ast.Expr {
	pos := p.tok.Pos
	p.bracket()
	p.advance()
	index := p.rvalue(p.expression())
	closed := p.expectAfter(index, token.RBrack, "after subscript")
	p.unbracket()
	if !closed || isInvalid(index) {
		return p.bad(pos)
	}
	if x.ExprType().Kind == ast.Vector {
		return p.vectorIndex(x, index, pos)
	}
	x = p.rvalue(x)
	if x.ExprType().IsInteger() && index.ExprType().Kind == ast.Pointer {
		x, index = index, x
	}
	switch t := x.ExprType(); {
	case t.Kind == ast.Invalid:
		return p.bad(pos)
	case t.Kind != ast.Pointer:
		p.errorf(pos, "subscripted value is not an array, pointer or vector but '%s'", typeName(t))
		return p.bad(pos)
	case !index.ExprType().IsInteger():
		p.errorf(index.ExprPos(), "array subscript is not an integer but '%s'", typeName(index.ExprType()))
		return p.bad(pos)
	}
	return p.deref(p.pointerAdd(x, index, ast.PtrAdd, pos), pos)
}

// vectorIndex makes v[i]; a constant index is a swizzle.
func (p *parser) vectorIndex(x, index ast.Expr, pos diag.Pos) ast.Expr {
	t := x.ExprType()
	if !index.ExprType().IsInteger() {
		p.errorf(index.ExprPos(), "vector subscript is not an integer but '%s'", typeName(index.ExprType()))
		return p.bad(pos)
	}
	if lit, ok := fold(index).(*ast.IntLit); ok {
		if lit.Value >= uint64(t.Len) {
			p.errorf(index.ExprPos(), "vector subscript %d is outside of '%s'", int64(lit.Value), typeName(t))
			return p.bad(pos)
		}
		return p.swizzle(x, []uint8{uint8(lit.Value)}, pos)
	}
	if _, _, lvalue := place(x); !lvalue {
		p.errorf(pos, "a vector that is not stored in a variable cannot have a varying subscript")
		return p.bad(pos)
	}
	return &ast.VectorIndex{Base: base(pos, t.Elem), X: x, Index: p.cast(p.promote(index), ast.Basic(ast.Long), true)}
}

// member parses .name or ->name.
func (p *parser) member(x ast.Expr) ast.Expr {
	arrow := p.is(token.Arrow)
	p.advance()
	pos, name := p.tok.Pos, p.tok.Text
	if p.tok.Kind != token.Ident {
		p.errorf(pos, "expected a member name, found '%s'", p.tok)
		return p.bad(pos)
	}
	p.advance()
	if arrow {
		x = p.rvalue(x)
		if t := x.ExprType(); t.Kind != ast.Pointer {
			if t.Kind != ast.Invalid {
				p.errorf(pos, "member reference type '%s' is not a pointer", typeName(t))
			}
			return p.bad(pos)
		}
		x = p.deref(x, pos)
	}
	switch t := x.ExprType(); {
	case t.Kind == ast.Invalid:
		return p.rejectCallee(x, pos)
	case t.Kind == ast.Vector:
		return p.vectorMember(x, name, pos)
	case t.IsRecord():
		return p.recordMember(x, name, pos)
	case t.Kind == ast.Pointer && t.Elem.IsRecord():
		p.errorf(pos, "member reference type '%s' is a pointer; did you mean to use '->'?", typeName(t))
	default:
		p.errorf(pos, "member reference base type '%s' is not a structure, union or vector", typeName(t))
	}
	return p.bad(pos)
}

func (p *parser) rejectCallee(x ast.Expr, pos diag.Pos) ast.Expr {
	if _, ok := x.(*callee); ok {
		p.rvalue(x)
	}
	return p.bad(pos)
}

func (p *parser) recordMember(x ast.Expr, name string, pos diag.Pos) ast.Expr {
	t := x.ExprType()
	if !t.Record.Complete {
		p.errorf(pos, "the type '%s' is incomplete", typeName(t))
		return p.bad(pos)
	}
	f, ok := findField(t.Record, name)
	if !ok {
		p.errorf(pos, "no member named '%s' in '%s'%s", name, typeName(t), fieldHint(p.list.HintFor(name), t.Record, 0))
		return p.bad(pos)
	}
	return &ast.Member{Base: base(pos, f.Type), X: x, Offset: f.Offset, Qual: f.Qual}
}

// findField looks a field up, through anonymous members too; the result's Offset is from the start of r.
func findField(r *ast.Record, name string) (ast.Field, bool) {
	for _, f := range r.Fields {
		if f.Name == name && !f.Anonymous {
			return f, true
		}
		if !f.Anonymous {
			continue
		}
		if inner, ok := findField(f.Type.Record, name); ok {
			inner.Offset += f.Offset
			inner.Qual |= f.Qual
			return inner, true
		}
	}
	return ast.Field{}, false
}
