package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// sharedRegs are the registers of one, by sub-group.
type sharedRegs struct{ words, have []asm.Reg }

// startShared gives the words registers.
func (s *accessor) startShared() {
	s.sharedRegs = map[*access.SharedWord]*sharedRegs{}
	for _, w := range s.SharedList {
		r := &sharedRegs{}
		for range s.Copies(s.ByValue[w.Members[0]]) {
			r.words, r.have = append(r.words, s.Temp()), append(r.have, s.newMask())
		}
		s.sharedRegs[w] = r
	}
}

// beginShared empties the masks of words.
func (s *accessor) beginShared(list []*access.SharedWord) {
	for _, w := range list {
		r := s.sharedRegs[w]
		for u := range r.words {
			s.Emit(asm.Inst{Op: asm.VecZero, Len: asm.Whole(s.ISA), Dst: r.words[u]})
			s.setMask(r.have[u], false)
		}
	}
}

// loadShared reads an element of a shared word, and the word for the lanes that do not have it yet.
func (s *accessor) loadShared(dst asm.Reg, in *ir.Instr, w *access.SharedWord, active asm.Reg, u int) {
	a := s.AddressOf(in.Args[0], in.Type)
	low := a.Disp & 3
	word, have := s.sharedRegs[w].words[u], s.sharedRegs[w].have[u]
	want, is := s.newMask(), s.Fn.NewLabel()
	s.andNotMask(want, have, s.someMask(active))
	s.testMasks([]asm.Reg{want})
	s.jumpIf(asm.CondE, is)
	base, rest := s.cutBase(s.memAt(&a, u))
	s.gatherInto(word, asm.Mem{Base: base, Index: s.ramp(0, a.Step/4, 4), Scale: 4}, want)
	odd := s.Fn.NewLabel()
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: rest, Imm: low})
	s.jumpIf(asm.CondNE, odd)
	s.orMask(have, have, want)
	s.jump(is)
	s.label(odd)
	count := s.Temp()
	s.aluImm(asm.Shl, 4, rest, 3)
	s.Emit(asm.Inst{Op: asm.Vmovd, Len: asm.L128, Dst: count, B: rest})
	s.Op3(asm.Vpsrld, word, word, count)
	s.moveVector(word, s.ShiftLeft(ir.I32, word, uint(8*low)))
	s.label(is)
	s.cutOut(dst, word, access.Member{Typ: in.Type, Offset: int32(low)})
}

// gatherInto gathers 4 bytes for the lanes of a mask; the others stay.
func (s *accessor) gatherInto(dst asm.Reg, m asm.Mem, mask asm.Reg) {
	used := s.newMask()
	s.moveMask(used, mask)
	in := asm.Inst{Op: asm.Vpgatherdd, Len: asm.Whole(s.ISA), Dst: dst, HasMem: true, Mem: m}
	if s.ISA == AVX512 {
		in.Mask = used
	} else {
		in.A = used
	}
	s.Emit(in)
}
