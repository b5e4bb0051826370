package control

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
)

// again steps to the next bundle of the row and begins again, unless this was the last.
func (s *Selector) again() {
	width := s.ISA.Lanes()
	if s.Version.Shape == bundle.Rows {
		width *= s.Version.Count
	}
	first, runs := asm.Mem{Base: asm.RBP, Disp: abi.FrameFirst}, asm.Mem{Base: asm.RBP, Disp: abi.FrameRuns}
	s.Emit(asm.Inst{Op: asm.Add, Size: 8, HasMem: true, Mem: first, Imm: int64(width)})
	s.Emit(asm.Inst{Op: asm.Sub, Size: 8, HasMem: true, Mem: runs, Imm: 1})
	s.JumpIf(asm.CondNE, s.Top)
}
