package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// loadRaw reads the vectors of a sub-group into the registers of the words.
func (s *Accessor) loadRaw(c *access.Interleave, u int) {
	for i, m := range c.InOrder() {
		s.WriteLanes(m.Value, u, func(dst []asm.Reg) {
			for h, r := range dst {
				at := s.interleaveMem(c, u, h)
				at.Disp += int32(i) * rawBytes(c)
				if isHalves(c) {
					s.Emit(asm.Inst{Op: asm.Vpmovzxwd, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: at})
				} else {
					s.moveWords(c, r, true, at, asm.NoReg)
				}
			}
		})
	}
}

// isHalves reports whether each lane of a group has 16 bits.
func isHalves(c *access.Interleave) bool { return c.Members[0].Typ == ir.F16 }

// rawBytes is what a register has of memory.
func rawBytes(c *access.Interleave) int32 {
	if isHalves(c) {
		return c.Whole / 2
	}
	return c.Whole
}

// storeHalves writes the registers of a group of halves side by side.
func (s *Accessor) storeHalves(c *access.Interleave, u int) {
	at := s.interleaveMem(c, u, 0)
	for _, m := range c.InOrder() {
		s.storeRow(s.LanesOf(s.Kernel.Instr(m.Value).Args[1], u), ir.F16, at, asm.NoReg)
		at.Disp += rawBytes(c)
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
