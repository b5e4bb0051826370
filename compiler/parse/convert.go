package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
)

func (p *parser) bad(pos diag.Pos) ast.Expr {
	return &ast.Bad{Base: ast.Base{Pos: pos, Type: ast.Basic(ast.Invalid)}}
}

func isInvalid(e ast.Expr) bool { return e.ExprType().Kind == ast.Invalid }

func base(pos diag.Pos, t *ast.Type) ast.Base { return ast.Base{Pos: pos, Type: t} }

func intLit(pos diag.Pos, t *ast.Type, v uint64) *ast.IntLit {
	return &ast.IntLit{Base: base(pos, t), Value: extend(v, t)}
}

// place is the qualifiers and the address space of an lvalue's memory; ok is false for values.
func place(e ast.Expr) (qual ast.Qual, space ast.Space, ok bool) {
	switch e := e.(type) {
	case *ast.VarRef:
		return e.Var.Qual, e.Var.Space, true
	case *ast.CompoundLit:
		return e.Var.Qual, e.Var.Space, true
	case *ast.Deref:
		t := e.X.ExprType()
		return t.ElemQual, t.Space, true
	case *ast.StringLit:
		return 0, ast.Constant, true
	case *ast.Member:
		qual, space, ok = place(e.X)
		return qual | e.Qual, space, ok
	case *ast.Swizzle:
		if repeats(e.Elems) {
			return 0, 0, false
		}
		return place(e.X)
	case *ast.VectorIndex:
		return place(e.X)
	}
	return 0, 0, false
}

// root is the variable an lvalue is part of, nil if it is reached through a pointer.
func root(e ast.Expr) *ast.Var {
	for {
		switch x := e.(type) {
		case *ast.VarRef:
			return x.Var
		case *ast.CompoundLit:
			return x.Var
		case *ast.Member:
			e = x.X
		case *ast.Swizzle:
			e = x.X
		case *ast.VectorIndex:
			e = x.X
		default:
			return nil
		}
	}
}

func takeAddress(e ast.Expr) {
	if v := root(e); v != nil {
		v.AddressTaken = true
	}
}

// rvalue converts an expression to a value: lvalues are loaded, arrays decay.
func (p *parser) rvalue(e ast.Expr) ast.Expr {
	t := e.ExprType()
	switch e := e.(type) {
	case *ast.Bad:
		return e
	case *callee:
		p.errorf(e.Pos, "function '%s' can only be called; pointers to functions are not allowed", e.name)
		return p.bad(e.Pos)
	}
	qual, space, lvalue := place(e)
	switch {
	case t.Kind == ast.Invalid:
		return e
	case !p.halfAllowed(t, e.ExprPos()):
		return p.bad(e.ExprPos())
	case t.Kind == ast.Array && !lvalue && p.fn == nil: // there is no variable to store it in
		p.errorf(e.ExprPos(), "the array member of a value that is not stored in a variable cannot be used")
		return p.bad(e.ExprPos())
	case t.Kind == ast.Array && !lvalue:
		return p.rvalue(p.stored(e))
	case t.Kind == ast.Array:
		takeAddress(e)
		return &ast.AddrOf{Base: base(e.ExprPos(), p.types.Pointer(t.Elem, qual|t.ElemQual, space)), X: e}
	case lvalue && t.Kind != ast.Void:
		if t.IsIncomplete() {
			p.errorf(e.ExprPos(), "the type '%s' is incomplete", typeName(t))
			return p.bad(e.ExprPos())
		}
		load := &ast.Load{Base: base(e.ExprPos(), t), X: e}
		if t.Kind == ast.Sampler {
			return samplerValue(load)
		}
		return load
	}
	return e
}

// cast converts a value without checking whether that is allowed. Literals are converted at once.
func (p *parser) cast(e ast.Expr, t *ast.Type, implicit bool) ast.Expr {
	from := e.ExprType()
	if from == t || from.Kind == ast.Invalid || t.Kind == ast.Invalid {
		return e
	}
	if t.Kind == ast.Vector && from.Kind == ast.Bool {
		return p.castBoolToVector(e, t, implicit)
	}
	if t.Kind != ast.Vector || from.Kind == ast.Vector {
		if lit := convertLit(e, t); lit != nil {
			return lit
		}
	}
	return &ast.Cast{Base: base(e.ExprPos(), t), X: e, Implicit: implicit}
}

// castBoolToVector widens a truth value: true has all bits set in an integer vector.
func (p *parser) castBoolToVector(e ast.Expr, t *ast.Type, implicit bool) ast.Expr {
	if t.Elem.IsFloat() {
		return &ast.Cast{Base: base(e.ExprPos(), t), X: p.cast(e, t.Elem, true), Implicit: implicit}
	}
	minus := &ast.Unary{Base: base(e.ExprPos(), t.Elem), Op: ast.Neg, X: p.cast(e, t.Elem, true)}
	return &ast.Cast{Base: base(e.ExprPos(), t), X: minus, Implicit: implicit}
}

// promote applies the integer promotions to a scalar value.
func (p *parser) promote(e ast.Expr) ast.Expr {
	switch t := e.ExprType(); t.Kind {
	case ast.Bool, ast.Char, ast.UChar, ast.Short, ast.UShort, ast.Enum:
		return p.cast(e, ast.Basic(ast.Int), true)
	}
	return e
}

// commonArith is the type of the usual arithmetic conversions of two promoted scalars. The kinds are in the order of
// their rank, unsigned above signed, so the greater one wins.
func commonArith(a, b *ast.Type) *ast.Type {
	return ast.Basic(max(promotedKind(a), promotedKind(b)))
}

func promotedKind(t *ast.Type) ast.Kind {
	if t.Kind == ast.Enum || t.Kind < ast.Int {
		return ast.Int
	}
	return t.Kind
}

// convert converts a value as by assignment; doing is the purpose in messages: initializing, assigning, passing,
// returning.
func (p *parser) convert(e ast.Expr, to *ast.Type, doing string) ast.Expr {
	from := e.ExprType()
	switch {
	case from == to || from.Kind == ast.Invalid || to.Kind == ast.Invalid:
		return e
	case to.Kind == ast.Block && sameType(from, to):
		return e
	case to.IsArith() && from.IsArith():
		return p.cast(e, to, true)
	case to.Kind == ast.Bool && from.Kind == ast.Pointer:
		return p.cast(e, to, true)
	case to.Kind == ast.Vector && from.IsArith():
		return p.cast(e, to, true)
	case to.Kind == ast.Vector && from.Kind == ast.Vector:
		return p.vectorMismatch(e, to, doing)
	case to.Kind == ast.Pointer:
		return p.convertPointer(e, to, doing)
	case to.IsInteger() && from.Kind == ast.Pointer:
		p.warnf(e.ExprPos(), "incompatible pointer to integer conversion %s '%s' with an expression of type '%s'",
			doing, typeName(to), typeName(from))
		return p.cast(e, to, true)
	case isOpaque(to) && isNull(e):
		return p.cast(e, to, true)
	case to.Kind == ast.Sampler && from.IsInteger():
		return p.samplerConstant(e)
	}
	p.errorf(e.ExprPos(), "%s '%s' with an expression of incompatible type '%s'", doing, typeName(to), typeName(from))
	return p.bad(e.ExprPos())
}

func isOpaque(t *ast.Type) bool {
	return t.Kind == ast.Event || t.Kind == ast.Queue || t.Kind == ast.ClkEvent ||
		t.Kind == ast.ReserveID || t.Kind == ast.NamedBarrier
}

func (p *parser) vectorMismatch(e ast.Expr, to *ast.Type, doing string) ast.Expr {
	from := e.ExprType()
	hint := ""
	if from.Len == to.Len {
		hint = "; use convert_" + typeName(to) + "()"
	}
	p.errorf(e.ExprPos(), "%s '%s' with an expression of incompatible type '%s': vectors are never converted "+
		"implicitly%s", doing, typeName(to), typeName(from), hint)
	return p.bad(e.ExprPos())
}

// isNull reports whether an expression is a null pointer constant: an integer constant 0, or that cast to void *.
func isNull(e ast.Expr) bool {
	if c, ok := e.(*ast.Cast); ok && c.Type.Kind == ast.Pointer && c.Type.Elem.Kind == ast.Void &&
		c.Type.ElemQual == 0 {
		e = c.X
	}
	if !e.ExprType().IsInteger() {
		return false
	}
	lit, ok := fold(e).(*ast.IntLit)
	return ok && lit.Value == 0
}

func (p *parser) convertPointer(e ast.Expr, to *ast.Type, doing string) ast.Expr {
	from := e.ExprType()
	switch {
	case isNull(e):
		return p.cast(nullOf(e), to, true)
	case from.IsInteger():
		p.warnf(e.ExprPos(), "incompatible integer to pointer conversion %s '%s' with an expression of type '%s'",
			doing, typeName(to), typeName(from))
		return p.cast(e, to, true)
	case from.Kind != ast.Pointer:
		p.errorf(e.ExprPos(), "%s '%s' with an expression of incompatible type '%s'", doing, typeName(to),
			typeName(from))
		return p.bad(e.ExprPos())
	case !spaceFits(from, to):
		p.errorf(e.ExprPos(), "%s '%s' with an expression of type '%s' changes address space of pointer%s",
			doing, typeName(to), typeName(from), p.laterSpace(from, to))
		return p.bad(e.ExprPos())
	}
	p.warnPointer(e, to, doing)
	return p.cast(e, to, true)
}

// nullOf is the integer inside a null pointer constant.
func nullOf(e ast.Expr) ast.Expr {
	if c, ok := e.(*ast.Cast); ok {
		return c.X
	}
	return e
}

// spaceFits reports whether the address spaces allow the conversion of a pointer without a cast, also those of nested
// pointees.
func spaceFits(from, to *ast.Type) bool {
	if from.Space != to.Space && (to.Space != ast.Generic || from.Space == ast.Constant) {
		return false
	}
	from, to = from.Elem, to.Elem
	for from.Kind == ast.Pointer && to.Kind == ast.Pointer {
		if from.Space != to.Space {
			return false
		}
		from, to = from.Elem, to.Elem
	}
	return true
}

func (p *parser) warnPointer(e ast.Expr, to *ast.Type, doing string) {
	from := e.ExprType()
	const kept = ast.Const | ast.Volatile
	switch {
	case !compatiblePointees(from.Elem, to.Elem):
		p.warnf(e.ExprPos(), "incompatible pointer types %s '%s' with an expression of type '%s'",
			doing, typeName(to), typeName(from))
	case from.ElemQual&kept&^to.ElemQual != 0:
		p.warnf(e.ExprPos(), "%s '%s' with an expression of type '%s' discards qualifiers",
			doing, typeName(to), typeName(from))
	}
}

func compatiblePointees(a, b *ast.Type) bool {
	if a.Kind == ast.Void || b.Kind == ast.Void || sameType(a, b) {
		return true
	}
	if a.Kind == ast.Enum && b.Kind == ast.Int || a.Kind == ast.Int && b.Kind == ast.Enum {
		return true
	}
	if a.Kind == ast.Array && b.Kind == ast.Array && (a.Len == b.Len || a.Len < 0 || b.Len < 0) {
		return compatiblePointees(a.Elem, b.Elem)
	}
	return a.Kind == ast.Pointer && b.Kind == ast.Pointer && a.Space == b.Space && sameType(a.Elem, b.Elem)
}

// condition converts an expression to a value that a statement can test.
func (p *parser) condition(e ast.Expr) ast.Expr {
	e = p.rvalue(e)
	if t := e.ExprType(); !t.IsScalar() && t.Kind != ast.Invalid {
		p.errorf(e.ExprPos(), "statement requires an expression of scalar type ('%s' is not)", typeName(t))
		return p.bad(e.ExprPos())
	}
	return e
}

// explicitCast checks and makes (type)value.
func (p *parser) explicitCast(e ast.Expr, to *ast.Type, pos diag.Pos) ast.Expr {
	if to.Kind == ast.Void {
		e = p.rvalue(e)
		return &ast.Cast{Base: base(pos, to), X: e}
	}
	e = p.rvalue(e)
	from := e.ExprType()
	switch {
	case from.Kind == ast.Invalid || to.Kind == ast.Invalid:
		return p.bad(pos)
	case p.isHalf(to):
		p.errorf(pos, "casting to type '%s' %s", typeName(to), halfMissing)
		return p.bad(pos)
	case isHandle(to) || isHandle(from):
		p.errorf(pos, "cannot convert from '%s' to '%s'", typeName(from), typeName(to))
		return p.bad(pos)
	case from == to, to.Kind == ast.Block && sameType(from, to):
		return e
	case to.Kind == ast.Vector && from.IsArith():
		return p.castAt(e, to, pos)
	case to.Kind == ast.Vector || from.Kind == ast.Vector:
		p.errorf(pos, "invalid conversion between '%s' and '%s'; use convert_%s() or as_%s()",
			typeName(from), typeName(to), typeName(to), typeName(to))
		return p.bad(pos)
	case to.Kind == ast.Pointer && from.Kind == ast.Pointer:
		return p.castPointer(e, to, pos)
	case to.IsArith() && from.IsArith():
		return p.castAt(e, to, pos)
	case to.Kind == ast.Pointer && from.IsInteger(), to.IsInteger() && from.Kind == ast.Pointer:
		return p.castAt(e, to, pos)
	case isOpaque(to) && isNull(e):
		return p.castAt(e, to, pos)
	}
	p.errorf(pos, "cannot convert from '%s' to '%s'", typeName(from), typeName(to))
	return p.bad(pos)
}

func (p *parser) castAt(e ast.Expr, to *ast.Type, pos diag.Pos) ast.Expr {
	e = p.cast(e, to, false)
	if c, ok := e.(*ast.Cast); ok {
		c.Pos = pos
	}
	return e
}

func (p *parser) castPointer(e ast.Expr, to *ast.Type, pos diag.Pos) ast.Expr {
	from := e.ExprType()
	generic := (from.Space == ast.Generic || to.Space == ast.Generic) && from.Space != ast.Constant &&
		to.Space != ast.Constant
	if from.Space != to.Space && !generic && !isNull(e) {
		p.errorf(pos, "casting '%s' to type '%s' changes address space of pointer%s", typeName(from), typeName(to),
			p.laterSpace(from, to))
		return p.bad(pos)
	}
	return p.castAt(e, to, pos)
}
