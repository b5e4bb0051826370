package forms

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Conditions that differ between work-items, and are the same for all of each bundle: quotients of ids are compared, as
// in
//
//	get_global_id(0) / 1024 * 4096 < n
//
// or an id with a number that no bundle lies around. A branch on such a condition is a jump, so that what it guards
// needs no masks.

// IsAlike reports whether a condition is the same for all lanes of each bundle because of where bundles begin.
func (s *Forms) IsAlike(c ir.ValueID) bool {
	in := s.Kernel.Instr(c)
	switch {
	case s.alike == nil || in.Type != ir.I1 || s.Info.Leaves(c):
		return false
	case s.IsSame(c):
		return true
	case in.Op == ir.OpAnd || in.Op == ir.OpOr || in.Op == ir.OpXor:
		s.alike[c] = s.IsAlike(in.Args[0]) && s.IsAlike(in.Args[1])
	case in.Op == ir.OpICmp:
		s.alike[c] = s.comparesAlike(in)
	}
	return s.alike[c]
}

// HasAlikeInLanes reports whether such a condition turned out to be kept by lanes, because one of its operands is. Then
// none is taken for such any more.
func (s *Forms) HasAlikeInLanes() bool {
	for c, isAlike := range s.alike {
		if isAlike && s.ByValue[c].Kind != Scalar {
			s.alike = nil
			return true
		}
	}
	return false
}

// comparesAlike reports whether a comparison has one result in each bundle.
func (s *Forms) comparesAlike(in *ir.Instr) bool {
	x, y := s.evenInBundle(in.Args[0]), s.evenInBundle(in.Args[1])
	if x == nil || y == nil || x.step == 0 && y.step == 0 {
		return x != nil && y != nil
	}
	lanes := s.ISA.Lanes()
	if s.Version.Shape == bundle.Rows {
		lanes *= s.Version.Count
	}
	c, isConst := s.ConstOf(in.Args[1])
	half := uint64(1) << (s.Kernel.Type(in.Args[0]).Bits() - 1)
	isSigned := in.Kind >= uint8(ir.SLT) && in.Kind <= uint8(ir.SGE)
	if !isConst || x.carries(lanes) || isSigned && max(c, s.Kernel.UpperBound(in.Args[0])) >= half {
		return false
	}
	// lanes change none but known bits: they compare as these do, if the others are those of the constant
	c &= 1<<x.known - 1
	trues := 0
	for l := range lanes {
		if numeric.CompareInt(ir.ICmpPred(in.Kind), 64, x.bits+uint64(l)*uint64(x.step), c) {
			trues++
		}
	}
	return trues%lanes == 0
}

// alikeForm is the form of such a condition: that of lane 0.
func (s *Forms) alikeForm(v ir.ValueID, in *ir.Instr) (f Form, ok bool) {
	if s.alike == nil || !s.alike[v] {
		return Form{}, false
	}
	f.Kind = Scalar
	f.PerSub, ok = s.perSubOf(in, false)
	return f, ok
}
