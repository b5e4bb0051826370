package memory

import (
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Gathers of bytes and words of 2 bytes, which the machine does not have: the 4 bytes that an element lies in are
// gathered from an address that is a multiple of 4, and the element is shifted to their bottom. Such 4 bytes lie in one
// page, so no memory is touched that the element's page does not cover.
//
// With B the pointer that is the same for all lanes, and i the index: the machine gathers from (B & -4) + 4*q, and
// B + i*scale is 4*q + r with r below 4 once B's own rest is counted in.

// wholeWords is what a gather of the 4 bytes around each small element takes.
type wholeWords struct {
	mem   asm.Mem
	index []asm.Reg
	shift asm.Reg // by lane: 8 times the element's place in its 4 bytes, and multiples of 32
}

func (s *Accessor) gatherSmall(dst asm.Reg, t ir.Type, a *access.Address, active asm.Reg, u int) {
	if a.Pattern == access.InSteps && a.Step%4 == 0 {
		s.gatherSamePlace(dst, t, a, active, u)
		return
	}
	w := s.wordsAround(a, u)
	words := s.Temp()
	s.gatherDwords(words, w.mem, w.index, active)
	s.MoveVector(dst, s.ZeroExtend(t, s.shiftDown(words, w.shift)))
}

// gatherSamePlace gathers elements that are steps of whole words apart: all stand at the same place in their 4 bytes.
func (s *Accessor) gatherSamePlace(dst asm.Reg, t ir.Type, a *access.Address, active asm.Reg, u int) {
	base, low := s.cutBase(s.MemAt(a, u))
	words, count := s.Temp(), s.Temp()
	s.gatherDwords(words, asm.Mem{Base: base, Scale: 4}, []asm.Reg{s.Ramp(0, a.Step/4, 4)}, active)
	s.AluImm(asm.Shl, 4, low, 3)
	s.Emit(asm.Inst{Op: asm.Vmovd, Len: asm.L128, Dst: count, B: low})
	s.MoveVector(dst, s.ZeroExtend(t, s.Binary(asm.Vpsrld, words, count)))
}

// gatherDwords gathers 4 bytes per lane, by indices of 32 or 64 bits.
func (s *Accessor) gatherDwords(dst asm.Reg, m asm.Mem, index []asm.Reg, active asm.Reg) {
	if len(index) == 2 {
		s.gatherHalves(dst, m, index, active)
		return
	}
	m.Index = index[0]
	s.EmitGather(asm.Vpgatherdd, asm.Whole(s.ISA), dst, m, s.SomeMask(active))
}

// shiftDown shifts lanes right by counts of which multiples of 32 do not matter; what comes in from above does not
// either.
func (s *Accessor) shiftDown(x, count asm.Reg) asm.Reg {
	if s.ISA == asm.AVX512 {
		return s.Binary(asm.Vprorvd, x, count)
	}
	return s.Binary(asm.Vpsrlvd, x, s.And(count, s.Const32(31)))
}

func (s *Accessor) wordsAround(a *access.Address, u int) wholeWords {
	switch a.Pattern {
	case access.InSteps:
		base, rest := s.splitBase(s.MemAt(a, u))
		place := s.Add(ir.I32, s.Ramp(0, a.Step, 4), rest)
		return wholeWords{asm.Mem{Base: base, Scale: 4}, []asm.Reg{s.ShiftArithmetic(ir.I32, place, 2)},
			s.ShiftLeft(ir.I32, place, 3)}
	case access.ByIndex32, access.RowUnlessWrapped:
		return s.wordsByIndex(a, u)
	}
	pointers := s.pointersTo(a, u)
	shift := s.ShiftLeft(ir.I32, s.LowDwords(pointers[0], pointers[1]), 3)
	for h := range pointers {
		pointers[h] = s.And(pointers[h], s.Const64(^uint64(3)))
	}
	return wholeWords{asm.Mem{Scale: 1}, pointers, shift}
}

// wordsByIndex takes care that adding the base's rest to a large index does not wrap.
func (s *Accessor) wordsByIndex(a *access.Address, u int) wholeWords {
	m, index := s.indices32(a, u)
	base, rest := s.splitBase(m)
	if a.Scale >= 4 {
		return wholeWords{asm.Mem{Base: base, Scale: a.Scale}, []asm.Reg{index}, s.ShiftLeft(ir.I32, rest, 3)}
	}
	log := uint(bits.TrailingZeros8(a.Scale))
	low := s.And(index, s.Const32(4>>log-1))
	if log > 0 {
		low = s.ShiftLeft(ir.I32, low, log)
	}
	place := s.Add(ir.I32, low, rest)
	words := s.Add(ir.I32, s.ShiftArithmetic(ir.I32, index, 2-log), s.ShiftRight(ir.I32, place, 2))
	return wholeWords{asm.Mem{Base: base, Scale: 4}, []asm.Reg{words}, s.ShiftLeft(ir.I32, place, 3)}
}

// splitBase cuts an address to a multiple of 4, and spreads what is cut off over a vector.
func (s *Accessor) splitBase(m asm.Mem) (base, rest asm.Reg) {
	base, low := s.cutBase(m)
	rest = s.Temp()
	s.Broadcast(rest, low, 4)
	return base, rest
}

// cutBase cuts an address to a multiple of 4; low is what is cut off.
func (s *Accessor) cutBase(m asm.Mem) (base, low asm.Reg) {
	base, low = s.General(), s.General()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: base, HasMem: true, Mem: m})
	s.MoveGeneral(low, base)
	s.AluImm(asm.And, 4, low, 3)
	s.AluImm(asm.And, 8, base, -4)
	return base, low
}

// pointersTo are the addresses of all lanes of an access by 64-bit indices or by pointers, in two registers.
func (s *Accessor) pointersTo(a *access.Address, u int) []asm.Reg {
	pointers := make([]asm.Reg, 2)
	if a.Pattern == access.ByPointers {
		copy(pointers, s.pointers(a.Base, u))
		if a.Disp != 0 {
			for h := range pointers {
				pointers[h] = s.Add(ir.I64, pointers[h], s.Const64(uint64(a.Disp)))
			}
		}
		return pointers
	}
	base, all := s.General(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: base, HasMem: true, Mem: s.MemAt(a, u)})
	s.Broadcast(all, base, 8)
	for h, index := range s.LanesOf(a.Index, u) {
		if a.Scale > 1 {
			index = s.ShiftLeft(ir.I64, index, uint(bits.TrailingZeros8(a.Scale)))
		}
		pointers[h] = s.Add(ir.I64, index, all)
	}
	return pointers
}

// indices32 is the memory operand and the index of an access by 32-bit indices. The machine extends indices by their
// signs: those to be extended by zeros are taken 2^31 lower, from a base that much higher.
func (s *Accessor) indices32(a *access.Address, u int) (asm.Mem, asm.Reg) {
	m, index := s.MemAt(a, u), s.indexLanes(a, u)[0]
	if !a.Unsigned {
		return m, index
	}
	base := s.General()
	s.MoveImm(base, uint64(a.Scale)<<31)
	s.Alu(asm.Add, 8, base, m.Base)
	m.Base = base
	return m, s.Xor(index, s.Const32(1<<31))
}
