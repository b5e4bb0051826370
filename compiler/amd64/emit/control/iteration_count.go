package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// startIterationCounts gives the lanes that enter a loop the copies that they count from.
func (s *Selector) startIterationCounts(b ir.BlockID, edge *ir.Edge) {
	for _, c := range s.IterationCounts[edge.To] {
		if s.IsInside(b, s.Flow.Inner(edge.To)) {
			return
		}
		for u := range s.EachCopy(s.ByValue[c.Copied]) {
			first := s.LanesOf(edge.Args[c.Param], u)[0]
			if !c.IsNext {
				first = s.Sub(ir.I32, first, s.Number(ir.I32, 1))
			}
			s.MoveLanes(c.Copied, u, s.Own(c.Copied, u), []asm.Reg{first})
		}
	}
}

// countIteration writes the copy at the top of a round.
func (s *Selector) countIteration(v ir.ValueID, in *ir.Instr) {
	f := s.ByValue[v]
	for u := range s.EachCopy(f) {
		active := s.ActiveFor(f, u)
		if active == asm.NoReg {
			s.VectorInstr(v, in, u)
			continue
		}
		dst := s.Own(v, u)[0]
		s.Op3(asm.Vpsubd, dst, dst, active)
	}
}
