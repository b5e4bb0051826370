package parse

import (
	"math"

	"heddle/compiler/ast"
)

// foldLanes computes an operation lane by lane; y is nil for unary ones. An operand that is no constant, or a division
// by zero, gives nil.
func foldLanes(t *ast.Type, op, x, y ast.Expr) ast.Expr {
	_, unary := op.(*ast.Unary)
	if x == nil || y == nil && !unary {
		return nil
	}
	xs := lanesOf(x)
	ys := xs
	if !unary {
		ys = lanesOf(y)
	}
	lanes := make([]ast.Expr, t.Lanes())
	for i := range lanes {
		if i >= len(xs) || i >= len(ys) {
			return nil
		}
		lanes[i] = foldLane(t, op, xs[i], ys[i])
		if lanes[i] == nil {
			return nil
		}
	}
	return ofLanes(op, t, lanes)
}

func foldLane(t *ast.Type, op, x, y ast.Expr) ast.Expr {
	switch n := op.(type) {
	case *ast.Unary:
		return foldUnary(n, t, x)
	case *ast.Compare:
		return foldCompare(n, t, x, y)
	case *ast.Logic:
		a, _ := truth(x)
		b, _ := truth(y)
		return boolLit(n, t, n.Or && (a || b) || a && b)
	case *ast.Binary:
		return foldBinary(n, t.Scalar(), x, y)
	}
	return nil
}

func foldUnary(n *ast.Unary, t *ast.Type, x ast.Expr) ast.Expr {
	if n.Op == ast.LogNot {
		v, ok := truth(x)
		if !ok {
			return nil
		}
		return boolLit(n, t, !v)
	}
	switch lit := x.(type) {
	case *ast.IntLit:
		if n.Op == ast.BitNot {
			return intLit(n.Pos, t.Scalar(), ^lit.Value)
		}
		return intLit(n.Pos, t.Scalar(), -lit.Value)
	case *ast.FloatLit:
		return &ast.FloatLit{Base: base(n.Pos, t.Scalar()), Value: -lit.Value}
	}
	return nil
}

func foldCompare(n *ast.Compare, t *ast.Type, x, y ast.Expr) ast.Expr {
	switch a := x.(type) {
	case *ast.IntLit:
		b, ok := y.(*ast.IntLit)
		if !ok {
			return nil
		}
		if a.Type.IsSigned() {
			return boolLit(n, t, ordered(n.Op, int64(a.Value), int64(b.Value)))
		}
		return boolLit(n, t, ordered(n.Op, a.Value, b.Value))
	case *ast.FloatLit:
		b, ok := y.(*ast.FloatLit)
		if !ok {
			return nil
		}
		return boolLit(n, t, ordered(n.Op, a.Value, b.Value))
	}
	return nil
}

func ordered[T int64 | uint64 | float64](op ast.CompareOp, a, b T) bool {
	switch op {
	case ast.Eq:
		return a == b
	case ast.Ne:
		return a != b
	case ast.Lt:
		return a < b
	case ast.Le:
		return a <= b
	case ast.Gt:
		return a > b
	}
	return a >= b
}

func foldBinary(n *ast.Binary, t *ast.Type, x, y ast.Expr) ast.Expr {
	switch a := x.(type) {
	case *ast.IntLit:
		b, ok := y.(*ast.IntLit)
		if !ok {
			return nil
		}
		v, ok := integerOp(n.Op, a.Value, b.Value, t)
		if !ok {
			return nil
		}
		return intLit(n.Pos, t, v)
	case *ast.FloatLit:
		b, ok := y.(*ast.FloatLit)
		if !ok {
			return nil
		}
		return &ast.FloatLit{Base: base(n.Pos, t), Value: roundTo(floatOp(n.Op, a.Value, b.Value), t)}
	}
	return nil
}

// quietNaN is the NaN that an invalid operation on constants gives in other compilers. The processor would set the
// sign.
var quietNaN = math.Float64frombits(0x7ff8000000000000)

func integerOp(op ast.BinaryOp, a, b uint64, t *ast.Type) (uint64, bool) {
	count := b & (8*t.Size() - 1) // as OpenCL C says: modulo the width
	switch op {
	case ast.Add:
		return a + b, true
	case ast.Sub:
		return a - b, true
	case ast.Mul:
		return a * b, true
	case ast.And:
		return a & b, true
	case ast.Or:
		return a | b, true
	case ast.Xor:
		return a ^ b, true
	case ast.Shl:
		return a << count, true
	case ast.Shr:
		if t.IsSigned() {
			return uint64(int64(a) >> count), true
		}
		return a >> count, true
	case ast.Div, ast.Rem:
		return divide(op, a, b, t)
	}
	return 0, false
}

func divide(op ast.BinaryOp, a, b uint64, t *ast.Type) (uint64, bool) {
	switch {
	case b == 0:
		return 0, false
	case t.IsSigned() && int64(b) == -1 && op == ast.Div:
		return -a, true
	case t.IsSigned() && int64(b) == -1:
		return 0, true
	case t.IsSigned() && op == ast.Div:
		return uint64(int64(a) / int64(b)), true
	case t.IsSigned():
		return uint64(int64(a) % int64(b)), true
	case op == ast.Div:
		return a / b, true
	}
	return a % b, true
}

// floatOp computes in double: for the four operations on float and half, rounding the double result once more gives
// what the narrow operation gives.
func floatOp(op ast.BinaryOp, a, b float64) float64 {
	v := quietNaN
	switch op {
	case ast.Add:
		v = a + b
	case ast.Sub:
		v = a - b
	case ast.Mul:
		v = a * b
	case ast.Div:
		v = a / b
	}
	if math.IsNaN(v) && !math.IsNaN(a) && !math.IsNaN(b) {
		return quietNaN
	}
	return v
}

// isConstant reports whether an initialiser of static storage is known before the program runs: a number, or an address
// of a static object plus a constant, or a compound literal of such.
func isConstant(e ast.Expr) bool {
	if fold(e) != nil {
		return true
	}
	switch n := e.(type) {
	case *ast.AddrOf:
		return isStaticPlace(n.X)
	case *ast.Load: // clang takes the value of a compound literal for a constant if its parts are
		lit, ok := n.X.(*ast.CompoundLit)
		return ok && isConstantInit(lit.Var.Init)
	case *ast.Cast:
		return isConstant(n.X) && n.Type.Size() == 8
	case *ast.Binary:
		return (n.Op == ast.PtrAdd || n.Op == ast.PtrSub) && isConstant(n.X) && fold(n.Y) != nil
	}
	return false
}

func isConstantInit(init *ast.Init) bool {
	if init.Expr != nil {
		return isConstant(init.Expr)
	}
	for _, at := range init.Places {
		if !isConstant(at.Expr) {
			return false
		}
	}
	return len(init.Before) == 0
}

func isStaticPlace(e ast.Expr) bool {
	switch n := e.(type) {
	case *ast.StringLit:
		return true
	case *ast.VarRef:
		return n.Var.Space == ast.Constant || n.Var.Space == ast.Global
	case *ast.CompoundLit:
		return n.Var.Space != ast.Private
	case *ast.Member:
		return isStaticPlace(n.X)
	case *ast.Deref:
		return isConstant(n.X)
	}
	return false
}
