package parse

import (
	"cmp"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// unary parses a prefix operator or a postfix expression.
func (p *parser) unary() ast.Expr {
	kind, pos := p.tok.Kind, p.tok.Pos
	switch kind {
	case token.Inc, token.Dec:
		p.advance()
		p.enter()
		defer p.leave()
		return p.incDec(p.unary(), kind == token.Dec, false, pos)
	case token.And:
		p.advance()
		return p.addressOf(p.castExpr(), pos)
	case token.Star:
		p.advance()
		return p.deref(p.rvalue(p.castExpr()), pos)
	case token.Plus, token.Minus, token.Tilde:
		p.advance()
		return p.arithUnary(p.rvalue(p.castExpr()), kind, pos)
	case token.Not:
		p.advance()
		return p.not(p.rvalue(p.castExpr()), pos)
	case token.AndAnd:
		p.advance()
		return p.labelAddress(pos)
	}
	switch p.keyword {
	case token.KwSizeof, token.KwAlignof, token.KwVecStep:
		return p.sizeOf()
	case token.KwExtension:
		p.advance()
		return p.castExpr()
	}
	return p.postfix(p.primary())
}

func (p *parser) incDec(x ast.Expr, dec, postfix bool, pos diag.Pos) ast.Expr {
	if !p.modifiable(x, pos) {
		return p.bad(pos)
	}
	t := x.ExprType()
	if s := t.Scalar(); !s.IsArith() && t.Kind != ast.Pointer || t.Kind == ast.Pointer && !p.arithPointee(t, pos) {
		p.errorf(pos, "cannot increment or decrement a value of type '%s'", typeName(t))
		return p.bad(pos)
	}
	return &ast.IncDec{Base: base(pos, t), X: x, Dec: dec, Postfix: postfix}
}

// modifiable checks that an expression can be assigned to; it returns false after an error.
func (p *parser) modifiable(x ast.Expr, pos diag.Pos) bool {
	if isInvalid(x) {
		if c, ok := x.(*callee); ok {
			p.errorf(pos, "function '%s' is not assignable", c.name)
		}
		return false
	}
	qual, space, lvalue := place(x)
	t := x.ExprType()
	switch {
	case !lvalue:
		if s, ok := x.(*ast.Swizzle); ok && repeats(s.Elems) {
			p.errorf(pos, "vector is not assignable (contains duplicate components)")
			return false
		}
		p.errorf(pos, "expression is not assignable")
	case t.Kind == ast.Array:
		p.errorf(pos, "array type '%s' is not assignable", typeName(t))
	case isHandle(t), t.Kind == ast.Block:
		p.errorf(pos, "a variable of type '%s' cannot be modified", typeName(t))
	case qual&ast.Const != 0 || space == ast.Constant:
		p.readOnly(x, space, pos)
	default:
		return p.halfAllowed(t, pos)
	}
	return false
}

func (p *parser) readOnly(x ast.Expr, space ast.Space, pos diag.Pos) {
	what := "read-only location"
	if v := root(x); v != nil && v.Name != "" {
		what = "variable '" + v.Name + "'"
	}
	if space == ast.Constant {
		p.errorf(pos, "cannot assign to %s in constant address space", what)
		return
	}
	p.errorf(pos, "cannot assign to %s of const-qualified type '%s'", what, typeName(x.ExprType()))
}

func (p *parser) addressOf(x ast.Expr, pos diag.Pos) ast.Expr {
	if c, ok := x.(*callee); ok {
		p.errorf(pos, "taking the address of function '%s' is not allowed", c.name)
	}
	if isInvalid(x) {
		return p.bad(pos)
	}
	if d, ok := x.(*ast.Deref); ok {
		return d.X
	}
	if p.refuseBlock(x.ExprType(), "&", pos) {
		return p.bad(pos)
	}
	qual, space, lvalue := place(x)
	switch x.(type) {
	case *ast.Swizzle, *ast.VectorIndex:
		p.errorf(pos, "address of vector element requested")
		return p.bad(pos)
	}
	if !lvalue || isHandle(x.ExprType()) {
		p.errorf(pos, "cannot take the address of a value of type '%s'", typeName(x.ExprType()))
		return p.bad(pos)
	}
	takeAddress(x)
	return &ast.AddrOf{Base: base(pos, p.types.Pointer(x.ExprType(), qual, space)), X: x}
}

func (p *parser) deref(x ast.Expr, pos diag.Pos) ast.Expr {
	t := x.ExprType()
	switch {
	case t.Kind == ast.Invalid:
		return p.bad(pos)
	case p.refuseBlock(t, "*", pos):
		return p.bad(pos)
	case t.Kind != ast.Pointer:
		p.errorf(pos, "indirection requires a pointer ('%s' is none)", typeName(t))
		return p.bad(pos)
	case t.Elem.Kind == ast.Void:
		p.errorf(pos, "a pointer to void cannot be dereferenced")
		return p.bad(pos)
	}
	if a, ok := x.(*ast.AddrOf); ok && a.X.ExprType() == t.Elem {
		return a.X
	}
	return &ast.Deref{Base: base(pos, t.Elem), X: x}
}

func (p *parser) arithUnary(x ast.Expr, kind token.Kind, pos diag.Pos) ast.Expr {
	t := x.ExprType()
	s := t.Scalar()
	switch {
	case t.Kind == ast.Invalid:
		return p.bad(pos)
	case !s.IsArith(), kind == token.Tilde && !s.IsInteger():
		p.errorf(pos, "invalid argument type '%s' to unary '%s'", typeName(t), kind)
		return p.bad(pos)
	}
	if t.Kind != ast.Vector {
		x = p.promote(x)
	}
	op := ast.Neg
	switch kind {
	case token.Plus:
		return x
	case token.Tilde:
		op = ast.BitNot
	}
	return simplify(&ast.Unary{Base: base(pos, x.ExprType()), Op: op, X: x})
}

func (p *parser) not(x ast.Expr, pos diag.Pos) ast.Expr {
	t := x.ExprType()
	switch {
	case t.Kind == ast.Invalid:
		return p.bad(pos)
	case t.Kind == ast.Vector:
		return &ast.Unary{Base: base(pos, p.truthVector(t)), Op: ast.LogNot, X: x}
	case !t.IsScalar():
		p.errorf(pos, "invalid argument type '%s' to unary '!'", typeName(t))
		return p.bad(pos)
	}
	return simplify(&ast.Unary{Base: base(pos, ast.Basic(ast.Int)), Op: ast.LogNot, X: x})
}

// truthVector is the type of a comparison of vectors: signed integers of the elements' width.
func (p *parser) truthVector(t *ast.Type) *ast.Type {
	kind := map[uint64]ast.Kind{1: ast.Char, 2: ast.Short, 4: ast.Int, 8: ast.Long}[t.Elem.Size()]
	return p.types.Vector(ast.Basic(kind), t.Lanes())
}

// sizeOf parses sizeof, alignof and vec_step.
func (p *parser) sizeOf() ast.Expr {
	keyword, pos, word := p.keyword, p.tok.Pos, p.tok.Text
	p.advance()
	operand := p.sizeOperand(word)
	t := operand.t
	size := ast.Basic(ast.ULong)
	switch {
	case t.Kind == ast.Invalid, p.refuseBlock(t, word, pos):
		return p.bad(pos)
	case t.Kind == ast.Func, t.IsIncomplete(), t.Kind == ast.Array && t.Len < 0:
		p.errorf(pos, "invalid application of '%s' to the incomplete or function type '%s'", word, typeName(t))
		return p.bad(pos)
	case keyword == token.KwSizeof:
		return intLit(pos, size, t.Size())
	case keyword == token.KwAlignof:
		return intLit(pos, size, cmp.Or(operand.align, t.Align()))
	case !t.Scalar().IsArith() && t.Kind != ast.Void:
		p.errorf(pos, "'vec_step' requires a built-in scalar or vector type ('%s' is none)", typeName(t))
		return p.bad(pos)
	case t.Lanes() == 3:
		return intLit(pos, ast.Basic(ast.Int), 4)
	}
	return intLit(pos, ast.Basic(ast.Int), uint64(t.Lanes()))
}

func (p *parser) sizeOperand(word string) qualType {
	if p.is(token.LParen) && p.startsType(p.peek()) {
		to, ok := p.parenType(word)
		if !ok {
			return invalidType
		}
		return to
	}
	p.enter()
	defer p.leave()
	e := p.unary()
	if c, ok := e.(*callee); ok {
		p.rvalue(c)
	}
	if v, ok := e.(*ast.VarRef); ok {
		return qualType{t: e.ExprType(), align: v.Var.Align}
	}
	return qualType{t: e.ExprType()}
}
