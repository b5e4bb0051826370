package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/stride"
	"heddle/compiler/uniform"
)

// Steps that only the launch knows: how much an address changes from one work-item to the next along a dimension, where
// that is the same for the whole bundle.

// strideOf is the change of a pointer along a dimension. Arithmetic of 32 bits is followed where it may be assumed not
// to wrap, and then computed in 64 bits, which is the same.
func (s *Accesses) strideOf(p ir.ValueID, by uniform.Vary) (stride.Form, bool) {
	along := func(v ir.ValueID, in *ir.Instr) (stride.Form, stride.Answer) {
		switch {
		case s.IsSame(v) && s.IsFlat(v), s.Info.Varies(v)&(by|uniform.VaryAny|uniform.VarySub) == 0 && !s.IsSame(v):
			return stride.Form{}, stride.Known
		case s.IsSame(v) || s.LiveOut[v]: // lanes may have it from different iterations
			return stride.Form{}, stride.Unknown
		case in.Op == ir.OpGlobalID || in.Op == ir.OpLocalID: // in that dimension
			return stride.Form{Constant: 1}, stride.Known
		}
		return stride.Form{}, stride.FromOperands
	}
	f := stride.Finder{Fn: s.Kernel, Along: along, IsTerm: s.IsFlat, Budget: maxStrideSteps,
		SmallIDs: s.Version.SmallIDs}
	return f.Of(p)
}

// strideLeaves gives the values that a pointer's address in the first work-item of a bundle, and its slopes, are made
// of.
func (s *Accesses) strideLeaves(v ir.ValueID, leaf func(ir.ValueID)) {
	in := s.Kernel.Instr(v)
	if s.IsStrideLeaf(v, in) {
		leaf(v)
		return
	}
	for _, a := range in.Args {
		s.strideLeaves(a, leaf)
	}
}

func (s *Accesses) IsStrideLeaf(v ir.ValueID, in *ir.Instr) bool {
	if s.IsFlat(v) {
		return true
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID:
		return true
	}
	return false
}
