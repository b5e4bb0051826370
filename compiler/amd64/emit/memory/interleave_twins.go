package memory

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/vectorize/access"
)

// Groups that are loaded by the same indices from different places, and rows of four words.

// canShareIndices reports whether twins are loaded lane by lane in straight code.
func (s *Accessor) canShareIndices(c *access.Interleave, u int) bool {
	if s.ActiveFor(s.ByValue[c.Members[0].Value], u) != asm.NoReg {
		return false
	}
	return c.Fours() > 0 || c.At.ByLoads>>u&1 != 0
}

// loadByOneIndex loads twins, of all lanes, into registers for their members.
func (s *Accessor) loadByOneIndex(twins []*access.Interleave, dst [][][]asm.Reg, u int) {
	first := twins[0].At
	index := s.takenMem(&first, u)
	var begins []asm.Mem
	pieces := max(1, twins[0].Fours())
	for _, c := range twins {
		a := c.At
		for i := range pieces {
			a.Disp = c.Start + int64(i)*fourBytes
			begins = append(begins, s.MemAt(&a, u))
		}
	}
	memOf := func(lane int) []asm.Mem {
		at, list := index(lane), make([]asm.Mem, len(begins))
		for i, m := range begins {
			m.Index, m.Scale = at.Index, at.Scale
			list[i] = m
		}
		return list
	}
	columns := s.takenPairs
	if twins[0].Fours() > 0 {
		columns = s.takenFours
	}
	words := columns(memOf, len(begins))
	for i, c := range twins {
		own := slices.Concat(words[i*pieces : (i+1)*pieces]...)
		for k, m := range c.Members {
			s.MoveVector(dst[i][k][0], own[m.Offset/4])
		}
	}
}

// fourBytes is the size of four words.
const fourBytes = 16

// takenPairs reads all lanes' pairs in straight code, of each of some twins. First the words of lanes 0 and 1, 4 and 5,
// and so on lie in the pieces of one register, and those of lanes 2 and 3, 6 and 7 in another's.
func (s *Accessor) takenPairs(memOf func(lane int) []asm.Mem, twins int) (words [][]asm.Reg) {
	halves := make([][2]asm.Reg, twins)
	for piece := range s.ISA.Lanes() / 2 {
		low, high := memOf(2*piece), memOf(2*piece+1)
		for i := range halves {
			one, both := s.Temp(), s.Temp()
			s.Emit(asm.Inst{Op: asm.Vmovsd, Len: asm.L128, Dst: one, HasMem: true, Mem: low[i]})
			s.Emit(asm.Inst{Op: asm.Vmovhps, Len: asm.L128, Dst: both, A: one, HasMem: true, Mem: high[i]})
			half := &halves[i][piece%2]
			*half = s.withPiece(*half, both, piece/2)
		}
	}
	for _, half := range halves {
		pair := make([]asm.Reg, 2)
		for w := range pair {
			pair[w] = s.Temp()
			s.Emit(asm.Inst{Op: asm.Vshufps, Len: asm.Whole(s.ISA), Dst: pair[w], A: half[0], B: half[1],
				Imm: [2]int64{0x88, 0xdd}[w]})
		}
		words = append(words, pair)
	}
	return words
}

// withPiece is a vector with a piece of 128 bits more, which is the first if the number is 0.
func (s *Accessor) withPiece(vector, piece asm.Reg, number int) asm.Reg {
	if number == 0 {
		return piece
	}
	both := s.Temp()
	s.Emit(asm.Inst{Op: asm.Vinserti32x4, Len: asm.Whole(s.ISA), Dst: both, A: vector, B: piece,
		Imm: int64(number)})
	return both
}

// takenFours reads all lanes' four words, of each of some twins: lanes 0, 4 and so on lie in the pieces of a register,
// which are transposed with those of three others.
func (s *Accessor) takenFours(memOf func(lane int) []asm.Mem, twins int) (words [][]asm.Reg) {
	rows := make([][4]asm.Reg, twins)
	for lane := range s.ISA.Lanes() {
		for i, m := range memOf(lane) {
			rows[i][lane%4] = s.withLoadedPiece(rows[i][lane%4], m, lane/4)
		}
	}
	for i := range rows {
		mixed := s.interleavePairs(rows[i][:], 1, asm.Vunpcklps, asm.Vunpckhps)
		mixed = s.interleavePairs(mixed, 2, asm.Vunpcklpd, asm.Vunpckhpd)
		words = append(words, []asm.Reg{mixed[0], mixed[2], mixed[1], mixed[3]})
	}
	return words
}

// withLoadedPiece is a vector with a piece of 128 bits more, from memory.
func (s *Accessor) withLoadedPiece(vector asm.Reg, m asm.Mem, number int) asm.Reg {
	in := asm.Inst{Op: asm.Vmovups, Len: asm.L128, Dst: s.Temp(), HasMem: true, Mem: m}
	if number > 0 {
		in.Op, in.Len, in.A, in.Imm = asm.Vinsertf32x4, asm.Whole(s.ISA), vector, int64(number)
	}
	s.Emit(in)
	return in.Dst
}
