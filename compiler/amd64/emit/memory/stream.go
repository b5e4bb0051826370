package memory

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// storeStream writes the rows of all sub-groups around the caches where that may be; else as others do.
func (s *Accessor) storeStream(in *ir.Instr, a *access.Address, plain func()) {
	var vectors []placedVector
	for u := range s.Version.Count {
		m := s.MemAt(a, u)
		for _, r := range s.LanesOf(in.Args[1], u) {
			vectors = append(vectors, placedVector{r, m})
			m.Disp += int32(s.ISA.VectorBytes())
		}
	}
	s.streamVectors(vectors, plain)
}

// placedVector is a vector and where it is written.
type placedVector struct {
	value asm.Reg
	place asm.Mem
}

// streamVectors writes vectors, the lowest first, around the caches if the launch wants it, they begin at a cache line
// and all lanes are active; else as plain does.
func (s *Accessor) streamVectors(vectors []placedVector, plain func()) {
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	at := s.General()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: at, HasMem: true, Mem: vectors[0].place})
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, B: at, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextStream}})
	s.JumpIf(asm.CondNE, some)
	if masks := s.Masks(); masks != nil {
		s.UnlessWhole(masks, some)
	}
	for _, v := range vectors {
		s.Emit(asm.Inst{Op: asm.Vmovntps, Len: asm.Whole(s.ISA), B: v.value, HasMem: true, Mem: v.place})
	}
	s.Jump(done)
	s.Label(some)
	plain()
	s.Label(done)
}

// UnlessWhole jumps unless all lanes of all masks are set.
func (s *Accessor) UnlessWhole(masks []asm.Reg, to int32) {
	all := masks[0]
	for _, m := range masks[1:] {
		both := s.NewMask()
		s.AndMask(both, all, m)
		all = both
	}
	bits := s.General()
	s.MaskBits(bits, all)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: bits, Imm: 1<<s.ISA.Lanes() - 1})
	s.JumpIf(asm.CondNE, to)
}
