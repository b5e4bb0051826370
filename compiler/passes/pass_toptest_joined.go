package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Two tests that are one. A loop
//
//	while (i < n && f(x)) body
//
// comes from other compilers with the two tests in blocks of their own that leave the loop for the same place. Where
// the second test is cheap and has no effects, it is computed with the first, as the front end computes the operands of
// &&: lanes that leave the loop have one place less to wait at.
//
// Those compilers also know that i is n where the first test fails, and leave the loop with n there, but with i where
// the second fails. That is undone first: if i counts up from zero by one and is compared without sign, it is n.

// joinedTest is a second test of a loop.
type joinedTest struct {
	top, second ir.BlockID
	into, stays int // the successors of both on the way to the next iteration
}

// joinTests makes one test of that at the top of a loop and of one in the block that follows.
func (t *topTester) joinTests(r *rotated, top ir.BlockID) {
	j := joinedTest{top: top, second: r.header}
	if !t.findJoined(&j) {
		return
	}
	args, other := t.fn.Blocks[j.second].Succs[1-j.stays].Args, t.fn.Blocks[j.top].Succs[1-j.into].Args
	for i, v := range args {
		if v != other[i] && !t.reached(r, j, v, other[i]) {
			return
		}
	}
	t.join(j)
}

// reached reports whether a parameter at the top is the same as a limit where the test at the top fails.
func (t *topTester) reached(r *rotated, j joinedTest, counter, limit ir.ValueID) bool {
	f := t.fn
	at := slices.Index(f.Blocks[j.top].Params, counter)
	test := f.Instr(f.Terminator(j.top).Args[0])
	if at < 0 || test.Op != ir.OpICmp || t.isIn(f.Instr(limit).Block, r.loop) {
		return false
	}
	pred := ir.ICmpPred(test.Kind)
	if j.into == 1 {
		pred = pred.Negated()
	}
	args := test.Args
	if pred == ir.UGT {
		pred, args = ir.ULT, []ir.ValueID{args[1], args[0]}
	}
	begin, next := f.Instr(r.entry.Args[at]), f.Instr(f.Blocks[r.latch].Succs[0].Args[at])
	if pred != ir.ULT || args[0] != counter || args[1] != limit || begin.Op != ir.OpConst || begin.Imm != 0 ||
		next.Op != ir.OpAdd || next.Args[0] != counter {
		return false
	}
	one := f.Instr(next.Args[1])
	return one.Op == ir.OpConst && one.Imm == 1
}

// findJoined reports whether both tests leave the loop for the same block, and the second one is cheap.
func (t *topTester) findJoined(j *joinedTest) bool {
	block, next := &t.fn.Blocks[j.top], &t.fn.Blocks[j.second]
	first, end := t.fn.Terminator(j.top), t.fn.Terminator(j.second)
	if first.Op != ir.OpBranch || end.Op != ir.OpBranch || first.Flags|end.Flags != 0 || len(next.Params) > 0 ||
		block.Succs[0].To == block.Succs[1].To || next.Succs[0].To == next.Succs[1].To {
		return false
	}
	if block.Succs[1].To == j.second {
		j.into = 1
	}
	out := block.Succs[1-j.into].To
	j.stays = slices.IndexFunc(next.Succs, func(e ir.Edge) bool { return e.To != out })
	return next.Succs[1-j.stays].To == out && t.isCheapTest(next)
}

// isCheapTest reports whether the instructions of a block cost no more than a branch would.
func (t *topTester) isCheapTest(block *ir.Block) bool {
	const most = 6 // as of operands of &&
	count := 0
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		switch in := t.fn.Instr(v); {
		case in.Op == ir.OpConst:
			continue
		case !in.Op.Pure() || isSlow(in.Op):
			return false
		}
		count++
	}
	return count <= most
}

// isSlow reports whether an operation takes many cycles.
func isSlow(op ir.Op) bool {
	switch op {
	case ir.OpUDiv, ir.OpSDiv, ir.OpURem, ir.OpSRem, ir.OpFDiv, ir.OpFRem, ir.OpFSqrt:
		return true
	}
	return false
}

// join computes the second test at the top. No block leads to the second any more.
func (t *topTester) join(j joinedTest) {
	f := t.fn
	block, next := &f.Blocks[j.top], &f.Blocks[j.second]
	last := len(block.Instrs) - 1
	branch := block.Instrs[last]
	block.Instrs = block.Instrs[:last:last]
	for _, v := range next.Instrs[:len(next.Instrs)-1] {
		f.Instr(v).Block = j.top
		block.Instrs = append(block.Instrs, v)
	}
	next.Instrs = next.Instrs[len(next.Instrs)-1:]
	first := t.holds(j.top, f.Instr(branch).Args[0], j.into)
	second := t.holds(j.top, f.Terminator(j.second).Args[0], j.stays)
	f.Instr(branch).Args = []ir.ValueID{t.atTop(j.top, ir.Instr{Op: ir.OpAnd, Type: ir.I1,
		Args: []ir.ValueID{first, second}})}
	block.Instrs = append(block.Instrs, branch)
	block.Succs = []ir.Edge{next.Succs[j.stays], next.Succs[1-j.stays]}
}

// holds is the condition on which a branch leads to one of its successors.
func (t *topTester) holds(top ir.BlockID, condition ir.ValueID, successor int) ir.ValueID {
	if successor == 0 {
		return condition
	}
	one := t.atTop(top, ir.Instr{Op: ir.OpConst, Type: ir.I1, Imm: 1})
	return t.atTop(top, ir.Instr{Op: ir.OpXor, Type: ir.I1, Args: []ir.ValueID{condition, one}})
}

// atTop appends an instruction to the block at the top.
func (t *topTester) atTop(top ir.BlockID, in ir.Instr) ir.ValueID {
	in.Block = top
	v := t.fn.NewValue(in)
	t.fn.Blocks[top].Instrs = append(t.fn.Blocks[top].Instrs, v)
	return v
}
