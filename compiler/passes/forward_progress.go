package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Independent forward progress of sub-groups. One thread runs the sub-groups of a group in turn, so one that waits in a
// loop for what another does would wait for ever. Loops that may wait are those that read by atomic operations or
// volatile loads; before each new iteration such a loop lets the other sub-groups of the group run: a barrier of
// ir.ScopeSubGroup suspends the sub-group, and waits for no one. A loop with a barrier of the group does so anyway.
//
// Only kernels that see sub-groups can know that they are to wait for another.

// letOthersRun adds the suspensions to a kernel.
func letOthersRun(f *ir.Func) {
	if !f.Kernel || !f.MayWaitForSubGroups() {
		return
	}
	cfg := ir.NewCFG(f)
	loops, _ := cfg.Loops()
	isUsed := make([]bool, len(f.Instrs))
	for i := range f.Instrs {
		for _, a := range f.Instrs[i].Args {
			isUsed[a] = true
		}
	}
	for i := range loops {
		if mayWait(f, &loops[i], isUsed) {
			suspendIn(f, cfg, &loops[i])
		}
	}
}

// mayWait reports whether a loop reads what others write meanwhile, and has no barrier of the group.
func mayWait(f *ir.Func, l *ir.Loop, isUsed []bool) bool {
	waits := false
	for _, b := range l.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); in.Op {
			case ir.OpBarrier:
				if in.Scope != ir.ScopeSubGroup || in.Flags&ir.FlagWaits != 0 && b == l.Header {
					return false
				}
			case ir.OpAtomicLoad, ir.OpAtomicCmpXchg:
				waits = true
			case ir.OpAtomicRMW:
				waits = waits || isUsed[v]
			case ir.OpLoad:
				waits = waits || in.Flags&ir.FlagVolatile != 0 && in.Space != ir.SpacePrivate
			}
		}
	}
	return waits
}

// suspendIn suspends at the end of each block that leads back to the header.
func suspendIn(f *ir.Func, cfg *ir.CFG, l *ir.Loop) {
	for _, b := range cfg.Preds[l.Header] {
		block := &f.Blocks[b]
		if !slices.Contains(l.Blocks, b) || suspends(f, block) {
			continue
		}
		pos := f.Terminator(b).Pos
		v := f.NewValue(ir.Instr{Op: ir.OpBarrier, Scope: ir.ScopeSubGroup, Block: b, Pos: pos})
		block.Instrs = slices.Insert(slices.Clone(block.Instrs), len(block.Instrs)-1, v)
	}
}

// suspends reports whether a block already ends with a suspension.
func suspends(f *ir.Func, b *ir.Block) bool {
	if len(b.Instrs) < 2 {
		return false
	}
	in := f.Instr(b.Instrs[len(b.Instrs)-2])
	return in.Op == ir.OpBarrier && in.Scope == ir.ScopeSubGroup
}
