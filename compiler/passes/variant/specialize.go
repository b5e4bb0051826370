package variant

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes"
)

// A specialised copy is for launches in which some values are known that the kernel asks for, such as the size of its
// groups. Loops whose trip count follows from them are unrolled, also those with barriers: the caller runs a whole
// group in step, where a barrier costs no instruction, so that its cost does not hide the cost of an iteration. In `for
// (d = n/2; d > 0; d /= 2)` over local memory, steps of addresses and guards like `l < d` become constants.

// Known gives the value of an instruction where that is known.
type Known func(in *ir.Instr) (bits uint64, ok bool)

// Specialize is a specialised copy of an optimised kernel; nil if no loop with a barrier was unrolled. It only reads
// the kernel, so others may read it at the same time.
func Specialize(m *ir.Module, f *ir.Func, known Known) *ir.Func {
	before := loopsWithBarriers(f)
	if before == 0 {
		return nil
	}
	c := f.Clone()
	replaceKnown(c, known)
	passes.AfterSpecializing(m, c)
	if loopsWithBarriers(c) >= before {
		return nil
	}
	return c
}

// replaceKnown makes constants of the values that are known.
func replaceKnown(f *ir.Func, known Known) {
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if bits, ok := known(in); ok {
				*in = ir.Instr{Op: ir.OpConst, Type: in.Type, Imm: bits & in.Type.Mask(), Block: in.Block, Pos: in.Pos}
			}
		}
	}
}

// loopsWithBarriers is the number of loops that have a barrier.
func loopsWithBarriers(f *ir.Func) (n int) {
	loops, _ := ir.NewCFG(f).Loops()
	for _, l := range loops {
		if f.HasBarrierIn(l.Blocks) {
			n++
		}
	}
	return n
}
