package emit

import "heddle/compiler/amd64/asm"

// LoadGeneral loads so many bytes, 1 to 8, into a general register, the rest of which becomes zero.
func (s *Values) LoadGeneral(dst asm.Reg, size uint8, m asm.Mem) {
	in := asm.Inst{Op: asm.Mov, Size: size, Dst: dst, HasMem: true, Mem: m}
	switch size {
	case 1:
		in.Op, in.Size = asm.Movzxb, 4
	case 2:
		in.Op, in.Size = asm.Movzxw, 4
	}
	s.Emit(in)
}
