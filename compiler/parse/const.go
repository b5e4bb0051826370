package parse

import (
	"math"

	"heddle/compiler/ast"
)

// extend extends bits to the width of an integer type: signed ones are sign-extended, unsigned ones zero-extended.
func extend(v uint64, t *ast.Type) uint64 {
	if t.Kind == ast.Bool {
		if v != 0 {
			return 1
		}
		return 0
	}
	shift := 64 - 8*t.Size()
	if t.IsSigned() {
		return uint64(int64(v<<shift) >> shift)
	}
	return v << shift >> shift
}

// constIntLit parses an integer constant expression; nil after an error.
func (p *parser) constIntLit(what string) *ast.IntLit {
	pos := p.tok.Pos
	e := p.rvalue(p.conditional())
	if isInvalid(e) {
		return nil
	}
	lit, ok := fold(e).(*ast.IntLit)
	if !ok {
		p.errorf(pos, "%s is not an integer constant expression", what)
		return nil
	}
	return lit
}

// constInt parses an integer constant expression to its value.
func (p *parser) constInt(what string) (uint64, bool) {
	lit := p.constIntLit(what)
	if lit == nil {
		return 0, false
	}
	return lit.Value, true
}

// simplify replaces an operation on two scalar literals by its value, so that trees stay small.
func simplify(e ast.Expr) ast.Expr {
	switch n := e.(type) {
	case *ast.Unary:
		if !isLit(n.X) {
			return e
		}
	case *ast.Binary:
		if !isLit(n.X) || !isLit(n.Y) {
			return e
		}
	}
	if lit := fold(e); lit != nil {
		return lit
	}
	return e
}

func isLit(e ast.Expr) bool {
	switch e.(type) {
	case *ast.IntLit, *ast.FloatLit:
		return true
	}
	return false
}

// fold computes a constant expression: the result is an IntLit, a FloatLit or a VectorLit of such, one per lane; nil
// if the expression is not constant.
func fold(e ast.Expr) ast.Expr {
	switch n := e.(type) {
	case *ast.IntLit, *ast.FloatLit:
		return n
	case *ast.VectorLit:
		return foldVector(n)
	case *ast.Cast:
		return foldCast(n)
	case *ast.Load:
		return foldLoad(n.X)
	case *ast.Swizzle:
		return foldSwizzle(n, fold(n.X))
	case *ast.Cond:
		return foldCond(n)
	case *ast.VectorSelect:
		return nil
	}
	return foldOperation(e)
}

func foldOperation(e ast.Expr) ast.Expr {
	switch n := e.(type) {
	case *ast.Unary:
		return foldLanes(n.Type, n, fold(n.X), nil)
	case *ast.Binary:
		if n.Type.Kind == ast.Pointer || n.Op == ast.PtrDiff {
			return nil
		}
		return foldLanes(n.Type, n, fold(n.X), fold(n.Y))
	case *ast.Compare:
		return foldLanes(n.Type, n, fold(n.X), fold(n.Y))
	case *ast.Logic:
		return foldLogic(n)
	}
	return nil
}

// lanesOf are the scalar literals of a folded expression.
func lanesOf(e ast.Expr) []ast.Expr {
	if v, ok := e.(*ast.VectorLit); ok {
		return v.Elems
	}
	return []ast.Expr{e}
}

func ofLanes(e ast.Expr, t *ast.Type, lanes []ast.Expr) ast.Expr {
	if t.Kind != ast.Vector {
		return lanes[0]
	}
	return &ast.VectorLit{Base: base(e.ExprPos(), t), Elems: lanes}
}

func foldVector(n *ast.VectorLit) ast.Expr {
	var lanes []ast.Expr
	for _, e := range n.Elems {
		f := fold(e)
		if f == nil {
			return nil
		}
		lanes = append(lanes, lanesOf(f)...)
	}
	if len(lanes) != n.Type.Lanes() {
		return nil
	}
	return ofLanes(n, n.Type, lanes)
}

func foldCast(n *ast.Cast) ast.Expr {
	x := fold(n.X)
	if x == nil {
		return nil
	}
	if n.Type.Kind != ast.Vector {
		return convertLit(x, n.Type)
	}
	if x.ExprType().Kind == ast.Vector {
		return nil
	}
	one := convertLit(x, n.Type.Elem)
	if one == nil {
		return nil
	}
	lanes := make([]ast.Expr, n.Type.Lanes())
	for i := range lanes {
		lanes[i] = one
	}
	return ofLanes(n, n.Type, lanes)
}

// convertLit converts a scalar literal to an arithmetic type; nil if e is none.
func convertLit(e ast.Expr, t *ast.Type) ast.Expr {
	switch lit := e.(type) {
	case *ast.IntLit:
		switch {
		case t.IsInteger():
			return intLit(lit.Pos, t, lit.Value)
		case t.IsFloat():
			return &ast.FloatLit{Base: base(lit.Pos, t), Value: floatOfInt(lit, t)}
		}
	case *ast.FloatLit:
		switch {
		case t.Kind == ast.Bool && lit.Value != 0:
			return intLit(lit.Pos, t, 1)
		case t.IsInteger():
			return intLit(lit.Pos, t, intOfFloat(lit.Value, t))
		case t.IsFloat():
			return &ast.FloatLit{Base: base(lit.Pos, t), Value: roundTo(lit.Value, t)}
		}
	}
	return nil
}

// floatOfInt rounds once, which converting by way of double would not do for large values.
func floatOfInt(lit *ast.IntLit, t *ast.Type) float64 {
	signed := lit.Type.IsSigned()
	switch {
	case t.Kind == ast.Float && signed:
		return float64(float32(int64(lit.Value)))
	case t.Kind == ast.Float:
		return float64(float32(lit.Value))
	case signed:
		return roundTo(float64(int64(lit.Value)), t)
	}
	return roundTo(float64(lit.Value), t)
}

// intOfFloat truncates; a value that does not fit is undefined in C and saturates here, the same on every machine.
func intOfFloat(v float64, t *ast.Type) uint64 {
	v = math.Trunc(v)
	switch {
	case math.IsNaN(v):
		return 0
	case v >= 1<<63 && v < 1<<64 && !t.IsSigned():
		return uint64(v)
	case v >= 1<<63:
		return math.MaxInt64
	case v <= -(1 << 63):
		return 1 << 63
	}
	return uint64(int64(v))
}

func foldSwizzle(n *ast.Swizzle, x ast.Expr) ast.Expr {
	v, ok := x.(*ast.VectorLit)
	if !ok {
		return nil
	}
	lanes := make([]ast.Expr, len(n.Elems))
	for i, k := range n.Elems {
		if k == ast.NoElem {
			return nil
		}
		lanes[i] = v.Elems[k]
	}
	return ofLanes(n, n.Type, lanes)
}

// foldLoad reads a constant variable whose value is known, which C does not ask for but compilers do.
func foldLoad(x ast.Expr) ast.Expr {
	switch n := x.(type) {
	case *ast.VarRef:
		v := n.Var
		if v.Qual&ast.Const == 0 && v.Space != ast.Constant || v.Qual&ast.Volatile != 0 {
			return nil
		}
		if v.Init == nil || v.Init.Expr == nil || v.Param {
			return nil
		}
		if v.Init.Expr.ExprType() != v.Type || !isFolded(v.Init.Expr) {
			return nil
		}
		return v.Init.Expr
	case *ast.Swizzle:
		return foldSwizzle(n, foldLoad(n.X))
	}
	return nil
}

// isFolded reports whether an expression is a result of fold: initialisers are folded once, so that chains of constants
// stay cheap.
func isFolded(e ast.Expr) bool {
	v, ok := e.(*ast.VectorLit)
	if !ok {
		return isLit(e)
	}
	for _, lane := range v.Elems {
		if !isLit(lane) {
			return false
		}
	}
	return len(v.Elems) == v.Type.Lanes()
}

func truth(e ast.Expr) (value, ok bool) {
	switch lit := e.(type) {
	case *ast.IntLit:
		return lit.Value != 0, true
	case *ast.FloatLit:
		return lit.Value != 0, true
	}
	return false, false
}

func foldCond(n *ast.Cond) ast.Expr {
	c, ok := truth(fold(n.C))
	switch {
	case !ok:
		return nil
	case c:
		return fold(n.X)
	}
	return fold(n.Y)
}

func foldLogic(n *ast.Logic) ast.Expr {
	if n.Type.Kind == ast.Vector {
		return foldLanes(n.Type, n, fold(n.X), fold(n.Y))
	}
	x, ok := truth(fold(n.X))
	if !ok {
		return nil
	}
	if x == n.Or {
		return boolLit(n, n.Type, x)
	}
	y, ok := truth(fold(n.Y))
	if !ok {
		return nil
	}
	return boolLit(n, n.Type, y)
}

// boolLit is a truth value as an int, or as a lane of a vector: 0 or -1.
func boolLit(e ast.Expr, t *ast.Type, v bool) ast.Expr {
	switch {
	case !v:
		return intLit(e.ExprPos(), t.Scalar(), 0)
	case t.Kind == ast.Vector:
		return intLit(e.ExprPos(), t.Elem, math.MaxUint64)
	}
	return intLit(e.ExprPos(), t, 1)
}
