package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// branch ends the block: to then if the scalar condition holds. && and || become control flow unless their right side
// is cheap, since a divergent branch costs more than a few operations.
func (l *funcLowerer) branch(e ast.Expr, then, otherwise ir.BlockID) {
	if logic, ok := e.(*ast.Logic); ok && !isCheap(logic.Y) {
		middle := l.NewBlock()
		if logic.Or {
			l.branch(logic.X, then, middle)
		} else {
			l.branch(logic.X, middle, otherwise)
		}
		l.SetBlock(middle)
		l.branch(logic.Y, then, otherwise)
		return
	}
	if not, ok := e.(*ast.Unary); ok && not.Op == ast.LogNot {
		l.branch(not.X, otherwise, then)
		return
	}
	cond := l.condition(e)
	l.Branch(cond, ir.Edge{To: then}, ir.Edge{To: otherwise})
}

// expectation matches a condition __builtin_expect(x, constant): x, and whether it is expected to hold.
func expectation(e ast.Expr) (x ast.Expr, isLikely, ok bool) {
	for {
		cast, isCast := e.(*ast.Cast)
		if !isCast || cast.Type.Kind != ast.Bool {
			break
		}
		e = cast.X
	}
	call, isCall := e.(*ast.BuiltinCall)
	if !isCall || !isExpectation(call) {
		return e, false, false
	}
	second := call.Args[1]
	if cast, isCast := second.(*ast.Cast); isCast {
		second = cast.X
	}
	likely, isLiteral := second.(*ast.IntLit)
	return call.Args[0], isLiteral && likely.Value != 0, isLiteral
}

// isExpectation reports whether a call is __builtin_expect, also in the form with a probability if that is high enough
// to prefer one successor.
func isExpectation(call *ast.BuiltinCall) bool {
	if call.Name == "__builtin_expect_with_probability" {
		probability, ok := call.Args[2].(*ast.FloatLit)
		return ok && probability.Value >= 0.9
	}
	return call.Name == "__builtin_expect"
}

// expect returns its first argument: the expectation is a hint where it decides a branch.
func (l *funcLowerer) expect(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID { return args[0] }

// condition evaluates a scalar to the truth value "not zero", without converting it to int.
func (l *funcLowerer) condition(e ast.Expr) ir.ValueID {
	l.at(e.ExprPos())
	switch e := e.(type) {
	case *ast.Compare:
		if e.X.ExprType().Kind != ast.Vector {
			x, y := l.scalar(e.X), l.scalar(e.Y)
			return l.compare(e.Op, e.X.ExprType(), x, y)
		}
	case *ast.Unary:
		if e.Op == ast.LogNot {
			return l.not(l.condition(e.X))
		}
	case *ast.Logic:
		return l.logicCondition(e)
	case *ast.Cast:
		// Widening a truth value does not change whether it is zero.
		from := e.X.ExprType()
		if from.IsInteger() && e.Type.IsInteger() && (e.Type.Size() >= from.Size() || e.Type.Kind == ast.Bool) {
			return l.condition(e.X)
		}
	}
	return l.notZero(l.scalar(e), e.ExprType())
}

func (l *funcLowerer) not(v ir.ValueID) ir.ValueID { return l.Bin(ir.OpXor, v, l.Const(ir.I1, 1)) }

func (l *funcLowerer) notZero(v ir.ValueID, t *ast.Type) ir.ValueID {
	zero := l.Const(l.Func.Type(v), 0)
	if t.Scalar().IsFloat() {
		return l.FCmp(ir.UNE, v, zero)
	}
	return l.ICmp(ir.NE, v, zero)
}

func (l *funcLowerer) logicCondition(e *ast.Logic) ir.ValueID {
	op := ir.OpAnd
	if e.Or {
		op = ir.OpOr
	}
	x := l.condition(e.X)
	if isCheap(e.Y) {
		return l.Bin(op, x, l.condition(e.Y))
	}
	right, join := l.NewBlock(), l.NewBlock()
	result := l.AddParam(join, ir.I1)
	known := l.Const(ir.I1, 0)
	if e.Or {
		known = l.Const(ir.I1, 1)
		l.Branch(x, ir.Edge{To: join, Args: one(known)}, ir.Edge{To: right})
	} else {
		l.Branch(x, ir.Edge{To: right}, ir.Edge{To: join, Args: one(known)})
	}
	l.SetBlock(right)
	y := l.condition(e.Y)
	l.Jump(join, y)
	l.SetBlock(join)
	return result
}

// intPreds and floatPreds are the predicates of C's comparisons.
var (
	signedPreds = [...]ir.ICmpPred{ast.Eq: ir.EQ, ast.Ne: ir.NE, ast.Lt: ir.SLT, ast.Le: ir.SLE, ast.Gt: ir.SGT,
		ast.Ge: ir.SGE}
	unsignedPreds = [...]ir.ICmpPred{ast.Eq: ir.EQ, ast.Ne: ir.NE, ast.Lt: ir.ULT, ast.Le: ir.ULE, ast.Gt: ir.UGT,
		ast.Ge: ir.UGE}
	floatPreds = [...]ir.FCmpPred{ast.Eq: ir.OEQ, ast.Ne: ir.UNE, ast.Lt: ir.OLT, ast.Le: ir.OLE, ast.Gt: ir.OGT,
		ast.Ge: ir.OGE}
)

func (l *funcLowerer) compare(op ast.CompareOp, t *ast.Type, x, y ir.ValueID) ir.ValueID {
	t = t.Scalar()
	switch {
	case t.IsFloat():
		return l.FCmp(floatPreds[op], x, y)
	case t.IsSigned():
		return l.ICmp(signedPreds[op], x, y)
	}
	return l.ICmp(unsignedPreds[op], x, y)
}

// truthExpr evaluates !, comparisons, && and ||: int 0 or 1 for scalars, elements 0 or -1 for vectors.
func (l *funcLowerer) truthExpr(e ast.Expr) []ir.ValueID {
	t := e.ExprType()
	if t.Kind != ast.Vector {
		return one(l.Conv(ir.OpZExt, valueType(t), 0, l.condition(e)))
	}
	truths := l.vectorTruths(e)
	for i, v := range truths {
		truths[i] = l.Conv(ir.OpSExt, valueType(t), 0, v)
	}
	return truths
}

func (l *funcLowerer) vectorTruths(e ast.Expr) []ir.ValueID {
	switch e := e.(type) {
	case *ast.Compare:
		x, y := l.expr(e.X), l.expr(e.Y)
		truths := make([]ir.ValueID, len(x))
		for i := range x {
			truths[i] = l.compare(e.Op, e.X.ExprType(), x[i], y[i])
		}
		return truths
	case *ast.Logic:
		op := ir.OpAnd
		if e.Or {
			op = ir.OpOr
		}
		x, y := l.vectorTruths(e.X), l.vectorTruths(e.Y)
		for i := range x {
			x[i] = l.Bin(op, x[i], y[i])
		}
		return x
	case *ast.Unary:
		if e.Op == ast.LogNot {
			truths := l.vectorTruths(e.X)
			for i, v := range truths {
				truths[i] = l.not(v)
			}
			return truths
		}
	}
	values := l.expr(e)
	truths := make([]ir.ValueID, len(values))
	for i, v := range values {
		truths[i] = l.notZero(v, e.ExprType())
	}
	return truths
}

// cond evaluates ?: with a scalar condition.
func (l *funcLowerer) cond(e *ast.Cond) []ir.ValueID {
	if isCheap(e.X) && isCheap(e.Y) && e.Type.Kind != ast.Void {
		c, x, y := l.condition(e.C), l.expr(e.X), l.expr(e.Y)
		values := make([]ir.ValueID, len(x))
		for i := range x {
			values[i] = l.Select(c, x[i], y[i])
		}
		return values
	}
	then, otherwise, join := l.NewBlock(), l.NewBlock(), l.NewBlock()
	l.branch(e.C, then, otherwise)
	var params []ir.ValueID
	for _, t := range flatten(nil, e.Type) {
		params = append(params, l.AddParam(join, t))
	}
	l.SetBlock(then)
	x := l.expr(e.X)
	l.Jump(join, x...)
	l.SetBlock(otherwise)
	y := l.expr(e.Y)
	l.Jump(join, y...)
	l.SetBlock(join)
	return params
}

// isCheap reports whether an expression has no effects and costs no more than a branch would: it may be computed
// speculatively. Memory is not read, since the condition may guard the address.
func isCheap(e ast.Expr) bool { return cheapness(e, 6) >= 0 }

// cheapness is the rest of a budget of operations after an expression; negative: too expensive.
func cheapness(e ast.Expr, budget int) int {
	if budget < 0 || e.ExprType().Lanes() > 4 {
		return -1
	}
	switch e := e.(type) {
	case *ast.IntLit, *ast.FloatLit:
		return budget
	case *ast.Load:
		return cheapLoad(e.X, budget)
	case *ast.Cast:
		return cheapness(e.X, budget-1)
	case *ast.Unary:
		return cheapness(e.X, budget-1)
	case *ast.Binary:
		return cheapness(e.Y, cheapness(e.X, budget-1))
	case *ast.Compare:
		return cheapness(e.Y, cheapness(e.X, budget-1))
	case *ast.Logic:
		return cheapness(e.Y, cheapness(e.X, budget-1))
	case *ast.BuiltinCall:
		return cheapCall(e, budget-1)
	}
	return -1
}

// cheapBuiltins are the built-in functions that cost no more than a comparison does.
var cheapBuiltins = map[string]bool{"min": true, "max": true, "fmin": true, "fmax": true, "fabs": true,
	"copysign": true}

func cheapCall(e *ast.BuiltinCall, budget int) int {
	if !cheapBuiltins[e.Name] {
		return -1
	}
	for _, a := range e.Args {
		budget = cheapness(a, budget)
	}
	return budget
}

// cheapLoad accepts non-volatile private scalars and vectors, and elements of them.
func cheapLoad(e ast.Expr, budget int) int {
	switch e := e.(type) {
	case *ast.VarRef:
		isValue := e.Var.Type.IsScalar() || e.Var.Type.Kind == ast.Vector
		if isValue && isPrivate(e.Var) && e.Var.Qual&ast.Volatile == 0 {
			return budget
		}
	case *ast.Swizzle:
		return cheapLoad(e.X, budget)
	case *ast.Member:
		if ref, ok := e.X.(*ast.VarRef); ok && isPrivate(ref.Var) {
			return budget
		}
	}
	return -1
}

// isPrivate reports whether a variable of a function is in private memory.
func isPrivate(v *ast.Var) bool {
	return v.Owner != nil && (v.Space == ast.Private || v.Space == ast.NoSpace)
}
