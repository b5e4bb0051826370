// Package walks analyses the access patterns of a kernel: strides from work-item to work-item, and from iteration to
// iteration of its loops. They decide the size of its bundles and the dimension along which its lanes lie. The package
// knows the IR and package uniform, nothing of machine code.
//
// Reading order: strides.go (large strides between lanes), streams.go (a stream of
// its own for each lane), columns.go (data that rows of work-items share), cost.go (the cost of all accesses).
package walks

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
)

// HasLargeLaneStride reports whether neighbours in dimension 0 access global memory at a stride that follows from their
// ids and is no small constant, as in the columns of a matrix. Indices read from memory do not count: no shape of
// work-groups makes their accesses local.
func HasLargeLaneStride(f *ir.Func, info *uniform.Info, limits *target.Walks) bool {
	w := strides{f, info, maxVisited, limits.Near}
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Space == ir.SpaceGlobal && w.isLarge(in.Args[0], 1) {
				return true
			}
		}
	}
	return false
}

// strides analyses addresses.
type strides struct {
	fn     *ir.Func
	info   *uniform.Info
	budget int   // values that may still be visited
	limit  int64 // largest stride that is not large, in bytes
}

// isLarge reports whether the stride of a value along dimension 0 is above the limit, where the value is multiplied by
// factor in the address.
func (w *strides) isLarge(v ir.ValueID, factor int64) bool {
	vary := w.info.Varies(v)
	if vary&(uniform.VaryAny|uniform.VaryMemory) != 0 || vary&uniform.VaryLocal0 == 0 || w.budget == 0 {
		return false
	}
	w.budget--
	if step, _, isAffine := w.info.StrideNeeds(v); isAffine {
		return step*factor > w.limit || step*factor < -w.limit
	}
	in := w.fn.Instr(v)
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpPtrAdd, ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpSExt, ir.OpZExt, ir.OpTrunc:
		return slices.ContainsFunc(in.Args, func(a ir.ValueID) bool { return w.isLarge(a, factor) })
	case ir.OpSelect:
		return w.isLarge(in.Args[1], factor) || w.isLarge(in.Args[2], factor)
	case ir.OpMul, ir.OpShl:
		by := w.fn.Instr(in.Args[1])
		if by.Op != ir.OpConst || by.Imm > uint64(w.limit) {
			return true
		}
		if in.Op == ir.OpShl {
			return w.isLarge(in.Args[0], factor<<(by.Imm&15))
		}
		return w.isLarge(in.Args[0], factor*int64(by.Imm))
	}
	return false
}
