package memory

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Alloca gives the address of lane 0's variable.
func (s *Accessor) Alloca(v ir.ValueID, _ *ir.Instr) {
	if s.Offsets[v] {
		s.MoveImm(s.Own(v, 0)[0], s.Privates[v])
		return
	}
	for u := range s.EachCopy(s.ByValue[v]) {
		base := s.General()
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: base, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.FramePrivate}, Remat: true})
		offset := int64(s.Privates[v]) + int64(u*s.ISA.Lanes())*int64(s.PrivateAll)
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: s.Own(v, u)[0], HasMem: true, Mem: asm.Mem{Base: base, Disp: int32(offset)}})
	}
}
