package ir

import "slices"

// HasBarrier reports whether the function itself waits at a barrier; functions that it calls do not count.
func (f *Func) HasBarrier() bool {
	return slices.ContainsFunc(f.Blocks, f.hasBarrier)
}

// HasBarrierIn reports whether one of the blocks has a barrier.
func (f *Func) HasBarrierIn(blocks []BlockID) bool {
	return slices.ContainsFunc(blocks, func(b BlockID) bool { return f.hasBarrier(f.Blocks[b]) })
}

func (f *Func) hasBarrier(b Block) bool {
	return slices.ContainsFunc(b.Instrs, func(v ValueID) bool { return f.Instrs[v].Op == OpBarrier })
}

// AccessType is the type of the value that a load, a store or an atomic operation moves.
func (f *Func) AccessType(in *Instr) Type {
	if in.Op == OpStore || in.Op == OpAtomicStore {
		return f.Type(in.Args[1])
	}
	return in.Type
}
