package emit

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// isKept says whether a value keeps the lanes that are not active when it is made: one made in a loop that is read,
// behind the loop, by lanes that left it in an earlier round; without this analysis, each that may be made under a mask.
func (s *Values) isKept(v ir.ValueID) bool {
	return (s.LiveOut[v] || s.KeepsAll && s.Masks() != nil) && !s.IsSame(v)
}

// beginZero starts the lives of registers of which only some lanes will be written, with something to compute with: what
// an integer left there can be a denormal number, over which processors stumble.
func (s *Values) beginZero(regs []asm.Reg) {
	for _, r := range regs {
		if s.Fn.ClassOf(r) == asm.Vector {
			s.Emit(asm.Inst{Op: asm.VecZero, Dst: r})
		} else {
			s.SetMask(r, false)
		}
	}
}

func (s *Values) BeginLanes(regs []asm.Reg) {
	for _, r := range regs {
		s.Emit(asm.Inst{Op: asm.Undef, Dst: r})
	}
}
