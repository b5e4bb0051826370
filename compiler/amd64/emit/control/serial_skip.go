package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
)

// skipSubGroup writes the jumps that skip the code of a sub-group, to the label next, or to end if all later ones are
// left out too.
func (s *Selector) skipSubGroup(k *regions.SubGroupSkip, tests []regions.SkipTest, next, end int32) {
	size := uint8(4)
	if k.Typ == ir.I64 {
		size = 8
	}
	for _, t := range tests {
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: s.Lane0Reg(k.Y, 0), Imm: int64(t.Limit)})
		if t.IsLast {
			s.JumpIf(emit.Conditions[t.Pred], end)
		} else {
			s.JumpIf(emit.Conditions[t.Pred], next)
		}
	}
}
