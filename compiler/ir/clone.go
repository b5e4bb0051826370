package ir

import "slices"

// Clone is a copy of a function that shares nothing with it that passes change.
func (f *Func) Clone() *Func {
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
