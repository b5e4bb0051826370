package lower

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// atomicKinds are the read-modify-writes by the stem of a name: signed or floating and unsigned forms.
var atomicKinds = map[string][3]ir.AtomicKind{
	"xchg": {ir.AtomicXchg, ir.AtomicXchg, ir.AtomicXchg}, "exchange": {ir.AtomicXchg, ir.AtomicXchg, ir.AtomicXchg},
	"add": {ir.AtomicAdd, ir.AtomicAdd, ir.AtomicFAdd}, "sub": {ir.AtomicSub, ir.AtomicSub, ir.AtomicFAdd},
	"and": {ir.AtomicAnd, ir.AtomicAnd}, "or": {ir.AtomicOr, ir.AtomicOr}, "xor": {ir.AtomicXor, ir.AtomicXor},
	"min": {ir.AtomicSMin, ir.AtomicUMin, ir.AtomicFMin}, "max": {ir.AtomicSMax, ir.AtomicUMax, ir.AtomicFMax},
	"inc": {ir.AtomicAdd, ir.AtomicAdd}, "dec": {ir.AtomicSub, ir.AtomicSub},
}

// atomicAccess is an atomic instruction on a call's first argument. Atomics of OpenCL 1.x are relaxed, those of C11
// sequentially consistent unless their arguments give another order.
func (l *funcLowerer) atomicAccess(op ir.Op, c *builtin.Call, operands ...ir.ValueID) ir.Instr {
	t := c.Params[0].Elem
	in := ir.Instr{Op: op, Type: memoryType(t), Space: spaces[c.Params[0].Space], Align: alignNote(t.Size()),
		Scope: ir.ScopeDevice, Args: operands}
	if isC11(c.Name) {
		in.Order = ir.SeqCst
	}
	return in
}

func isC11(name string) bool {
	for _, part := range []string{"atomic_fetch_", "atomic_exchange", "atomic_load", "atomic_store", "atomic_compare_",
		"atomic_flag_"} {
		if strings.HasPrefix(name, part) {
			return true
		}
	}
	return false
}

// ordered takes order and scope from the arguments after the operands.
func (l *funcLowerer) ordered(in ir.Instr, rest [][]ir.ValueID) ir.Instr {
	if len(rest) > 0 {
		in.Order = l.order(rest[0][0])
	}
	if len(rest) > 1 {
		in.Scope = l.scope(rest[len(rest)-1][0])
	}
	return in
}

func (l *funcLowerer) atomic(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	name := strings.TrimSuffix(c.Name, "_explicit")
	name = name[strings.LastIndexByte(name, '_')+1:]
	t := c.Params[0].Elem
	kinds := atomicKinds[name]
	kind := kinds[0]
	switch {
	case t.IsFloat():
		kind = kinds[2]
	case !t.IsSigned():
		kind = kinds[1]
	}
	var value ir.ValueID
	rest := [][]ir.ValueID(nil)
	if len(args) > 1 {
		value, rest = args[1][0], args[2:]
	} else {
		value = l.Const(memoryType(t), 1)
	}
	if t.IsFloat() && name == "sub" {
		value = l.Un(ir.OpFNeg, value)
	}
	in := l.atomicAccess(ir.OpAtomicRMW, c, args[0][0], l.memoryValue(t, value))
	in.Kind = uint8(kind)
	return one(l.registerValue(t, l.Emit(l.ordered(in, rest))))
}

// memoryValue is a value as it lies in memory, registerValue the other way: they differ for halves.
func (l *funcLowerer) memoryValue(t *ast.Type, v ir.ValueID) ir.ValueID {
	if isHalf(t) {
		return l.toHalf(v)
	}
	return v
}

func (l *funcLowerer) registerValue(t *ast.Type, v ir.ValueID) ir.ValueID {
	if isHalf(t) {
		return l.fromHalf(v)
	}
	return v
}

func (l *funcLowerer) compareExchange(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return one(l.Emit(l.atomicAccess(ir.OpAtomicCmpXchg, c, args[0][0], args[1][0], args[2][0])))
}

// compareExchangeC11 returns whether the value was the expected one, and on failure stores the value found as the
// expected one. The expected value usually lies in private memory: storing the old one in both cases is equivalent and
// needs no branch. Floats are compared by their bits.
func (l *funcLowerer) compareExchangeC11(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	t := memoryType(c.Params[0].Elem)
	bits := intOfBits(t.Bits())
	expected := pointee(c.Params[1], args[1][0])
	want := l.bitcast(l.load(expected)[0], bits)
	in := l.atomicAccess(ir.OpAtomicCmpXchg, c, args[0][0], want, l.bitcast(args[2][0], bits))
	in.Type = bits
	if len(args) > 3 {
		in.Order = l.order(args[3][0])
	}
	if len(args) > 5 {
		in.Scope = l.scope(args[5][0])
	}
	old := l.Emit(in)
	l.storeScalar(expected, 0, l.bitcast(old, t))
	return one(l.Conv(ir.OpZExt, ir.I8, 0, l.ICmp(ir.EQ, old, want)))
}

func (l *funcLowerer) atomicLoad(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	in := l.ordered(l.atomicAccess(ir.OpAtomicLoad, c, args[0][0]), args[1:])
	return one(l.registerValue(c.Params[0].Elem, l.Emit(in)))
}

func (l *funcLowerer) atomicStore(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	value := l.memoryValue(c.Params[0].Elem, args[1][0])
	in := l.ordered(l.atomicAccess(ir.OpAtomicStore, c, args[0][0], value), args[2:])
	in.Type = ir.Void
	l.Emit(in)
	return nil
}

func (l *funcLowerer) flagSet(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	in := l.atomicAccess(ir.OpAtomicRMW, c, args[0][0], l.Const(ir.I32, 1))
	in.Kind = uint8(ir.AtomicXchg)
	old := l.Emit(l.ordered(in, args[1:]))
	return one(l.Conv(ir.OpZExt, ir.I8, 0, l.notZero(old, ast.Basic(ast.Int))))
}

func (l *funcLowerer) flagClear(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	in := l.ordered(l.atomicAccess(ir.OpAtomicStore, c, args[0][0], l.Const(ir.I32, 0)), args[1:])
	in.Type = ir.Void
	l.Emit(in)
	return nil
}
