package variant

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes"
)

// WithUnitSteps is a copy of an optimised kernel for launches in which certain arguments are 1: those that isOne finds
// the loads of. It only reads the kernel, so others may read it at the same time.
func WithUnitSteps(m *ir.Module, f *ir.Func, isOne func(in *ir.Instr) bool) *ir.Func {
	c := f.Clone()
	replaceKnown(c, func(in *ir.Instr) (uint64, bool) { return 1, in.Op == ir.OpLoad && isOne(in) })
	passes.AfterUnitSteps(m, c)
	return c
}
