package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ceil"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
)

// Named barriers of cl_khr_subgroup_named_barrier: barriers for some of the sub-groups of a group. OpenCL C has no
// functions for them of its own; these are the ones of Intel's compilers, to which SPIR-V's correspond.
//
// A named barrier is three words in local memory. The sub-group that arrives last sets the number of arrivals back to
// zero and begins the next phase; the others suspend until the phase has changed. One thread runs all sub-groups of a
// group, and none is interrupted before it suspends, so nothing here is contended.

// The words of a named barrier.
const (
	namedCount   = 0 // sub-groups that are to come
	namedArrived = 4
	namedPhase   = 8
)

// MaxNamedBarriers is how many a kernel may have.
const MaxNamedBarriers = 64

// namedWord reads a word of a named barrier, setNamedWord writes it. Both stay, in their order.
func (l *funcLowerer) namedWord(barrier ir.ValueID, word int64) ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpLoad, Type: ir.I32, Space: ir.SpaceLocal, Align: 4, Flags: ir.FlagVolatile,
		Args: l.List(l.PtrAddConst(barrier, word))})
}

func (l *funcLowerer) setNamedWord(barrier ir.ValueID, word int64, value ir.ValueID) {
	l.Emit(ir.Instr{Op: ir.OpStore, Space: ir.SpaceLocal, Align: 4, Flags: ir.FlagVolatile,
		Args: l.List(l.PtrAddConst(barrier, word), value)})
}

// namedBarrierInit makes a barrier of memory that the call has for itself. All sub-groups come to it, so those that
// still use the barrier of an earlier execution are through, and none arrives before it is made.
func (l *funcLowerer) namedBarrierInit(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	l.namedBarriers++
	switch {
	case !l.fn.Kernel || l.helper || l.fn.Called:
		l.list.Errorf(diag.Pos(l.Pos), "named_barrier_init can only be called in a kernel, one that no other calls")
	case l.namedBarriers > MaxNamedBarriers:
		l.list.Errorf(diag.Pos(l.Pos), "a kernel can have %d named barriers", MaxNamedBarriers)
	}
	offset := ceil.Multiple(l.Func.LocalBytes, ast.NamedBarrierBytes)
	l.Func.LocalBytes, l.Func.LocalAlign = offset+ast.NamedBarrierBytes, max(l.Func.LocalAlign, ast.NamedBarrierBytes)
	barrier := l.PtrAddConst(l.scratchStart(), int64(offset))
	l.waitForGroup()
	isFirst := l.ICmp(ir.EQ, l.localLinearID(), l.Const(ir.I64, 0))
	l.when(isFirst, func() {
		l.setNamedWord(barrier, namedCount, args[0][0])
		l.setNamedWord(barrier, namedArrived, l.Const(ir.I32, 0))
		l.setNamedWord(barrier, namedPhase, l.Const(ir.I32, 0))
	})
	l.waitForGroup()
	return one(barrier)
}

// namedBarrier waits until as many sub-groups have come as the barrier is for.
func (l *funcLowerer) namedBarrier(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	barrier, step := args[0][0], l.Const(ir.I32, 1)
	order := ir.Instr{Op: ir.OpFence, Kind: uint8(l.constant(args[1][0], allMemory) & allMemory), Order: ir.AcqRel,
		Scope: ir.ScopeWorkGroup}
	if len(args) == 3 {
		order.Scope = l.scope(args[2][0])
	}
	l.Emit(order)
	phase := l.namedWord(barrier, namedPhase)
	speaks := l.ICmp(ir.EQ, l.firstActive(), l.subGroupLane())
	arrived := l.Bin(ir.OpAdd, l.namedWord(barrier, namedArrived), step)
	l.when(speaks, func() { l.setNamedWord(barrier, namedArrived, arrived) })
	isLast := l.ICmp(ir.SGE, arrived, l.namedWord(barrier, namedCount))
	last, wait, waitOn, exit := l.NewBlock(), l.NewBlock(), l.NewBlock(), l.NewBlock()
	l.Branch(isLast, ir.Edge{To: last}, ir.Edge{To: wait})

	l.SetBlock(last)
	l.when(speaks, func() {
		l.setNamedWord(barrier, namedArrived, l.Const(ir.I32, 0))
		l.setNamedWord(barrier, namedPhase, l.Bin(ir.OpAdd, phase, step))
	})
	l.Jump(exit)

	suspend := func(b ir.BlockID, flags ir.Flags) {
		l.SetBlock(b)
		l.Emit(ir.Instr{Op: ir.OpBarrier, Kind: order.Kind, Scope: ir.ScopeSubGroup, Flags: flags})
		isSame := l.ICmp(ir.EQ, l.namedWord(barrier, namedPhase), phase)
		l.Branch(isSame, ir.Edge{To: waitOn}, ir.Edge{To: exit})
	}
	suspend(wait, 0) // it has arrived, which may be what others wait for
	suspend(waitOn, ir.FlagWaits)

	l.SetBlock(exit)
	l.Emit(order)
	return nil
}
