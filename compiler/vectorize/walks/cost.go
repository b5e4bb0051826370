package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Costs of an access, for a vector: one that is the same for all lanes or lies in one piece, one in a few pieces, and
// one for each lane. An access in a loop counts for so many.
const (
	costWhole, costPieces, costLanes = 1, 3, 16
	costRounds, costDepth            = 8, 3
)

// Cost is what a kernel's loads and stores cost about, for a vector of lanes.
func Cost(f *ir.Func, info *uniform.Info) (sum int) {
	rounds := Rounds(f)
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Space != ir.SpacePrivate {
				sum += rounds[b] * costOf(info, f, in)
			}
		}
	}
	return sum
}

// Rounds is how often each block is taken to run, more in loops.
func Rounds(f *ir.Func) []int {
	loops, innermost := ir.NewCFG(f).Loops()
	rounds := make([]int, len(f.Blocks))
	for b := range rounds {
		rounds[b] = 1
		for l, depth := innermost[b], 0; l >= 0 && depth < costDepth; l, depth = loops[l].Parent, depth+1 {
			rounds[b] *= costRounds
		}
	}
	return rounds
}

// costOf is the cost of one load or store.
func costOf(info *uniform.Info, f *ir.Func, in *ir.Instr) int {
	address, size := in.Args[0], int64(in.Type.Bytes())
	if in.Op == ir.OpStore {
		size = int64(f.Type(in.Args[1]).Bytes())
	}
	if info.Varies(address)&(uniform.VaryLocal0|uniform.VaryAny|uniform.VaryMemory) == 0 {
		return costWhole
	}
	step, _, isEven := info.StrideNeeds(address)
	switch {
	case isEven && step >= -size && step <= size:
		return costWhole
	case isEven && step >= -NearStep && step <= NearStep:
		return costPieces
	}
	return costLanes
}
