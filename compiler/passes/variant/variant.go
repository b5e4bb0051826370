// Package variant makes copies of optimised kernels for launches of which more is known than of all: specialised copies
// (specialize.go), and copies for arguments that do not alias (noalias.go). The driver chooses a copy at each launch.
//
// A copy computes exactly what the kernel computes: the pass "contract" does not run again, so that the products and
// sums that have come together only in the copy are rounded as in the kernel.
package variant

import (
	"slices"

	"heddle/compiler/ir"
)

// clone is a copy of a function that shares nothing with it that passes change.
func clone(f *ir.Func) *ir.Func {
	c := *f
	c.Instrs, c.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	for i := range c.Instrs {
		c.Instrs[i].Args = slices.Clone(c.Instrs[i].Args)
	}
	for b := range c.Blocks {
		block := &c.Blocks[b]
		block.Params, block.Instrs = slices.Clone(block.Params), slices.Clone(block.Instrs)
		block.Succs = slices.Clone(block.Succs)
		for i := range block.Succs {
			block.Succs[i].Args = slices.Clone(block.Succs[i].Args)
		}
	}
	return &c
}
