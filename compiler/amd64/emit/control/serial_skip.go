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
	for i := range tests {
		to := next
		if tests[i].IsLast {
			to = end
		}
		s.JumpIf(s.compareSkip(k, &tests[i]), to)
	}
}

// compareSkip writes the comparison of a test, and returns when it holds.
func (s *Selector) compareSkip(k *regions.SubGroupSkip, t *regions.SkipTest) asm.Cond {
	size := uint8(4)
	if k.Typ == ir.I64 {
		size = 8
	}
	y, isConst := s.SignedConst(k.Y)
	switch {
	case k.X == 0:
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: s.Lane0Reg(k.Y, 0), Imm: int64(t.Limit)})
		return emit.Conditions[t.Pred]
	case isConst && y == int64(int32(y)):
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: s.beyondFirst(k, t, size), Imm: y})
		return emit.Conditions[t.Pred.Swapped()]
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: s.Lane0Reg(k.Y, 0), B: s.beyondFirst(k, t, size)})
	return emit.Conditions[t.Pred]
}

// beyondFirst is the limit of a test: the first lane of the bundle and a distance.
func (s *Selector) beyondFirst(k *regions.SubGroupSkip, t *regions.SkipTest, size uint8) asm.Reg {
	first := s.Own(k.X, 0)[0]
	if t.Limit == 0 {
		return first
	}
	limit := s.General()
	s.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: limit, HasMem: true, Mem: asm.Mem{Base: first, Disp: int32(t.Limit)}})
	return limit
}

// writeWhole writes the if of a step without masks, to be run if all lanes of the sub-group go on.
func (s *Selector) writeWhole(step *regions.SerialStep, u int, next int32) {
	some, test := s.Fn.NewLabel(), step.Skip.Sub[u].Whole
	s.JumpIf(s.compareSkip(step.Skip, test)^1, some)
	s.writeWay(step.Skip.Way, step.Skip.Side)
	s.Jump(next)
	s.Label(some)
	s.beginTeam(u, step.Team)
	s.ForgetGroups()
}
