package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/flow"
)

// makesPlaceOf reports whether the address of an access is made in one of the loops: for one lane, from whole pointers.
func (s *Regions) makesPlaceOf(access *ir.Instr) bool {
	l := s.CasLoopOf[access.Block]
	return l != nil && l == s.CasLoopOf[s.Kernel.Instr(access.Args[0]).Block]
}

// leaveReloads takes away, from the sources of parameters, what loops get at first and read themselves; and finds the
// loads that are not wanted otherwise.
func (s *Regions) leaveReloads(into map[ir.ValueID][]ir.ValueID) (unwanted map[ir.ValueID]bool) {
	unwanted = map[ir.ValueID]bool{}
	for _, l := range s.CasLoops {
		if l.Reload == 0 {
			continue
		}
		for _, v := range into[l.Reload] {
			if from := flow.SameBits(s.Kernel, v); s.Kernel.Instr(from).Op == ir.OpAtomicLoad &&
				s.Kernel.Instr(from).Order == ir.Relaxed {
				unwanted[from] = true // unless needed
			}
		}
		into[l.Reload] = nil
		for _, e := range s.Kernel.Blocks[l.Latch].Succs {
			if e.To == l.Blocks[0] {
				into[l.Reload] = append(into[l.Reload], e.Args[0])
			}
		}
	}
	return unwanted
}
