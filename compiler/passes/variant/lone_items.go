package variant

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes"
)

// A copy for groups of one work-item. Programs that take a CPU for a few scalar processors launch groups of one
// work-item, which has a vector to itself then. In the copy nothing tells how work-items are grouped, so that whoever
// runs it may put neighbours into the lanes of a vector: a work-item is its group, barriers wait for none, and local
// memory is private.

// MayBeLone reports whether there is a copy of an optimised kernel for groups of one work-item. It needs one if
// something in it depends on how work-items are grouped.
func MayBeLone(m *ir.Module, f *ir.Func) bool {
	if !f.Kernel || f.SeesSubGroups() || f.LocalBytes > maxLoneLocal {
		return false
	}
	private := f.LocalBytes
	isAllowed := everyInstr(f, func(in *ir.Instr) bool {
		if in.Op == ir.OpAlloca {
			private += in.Imm
		}
		return isLoneInstr(f, in) && (in.Op != ir.OpCall || isGroupless(m, ir.FuncID(in.Imm), map[ir.FuncID]bool{}))
	})
	return isAllowed && private <= maxLonePrivate && !waitsInLoop(f)
}

// waitsInLoop reports whether a loop may wait for another group, which may be another lane in the copy.
func waitsInLoop(f *ir.Func) bool {
	loops, _ := ir.NewCFG(f).Loops()
	return slices.ContainsFunc(loops, func(l ir.Loop) bool {
		return slices.ContainsFunc(l.Blocks, func(b ir.BlockID) bool {
			return slices.ContainsFunc(f.Blocks[b].Instrs, func(v ir.ValueID) bool {
				return mayReadOthers(f, f.Instr(v))
			})
		})
	})
}

// mayReadOthers reports whether an instruction is one by which work-items wait for others. Those that count do not.
func mayReadOthers(f *ir.Func, in *ir.Instr) bool {
	switch in.Op {
	case ir.OpAtomicLoad, ir.OpAtomicCmpXchg:
		return true
	case ir.OpAtomicRMW:
		by := f.Instr(in.Args[1])
		return ir.AtomicKind(in.Kind) != ir.AtomicAdd || by.Op == ir.OpConst && by.Imm == 0
	case ir.OpLoad:
		return in.Flags&ir.FlagVolatile != 0 && (in.Space == ir.SpaceGlobal || in.Space == ir.SpaceGeneric)
	}
	return false
}

// Limits of the memory of one work-item, in bytes: a vector, or some, of them are to fit into caches.
const (
	maxLoneLocal   = 32 << 10
	maxLonePrivate = 256 << 10
	maxAlign       = 128 // that instructions note
)

// everyInstr reports whether a condition holds for all instructions of a function.
func everyInstr(f *ir.Func, holds func(in *ir.Instr) bool) bool {
	return !slices.ContainsFunc(f.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(v ir.ValueID) bool { return !holds(f.Instr(v)) })
	})
}

// isLoneInstr reports whether an instruction of a kernel may stand in the copy. Atomic operations need a place that all
// lanes can name, and so do comparisons of addresses with the bounds of local memory.
func isLoneInstr(f *ir.Func, in *ir.Instr) bool {
	switch in.Op {
	case ir.OpQueue, ir.OpFold, ir.OpImageRead, ir.OpImageWrite:
		return false
	case ir.OpMemoryBound:
		return ir.MemoryBound(in.Kind) == ir.StopWord
	case ir.OpAtomicRMW, ir.OpAtomicCmpXchg, ir.OpAtomicLoad, ir.OpAtomicStore:
		return in.Space == ir.SpaceGlobal || f.LocalBytes == 0 && in.Space != ir.SpaceLocal
	case ir.OpBitcast:
		return f.Instr(in.Args[0]).Op != ir.OpLocalBase
	}
	return true
}

// isGroupless reports whether a function, and what it calls, depends in nothing on how work-items are grouped.
func isGroupless(m *ir.Module, id ir.FuncID, seen map[ir.FuncID]bool) bool {
	f := m.Funcs[id]
	if f == nil || seen[id] {
		return f != nil
	}
	seen[id] = true
	return everyInstr(f, func(in *ir.Instr) bool {
		switch in.Op {
		case ir.OpLocalID, ir.OpGroupID, ir.OpLocalSize, ir.OpEnqueuedLocalSize, ir.OpNumGroups, ir.OpLocalBase,
			ir.OpBarrier, ir.OpQueue, ir.OpFold, ir.OpMemoryBound:
			return false
		case ir.OpCall:
			return isGroupless(m, ir.FuncID(in.Imm), seen)
		}
		return in.Space != ir.SpaceLocal && !in.Op.IsSubGroup()
	})
}

// LoneItems is the copy of a kernel of which MayBeLone is true. It only reads the kernel, so others may read it at the
// same time.
func LoneItems(m *ir.Module, f *ir.Func) *ir.Func {
	c := f.Clone()
	c.Group = [3]uint64{}
	local := addLocal(c)
	for b := range c.Blocks {
		list := make([]ir.ValueID, 0, len(c.Blocks[b].Instrs))
		for _, v := range c.Blocks[b].Instrs {
			list = makeLone(c, ir.BlockID(b), v, list)
		}
		c.Blocks[b].Instrs = list
	}
	if local != 0 {
		replaceLocalBase(c, local)
	}
	c.LocalBytes, c.LocalAlign = 0, 0
	passes.AfterLoneItems(m, c)
	return c
}

// addLocal adds a private variable in place of local memory. It is 0 if there is none.
func addLocal(c *ir.Func) ir.ValueID {
	if c.LocalBytes == 0 {
		return 0
	}
	align := uint8(min(max(c.LocalAlign, 1), maxAlign))
	v := c.NewValue(ir.Instr{Op: ir.OpAlloca, Type: ir.Ptr, Imm: c.LocalBytes, Align: align})
	c.Blocks[0].Instrs = slices.Insert(c.Blocks[0].Instrs, 0, v)
	return v
}

// makeLone appends what an instruction becomes in the copy to the instructions of its block.
func makeLone(c *ir.Func, b ir.BlockID, v ir.ValueID, list []ir.ValueID) []ir.ValueID {
	in := c.Instr(v)
	constant := func(value uint64) { *in = ir.Instr{Op: ir.OpConst, Type: in.Type, Imm: value, Block: b, Pos: in.Pos} }
	switch in.Op {
	case ir.OpLocalID:
		constant(0)
	case ir.OpLocalSize, ir.OpEnqueuedLocalSize:
		constant(1)
	case ir.OpNumGroups:
		in.Op = ir.OpGlobalSize
	case ir.OpGroupID:
		place := ir.Instr{Op: ir.OpGlobalID, Type: in.Type, Kind: in.Kind, Block: b, Pos: in.Pos}
		id := c.NewValue(place)
		place.Op = ir.OpGlobalOffset
		offset := c.NewValue(place)
		*c.Instr(v) = ir.Instr{Op: ir.OpSub, Type: place.Type, Args: []ir.ValueID{id, offset}, Block: b, Pos: place.Pos}
		list = append(list, id, offset)
	case ir.OpBarrier:
		if in.Kind&uint8(ir.MemGlobal) == 0 {
			return list
		}
		*in = ir.Instr{Op: ir.OpFence, Kind: in.Kind, Order: ir.AcqRel, Scope: ir.ScopeDevice, Block: b, Pos: in.Pos}
	default:
		if in.Op.Info().Fields&ir.FieldSpace != 0 && in.Space == ir.SpaceLocal {
			in.Space = ir.SpacePrivate
		}
		if in.Op == ir.OpMemCopy && ir.Space(in.Kind) == ir.SpaceLocal {
			in.Kind = uint8(ir.SpacePrivate)
		}
	}
	return append(list, v)
}

// replaceLocalBase replaces the start of local memory by a private variable.
func replaceLocalBase(c *ir.Func, local ir.ValueID) {
	replace := func(list []ir.ValueID) {
		for i, v := range list {
			if c.Instr(v).Op == ir.OpLocalBase {
				list[i] = local
			}
		}
	}
	for b := range c.Blocks {
		for _, v := range c.Blocks[b].Instrs {
			replace(c.Instr(v).Args)
		}
		for i := range c.Blocks[b].Succs {
			replace(c.Blocks[b].Succs[i].Args)
		}
	}
}
