package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Cleaning the control flow, in four steps over all blocks:
//
//  1. A branch or switch on a constant, or with equal successors, becomes a jump; one on a negated condition
//     is reversed.
//  2. An edge to a block that holds nothing but a jump, and takes no parameters, leads to where the jump leads. A
//     block that jumps to itself is an endless loop and stays one.
//  3. A block whose only predecessor ends with a jump is appended to it.
//  4. If anything was done, or many instructions are in no block, unreachable blocks are dropped, and all are
//     renumbered in reverse post-order.

func cleanCFG(f *ir.Func, s *scratch) {
	changed := foldTerminators(f)
	if len(f.Blocks) > 1 {
		changed = threadEmptyBlocks(f) || changed
		changed = foldTerminators(f) || changed // successors that have become equal
		if changed {
			s.EdgesChanged()
		}
		changed = joinBlocks(f, s) || changed
	}
	if s.IsIdle = !changed && tidy(f); !s.IsIdle {
		s.Compact(f)
	}
}

// tidy reports whether few instructions are in no block, so that renumbering does not pay.
func tidy(f *ir.Func) bool {
	count := 0
	for b := range f.Blocks {
		block := &f.Blocks[b]
		count += len(block.Params) + len(block.Instrs)
	}
	return count >= len(f.Instrs)-1-len(f.Instrs)/8
}

func foldTerminators(f *ir.Func) (changed bool) {
	for b := range f.Blocks {
		changed = foldTerminator(f, ir.BlockID(b)) || changed
	}
	return changed
}

// foldTerminator simplifies the terminator of b where its successor is known.
func foldTerminator(f *ir.Func, b ir.BlockID) (changed bool) {
	block := &f.Blocks[b]
	end := f.Terminator(b)
	switch end.Op {
	case ir.OpBranch:
		changed = turnBranch(f, block, end)
		if cond := f.Instr(end.Args[0]); cond.Op == ir.OpConst {
			makeJump(block, end, block.Succs[1-cond.Imm&1])
			return true
		}
	case ir.OpSwitch:
		if value := f.Instr(end.Args[0]); value.Op == ir.OpConst {
			makeJump(block, end, block.Succs[1+slices.Index(block.Cases, value.Imm)])
			return true
		}
	default:
		return false
	}
	for _, edge := range block.Succs[1:] {
		if edge.To != block.Succs[0].To || !slices.Equal(edge.Args, block.Succs[0].Args) {
			return changed
		}
	}
	makeJump(block, end, block.Succs[0])
	return true
}

// turnBranch makes a branch on a negated condition one on the condition.
func turnBranch(f *ir.Func, block *ir.Block, end *ir.Instr) bool {
	cond := f.Instr(end.Args[0])
	if cond.Op != ir.OpXor || end.Flags&ir.FlagWhole != 0 {
		return false
	}
	if one := f.Instr(cond.Args[1]); one.Op != ir.OpConst || one.Imm != 1 {
		return false
	}
	end.Args = []ir.ValueID{cond.Args[0]}
	block.Succs = []ir.Edge{block.Succs[1], block.Succs[0]}
	return true
}

func makeJump(block *ir.Block, end *ir.Instr, edge ir.Edge) {
	end.Op, end.Args = ir.OpJump, nil
	block.Succs, block.Cases = []ir.Edge{edge}, nil
}

// emptyJump reports whether the block does nothing but jump.
func emptyJump(f *ir.Func, b ir.BlockID) bool {
	block := &f.Blocks[b]
	return len(block.Params) == 0 && len(block.Instrs) == 1 && f.Terminator(b).Op == ir.OpJump
}

func threadEmptyBlocks(f *ir.Func) (changed bool) {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Succs {
			edge := &f.Blocks[b].Succs[i]
			for range maxThread {
				if !emptyJump(f, edge.To) || f.Blocks[edge.To].Succs[0].To == edge.To {
					break
				}
				next := f.Blocks[edge.To].Succs[0]
				keepHint(&f.Blocks[next.To], f.Blocks[edge.To].Unroll)
				*edge = ir.Edge{To: next.To, Args: slices.Clone(next.Args)}
				changed = true
			}
		}
	}
	return changed
}

// keepHint gives a block the hint of the loop header that is skipped before it.
func keepHint(b *ir.Block, hint int32) {
	if b.Unroll == 0 {
		b.Unroll = hint
	}
}

// joinBlocks appends blocks to their only predecessors.
func joinBlocks(f *ir.Func, s *scratch) (changed bool) {
	s.edgeCounts = rewrite.Cleared(s.edgeCounts, len(f.Blocks))
	ways := s.edgeCounts
	for _, b := range s.Control(f).Order {
		for i := range f.Blocks[b].Succs {
			ways[f.Blocks[b].Succs[i].To]++
		}
	}
	var replaced rewrite.Substitution
	for b := range f.Blocks {
		for ways[b] > 0 || b == 0 {
			block := &f.Blocks[b]
			if f.Terminator(ir.BlockID(b)).Op != ir.OpJump {
				break
			}
			to := block.Succs[0].To
			if ways[to] != 1 || int(to) == b {
				break
			}
			if replaced == nil {
				replaced = s.Substitution(f)
			}
			appendBlock(f, ir.BlockID(b), to, replaced)
			ways[to] = 0
			changed = true
		}
	}
	if changed {
		replaced.Apply(f)
	}
	return changed
}

// appendBlock moves the instructions of block to to the end of b, which jumps to it.
func appendBlock(f *ir.Func, b, to ir.BlockID, replaced rewrite.Substitution) {
	block, next := &f.Blocks[b], &f.Blocks[to]
	for i, param := range next.Params {
		replaced[param] = block.Succs[0].Args[i]
	}
	for _, v := range next.Instrs {
		f.Instr(v).Block = b
	}
	block.Instrs = append(block.Instrs[:len(block.Instrs)-1], next.Instrs...)
	block.Succs, block.Cases = next.Succs, next.Cases
	*next = ir.Block{}
}
