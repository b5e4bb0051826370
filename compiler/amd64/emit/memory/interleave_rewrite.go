package memory

import "heddle/compiler/amd64/asm"

// withOld is a vector with what is in memory but for the bytes given, which make words.
func (s *Accessor) withOld(r asm.Reg, m asm.Mem, bytes uint64) asm.Reg {
	words, _ := wordsOf(bytes, 4)
	mixed := s.Temp()
	if s.ISA == asm.AVX2 {
		s.Emit(asm.Inst{Op: asm.Vblendps, Len: asm.L256, Dst: mixed, A: r, HasMem: true, Mem: m,
			Imm: int64(^words & 0xff)})
		return mixed
	}
	s.MoveVector(mixed, r)
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L512, Dst: mixed, HasMem: true, Mem: m,
		Mask: s.ConstMask(^words & 0xffff)})
	return mixed
}
