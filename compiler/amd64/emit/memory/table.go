package memory

import (
	"encoding/binary"
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Loads of small tables of constants: one permutation for each register that the table takes, or for each two, and
// choices between them by the bits of the index above.

// loadTable reads lanes that are not active, too: no memory is touched, and whatever their index is, it reads some
// word of the table.
func (s *Accessor) loadTable(v ir.ValueID, _ *ir.Instr, a *access.Access) {
	s.eachLoaded(v, func(dst []asm.Reg, _ asm.Reg, u int) {
		index := s.LanesOf(a.Table.Index, u)
		at := index[0]
		if len(index) == 2 {
			at = s.LowDwords(index[0], index[1])
		}
		s.MoveVector(dst[0], s.tableElement(a.Type, a.Table, at))
	})
}

// tableElement is the element of each lane, with zeros above it.
func (s *Accessor) tableElement(t ir.Type, x *access.Table, index asm.Reg) asm.Reg {
	parts := uint(bits.TrailingZeros(x.Parts))
	word := s.permuteWords(x.Words, s.shiftRight(index, x.Shift+parts))
	if parts == 0 {
		return word
	}
	count := s.ShiftLeft(ir.I32, s.shiftRight(index, x.Shift), uint(bits.TrailingZeros(t.Bits())))
	return s.ZeroExtend(t, s.shiftDown(word, count))
}

func (s *Accessor) shiftRight(x asm.Reg, n uint) asm.Reg {
	if n == 0 {
		return x
	}
	return s.ShiftRight(ir.I32, x, n)
}

// inLaneWords is how many words one of the cheapest permutations takes its lanes from.
const inLaneWords = 4

// permuteWords is, in each lane, the word whose number are the lowest bits of the index.
func (s *Accessor) permuteWords(words []uint32, index asm.Reg) asm.Reg {
	lanes, half := s.ISA.Lanes(), len(words)/2
	switch {
	case len(words) <= inLaneWords:
		return s.Binary(asm.Vpermilps, s.wordTable(words), index)
	case len(words) <= lanes:
		return s.Binary(asm.Vpermd, index, s.wordTable(words))
	case len(words) == 2*lanes && s.ISA.PermutesTwoSources():
		r := s.Temp()
		s.MoveVector(r, s.wordTable(words[:half]))
		s.Emit(asm.Inst{Op: asm.Vpermt2d, Len: asm.Whole(s.ISA), Dst: r, A: index, B: s.wordTable(words[half:])})
		return r
	}
	low, high := s.permuteWords(words[:half], index), s.permuteWords(words[half:], index)
	isHigh := s.ShiftLeft(ir.I32, index, 32-uint(bits.Len(uint(half))))
	return s.ChooseBySign(ir.I32, isHigh, high, low)
}

// wordTable is a register of words, again and again.
func (s *Accessor) wordTable(words []uint32) asm.Reg {
	var table []byte
	for i := range s.ISA.Lanes() {
		table = binary.LittleEndian.AppendUint32(table, words[i%len(words)])
	}
	return s.Table(table)
}
