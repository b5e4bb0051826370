package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// place is the location of an lvalue: memory of a type, or some elements of a vector in memory.
type place struct {
	addr     ir.ValueID
	space    ir.Space
	align    uint64
	typ      *ast.Type // of the value
	elems    []uint8   // elements of the vector at addr that form the value; nil: all of typ
	volatile bool
}

func (p place) flags() ir.Flags {
	if p.volatile {
		return ir.FlagVolatile
	}
	return 0
}

// element is the index in memory of the value's i-th vector element.
func (p place) element(i int) int {
	if p.elems != nil {
		return int(p.elems[i])
	}
	return i
}

// field is the place of a member of type t at a constant offset.
func (l *funcLowerer) field(p place, offset uint64, t *ast.Type) place {
	p.addr = l.PtrAddConst(p.addr, int64(offset))
	p.align = accessAlign(p.align, offset)
	p.typ = t
	return p
}

// load reads the value of a place; for a record or array it is the address.
func (l *funcLowerer) load(p place) []ir.ValueID {
	if p.typ.IsRecord() || p.typ.Kind == ast.Array {
		return l.List(p.addr)
	}
	size := p.typ.Scalar().Size()
	values := l.MakeList(p.typ.Lanes())
	for i := range values {
		if p.element(i) == ast.NoElem {
			values[i] = l.Const(valueType(p.typ), 0)
			continue
		}
		values[i] = l.loadScalar(p, uint64(p.element(i))*size)
	}
	return values
}

func (l *funcLowerer) loadScalar(p place, offset uint64) ir.ValueID {
	t := memoryType(p.typ)
	v := l.Emit(ir.Instr{Op: ir.OpLoad, Type: t, Space: p.space, Align: alignNote(accessAlign(p.align, offset)),
		Flags: p.flags(), Args: l.List(l.PtrAddConst(p.addr, int64(offset)))})
	if t == ir.F16 {
		return l.fromHalf(v)
	}
	return v
}

// store writes a value; of a record it copies the memory that the value points to.
func (l *funcLowerer) store(p place, values []ir.ValueID) {
	size := p.typ.Scalar().Size()
	for i, v := range values {
		if p.element(i) == ast.NoElem {
			continue
		}
		l.storeScalar(p, uint64(p.element(i))*size, v)
	}
}

func (l *funcLowerer) storeScalar(p place, offset uint64, v ir.ValueID) {
	if memoryType(p.typ) == ir.F16 {
		v = l.toHalf(v)
	}
	l.Emit(ir.Instr{Op: ir.OpStore, Space: p.space, Align: alignNote(accessAlign(p.align, offset)), Flags: p.flags(),
		Args: l.List(l.PtrAddConst(p.addr, int64(offset)), v)})
}

func (l *funcLowerer) copyRecord(to, from place) {
	if to.typ.Size() == 0 {
		return
	}
	l.Emit(ir.Instr{Op: ir.OpMemCopy, Space: to.space, Kind: uint8(from.space), Imm: to.typ.Size(),
		Align: alignNote(min(to.align, from.align)), Args: l.List(to.addr, from.addr)})
}

// isPlace reports whether an expression is an lvalue.
func isPlace(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.VarRef, *ast.Deref, *ast.CompoundLit, *ast.StringLit:
		return true
	case *ast.Member:
		return isPlace(e.X)
	case *ast.Swizzle:
		return isPlace(e.X)
	case *ast.VectorIndex:
		return isPlace(e.X)
	}
	return false
}

// place lowers an lvalue, or a record value, to its location.
func (l *funcLowerer) place(e ast.Expr) place {
	l.at(e.ExprPos())
	switch e := e.(type) {
	case *ast.VarRef:
		return l.varPlace(e.Var)
	case *ast.Deref:
		return l.derefPlace(e)
	case *ast.Member:
		p := l.place(e.X)
		return l.field(p, e.Offset, e.Type)
	case *ast.Swizzle:
		return l.swizzlePlace(e)
	case *ast.VectorIndex:
		return l.vectorIndexPlace(e)
	case *ast.StringLit:
		return l.stringPlace(e)
	case *ast.CompoundLit:
		p := l.varPlace(e.Var)
		if e.Var.Owner != nil && e.Var.Init != nil {
			l.initialize(p, e.Var.Init)
		}
		return p
	}
	if e.ExprType().IsRecord() {
		return l.recordPlace(e)
	}
	return l.spill(e)
}

// spill stores a value that is no lvalue in memory of its own.
func (l *funcLowerer) spill(e ast.Expr) place {
	p := l.temporary(e.ExprType())
	l.store(p, l.expr(e))
	return p
}

func (l *funcLowerer) temporary(t *ast.Type) place {
	align := max(t.Align(), 1)
	return place{addr: l.Alloca(max(t.Size(), 1), alignNote(align)), space: ir.SpacePrivate, typ: t, align: align}
}

func (l *funcLowerer) varPlace(v *ast.Var) place {
	align := max(v.Align, v.Type.Align(), 1)
	volatile := v.Qual&ast.Volatile != 0
	if offset, ok := l.localOffset(v); ok {
		base := l.Emit(ir.Instr{Op: ir.OpLocalBase, Type: ir.Ptr})
		return place{addr: l.PtrAddConst(base, int64(offset)), space: ir.SpaceLocal, typ: v.Type, align: align,
			volatile: volatile}
	}
	if offset, ok := l.globalOffset(v); ok {
		return place{addr: l.globalAddr(offset), space: globalSpace(v), typ: v.Type, align: align, volatile: volatile}
	}
	p := l.variable(v)
	p.volatile = volatile && !isUnobserved(v)
	return p
}

// isUnobserved reports whether accesses to a volatile variable cannot be told from those to another: it is private, and
// an integer. Programs write `volatile int id` against the habits of other compilers. Volatile floats keep what was
// stored from being joined with other operations.
func isUnobserved(v *ast.Var) bool { return isPrivate(v) && v.Type.IsInteger() }

// localOffset is the place of a variable in local memory.
func (u *unitLowerer) localOffset(v *ast.Var) (uint64, bool) {
	if v.Space != ast.Local {
		return 0, false
	}
	offset, ok := u.locals[v]
	return offset, ok
}

func (l *funcLowerer) derefPlace(e *ast.Deref) place {
	t := e.X.ExprType()
	addr := l.scalar(e.X)
	return place{addr: addr, space: spaces[t.Space], typ: e.Type, align: e.Type.Align(),
		volatile: t.ElemQual&ast.Volatile != 0}
}

func (l *funcLowerer) swizzlePlace(e *ast.Swizzle) place {
	p := l.place(e.X)
	elems := make([]uint8, len(e.Elems))
	for i, n := range e.Elems {
		elems[i] = ast.NoElem
		if n != ast.NoElem {
			elems[i] = uint8(p.element(int(n)))
		}
	}
	p.typ, p.elems = e.Type, elems
	return p
}

func (l *funcLowerer) vectorIndexPlace(e *ast.VectorIndex) place {
	p := l.place(e.X)
	if p.elems != nil { // a swizzle of a swizzle by a varying index: read a copy
		values := l.load(p)
		p = l.temporary(p.typ)
		l.store(p, values)
	}
	size := e.Type.Size()
	index := l.toI64(l.scalar(e.Index), e.Index.ExprType())
	p.addr = l.PtrAdd(p.addr, l.Bin(ir.OpMul, index, l.Const(ir.I64, size)))
	p.align, p.typ = min(p.align, size), e.Type
	return p
}

// recordPlace lowers an expression of record type to the record's location.
func (l *funcLowerer) recordPlace(e ast.Expr) place {
	switch e := e.(type) {
	case *ast.Load:
		return l.place(e.X)
	case *ast.Assign:
		to := l.place(e.X)
		l.copyRecord(to, l.place(e.Y))
		return to
	case *ast.Comma:
		l.expr(e.X)
		return l.place(e.Y)
	case *ast.StmtExpr:
		l.stmtExprBody(e)
		return l.place(e.Value)
	case *ast.Cast:
		return l.place(e.X)
	case *ast.Cond:
		return l.recordCond(e)
	case *ast.Call:
		return l.recordCall(e)
	case *ast.BlockCall:
		return l.recordBlockCall(e)
	case *ast.BuiltinCall:
		return l.ndRange(e)
	}
	l.unsupported(e.ExprPos(), "this expression of a record type")
	return l.temporary(e.ExprType())
}

// recordCond copies the chosen record, since the arms may lie in different address spaces.
func (l *funcLowerer) recordCond(e *ast.Cond) place {
	to := l.temporary(e.Type)
	then, otherwise, join := l.NewBlock(), l.NewBlock(), l.NewBlock()
	l.branch(e.C, then, otherwise)
	for _, arm := range []struct {
		block ir.BlockID
		x     ast.Expr
	}{{then, e.X}, {otherwise, e.Y}} {
		l.SetBlock(arm.block)
		l.copyRecord(to, l.place(arm.x))
		l.Jump(join)
	}
	l.SetBlock(join)
	return to
}
