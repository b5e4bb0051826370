package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// branchBoundsCheck goes on in the copy if all lanes of the bundle may.
func (s *Selector) branchBoundsCheck(b ir.BlockID, t *ir.Instr) {
	some, succs := s.Fn.NewLabel(), s.Kernel.Blocks[b].Succs
	conditions := make([]asm.Reg, s.Version.Count)
	for u := range conditions {
		conditions[u] = s.LanesOf(t.Args[0], u)[0]
		if s.IsSame(t.Args[0]) {
			conditions = conditions[:1]
			break
		}
	}
	if s.BoundsCheck.Side == 0 {
		s.UnlessWhole(conditions, some)
	} else {
		s.TestMasks(conditions)
		s.JumpIf(asm.CondNE, some)
	}
	s.take(b, succs[s.BoundsCheck.Side].To)
	s.Label(some)
	s.take(b, succs[1-s.BoundsCheck.Side].To)
}
