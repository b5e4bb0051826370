package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
)

// Cost is the estimated cost of a kernel's loads and stores for one vector of lanes, without private memory, each
// weighted by the frequency of its block. Only the ratio of two costs means something.
func Cost(f *ir.Func, info *uniform.Info, costs *target.Walks) (sum int) {
	frequencies := Frequencies(f, costs)
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Space != ir.SpacePrivate {
				sum += frequencies[b] * costOf(info, f, in, costs)
			}
		}
	}
	return sum
}

// Frequencies is the estimated execution frequency of each block: an assumed trip count to the power of its loop depth.
func Frequencies(f *ir.Func, costs *target.Walks) []int {
	loops, innermost := ir.NewCFG(f).Loops()
	frequencies := make([]int, len(f.Blocks))
	for b := range frequencies {
		frequencies[b] = 1
		for l, depth := innermost[b], 0; l >= 0 && depth < costs.Depth; l, depth = loops[l].Parent, depth+1 {
			frequencies[b] *= costs.Iterations
		}
	}
	return frequencies
}

// costOf is the cost of one load or store.
func costOf(info *uniform.Info, f *ir.Func, in *ir.Instr, costs *target.Walks) int {
	address, size := in.Args[0], int64(in.Type.Bytes())
	if in.Op == ir.OpStore {
		size = int64(f.Type(in.Args[1]).Bytes())
	}
	if info.Varies(address)&(uniform.VaryLocal0|uniform.VaryAny|uniform.VaryMemory) == 0 {
		return costs.Whole
	}
	step, _, isEven := info.StrideNeeds(address)
	switch {
	case isEven && step >= -size && step <= size:
		return costs.Whole
	case isEven && step >= -costs.Near && step <= costs.Near:
		return costs.Pieces
	}
	return costs.Lanes
}
