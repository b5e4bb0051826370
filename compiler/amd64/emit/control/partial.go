package control

import "heddle/compiler/ir"

// begin starts the lives of values' registers.
func (s *Selector) begin(values []ir.ValueID) {
	for _, v := range values {
		for u := range s.EachCopy(s.ByValue[v]) {
			s.BeginLanes(s.Own(v, u))
		}
	}
}
