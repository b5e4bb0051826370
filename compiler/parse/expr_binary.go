package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// operate checks and makes x op y.
func (p *parser) operate(x, y ast.Expr, kind token.Kind, pos diag.Pos) ast.Expr {
	x, y = p.rvalue(x), p.rvalue(y)
	if isInvalid(x) || isInvalid(y) {
		return p.bad(pos)
	}
	row := &binaryOps[kind]
	switch row.group {
	case logicGroup:
		return p.logic(x, y, kind, pos)
	case compareGroup:
		return p.compare(x, y, kind, pos)
	case shiftGroup:
		return p.shift(x, y, kind, pos)
	case addGroup:
		if x.ExprType().Kind == ast.Pointer || y.ExprType().Kind == ast.Pointer {
			return p.pointerSum(x, y, kind, pos)
		}
	}
	x, y, ok := p.operands(x, y, kind, pos)
	if !ok {
		return p.bad(pos)
	}
	return simplify(&ast.Binary{Base: base(pos, x.ExprType()), Op: row.op, X: x, Y: y})
}

func (p *parser) invalidOperands(x, y ast.Expr, kind token.Kind, pos diag.Pos) {
	p.errorf(pos, "invalid operands to binary '%s' ('%s' and '%s')", kind, typeName(x.ExprType()),
		typeName(y.ExprType()))
}

// operands converts two arithmetic operands to their common type.
func (p *parser) operands(x, y ast.Expr, kind token.Kind, pos diag.Pos) (ast.Expr, ast.Expr, bool) {
	xt, yt := x.ExprType(), y.ExprType()
	integers := binaryOps[kind].group == bitGroup
	for _, s := range []*ast.Type{xt.Scalar(), yt.Scalar()} {
		if !s.IsArith() || integers && !s.IsInteger() {
			p.invalidOperands(x, y, kind, pos)
			return x, y, false
		}
	}
	if xt.Kind == ast.Vector || yt.Kind == ast.Vector {
		return p.vectorOperands(x, y, kind, pos)
	}
	t := commonArith(xt, yt)
	return p.cast(x, t, true), p.cast(y, t, true), true
}

// vectorOperands widens a scalar to the vector beside it. Two vectors must be of one type.
func (p *parser) vectorOperands(x, y ast.Expr, kind token.Kind, pos diag.Pos) (ast.Expr, ast.Expr, bool) {
	xt, yt := x.ExprType(), y.ExprType()
	switch {
	case xt == yt:
		return x, y, true
	case xt.Kind == ast.Vector && yt.Kind == ast.Vector:
		p.errorf(pos, "cannot convert between vector values of different types ('%s' and '%s') in binary '%s'",
			typeName(xt), typeName(yt), kind)
		return x, y, false
	case xt.Kind == ast.Vector:
		ok := p.widens(y, xt, pos)
		return x, p.cast(y, xt, true), ok
	}
	ok := p.widens(x, yt, pos)
	return p.cast(x, yt, true), y, ok
}

// widens checks that a scalar may be combined with a vector (OpenCL C, "Usual Arithmetic Conversions"): its rank must
// not be above the element's. A constant has the rank of its type, whatever its value. It returns false after an error.
func (p *parser) widens(scalar ast.Expr, vector *ast.Type, pos diag.Pos) bool {
	st, et := scalar.ExprType(), vector.Elem
	if et.IsInteger() && st.IsFloat() {
		p.errorf(pos, "cannot convert between vector type '%s' and scalar type '%s'", typeName(vector), typeName(st))
		return false
	}
	if rank(st) > rank(et) {
		p.errorf(pos, "scalar operand type has greater rank than the type of the vector element ('%s' and '%s'); "+
			"a cast of the scalar to '%s' makes it fit", typeName(st), typeName(vector), typeName(et))
		return false
	}
	return true
}

// rank orders scalar types: integers by precision, unsigned above signed, then floating-point types. An enumeration is
// an int.
func rank(t *ast.Type) ast.Kind {
	if t.Kind == ast.Enum {
		return ast.Int
	}
	return t.Kind
}

func (p *parser) logic(x, y ast.Expr, kind token.Kind, pos diag.Pos) ast.Expr {
	xt, yt := x.ExprType(), y.ExprType()
	n := &ast.Logic{Base: base(pos, ast.Basic(ast.Int)), Or: kind == token.OrOr, X: x, Y: y}
	if xt.Kind != ast.Vector && yt.Kind != ast.Vector {
		if !xt.IsScalar() || !yt.IsScalar() {
			p.invalidOperands(x, y, kind, pos)
			return p.bad(pos)
		}
		return n
	}
	if !xt.Scalar().IsArith() || !yt.Scalar().IsArith() {
		p.invalidOperands(x, y, kind, pos)
		return p.bad(pos)
	}
	var ok bool
	if n.X, n.Y, ok = p.vectorOperands(x, y, kind, pos); !ok {
		return p.bad(pos)
	}
	n.Type = p.truthVector(n.X.ExprType())
	return n
}

func (p *parser) compare(x, y ast.Expr, kind token.Kind, pos diag.Pos) ast.Expr {
	xt, yt := x.ExprType(), y.ExprType()
	var ok bool
	switch {
	case xt == yt && isOpaque(xt) && (kind == token.Equal || kind == token.NotEqual):
		ok = true
	case xt.Kind == ast.Pointer || yt.Kind == ast.Pointer:
		x, y, ok = p.comparePointers(x, y, kind, pos)
	default:
		x, y, ok = p.operands(x, y, kind, pos)
	}
	if !ok {
		return p.bad(pos)
	}
	t := ast.Basic(ast.Int)
	if x.ExprType().Kind == ast.Vector {
		t = p.truthVector(x.ExprType())
	}
	return &ast.Compare{Base: base(pos, t), Op: binaryOps[kind].compare, X: x, Y: y}
}

// comparePointers converts two pointers, or a pointer and an integer, to one type.
func (p *parser) comparePointers(x, y ast.Expr, kind token.Kind, pos diag.Pos) (ast.Expr, ast.Expr, bool) {
	xt, yt := x.ExprType(), y.ExprType()
	switch {
	case xt.Kind == ast.Pointer && isNull(y):
		return x, p.cast(nullOf(y), xt, true), true
	case yt.Kind == ast.Pointer && isNull(x):
		return p.cast(nullOf(x), yt, true), y, true
	case xt.Kind == ast.Pointer && yt.Kind == ast.Pointer:
		if xt.Space != yt.Space && xt.Space != ast.Generic && yt.Space != ast.Generic {
			p.errorf(pos, "comparison of pointers to different address spaces ('%s' and '%s')", typeName(xt),
				typeName(yt))
			return x, y, false
		}
		if !compatiblePointees(xt.Elem, yt.Elem) {
			p.warnf(pos, "comparison of distinct pointer types ('%s' and '%s')", typeName(xt), typeName(yt))
		}
		return x, p.cast(y, xt, true), true
	case xt.Kind == ast.Pointer && yt.IsInteger():
		p.warnf(pos, "comparison between pointer and integer ('%s' and '%s')", typeName(xt), typeName(yt))
		return x, p.cast(y, xt, true), true
	case xt.IsInteger():
		p.warnf(pos, "comparison between pointer and integer ('%s' and '%s')", typeName(xt), typeName(yt))
		return p.cast(x, yt, true), y, true
	}
	p.invalidOperands(x, y, kind, pos)
	return x, y, false
}

// shift makes x << y: the result has the type of x.
func (p *parser) shift(x, y ast.Expr, kind token.Kind, pos diag.Pos) ast.Expr {
	x, y, ok := p.shiftOperands(x, y, kind, pos)
	if !ok {
		return p.bad(pos)
	}
	return simplify(&ast.Binary{Base: base(pos, x.ExprType()), Op: binaryOps[kind].op, X: x, Y: y})
}

func (p *parser) shiftOperands(x, y ast.Expr, kind token.Kind, pos diag.Pos) (ast.Expr, ast.Expr, bool) {
	xt, yt := x.ExprType(), y.ExprType()
	if !xt.Scalar().IsInteger() || !yt.Scalar().IsInteger() {
		p.invalidOperands(x, y, kind, pos)
		return x, y, false
	}
	switch {
	case xt.Kind != ast.Vector && yt.Kind != ast.Vector:
		return p.promote(x), p.promote(y), true
	case xt.Kind != ast.Vector:
		p.errorf(pos, "requested shift is a vector of type '%s' but the first operand is not a vector ('%s')",
			typeName(yt), typeName(xt))
		return x, y, false
	case yt.Kind != ast.Vector:
		return x, p.cast(y, xt, true), true
	case xt.Len != yt.Len:
		p.errorf(pos, "vector operands do not have the same number of elements ('%s' and '%s')", typeName(xt),
			typeName(yt))
		return x, y, false
	}
	return x, y, true
}

// pointerSum makes p + i, i + p, p - i and p - q.
func (p *parser) pointerSum(x, y ast.Expr, kind token.Kind, pos diag.Pos) ast.Expr {
	xt, yt := x.ExprType(), y.ExprType()
	switch {
	case xt.Kind == ast.Pointer && yt.IsInteger() && kind == token.Plus:
		return p.pointerAdd(x, y, ast.PtrAdd, pos)
	case xt.Kind == ast.Pointer && yt.IsInteger():
		return p.pointerAdd(x, y, ast.PtrSub, pos)
	case xt.IsInteger() && kind == token.Plus:
		return p.pointerAdd(y, x, ast.PtrAdd, pos)
	case xt.Kind == ast.Pointer && yt.Kind == ast.Pointer && kind == token.Minus:
		return p.pointerDiff(x, y, pos)
	}
	p.invalidOperands(x, y, kind, pos)
	return p.bad(pos)
}

func (p *parser) pointerAdd(ptr, index ast.Expr, op ast.BinaryOp, pos diag.Pos) ast.Expr {
	t := ptr.ExprType()
	if !p.arithPointee(t, pos) {
		return p.bad(pos)
	}
	index = p.cast(index, ast.Basic(ast.Long), true)
	return &ast.Binary{Base: base(pos, t), Op: op, X: ptr, Y: index}
}

// arithPointee checks that arithmetic on a pointer is possible; it returns false after an error.
func (p *parser) arithPointee(t *ast.Type, pos diag.Pos) bool {
	e := t.Elem
	if e.IsIncomplete() || e.Kind == ast.Array && e.Len < 0 || e.Kind == ast.Func {
		p.errorf(pos, "arithmetic on a pointer to the incomplete type '%s'", typeName(e))
		return false
	}
	return true
}

func (p *parser) pointerDiff(x, y ast.Expr, pos diag.Pos) ast.Expr {
	xt, yt := x.ExprType(), y.ExprType()
	if !sameType(xt.Elem, yt.Elem) || xt.Space != yt.Space && xt.Space != ast.Generic && yt.Space != ast.Generic {
		p.errorf(pos, "'%s' and '%s' are not pointers to compatible types", typeName(xt), typeName(yt))
		return p.bad(pos)
	}
	if !p.arithPointee(xt, pos) || xt.Elem.Size() == 0 {
		return p.bad(pos)
	}
	return &ast.Binary{Base: base(pos, ast.Basic(ast.Long)), Op: ast.PtrDiff, X: x, Y: p.cast(y, xt, true)}
}
