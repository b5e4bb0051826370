// Package walks analyses the access patterns of a kernel: strides from work-item to work-item, and from iteration to
// iteration of its loops. They decide the size of its bundles and the dimension along which its lanes lie. The package
// knows the IR and packages uniform and stride, nothing of machine code.
//
// Reading order: strides.go (large strides between lanes), streams.go (a stream of
// its own for each lane), columns.go (data that rows of work-items share), cost.go (the cost of all accesses).
package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/stride"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
)

// HasLargeLaneStride reports whether neighbours in dimension 0 access global memory at a stride that follows from their
// ids and is no small constant, as in the columns of a matrix. Indices read from memory do not count: no shape of
// work-groups makes their accesses local.
func HasLargeLaneStride(f *ir.Func, info *uniform.Info, limits *target.Walks) bool {
	lanes := alongLanes(f, info)
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Space != ir.SpaceGlobal {
				continue
			}
			if apart, _ := lanes.Of(in.Args[0]); apart.Exceeds(limits.Near) {
				return true
			}
		}
	}
	return false
}

// alongLanes finds what neighbours in dimension 0 mostly differ by.
func alongLanes(f *ir.Func, info *uniform.Info) *stride.Finder {
	along := func(v ir.ValueID, _ *ir.Instr) (stride.Form, stride.Answer) {
		vary := info.Varies(v)
		if vary&(uniform.VaryAny|uniform.VaryMemory) != 0 {
			return stride.Form{}, stride.Unknown
		}
		if step, _, isAffine := info.StrideNeeds(v); isAffine {
			return stride.Form{Constant: step}, stride.Known
		}
		return stride.Form{}, stride.FromOperands
	}
	return &stride.Finder{Fn: f, Along: along, Wraps: stride.Seldom, Budget: maxVisited}
}
