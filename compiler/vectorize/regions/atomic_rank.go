package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// Atomic operations that add the same number to one place for all lanes, and whose old values are wanted, as work-items take
// places in a list: one operation of a sub-group adds for all its active lanes, and each finds what it would have seen by
// the number of active lanes before it.

// IsAtomicRanked says whether an operation is such a one.
func (s *Regions) IsAtomicRanked(v ir.ValueID, in *ir.Instr, a *access.Address) bool {
	if in.Op != ir.OpAtomicRMW || a.Pattern != access.AtOne || s.Uses[v] == 0 || in.Type != ir.I32 {
		return false
	}
	switch ir.AtomicKind(in.Kind) {
	case ir.AtomicAdd, ir.AtomicSub:
		return s.Lane0(in.Args[1]).Kind == forms.Scalar
	case ir.AtomicInc, ir.AtomicDec:
		return true
	}
	return false
}
