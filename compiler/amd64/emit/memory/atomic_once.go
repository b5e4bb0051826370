package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// atomicOnce does one operation for each sub-group that has an active lane.
func (s *Accessor) atomicOnce(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	for u := range s.Each() {
		s.modifyOnce(in, emit.SizeOf(a.Type), &a.Address, u)
	}
}

// modifyOnce does the operation of a sub-group, if any lane is active.
func (s *Accessor) modifyOnce(in *ir.Instr, size uint8, a *access.Address, u int) {
	k := ir.AtomicKind(in.Kind)
	bits, out := s.BitsOf(s.ActiveMask(u)), s.Fn.NewLabel()
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
	s.JumpIf(asm.CondE, out)
	amount := s.General()
	switch {
	case k == ir.AtomicInc || k == ir.AtomicDec:
		s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
	case access.OnceOps[k]:
		s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
		s.Alu(asm.Imul, size, amount, s.Lane0Reg(in.Args[1], u))
	default:
		s.MoveGeneral(amount, s.Lane0Reg(in.Args[1], u))
	}
	op, _ := modifyOp(in)
	s.Emit(asm.Inst{Op: op, Size: size, B: amount, HasMem: true, Mem: s.MemAt(a, u)})
	s.Label(out)
}
