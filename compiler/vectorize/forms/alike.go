package forms

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
	"heddle/compiler/vectorize/switches"
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
	if s.Off.Has(switches.AlikeBranches|switches.VectorStarts|switches.StrideAnalysis) ||
		s.Version.Shape == bundle.Packed {
		return false
	}
	if s.alike == nil {
		s.alike = make([]bool, len(s.Kernel.Instrs))
	}
	return s.isAlike(c)
}

// HasAlikeInLanes reports whether such a condition turned out to be kept by lanes, because one of its operands is. Then
// none is taken for such any more.
func (s *Forms) HasAlikeInLanes() bool {
	for c, isAlike := range s.alike {
		if isAlike && s.ByValue[c].Kind != Scalar {
			s.Off, s.alike = s.Off|switches.AlikeBranches, nil
			return true
		}
	}
	return false
}

func (s *Forms) isAlike(c ir.ValueID) bool {
	in := s.Kernel.Instr(c)
	switch {
	case in.Type != ir.I1 || s.Info.Leaves(c):
		return false
	case s.IsSame(c):
		return true
	case in.Op == ir.OpAnd || in.Op == ir.OpOr || in.Op == ir.OpXor:
		s.alike[c] = s.isAlike(in.Args[0]) && s.isAlike(in.Args[1])
	case in.Op == ir.OpICmp:
		s.alike[c] = s.comparesAlike(in)
	}
	return s.alike[c]
}

// comparesAlike reports whether a comparison has one result in each bundle.
func (s *Forms) comparesAlike(in *ir.Instr) bool {
	x, isEvenX := s.evenInBundle(in.Args[0])
	y, isEvenY := s.evenInBundle(in.Args[1])
	if !isEvenX || !isEvenY || x.step == 0 && y.step == 0 {
		return isEvenX && isEvenY
	}
	lanes := s.ISA.Lanes()
	if s.Version.Shape == bundle.Rows {
		lanes *= s.Version.Count
	}
	t := s.Kernel.Type(in.Args[0])
	c, isConst := s.ConstOf(in.Args[1])
	isSigned := in.Kind >= uint8(ir.SLT) && in.Kind <= uint8(ir.SGE)
	half := uint64(1) << (t.Bits() - 1)
	if !isConst || x.carries(lanes) || isSigned && (c >= half || s.Kernel.UpperBound(in.Args[0]) >= half) {
		return false
	}
	return x.isOnOneSide(c, ir.ICmpPred(in.Kind), lanes)
}

// isOnOneSide reports whether lanes that change none but known bits all compare alike with a number: as these bits do,
// if the others are those of the number.
func (s start) isOnOneSide(c uint64, pred ir.ICmpPred, lanes int) bool {
	c &= 1<<s.known - 1
	holds := func(l int) bool { return numeric.CompareInt(pred, 64, s.bits+uint64(l)*uint64(s.step), c) }
	for l := 1; l < lanes; l++ {
		if holds(l) != holds(0) {
			return false
		}
	}
	return true
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
