package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Atomic operations that all lanes do to one place with one operand, and whose old values nobody reads, as counters are
// counted up: one operation does for all active lanes what one does for each.

// onceOps are the operations that can be joined: true if the operand counts as often as there are lanes, else once.
var onceOps = map[ir.AtomicKind]bool{ir.AtomicAdd: true, ir.AtomicSub: true, ir.AtomicInc: true, ir.AtomicDec: true,
	ir.AtomicAnd: false, ir.AtomicOr: false}

// isAtomicOnce says whether an operation is such a one.
func (s *regionTable) isAtomicOnce(v ir.ValueID, in *ir.Instr, a *address) bool {
	if in.Op != ir.OpAtomicRMW || a.pattern != atOne || s.uses[v] > 0 || !in.Type.IsInt() {
		return false
	}
	if _, ok := onceOps[ir.AtomicKind(in.Kind)]; !ok {
		return false
	}
	return len(in.Args) < 2 || s.lane0(in.Args[1]).kind == scalar
}

// atomicOnce does the operation of a sub-group, if any lane is active.
func (s *selector) atomicOnce(in *ir.Instr, size uint8, a *address, u int) {
	k := ir.AtomicKind(in.Kind)
	bits, out := s.bitsOf(s.activeMask(u)), s.Fn.NewLabel()
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
	s.jumpIf(asm.CondE, out)
	amount := s.general()
	switch {
	case k == ir.AtomicInc || k == ir.AtomicDec:
		s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
	case onceOps[k]:
		s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
		s.alu(asm.Imul, size, amount, s.lane0Reg(in.Args[1], u))
	default:
		s.moveGeneral(amount, s.lane0Reg(in.Args[1], u))
	}
	op, _ := modifyOp(in)
	s.Emit(asm.Inst{Op: op, Size: size, B: amount, HasMem: true, Mem: s.memAt(a, u)})
	s.label(out)
}
