package emit

import "heddle/compiler/amd64/asm"

func (s *Values) Indexable(m asm.Mem) asm.Mem {
	if m.Index == asm.NoReg {
		return m
	}
	sum := s.General()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: sum, HasMem: true, Mem: m})
	return asm.Mem{Base: sum}
}
