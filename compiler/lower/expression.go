package lower

import (
	"math"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// effect evaluates an expression for its effects only.
func (l *funcLowerer) effect(e ast.Expr) {
	if e.ExprType().IsRecord() {
		l.place(e)
		return
	}
	l.expr(e)
}

// scalar evaluates an expression of a scalar type.
func (l *funcLowerer) scalar(e ast.Expr) ir.ValueID { return l.expr(e)[0] }

// expr evaluates an expression to its scalars: one per element of a vector, none for void. For a record or an array it
// is the address.
func (l *funcLowerer) expr(e ast.Expr) []ir.ValueID {
	l.at(e.ExprPos())
	if e.ExprType().IsRecord() {
		return l.List(l.place(e).addr)
	}
	if e.ExprType().Kind == ast.Block && !isPrivateBlock(e) {
		return l.List(l.blockValue(e))
	}
	switch e := e.(type) {
	case *ast.IntLit:
		return l.List(l.Const(valueType(e.Type), e.Value))
	case *ast.FloatLit:
		return l.List(l.floatConst(valueType(e.Type), e.Value))
	case *ast.Load:
		return l.load(l.place(e.X))
	case *ast.AddrOf:
		return l.List(l.address(e.X))
	case *ast.Swizzle:
		return l.swizzle(e)
	case *ast.Unary:
		return l.unary(e)
	case *ast.IncDec:
		return l.incDec(e)
	case *ast.Binary:
		return l.binaryExpr(e)
	case *ast.Compare, *ast.Logic:
		return l.truthExpr(e)
	case *ast.Cond:
		return l.cond(e)
	case *ast.VectorSelect:
		return l.vectorSelect(e)
	case *ast.Assign:
		return l.assignExpr(e)
	case *ast.CompoundAssign:
		return l.compoundAssign(e)
	case *ast.Comma:
		l.effect(e.X)
		return l.expr(e.Y)
	case *ast.StmtExpr:
		return l.statementExpr(e)
	case *ast.Cast:
		return l.cast(e)
	case *ast.VectorLit:
		return l.vectorLit(e)
	case *ast.Call:
		return l.call(e)
	case *ast.BlockCall:
		return l.blockCall(e)
	case *ast.BuiltinCall:
		return l.builtinCall(e)
	case *ast.VarRef, *ast.Deref, *ast.Member, *ast.VectorIndex, *ast.StringLit, *ast.CompoundLit:
		return l.load(l.place(e))
	}
	l.unsupported(e.ExprPos(), "this expression")
	return l.undefs(e.ExprType())
}

// statementExpr runs the statements, then evaluates the last one's value.
func (l *funcLowerer) statementExpr(e *ast.StmtExpr) []ir.ValueID {
	l.stmtExprBody(e)
	if e.Value == nil {
		return nil
	}
	return l.expr(e.Value)
}

// stmtExprBody lowers the statements of a statement expression. If they jump away, the rest of the expression goes to
// an unreachable block.
func (l *funcLowerer) stmtExprBody(e *ast.StmtExpr) {
	l.statement(e.Body)
	if l.Terminated() {
		l.SetBlock(l.NewBlock())
	}
}

func one(v ir.ValueID) []ir.ValueID { return []ir.ValueID{v} }

// address is the address of an lvalue; for an element of a vector, of that element.
func (l *funcLowerer) address(e ast.Expr) ir.ValueID {
	p := l.place(e)
	if len(p.elems) == 0 {
		return p.addr
	}
	return l.PtrAddConst(p.addr, int64(uint64(p.elems[0])*p.typ.Scalar().Size()))
}

func (l *funcLowerer) undefs(t *ast.Type) (values []ir.ValueID) {
	for _, elem := range flatten(nil, t) {
		values = append(values, l.Undef(elem))
	}
	return values
}

func (l *funcLowerer) floatConst(t ir.Type, x float64) ir.ValueID { return l.Const(t, floatBits(t, x)) }

func floatBits(t ir.Type, x float64) uint64 {
	if t == ir.F64 {
		return math.Float64bits(x)
	}
	return uint64(math.Float32bits(float32(x)))
}

func (l *funcLowerer) swizzle(e *ast.Swizzle) []ir.ValueID {
	if isPlace(e) {
		return l.load(l.place(e))
	}
	from := l.expr(e.X)
	values := l.MakeList(len(e.Elems))
	for i, n := range e.Elems {
		if n == ast.NoElem {
			values[i] = l.Const(valueType(e.Type.Scalar()), 0)
			continue
		}
		values[i] = from[n]
	}
	return values
}

func (l *funcLowerer) unary(e *ast.Unary) []ir.ValueID {
	if e.Op == ast.LogNot {
		return l.truthExpr(e)
	}
	values := l.expr(e.X)
	out := l.MakeList(len(values))
	for i, v := range values {
		out[i] = l.unaryValue(e.Op, v)
	}
	return out
}

func (l *funcLowerer) unaryValue(op ast.UnaryOp, v ir.ValueID) ir.ValueID {
	t := l.Func.Type(v)
	switch {
	case op == ast.BitNot:
		return l.Bin(ir.OpXor, v, l.Const(t, ^uint64(0)))
	case t.IsFloat():
		return l.Un(ir.OpFNeg, v)
	}
	return l.Bin(ir.OpSub, l.Const(t, 0), v)
}

// incDec adds or subtracts one.
func (l *funcLowerer) incDec(e *ast.IncDec) []ir.ValueID {
	p := l.place(e.X)
	old := l.load(p)
	values := l.MakeList(len(old))
	for i, v := range old {
		values[i] = l.step(e, v)
	}
	l.store(p, values)
	if e.Postfix {
		return old
	}
	return values
}

func (l *funcLowerer) step(e *ast.IncDec, v ir.ValueID) ir.ValueID {
	t := e.Type.Scalar()
	delta := int64(1)
	if e.Dec {
		delta = -1
	}
	switch {
	case t.Kind == ast.Pointer:
		return l.PtrAddConst(v, delta*int64(t.Elem.Size()))
	case t.Kind == ast.Bool:
		one := l.Const(ir.I8, 1)
		if e.Dec {
			return l.Bin(ir.OpXor, v, one)
		}
		return one
	case t.IsFloat():
		return l.arith(ast.Add, t, v, l.floatConst(valueType(t), float64(delta)))
	}
	return l.arith(ast.Add, t, v, l.Const(valueType(t), uint64(delta)))
}

func (l *funcLowerer) binaryExpr(e *ast.Binary) []ir.ValueID {
	x, y := l.expr(e.X), l.expr(e.Y)
	l.at(e.Pos)
	return l.binary(e.Op, e.X.ExprType(), x, y, e.Y.ExprType())
}

// binary combines two values element by element; t is the left operand's type, which is also the result's (for PtrDiff
// the pointers').
func (l *funcLowerer) binary(op ast.BinaryOp, t *ast.Type, x, y []ir.ValueID, yType *ast.Type) []ir.ValueID {
	switch op {
	case ast.PtrAdd, ast.PtrSub:
		return l.List(l.movePointer(op, t, x[0], l.toI64(y[0], yType)))
	case ast.PtrDiff:
		return l.List(l.pointerDiff(t, x[0], y[0]))
	case ast.Shl, ast.Shr:
		y = l.convertValues(y, yType, t)
	}
	values := l.MakeList(len(x))
	for i := range x {
		values[i] = l.arith(op, t.Scalar(), x[i], y[min(i, len(y)-1)])
	}
	return values
}

func (l *funcLowerer) movePointer(op ast.BinaryOp, t *ast.Type, p, index ir.ValueID) ir.ValueID {
	size := max(t.Elem.Size(), 1)
	if op == ast.PtrSub {
		index = l.Emit(ir.Instr{Op: ir.OpSub, Type: ir.I64, Flags: ir.FlagNoWrap,
			Args: l.List(l.Const(ir.I64, 0), index)})
	}
	if c := l.Func.Instr(index); c.Op == ir.OpConst {
		return l.PtrAddConst(p, int64(c.Imm*size))
	}
	if size != 1 {
		index = l.Emit(ir.Instr{Op: ir.OpMul, Type: ir.I64, Flags: ir.FlagNoWrap,
			Args: l.List(index, l.Const(ir.I64, size))})
	}
	return l.PtrAdd(p, index)
}

func (l *funcLowerer) pointerDiff(t *ast.Type, x, y ir.ValueID) ir.ValueID {
	diff := l.Bin(ir.OpSub, l.Conv(ir.OpBitcast, ir.I64, 0, x), l.Conv(ir.OpBitcast, ir.I64, 0, y))
	return l.Bin(ir.OpSDiv, diff, l.Const(ir.I64, max(t.Elem.Size(), 1)))
}

// arithOps are the operations of C's operators on signed, unsigned and floating operands.
var arithOps = [...][3]ir.Op{
	ast.Add: {ir.OpAdd, ir.OpAdd, ir.OpFAdd}, ast.Sub: {ir.OpSub, ir.OpSub, ir.OpFSub},
	ast.Mul: {ir.OpMul, ir.OpMul, ir.OpFMul}, ast.Div: {ir.OpSDiv, ir.OpUDiv, ir.OpFDiv},
	ast.Rem: {ir.OpSRem, ir.OpURem, ir.OpFRem}, ast.And: {ir.OpAnd, ir.OpAnd, 0}, ast.Or: {ir.OpOr, ir.OpOr, 0},
	ast.Xor: {ir.OpXor, ir.OpXor, 0}, ast.Shl: {ir.OpShl, ir.OpShl, 0}, ast.Shr: {ir.OpAShr, ir.OpLShr, 0},
}

// arith combines two scalars of type t.
func (l *funcLowerer) arith(op ast.BinaryOp, t *ast.Type, x, y ir.ValueID) ir.ValueID {
	in := ir.Instr{Type: valueType(t), Args: l.List(x, y)}
	switch {
	case t.IsFloat():
		in.Op, in.Flags = arithOps[op][2], l.flags
		if isHalf(t) {
			return l.halfArith(in)
		}
		l.divides = l.divides || op == ast.Div
	case t.IsSigned():
		in.Op = arithOps[op][0]
		if op <= ast.Mul && t.Size() >= 4 {
			in.Flags = ir.FlagNoWrap
		}
	default:
		in.Op = arithOps[op][1]
	}
	return l.Emit(in)
}

func (l *funcLowerer) vectorSelect(e *ast.VectorSelect) []ir.ValueID {
	c, x, y := l.expr(e.C), l.expr(e.X), l.expr(e.Y)
	values := l.MakeList(len(x))
	for i := range x {
		values[i] = l.Select(l.negative(c[i]), x[i], y[i])
	}
	return values
}

// negative tests an integer's sign bit.
func (l *funcLowerer) negative(v ir.ValueID) ir.ValueID {
	return l.ICmp(ir.SLT, v, l.Const(l.Func.Type(v), 0))
}

func (l *funcLowerer) assignExpr(e *ast.Assign) []ir.ValueID {
	// The value first: its evaluation may move to another block, and IR is easier to read with the address next to its
	// use.
	values := l.expr(e.Y)
	l.at(e.Pos)
	l.store(l.place(e.X), values)
	return values
}

func (l *funcLowerer) compoundAssign(e *ast.CompoundAssign) []ir.ValueID {
	right := l.expr(e.Y)
	p := l.place(e.X)
	l.at(e.Pos)
	old := l.convertValues(l.load(p), e.Type, e.OpType)
	values := l.binary(e.Op, e.OpType, old, right, e.Y.ExprType())
	values = l.convertValues(values, e.OpType, e.Type)
	l.store(p, values)
	return values
}

func (l *funcLowerer) vectorLit(e *ast.VectorLit) []ir.ValueID {
	lanes := e.Type.Lanes()
	values := make([]ir.ValueID, 0, lanes)
	for _, part := range e.Elems {
		values = append(values, l.expr(part)...)
	}
	for len(values) < lanes {
		values = append(values, values[0]) // a single scalar is repeated for all elements
	}
	return values[:lanes]
}
