package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// sharedRegs are the registers of one, by sub-group.
type sharedRegs struct{ words, have []asm.Reg }

// StartShared gives the words registers.
func (s *Accessor) StartShared() {
	s.sharedRegs = map[*access.SharedWord]*sharedRegs{}
	for _, w := range s.SharedList {
		r := &sharedRegs{}
		for range s.Copies(s.ByValue[w.Members[0]]) {
			r.words, r.have = append(r.words, s.Temp()), append(r.have, s.NewMask())
		}
		s.sharedRegs[w] = r
	}
}

// BeginShared empties the masks of words.
func (s *Accessor) BeginShared(list []*access.SharedWord) {
	for _, w := range list {
		r := s.sharedRegs[w]
		for u := range r.words {
			s.Emit(asm.Inst{Op: asm.VecZero, Len: asm.Whole(s.ISA), Dst: r.words[u]})
			s.SetMask(r.have[u], false)
		}
	}
}

// loadSharedWord reads elements of a word that other loads may have read.
func (s *Accessor) loadSharedWord(v ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachLoaded(v, func(dst []asm.Reg, active asm.Reg, u int) { s.loadShared(dst[0], in, a, active, u) })
}

// loadShared reads an element of a shared word, and the word for the lanes that do not have it yet.
func (s *Accessor) loadShared(dst asm.Reg, in *ir.Instr, row *access.Access, active asm.Reg, u int) {
	a, w := row.Address, row.Shared
	low := a.Disp & 3
	word, have := s.sharedRegs[w].words[u], s.sharedRegs[w].have[u]
	want, is := s.NewMask(), s.Fn.NewLabel()
	s.AndNotMask(want, have, s.SomeMask(active))
	s.TestMasks([]asm.Reg{want})
	s.JumpIf(asm.CondE, is)
	base, rest := s.cutBase(s.MemAt(&a, u))
	s.gatherInto(word, asm.Mem{Base: base, Index: s.Ramp(0, a.Step/4, 4), Scale: 4}, want)
	odd := s.Fn.NewLabel()
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: rest, Imm: low})
	s.JumpIf(asm.CondNE, odd)
	s.OrMask(have, have, want)
	s.Jump(is)
	s.Label(odd)
	count := s.Temp()
	s.AluImm(asm.Shl, 4, rest, 3)
	s.Emit(asm.Inst{Op: asm.Vmovd, Len: asm.L128, Dst: count, B: rest})
	s.Op3(asm.Vpsrld, word, word, count)
	s.MoveVector(word, s.ShiftLeft(ir.I32, word, uint(8*low)))
	s.Label(is)
	s.cutOut(dst, word, access.Member{Typ: in.Type, Offset: int32(low)})
}

// gatherInto gathers 4 bytes for the lanes of a mask; the others stay.
func (s *Accessor) gatherInto(dst asm.Reg, m asm.Mem, mask asm.Reg) {
	used := s.NewMask()
	s.MoveMask(used, mask)
	in := asm.Inst{Op: asm.Vpgatherdd, Len: asm.Whole(s.ISA), Dst: dst, HasMem: true, Mem: m}
	if s.ISA == asm.AVX512 {
		in.Mask = used
	} else {
		in.A = used
	}
	s.Emit(in)
}
