package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/regions"
)

// atomicOnce does the operation of a sub-group, if any lane is active.
func (s *Accessor) atomicOnce(in *ir.Instr, size uint8, a *access.Address, u int) {
	k := ir.AtomicKind(in.Kind)
	bits, out := s.BitsOf(s.ActiveMask(u)), s.Fn.NewLabel()
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
	s.JumpIf(asm.CondE, out)
	amount := s.General()
	switch {
	case k == ir.AtomicInc || k == ir.AtomicDec:
		s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
	case regions.OnceOps[k]:
		s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
		s.Alu(asm.Imul, size, amount, s.Lane0Reg(in.Args[1], u))
	default:
		s.MoveGeneral(amount, s.Lane0Reg(in.Args[1], u))
	}
	op, _ := modifyOp(in)
	s.Emit(asm.Inst{Op: op, Size: size, B: amount, HasMem: true, Mem: s.MemAt(a, u)})
	s.Label(out)
}
