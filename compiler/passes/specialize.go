package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Specializing: a copy of an optimised kernel for launches in which some of what it asks for is known, as the size of
// its groups. Loops whose number of rounds follows from that become straight code, also those with barriers: who asks
// for the copy runs a whole group in step, so that a barrier is no code at all, and what a round costs is not hidden
// by it. In `for (d = n/2; d > 0; d /= 2)` over local memory, steps of addresses and guards like `l < d` become
// constants then.
//
// Nothing is fused once more: products and sums that have come together only by unrolling stay as they are, so that the
// copy rounds as the kernel does.

// Known gives the value of an instruction where that is known.
type Known func(in *ir.Instr) (bits uint64, ok bool)

// afterSpecializing are the passes that a specialised function runs through.
var afterSpecializing = []*Pass{&gvnPass, &cleanPass, &waitingUnrollPass, &loadsPass, &cleanPass, &licmPass, &addressPass, &gvnPass, &licmPass,
	&gvnPass, &dcePass, &meetPass, &leavePass, &cleanPass, &meetPass}

// waitingUnrollPass unrolls loops with barriers like others.
var waitingUnrollPass = Pass{Name: "unroll", Doc: unrollPass.Doc, again: afterUnroll, run: func(f *ir.Func, s *scratch) {
	s.unrollsWaiting = true
	unrollLoops(f, s)
	s.unrollsWaiting = false
}}

// Specialize gives a specialised copy of a kernel that has gone through Optimize; nil if that makes no straight code of a
// loop with barriers. It may run at the same time as others that read the kernel.
func Specialize(m *ir.Module, f *ir.Func, known Known) *ir.Func {
	waiting := waitingLoops(f)
	if waiting == 0 {
		return nil
	}
	c := copied(f)
	for b := range c.Blocks {
		for _, v := range c.Blocks[b].Instrs {
			in := c.Instr(v)
			if bits, ok := known(in); ok {
				*in = ir.Instr{Op: ir.OpConst, Type: in.Type, Imm: bits & in.Type.Mask(), Block: in.Block, Pos: in.Pos}
			}
		}
	}
	d := newDriver(m, Options{})
	d.function(c, afterSpecializing)
	d.scratch.release()
	if waitingLoops(c) >= waiting {
		return nil
	}
	return c
}

// copied is a copy of a function that shares nothing with it that passes change.
func copied(f *ir.Func) *ir.Func {
	c := *f
	c.Instrs, c.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	for i := range c.Instrs {
		c.Instrs[i].Args = slices.Clone(c.Instrs[i].Args)
	}
	for b := range c.Blocks {
		block := &c.Blocks[b]
		block.Params, block.Instrs, block.Succs = slices.Clone(block.Params), slices.Clone(block.Instrs), slices.Clone(block.Succs)
		for i := range block.Succs {
			block.Succs[i].Args = slices.Clone(block.Succs[i].Args)
		}
	}
	return &c
}

// waitingLoops is the number of loops that have a barrier.
func waitingLoops(f *ir.Func) (n int) {
	loops, _ := ir.NewCFG(f).Loops()
	for _, l := range loops {
		if slices.ContainsFunc(l.Blocks, func(b ir.BlockID) bool { return hasBarrier(f, b) }) {
			n++
		}
	}
	return n
}

func hasBarrier(f *ir.Func, b ir.BlockID) bool {
	return slices.ContainsFunc(f.Blocks[b].Instrs, func(v ir.ValueID) bool { return f.Instr(v).Op == ir.OpBarrier })
}
