package lower

import (
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// A generic pointer is a plain address, so its address space is found by comparing it with the bounds of a worker's
// memory for local and private variables; all else is global.

// spaceBuiltin lowers to_global, to_local, to_private and get_fence.
func (l *funcLowerer) spaceBuiltin(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	p := args[0][0]
	address := l.Conv(ir.OpBitcast, ir.I64, 0, p)
	if c.Name == "get_fence" {
		local, global := l.Const(ir.I32, uint64(ir.MemLocal)), l.Const(ir.I32, uint64(ir.MemGlobal))
		return one(l.Select(l.isLocal(address), local, global))
	}
	var fits ir.ValueID
	switch c.Name {
	case "to_local":
		fits = l.isLocal(address)
	case "to_private":
		fits = l.isPrivate(address)
	default:
		other := l.Bin(ir.OpOr, l.isLocal(address), l.isPrivate(address))
		fits = l.Bin(ir.OpXor, other, l.Const(ir.I1, 1))
	}
	return one(l.Select(fits, p, l.Const(ir.Ptr, 0)))
}

func (l *funcLowerer) isLocal(address ir.ValueID) ir.ValueID {
	base := l.Conv(ir.OpBitcast, ir.I64, 0, l.Emit(ir.Instr{Op: ir.OpLocalBase, Type: ir.Ptr}))
	return l.isBetween(address, base, l.memoryBound(ir.LocalEnd))
}

func (l *funcLowerer) isPrivate(address ir.ValueID) ir.ValueID {
	return l.isBetween(address, l.memoryBound(ir.PrivateBegin), l.memoryBound(ir.PrivateEnd))
}

// endKernel lowers arm_terminate_kernel. Work-items go on to their next back-edges. A failure is more than a success.
func (l *funcLowerer) endKernel(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	success, failure := l.Const(ir.I32, ir.StopWithSuccess), l.Const(ir.I32, ir.StopWithFailure)
	isSuccess := l.ICmp(ir.EQ, args[0][0], l.Const(ir.I32, 0))
	word := l.Conv(ir.OpBitcast, ir.Ptr, 0, l.memoryBound(ir.StopWord))
	l.Emit(ir.Instr{Op: ir.OpAtomicRMW, Kind: uint8(ir.AtomicUMax), Type: ir.I32, Space: ir.SpaceGlobal,
		Order: ir.SeqCst, Scope: ir.ScopeAllDevices, Align: alignNote(4),
		Args: []ir.ValueID{word, l.Select(isSuccess, success, failure)}})
	return nil
}

func (l *funcLowerer) memoryBound(bound ir.MemoryBound) ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpMemoryBound, Type: ir.I64, Kind: uint8(bound)})
}

func (l *funcLowerer) isBetween(address, begin, end ir.ValueID) ir.ValueID {
	return l.Bin(ir.OpAnd, l.ICmp(ir.UGE, address, begin), l.ICmp(ir.ULT, address, end))
}
