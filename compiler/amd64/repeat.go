package amd64

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// Code for bundles all of whose lanes are work-items runs a row of them in one call: at its end it steps to the next
// bundle and begins again. That costs some instructions, where leaving and entering costs some tens of cycles, which is
// what a bundle of a short kernel takes. What lives on from bundle to bundle is chosen at last (package reorder).

// maxRepeated bounds the kernels for which that is worth it, in instructions.
const maxRepeated = 400

// repeats says whether the code runs as many bundles as its frame says.
func (s *regionTable) repeats() bool {
	v := s.version
	return s.kernel.Kernel && v.Full && !v.Alone && v.Shape != bundle.Packed && len(s.kernel.Instrs) <= maxRepeated && !s.waits()
}

// waits says whether the kernel has barriers.
func (s *regionTable) waits() bool {
	for i := range s.kernel.Instrs {
		if s.kernel.Instrs[i].Op == ir.OpBarrier {
			return true
		}
	}
	return false
}

// again steps to the next bundle of the row and begins again, unless this was the last.
func (s *selector) again() {
	width := s.ISA.Lanes()
	if s.version.Shape == bundle.Rows {
		width *= s.version.Count
	}
	first, runs := asm.Mem{Base: asm.RBP, Disp: abi.FrameFirst}, asm.Mem{Base: asm.RBP, Disp: abi.FrameRuns}
	s.Emit(asm.Inst{Op: asm.Add, Size: 8, HasMem: true, Mem: first, Imm: int64(width)})
	s.Emit(asm.Inst{Op: asm.Sub, Size: 8, HasMem: true, Mem: runs, Imm: 1})
	s.jumpIf(asm.CondNE, s.top)
}
