package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

func (p *parser) assign(x, y ast.Expr, pos diag.Pos) ast.Expr {
	if !p.modifiable(x, pos) {
		return p.bad(pos)
	}
	y = p.convert(y, x.ExprType(), "assigning to")
	if isInvalid(y) {
		return p.bad(pos)
	}
	return &ast.Assign{Base: base(pos, x.ExprType()), X: x, Y: y}
}

// compoundAssign makes x op= y. The conversions of x op y are found on a stand-in for x's value.
func (p *parser) compoundAssign(x, y ast.Expr, kind token.Kind, pos diag.Pos) ast.Expr {
	if !p.modifiable(x, pos) || isInvalid(y) {
		return p.bad(pos)
	}
	t := x.ExprType()
	n := &ast.CompoundAssign{Base: base(pos, t), Op: binaryOps[kind].op, OpType: t, X: x}
	value := ast.Expr(&ast.Load{Base: base(x.ExprPos(), t), X: x})
	var ok bool
	switch group := binaryOps[kind].group; {
	case group == addGroup && t.Kind == ast.Pointer && y.ExprType().IsInteger():
		ok = p.arithPointee(t, pos)
		n.Op, n.Y = ast.PtrAdd, p.cast(y, ast.Basic(ast.Long), true)
		if kind == token.Minus {
			n.Op = ast.PtrSub
		}
		return p.okOrBad(n, ok)
	case group == shiftGroup:
		value, n.Y, ok = p.shiftOperands(value, y, kind, pos)
	default:
		value, n.Y, ok = p.operands(value, y, kind, pos)
	}
	if !ok {
		return p.bad(pos)
	}
	n.OpType = value.ExprType()
	if n.OpType.Kind == ast.Vector && t.Kind != ast.Vector {
		p.errorf(pos, "assigning to '%s' from incompatible type '%s'", typeName(t), typeName(n.OpType))
		return p.bad(pos)
	}
	return n
}

func (p *parser) okOrBad(e ast.Expr, ok bool) ast.Expr {
	if !ok {
		return p.bad(e.ExprPos())
	}
	return e
}

// choose makes c ? x : y.
func (p *parser) choose(c, x, y ast.Expr, pos diag.Pos) ast.Expr {
	ct := c.ExprType()
	if ct.Kind == ast.Invalid || isInvalid(x) || isInvalid(y) {
		return p.bad(pos)
	}
	if ct.Kind == ast.Vector {
		return p.vectorChoose(c, x, y, pos)
	}
	if !ct.IsScalar() {
		p.errorf(c.ExprPos(), "used type '%s' where a scalar or vector condition is required", typeName(ct))
		return p.bad(pos)
	}
	x, y, ok := p.arms(x, y, pos)
	if !ok {
		return p.bad(pos)
	}
	return &ast.Cond{Base: base(pos, x.ExprType()), C: c, X: x, Y: y}
}

// arms brings both arms of a conditional expression to one type.
func (p *parser) arms(x, y ast.Expr, pos diag.Pos) (ast.Expr, ast.Expr, bool) {
	xt, yt := x.ExprType(), y.ExprType()
	void := ast.Basic(ast.Void)
	switch {
	case p.refuseBlock(xt, "?:", pos) || p.refuseBlock(yt, "?:", pos):
		return x, y, false
	case isHandle(xt) || isHandle(yt): // an error, also where the types are the same
	case xt == yt && !(xt.IsInteger() && xt.Kind < ast.Int):
		return x, y, true
	case xt.IsArith() && yt.IsArith():
		t := commonArith(xt, yt)
		return p.cast(x, t, true), p.cast(y, t, true), true
	case xt.Scalar().IsArith() && yt.Scalar().IsArith():
		return p.vectorOperands(x, y, token.Question, pos)
	case xt.Kind == ast.Void || yt.Kind == ast.Void:
		return p.cast(x, void, true), p.cast(y, void, true), true
	case xt.Kind == ast.Pointer && (yt.Kind == ast.Pointer || isNull(y)), yt.Kind == ast.Pointer && isNull(x):
		return p.pointerArms(x, y, pos)
	case xt.Kind == ast.Pointer && yt.IsInteger():
		p.warnf(pos, "pointer/integer type mismatch in conditional expression ('%s' and '%s')", typeName(xt),
			typeName(yt))
		return x, p.cast(y, xt, true), true
	case yt.Kind == ast.Pointer && xt.IsInteger():
		p.warnf(pos, "pointer/integer type mismatch in conditional expression ('%s' and '%s')", typeName(xt),
			typeName(yt))
		return p.cast(x, yt, true), y, true
	}
	p.errorf(pos, "incompatible operand types ('%s' and '%s')", typeName(xt), typeName(yt))
	return x, y, false
}

func (p *parser) pointerArms(x, y ast.Expr, pos diag.Pos) (ast.Expr, ast.Expr, bool) {
	xt, yt := x.ExprType(), y.ExprType()
	switch {
	case isNull(y):
		return x, p.cast(nullOf(y), xt, true), true
	case isNull(x):
		return p.cast(nullOf(x), yt, true), y, true
	}
	space := xt.Space
	if xt.Space != yt.Space {
		space = ast.Generic
		if !p.Generic || xt.Space == ast.Constant || yt.Space == ast.Constant {
			p.errorf(pos, "conditional operator with the second and third operands of type '%s' and '%s': the "+
				"address spaces differ", typeName(xt), typeName(yt))
			return x, y, false
		}
	}
	elem := xt.Elem
	if !sameType(elem, yt.Elem) {
		if elem.Kind != ast.Void && yt.Elem.Kind != ast.Void {
			p.warnf(pos, "pointer type mismatch ('%s' and '%s')", typeName(xt), typeName(yt))
		}
		elem = ast.Basic(ast.Void)
	}
	t := p.types.Pointer(elem, (xt.ElemQual|yt.ElemQual)&^ast.Restrict, space)
	return p.cast(x, t, true), p.cast(y, t, true), true
}

// vectorArms are the operands under a vector condition. Two scalars become elements, so they are not promoted: the
// type of higher rank is taken, and of one rank the unsigned.
func (p *parser) vectorArms(x, y ast.Expr, pos diag.Pos) (ast.Expr, ast.Expr, bool) {
	low, high := x.ExprType().Kind, y.ExprType().Kind
	if low > high {
		low, high = high, low
	}
	if low < ast.Char || high > ast.Double {
		return p.arms(x, y, pos)
	}
	t := ast.Basic(high)
	return p.cast(x, t, true), p.cast(y, t, true), true
}

// vectorChoose makes c ? x : y that picks each element by the sign of c's.
func (p *parser) vectorChoose(c, x, y ast.Expr, pos diag.Pos) ast.Expr {
	ct := c.ExprType()
	if !ct.Elem.IsInteger() {
		p.errorf(c.ExprPos(), "a vector condition needs integer elements ('%s' has none)", typeName(ct))
		return p.bad(pos)
	}
	x, y, ok := p.vectorArms(x, y, pos)
	if !ok {
		return p.bad(pos)
	}
	t := x.ExprType()
	if t.Kind != ast.Vector && t.IsArith() {
		t = p.types.Vector(t, ct.Lanes())
		x, y = p.cast(x, t, true), p.cast(y, t, true)
	}
	if t.Kind != ast.Vector || t.Len != ct.Len || t.Elem.Size() != ct.Elem.Size() {
		p.errorf(pos,
			"vector condition type '%s' and result type '%s' do not have the same number and size of elements",
			typeName(ct), typeName(t))
		return p.bad(pos)
	}
	return &ast.VectorSelect{Base: base(pos, t), C: c, X: x, Y: y}
}
