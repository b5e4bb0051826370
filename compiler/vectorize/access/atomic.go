package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Atomic operations. Those that all lanes do to one place need not be done as often:
//
//   - of what all lanes do with one operand, as counters are counted up, one operation does for all active lanes;
//   - other operands are folded to one in vectors first, as sums and extremes are collected;
//   - if the old values are wanted, as where work-items take places in a list, one operation adds for all active lanes
//     of a sub-group, and each finds what it would have seen by the number of active lanes before it;
//   - other operands are scanned: each lane finds what it would have seen by what the lanes before it put in; so it is,
//     too, where the lanes have an index each, and all turn out to be the same;
//   - of compare-and-swaps at one place only the last value of those that succeed need be swapped in.

// OnceOps are the operations that can be joined: true if the operand counts as often as there are lanes, else once.
var OnceOps = map[ir.AtomicKind]bool{ir.AtomicAdd: true, ir.AtomicSub: true, ir.AtomicInc: true, ir.AtomicDec: true,
	ir.AtomicAnd: false, ir.AtomicOr: false}

// atomicStrategy decides for an atomic operation.
func (s *Accesses) atomicStrategy(a *Access, v ir.ValueID, in *ir.Instr) Strategy {
	isRead, isOne := s.Uses[v] > 0, a.Address.Pattern == AtOne
	if in.Op == ir.OpAtomicCmpXchg && isOne && in.Type.IsInt() && in.Type.Bits() >= 32 {
		return AtomicSwapped
	}
	if in.Op != ir.OpAtomicRMW {
		return ByLane
	}
	switch {
	case isOne && !isRead && s.isAtomicOnce(in):
		return AtomicOnce
	case isOne && !isRead && isAtomicFolded(in):
		return AtomicFolded
	case !isRead && OnlyModifies(ir.AtomicKind(in.Kind)):
		return AtomicInTurn
	case isOne && isRead && s.isAtomicRanked(in):
		return AtomicRanked
	case isOne && isRead && isAtomicScanned(in):
		return AtomicScanned
	case isRead && a.Address.Pattern == ByIndex32 && isAtomicScanned(in):
		return AtomicIfOne
	}
	return ByLane
}

func (s *Accesses) isAtomicOnce(in *ir.Instr) bool {
	_, ok := OnceOps[ir.AtomicKind(in.Kind)]
	return ok && in.Type.IsInt() && (len(in.Args) < 2 || s.Lane0(in.Args[1]).Kind == forms.Scalar)
}

func isAtomicFolded(in *ir.Instr) bool {
	switch ir.AtomicKind(in.Kind) {
	case ir.AtomicAdd, ir.AtomicSub, ir.AtomicAnd, ir.AtomicOr, ir.AtomicXor, ir.AtomicSMin, ir.AtomicSMax,
		ir.AtomicUMin, ir.AtomicUMax:
		return in.Type.IsInt() && len(in.Args) > 1
	}
	return false
}

func (s *Accesses) isAtomicRanked(in *ir.Instr) bool {
	switch ir.AtomicKind(in.Kind) {
	case ir.AtomicAdd, ir.AtomicSub:
		return in.Type == ir.I32 && s.Lane0(in.Args[1]).Kind == forms.Scalar
	case ir.AtomicInc, ir.AtomicDec:
		return in.Type == ir.I32
	}
	return false
}

// isAtomicScanned reports whether what a lane sees is the old value and what lanes before it put in.
func isAtomicScanned(in *ir.Instr) bool {
	if ir.AtomicKind(in.Kind) == ir.AtomicXchg {
		return in.Type.Bits() >= 32
	}
	return isAtomicFolded(in)
}

// OnlyModifies reports whether machines have an instruction for an operation that changes memory without telling what
// was there.
func OnlyModifies(k ir.AtomicKind) bool {
	switch k {
	case ir.AtomicAdd, ir.AtomicSub, ir.AtomicAnd, ir.AtomicOr, ir.AtomicXor, ir.AtomicInc, ir.AtomicDec:
		return true
	}
	return false
}
