// Package walks asks how a kernel goes along memory: from work-item to work-item, and from round to round of its loops. What
// bundles it gets, and along which dimension its lanes lie, depends on that. It knows the IR and package uniform, nothing of
// machine code.
//
// Reading order: distances.go (far from neighbour to neighbour), rows.go (each work-item along a row of its own), columns.go
// (what rows of work-items share), cost.go (what all accesses cost).
package walks

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// NearStep is the distance in bytes up to which neighbours share cache lines, or follow each other in them.
const NearStep = 64

// LeadFar says whether neighbours in the first dimension access memory at distances that are no small constants, but
// follow from ids: as in the columns of a matrix. Indices from memory lead anywhere, whatever the groups.
func LeadFar(f *ir.Func, info *uniform.Info) bool {
	w := distances{f, info, 1000, NearStep}
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Space == ir.SpaceGlobal && w.isFar(in.Args[0], 1) {
				return true
			}
		}
	}
	return false
}

// distances looks into addresses, at so many values at most.
type distances struct {
	fn   *ir.Func
	info *uniform.Info
	left int
	near int64 // up to which distance nothing is far
}

// isFar says whether the first id counts more than a little in a value that counts so much in an address.
func (w *distances) isFar(v ir.ValueID, factor int64) bool {
	vary := w.info.Varies(v)
	if vary&(uniform.VaryAny|uniform.VaryMemory) != 0 || vary&uniform.VaryLocal0 == 0 || w.left == 0 {
		return false
	}
	w.left--
	if step, _, isAffine := w.info.StrideNeeds(v); isAffine {
		return step*factor > w.near || step*factor < -w.near
	}
	in := w.fn.Instr(v)
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpPtrAdd, ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpSExt, ir.OpZExt, ir.OpTrunc:
		return slices.ContainsFunc(in.Args, func(a ir.ValueID) bool { return w.isFar(a, factor) })
	case ir.OpSelect:
		return w.isFar(in.Args[1], factor) || w.isFar(in.Args[2], factor)
	case ir.OpMul, ir.OpShl:
		by := w.fn.Instr(in.Args[1])
		if by.Op != ir.OpConst || by.Imm > uint64(w.near) {
			return true
		}
		if in.Op == ir.OpShl {
			return w.isFar(in.Args[0], factor<<(by.Imm&15))
		}
		return w.isFar(in.Args[0], factor*int64(by.Imm))
	}
	return false
}
