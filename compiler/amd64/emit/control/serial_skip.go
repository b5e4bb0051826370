package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
)

// skipPart writes the jumps that leave out the part of a sub-group, to the label next, or to end if all behind are left
// out too. It reports whether the part is known to have no lanes.
func (s *Selector) skipPart(k *regions.PartSkip, u int, next, end int32) (isEmpty bool) {
	first := k.First + uint64(s.SubOffset(k.Step, u))
	last := first + uint64(s.ISA.Lanes()-1)*uint64(k.Step.Step)
	if last >= 1<<31 { // what may wrap, or be negative, is left to the lanes
		return false
	}
	size := uint8(4)
	if k.Typ == ir.I64 {
		size = 8
	}
	for _, t := range k.Tests(first, last) {
		if bits, ok := s.ConstOf(k.Y); ok {
			if t.HoldsFor(bits, k.Typ) {
				return true
			}
			continue
		}
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: s.Lane0Reg(k.Y, 0), Imm: int64(t.Limit)})
		if t.IsLast {
			s.JumpIf(emit.Conditions[t.Pred], end)
		} else {
			s.JumpIf(emit.Conditions[t.Pred], next)
		}
	}
	return false
}
