package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// Atomic operations that all lanes do to one place with one operand, and whose old values are not read, as counters are
// counted up: one operation does for all active lanes what one does for each.

// OnceOps are the operations that can be joined: true if the operand counts as often as there are lanes, else once.
var OnceOps = map[ir.AtomicKind]bool{ir.AtomicAdd: true, ir.AtomicSub: true, ir.AtomicInc: true, ir.AtomicDec: true,
	ir.AtomicAnd: false, ir.AtomicOr: false}

// IsAtomicOnce reports whether an operation is such a one.
func (s *Regions) IsAtomicOnce(v ir.ValueID, in *ir.Instr, a *access.Address) bool {
	if in.Op != ir.OpAtomicRMW || a.Pattern != access.AtOne || s.Uses[v] > 0 || !in.Type.IsInt() {
		return false
	}
	if _, ok := OnceOps[ir.AtomicKind(in.Kind)]; !ok {
		return false
	}
	return len(in.Args) < 2 || s.Lane0(in.Args[1]).Kind == forms.Scalar
}

// Atomic operations that add the same number to one place for all lanes, and whose old values are wanted, as work-items
// take places in a list: one operation of a sub-group adds for all its active lanes, and each finds what it would have
// seen by the number of active lanes before it.

// IsAtomicRanked reports whether an operation is such a one.
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
