package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// begin starts the lives of values' registers.
func (s *Selector) begin(values []ir.ValueID) {
	for _, v := range values {
		if s.IsDense(v) {
			for team := range s.DenseTeams(s.DenseBytes[v]) {
				s.BeginLanes([]asm.Reg{s.DenseOwn(v, team)})
			}
			continue
		}
		for u := range s.EachCopy(s.ByValue[v]) {
			s.BeginLanes(s.Own(v, u))
		}
	}
}
