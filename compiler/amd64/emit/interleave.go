package emit

import "heddle/compiler/amd64/asm"

// ConstWords is a mask of words for moves.
func (s *Values) ConstWords(words uint64, size int) asm.Reg {
	if s.ISA == asm.AVX512 {
		return s.ConstMask(words)
	}
	table := make([]byte, s.ISA.VectorBytes())
	for i := range table {
		if words>>(i/size)&1 != 0 {
			table[i] = 0xff
		}
	}
	return s.Table(table)
}

// ConstMask is a mask register with the given bits.
func (s *Values) ConstMask(bits uint64) asm.Reg {
	r, m := s.General(), s.NewMask()
	s.MoveImm(r, bits)
	op := asm.Kmovw
	if bits > 0xffff {
		op = asm.Kmovq
	}
	s.Emit(asm.Inst{Op: op, Dst: m, B: r})
	return m
}
