package control

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/object"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
)

// Services of the engine: printf and device queues. The code leaves the operands of all lanes in the frame and returns;
// it goes on when it is entered again.

// layServices finds how much of the frame the operands and results of services need.
func (s *Selector) layServices() {
	most := 0
	for i := range s.Kernel.Instrs {
		switch in := &s.Kernel.Instrs[i]; in.Op {
		case ir.OpPrintf:
			most = max(most, len(in.Args))
		case ir.OpQueue:
			most = max(most, len(in.Args)+1)
		}
	}
	s.ServiceBytes = int32(most * s.Version.Count * emit.SlotBytes)
}

// printf asks for the output of a printf, whose result is the same for all lanes.
func (s *Selector) printf(v ir.ValueID, in *ir.Instr) {
	service := object.Service{Pos: in.Pos, Op: in.Op}
	if in.Imm < uint64(len(s.Module.Formats)) {
		service.Format = s.Module.Formats[in.Imm]
	}
	s.request(&service, in)
	s.Code.Services = append(s.Code.Services, service)
	for u := range s.Copies(s.ByValue[v]) {
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			m := asm.Mem{Base: asm.RBP, Disp: abi.ServiceResult}
			s.Emit(asm.Inst{Op: asm.Vpbroadcastd, Len: asm.Whole(s.ISA), Dst: dst[0], HasMem: true, Mem: m})
		})
	}
}

// queue asks for a function of device queues, which gives each lane a result of its own.
func (s *Selector) queue(v ir.ValueID, in *ir.Instr) {
	service := object.Service{Pos: in.Pos, Op: in.Op, Queue: ir.QueueFunction(in.Kind)}
	offset := s.request(&service, in)
	service.Result = s.serviceOperand(in.Type, offset)
	s.Code.Services = append(s.Code.Services, service)
	for u := range s.Copies(s.ByValue[v]) {
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for i, r := range dst {
				m := s.serviceSlot(offset, u, i)
				s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: m})
			}
		})
	}
}

// request leaves operands and masks in the frame and returns from the code. It gives the offset behind the operands.
func (s *Selector) request(service *object.Service, in *ir.Instr) (offset int32) {
	offset = s.SlotAt(emit.ScratchSlots)
	for _, a := range in.Args {
		service.Operands = append(service.Operands, s.passOperand(a, offset))
		offset += int32(s.Version.Count) * emit.SlotBytes
	}
	for u := range s.Version.Count {
		m := asm.Mem{Base: asm.RBP, Disp: abi.ServiceMask + 2*int32(u)}
		s.Emit(asm.Inst{Op: asm.Mov, Size: 2, B: s.BitsOf(s.ActiveMask(u)), HasMem: true, Mem: m})
	}
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.ServiceNumber},
		Imm: int64(len(s.Code.Services))})
	s.suspend(abi.Service)
	return offset
}

// serviceOperand is the place of an operand or result.
func (s *Selector) serviceOperand(t ir.Type, offset int32) object.LaneOperand {
	return object.LaneOperand{Type: t, Offset: uint32(offset), LaneStep: uint32(emit.SizeOf(t)),
		SubGroupStep: emit.SlotBytes}
}

// serviceSlot is the memory of a register of sub-group u's lanes.
func (s *Selector) serviceSlot(offset int32, u, register int) asm.Mem {
	return asm.Mem{Base: asm.RBP, Disp: offset + int32(u*emit.SlotBytes+register*s.ISA.VectorBytes())}
}

// passOperand writes an operand's lanes to the frame.
func (s *Selector) passOperand(a ir.ValueID, offset int32) object.LaneOperand {
	t := s.Kernel.Type(a)
	for u := range s.Version.Count {
		for i, r := range s.serviceLanes(a, t, u) {
			m := s.serviceSlot(offset, u, i)
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: r, HasMem: true, Mem: m})
		}
	}
	return s.serviceOperand(t, offset)
}

func (s *Selector) serviceLanes(a ir.ValueID, t ir.Type, u int) []asm.Reg {
	lanes := s.LanesOf(a, u)
	if t != ir.I1 {
		return lanes
	}
	r := s.Temp()
	if !s.Lower(vec.Operation{Op: ir.OpZExt, Type: ir.I32, From: ir.I1}, []asm.Reg{r}, lanes, nil, nil) {
		s.Fail("printf of a truth value has no machine code")
	}
	return []asm.Reg{r}
}
