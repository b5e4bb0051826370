package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
)

// PlaceScratch moves the scratch memory behind the frame's first bytes, and gives the size of both.
func (s *Selector) PlaceScratch(first int) int {
	isUsed := false
	all := first + int(s.LaneFirst()) + s.LaneSlots*emit.TeamSlotBytes
	for i := range s.Fn.Insts {
		in := &s.Fn.Insts[i]
		if in.HasMem && in.Mem.Base == asm.RBP && in.Mem.Disp >= calleeBias {
			continue
		}
		if in.HasMem && in.Mem.Base == asm.RBP && in.Mem.Disp >= emit.ScratchBias {
			if in.Mem.Disp >= emit.LoopBias {
				in.Mem.Disp += int32(all-first) - (emit.LoopBias - emit.ScratchBias)
			}
			in.Mem.Disp += int32(first) - emit.ScratchBias
			isUsed = true
		}
	}
	for i := range s.Code.Services {
		service := &s.Code.Services[i]
		for k := range service.Operands {
			service.Operands[k].Offset += uint32(first) - emit.ScratchBias
		}
		service.Result.Offset += uint32(first) - emit.ScratchBias
	}
	if !isUsed {
		return first
	}
	return all + int(s.laneBytes+63)/64*64
}
