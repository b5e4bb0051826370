package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/vectorize/access"
)

// loadRaw reads the vectors of a sub-group into the registers of the words.
func (s *Accessor) loadRaw(c *access.Interleave, u int) {
	for i, m := range c.InOrder() {
		s.WriteLanes(m.Value, u, func(dst []asm.Reg) {
			for h, r := range dst {
				at := s.interleaveMem(c, u, h)
				at.Disp += int32(i) * c.Whole
				s.moveWords(c, r, true, at, asm.NoReg)
			}
		})
	}
}

// rawVectors are the vectors that all sub-groups write, in their order in memory.
func (s *Accessor) rawVectors(c *access.Interleave) (list []placedVector) {
	members := c.InOrder()
	for u := range s.Version.Count {
		for h := range c.Word / 4 {
			at := s.interleaveMem(c, u, int(h))
			for _, m := range members {
				list = append(list, placedVector{s.LanesOf(s.Kernel.Instr(m.Value).Args[1], u)[h], at})
				at.Disp += c.Whole
			}
		}
	}
	return list
}
