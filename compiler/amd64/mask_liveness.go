package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// isKept says whether a value keeps the lanes that are not active when it is made: one made in a loop that is read,
// behind the loop, by lanes that left it in an earlier round; without this analysis, each that may be made under a mask.
func (s *values) isKept(v ir.ValueID) bool {
	return (s.LiveOut[v] || s.KeepsAll && s.masks() != nil) && !s.IsSame(v)
}

// begin starts the lives of values' registers.
func (s *selector) begin(values []ir.ValueID) {
	for _, v := range values {
		for u := range s.eachCopy(s.ByValue[v]) {
			s.beginLanes(s.own(v, u))
		}
	}
}

// beginZero starts the lives of registers of which only some lanes will be written, with something to compute with: what
// an integer left there can be a denormal number, over which processors stumble.
func (s *values) beginZero(regs []asm.Reg) {
	for _, r := range regs {
		if s.Fn.ClassOf(r) == asm.Vector {
			s.Emit(asm.Inst{Op: asm.VecZero, Dst: r})
		} else {
			s.setMask(r, false)
		}
	}
}

func (s *values) beginLanes(regs []asm.Reg) {
	for _, r := range regs {
		s.Emit(asm.Inst{Op: asm.Undef, Dst: r})
	}
}
