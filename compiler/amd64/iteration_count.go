package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// startRoundCounts gives the lanes that enter a loop the copies that they count from.
func (s *selector) startRoundCounts(b ir.BlockID, edge *ir.Edge) {
	for _, c := range s.IterationCounts[edge.To] {
		if s.IsInside(b, s.Flow.Inner(edge.To)) {
			return
		}
		for u := range s.eachCopy(s.ByValue[c.Copied]) {
			first := s.lanesOf(edge.Args[c.Param], u)[0]
			if !c.IsNext {
				first = s.Sub(ir.I32, first, s.Number(ir.I32, 1))
			}
			s.moveLanes(c.Copied, u, s.own(c.Copied, u), []asm.Reg{first})
		}
	}
}

// countRound writes the copy at the top of a round.
func (s *selector) countRound(v ir.ValueID, in *ir.Instr) {
	f := s.ByValue[v]
	for u := range s.eachCopy(f) {
		active := s.activeFor(f, u)
		if active == asm.NoReg {
			s.vectorInstr(v, in, u)
			continue
		}
		dst := s.own(v, u)[0]
		s.Op3(asm.Vpsubd, dst, dst, active)
	}
}
