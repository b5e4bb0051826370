package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Cleaning the control flow, in four steps over all blocks:
//
//  1. A branch or switch on a constant, or all of whose ways are the same, becomes a jump; one on a negated condition
//     is turned round.
//  2. An edge to a block that holds nothing but a jump, and takes no parameters, leads to where the jump leads. A
//     block that jumps to itself is an endless loop and stays one.
//  3. A block whose only way in is a jump is appended to the block it comes from.
//  4. Blocks that cannot be reached any more are dropped, and all are numbered in reverse post-order.

// maxThread bounds how many empty blocks are skipped at once; it also ends the walk in a cycle of empty blocks.
const maxThread = 16

func cleanCFG(f *ir.Func) {
	for b := range f.Blocks {
		foldTerminator(f, ir.BlockID(b))
	}
	threadEmptyBlocks(f)
	for b := range f.Blocks {
		foldTerminator(f, ir.BlockID(b)) // ways that have become the same
	}
	joinBlocks(f)
	f.Compact(ir.NewCFG(f).Order)
}

// foldTerminator makes the terminator of b simpler where its way is known.
func foldTerminator(f *ir.Func, b ir.BlockID) {
	block := &f.Blocks[b]
	end := f.Terminator(b)
	switch end.Op {
	case ir.OpBranch:
		turnBranch(f, block, end)
		if cond := f.Instr(end.Args[0]); cond.Op == ir.OpConst {
			makeJump(block, end, block.Succs[1-cond.Imm&1])
			return
		}
	case ir.OpSwitch:
		if value := f.Instr(end.Args[0]); value.Op == ir.OpConst {
			makeJump(block, end, block.Succs[1+slices.Index(block.Cases, value.Imm)])
			return
		}
	default:
		return
	}
	for _, edge := range block.Succs[1:] {
		if edge.To != block.Succs[0].To || !slices.Equal(edge.Args, block.Succs[0].Args) {
			return
		}
	}
	makeJump(block, end, block.Succs[0])
}

// turnBranch makes a branch on a negated condition one on the condition.
func turnBranch(f *ir.Func, block *ir.Block, end *ir.Instr) {
	cond := f.Instr(end.Args[0])
	if cond.Op != ir.OpXor {
		return
	}
	if one := f.Instr(cond.Args[1]); one.Op == ir.OpConst && one.Imm == 1 {
		end.Args = []ir.ValueID{cond.Args[0]}
		block.Succs = []ir.Edge{block.Succs[1], block.Succs[0]}
	}
}

func makeJump(block *ir.Block, end *ir.Instr, edge ir.Edge) {
	end.Op, end.Args = ir.OpJump, nil
	block.Succs, block.Cases = []ir.Edge{edge}, nil
}

// emptyJump says whether the block does nothing but jump.
func emptyJump(f *ir.Func, b ir.BlockID) bool {
	block := &f.Blocks[b]
	return len(block.Params) == 0 && len(block.Instrs) == 1 && f.Terminator(b).Op == ir.OpJump
}

func threadEmptyBlocks(f *ir.Func) {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Succs {
			edge := &f.Blocks[b].Succs[i]
			for range maxThread {
				if !emptyJump(f, edge.To) || f.Blocks[edge.To].Succs[0].To == edge.To {
					break
				}
				next := f.Blocks[edge.To].Succs[0]
				*edge = ir.Edge{To: next.To, Args: slices.Clone(next.Args)}
			}
		}
	}
}

// joinBlocks appends blocks to their only predecessors.
func joinBlocks(f *ir.Func) {
	ways := make([]int, len(f.Blocks))
	for _, b := range ir.NewCFG(f).Order {
		for _, edge := range f.Blocks[b].Succs {
			ways[edge.To]++
		}
	}
	replaced := newSubstitution(f)
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
			appendBlock(f, ir.BlockID(b), to, replaced)
			ways[to] = 0
		}
	}
	replaced.apply(f)
}

// appendBlock moves what block to holds to the end of b, which jumps to it.
func appendBlock(f *ir.Func, b, to ir.BlockID, replaced substitution) {
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
