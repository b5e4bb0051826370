package regions

import "heddle/compiler/ir"

// fewInstructions is how many cost about as much as to find out whether any lane wants them.
const fewInstructions = 8

// IsHarmless says whether a block may as well run for no lane: it computes a little, from values alone, and goes on to
// one other block, which has lanes anyway.
func (s *Regions) IsHarmless(b ir.BlockID) bool {
	block := &s.Kernel.Blocks[b]
	if len(block.Succs) != 1 || len(block.Instrs) > fewInstructions || !s.Flow.HasLanesAnyway(b, block.Succs[0].To) {
		return false
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		switch in := s.Kernel.Instr(v); in.Op {
		case ir.OpFDiv, ir.OpFSqrt, ir.OpFRem, ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem,
			ir.OpFScale, ir.OpFGetExp, ir.OpFGetMant: // slow, or many on AVX2
			return false
		default:
			if !in.Op.Pure() && s.SharedAt[v] == nil { // these look themselves
				return false
			}
		}
	}
	return true
}

func (s *Regions) FirstPos(b ir.BlockID) ir.Pos {
	return s.Kernel.Instr(s.Kernel.Blocks[b].Instrs[0]).Pos
}
