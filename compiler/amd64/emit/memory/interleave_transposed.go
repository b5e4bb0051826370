package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/vectorize/access"
)

// loadLaneRows reads the rows of all lanes, which are active.
func (s *Accessor) loadLaneRows(c *access.Interleave, u int, dst [][]asm.Reg) {
	a := c.At
	a.Disp = c.Start
	memOf := s.takenMem(&a, u)
	if c.Fours() == 1 {
		columns := s.takenFours(func(lane int) []asm.Mem { return []asm.Mem{memOf(lane)} }, 1)[0]
		for i, m := range c.Members {
			s.cutOut(dst[i][0], columns[m.Offset/4], m)
		}
		return
	}
	words, width := c.RowWords(), s.ISA.Lanes()
	isHalf, length := 2*words <= width, asm.Whole(s.ISA)
	if isHalf {
		width, length = width/2, [...]asm.Length{asm.AVX512: asm.L256, asm.AVX2: asm.L128}[s.ISA]
	}
	mask := asm.NoReg
	if words < width { // what follows may be no memory
		mask = s.ConstWords(1<<words-1, 4)
	}
	rows := make([]asm.Reg, s.ISA.Lanes())
	for l := range rows {
		rows[l] = s.Temp()
		s.loadPart(rows[l], memOf(l), mask, length)
	}
	var columns []asm.Reg
	if isHalf {
		columns = s.transposedHalves(rows, c.UsedWords())
	} else {
		columns = s.transposed(rows, 4)
	}
	for i, m := range c.Members {
		s.cutOut(dst[i][0], columns[m.Offset/4], m)
	}
}

// storeLaneRows writes the words of all lanes, which are active.
func (s *Accessor) storeLaneRows(c *access.Interleave, u int, values [][]asm.Reg) {
	a := c.At
	a.Disp = c.Start
	fours := make([][]asm.Reg, (c.RowWords()+3)/4) // the words, with any others for those that are not written
	masks := make([]uint64, len(fours))
	for g := range fours {
		for w := range 4 {
			fours[g] = append(fours[g], values[0][0])
			for i, m := range c.Members {
				if int(m.Offset) == 16*g+4*w {
					fours[g][w], masks[g] = values[i][0], masks[g]|1<<w
				}
			}
		}
		fours[g] = s.interleavePairs(fours[g], 1, asm.Vunpcklps, asm.Vunpckhps)
		fours[g] = s.interleavePairs(fours[g], 2, asm.Vunpcklpd, asm.Vunpckhpd)
	}
	memOf := s.takenMem(&a, u)
	for l := range s.ISA.Lanes() {
		m := memOf(l)
		for g, four := range fours {
			if masks[g] != 0 {
				s.storeFour(m, four[[...]int{0, 2, 1, 3}[l%4]], l/4, masks[g])
			}
			m.Disp += 16
		}
	}
}

// storeFour writes some of the four words of a piece of a vector.
func (s *Accessor) storeFour(m asm.Mem, r asm.Reg, piece int, words uint64) {
	if piece > 0 {
		extract := [...]asm.Op{asm.AVX512: asm.Vextractf32x4, asm.AVX2: asm.Vextractf128}[s.ISA]
		in := asm.Inst{Op: extract, Len: asm.Whole(s.ISA), B: r, Imm: int64(piece)}
		if words == 0xf {
			in.HasMem, in.Mem = true, m
			s.Emit(in)
			return
		}
		in.Dst = s.Temp()
		s.Emit(in)
		r = in.Dst
	}
	in := asm.Inst{Op: asm.Vmovups, Len: asm.L128, HasMem: true, Mem: m, B: r}
	switch {
	case words == 0xf:
	case s.ISA == asm.AVX2:
		in.Op, in.A = asm.Vmaskmovps, s.ConstWords(words, 4)
	default:
		in.Mask = s.ConstWords(words, 4)
	}
	s.Emit(in)
}

// loadPart reads a vector, or a part of it of some length, under a mask of words unless it is NoReg.
func (s *Accessor) loadPart(dst asm.Reg, m asm.Mem, mask asm.Reg, length asm.Length) {
	in := asm.Inst{Op: asm.Vmovups, Len: length, Dst: dst, HasMem: true, Mem: m}
	switch {
	case mask == asm.NoReg:
	case s.ISA == asm.AVX2:
		in.Op, in.A = asm.Vmaskmovps, mask
	default:
		in.Mask, in.Zero = mask, true
	}
	s.Emit(in)
}
