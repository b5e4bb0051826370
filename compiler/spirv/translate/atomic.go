package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// scopes and orders of constants; what is not constant is the strongest.

func (e *emitter) scope(n int) ir.Scope {
	c := e.Constant(e.in.ID(n))
	if c == nil {
		return ir.ScopeAllDevices
	}
	switch c.Bits {
	case spirv.ScopeDevice:
		return ir.ScopeDevice
	case spirv.ScopeWorkgroup:
		return ir.ScopeWorkGroup
	case spirv.ScopeSubgroup:
		return ir.ScopeSubGroup
	case spirv.ScopeInvocation:
		return ir.ScopeWorkItem
	}
	return ir.ScopeAllDevices
}

// semantics of memory.
const (
	acquire         = 0x2
	release         = 0x4
	acquireRelease  = 0x8
	sequential      = 0x10
	workgroupMemory = 0x100
	globalMemory    = 0x200
	imageMemory     = 0x800
)

func (e *emitter) semantics(n int) (ir.Order, ir.MemFlags) {
	c := e.Constant(e.in.ID(n))
	if c == nil {
		return ir.SeqCst, ir.MemLocal | ir.MemGlobal | ir.MemImage
	}
	var flags ir.MemFlags
	for bit, flag := range map[uint64]ir.MemFlags{workgroupMemory: ir.MemLocal, globalMemory: ir.MemGlobal,
		imageMemory: ir.MemImage} {
		if c.Bits&bit != 0 {
			flags |= flag
		}
	}
	switch {
	case c.Bits&sequential != 0:
		return ir.SeqCst, flags
	case c.Bits&acquireRelease != 0, c.Bits&acquire != 0 && c.Bits&release != 0:
		return ir.AcqRel, flags
	case c.Bits&acquire != 0:
		return ir.Acquire, flags
	case c.Bits&release != 0:
		return ir.Release, flags
	}
	return ir.Relaxed, flags
}

// atomicAccess is an atomic instruction on the first operand, whose scope and semantics are the next two.
func (e *emitter) atomicAccess(op ir.Op, operands ...ir.ValueID) ir.Instr {
	t := e.atomicType()
	order, _ := e.semantics(2)
	typ := e.register(t)
	if isHalf(t) {
		typ = ir.F16
	}
	return ir.Instr{Op: op, Type: typ, Space: spaces[e.storageOf(e.in.ID(0))].access,
		Align: uint8(t.Size), Scope: e.scope(1), Order: order, Args: append([]ir.ValueID{e.scalar(0)},
			operands...)}
}

// atomicType is the type of what is accessed.
func (e *emitter) atomicType() *spirv.Type {
	switch {
	case e.typ(0).Elem != nil:
		return e.typ(0).Elem
	case e.in.Op == spirv.OpAtomicStore:
		return e.typ(3)
	case e.in.Op == spirv.OpAtomicFlagTestAndSet, e.in.Op == spirv.OpAtomicFlagClear:
		return flagType
	}
	return e.result()
}

// flagType is the type of atomic flags.
var flagType = &spirv.Type{Kind: spirv.Int, Bits: 32, Size: 4, Align: 4, Scalars: 1}

// modify is a read-modify-write. Pointers go as integers.
func modify(kind ir.AtomicKind) lowering {
	return func(e *emitter) []ir.ValueID {
		in := e.atomicAccess(ir.OpAtomicRMW, e.asWord(3))
		in.Kind, in.Type = uint8(kind), e.Func.Type(in.Args[1])
		return e.fromWord(e.Emit(in))
	}
}

// asWord is an operand as it lies in memory: a pointer as an integer, a half as such; other values are themselves.
func (e *emitter) asWord(n int) ir.ValueID {
	v := e.scalar(n)
	switch {
	case e.Func.Type(v) == ir.Ptr:
		return e.Conv(ir.OpBitcast, ir.I64, 0, v)
	case isHalf(e.typ(n)):
		return e.ToHalf(v)
	}
	return v
}

func isHalf(t *spirv.Type) bool { return t.Kind == spirv.Float && t.Bits == 16 }

// fromWord is a result that is a pointer or float, from its bits, or a half.
func (e *emitter) fromWord(v ir.ValueID) []ir.ValueID {
	if e.Func.Type(v) == ir.F16 {
		return []ir.ValueID{e.Conv(ir.OpFToF, e.register(e.result()), 0, v)}
	}
	if t := e.register(e.result()); e.Func.Type(v) != t && e.result().Kind != spirv.Bool {
		v = e.Conv(ir.OpBitcast, t, 0, v)
	}
	return []ir.ValueID{v}
}

func step(kind ir.AtomicKind) lowering {
	return func(e *emitter) []ir.ValueID {
		in := e.atomicAccess(ir.OpAtomicRMW, e.Const(e.register(e.result()), 1))
		in.Kind = uint8(kind)
		return []ir.ValueID{e.Emit(in)}
	}
}

func (e *emitter) atomicLoad() []ir.ValueID {
	in := e.atomicAccess(ir.OpAtomicLoad)
	if in.Type == ir.Ptr {
		in.Type = ir.I64
	}
	return e.fromWord(e.Emit(in))
}

func (e *emitter) atomicStore() []ir.ValueID {
	in := e.atomicAccess(ir.OpAtomicStore, e.asWord(3))
	in.Type = ir.Void
	e.Emit(in)
	return nil
}

// compareExchange compares bits. The order is that of success.
func (e *emitter) compareExchange() []ir.ValueID {
	t := map[uint64]ir.Type{1: ir.I8, 2: ir.I16, 4: ir.I32, 8: ir.I64}[e.result().Size]
	bits := func(v ir.ValueID) ir.ValueID {
		if e.Func.Type(v) == t {
			return v
		}
		return e.Conv(ir.OpBitcast, t, 0, v)
	}
	in := e.atomicAccess(ir.OpAtomicCmpXchg, bits(e.scalar(5)), bits(e.scalar(4)))
	in.Type = t
	return e.fromWord(e.Emit(in))
}

func (e *emitter) flagSet() []ir.ValueID {
	in := e.atomicAccess(ir.OpAtomicRMW, e.Const(ir.I32, 1))
	in.Kind = uint8(ir.AtomicXchg)
	return []ir.ValueID{e.ICmp(ir.NE, e.Emit(in), e.Const(ir.I32, 0))}
}

func (e *emitter) flagClear() []ir.ValueID {
	in := e.atomicAccess(ir.OpAtomicStore, e.Const(ir.I32, 0))
	in.Type = ir.Void
	e.Emit(in)
	return nil
}

// controlBarrier waits for the work-group; smaller groups need not wait, for their work-items run in lockstep.
func (e *emitter) controlBarrier() []ir.ValueID {
	order, flags := e.semantics(2)
	if e.Constant(e.in.ID(0)).Bits == spirv.ScopeWorkgroup {
		e.Barrier(flags)
		return nil
	}
	if order != ir.Relaxed {
		e.Emit(ir.Instr{Op: ir.OpFence, Kind: uint8(flags), Order: order, Scope: e.scope(1)})
	}
	return nil
}

// barrierArrive is the first half of a barrier. The second half is the barrier: who is there has arrived.
func (e *emitter) barrierArrive() []ir.ValueID {
	_, flags := e.semantics(2)
	e.Emit(ir.Instr{Op: ir.OpFence, Kind: uint8(flags), Order: ir.Release, Scope: e.scope(1)})
	return nil
}

func (e *emitter) memoryBarrier() []ir.ValueID {
	order, flags := e.semantics(1)
	e.Emit(ir.Instr{Op: ir.OpFence, Kind: uint8(flags), Order: order, Scope: e.scope(0)})
	return nil
}

// namedBarrierInitialize and namedBarrier are the functions of OpenCL C.
func (e *emitter) namedBarrierInitialize() []ir.ValueID {
	return e.builtinCall("named_barrier_init", operand{ast.Basic(ast.Int), e.value(0)})
}

func (e *emitter) namedBarrier() []ir.ValueID {
	_, flags := e.semantics(2)
	return e.builtinCall("work_group_named_barrier", operand{e.number(e.typ(0), false), e.value(0)},
		operand{ast.Basic(ast.UInt), []ir.ValueID{e.Const(ir.I32, uint64(flags))}},
		operand{ast.Basic(ast.Int), []ir.ValueID{e.Const(ir.I32, uint64(e.scope(1)))}})
}
