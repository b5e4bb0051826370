package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// updateOps are the operations that change memory in place.
var updateOps = map[ir.Op]asm.Op{ir.OpAdd: asm.Add, ir.OpSub: asm.Sub, ir.OpOr: asm.Or, ir.OpXor: asm.Xor,
	ir.OpAnd: asm.And}

// updatePrivate writes one.
func (s *Accessor) updatePrivate(_ ir.ValueID, _ *ir.Instr, row *access.Access) {
	up, a, t := row.Update, &row.Address, row.Type
	for u := range s.Each() {
		active := s.ActiveMask(u)
		if active != asm.NoReg && !access.AddsZero(up.Op, a) {
			s.updateActive(up, t, s.privateIndex(a, t.Bytes(), u, asm.NoReg), u)
			continue
		}
		m := s.privateIndex(a, t.Bytes(), u, active)
		index, by := s.takeOut([]asm.Reg{m.Index}), s.updateBy(up, u, active)
		for lane := range s.ISA.Lanes() {
			change := by(lane)
			change.Op, change.Size, change.HasMem, change.Mem = updateOps[up.Op], emit.SizeOf(t), true, m
			change.Mem.Index = index.index(lane)
			s.Emit(change)
		}
	}
}

// updateBy prepares the second operands of a sub-group: zero for lanes outside of a mask, if there is one. What it
// gives are their operands of an instruction.
func (s *Accessor) updateBy(up access.PrivateUpdate, u int, mask asm.Reg) func(lane int) asm.Inst {
	if c, ok := s.SignedConst(up.By); ok && mask == asm.NoReg && c == int64(int32(c)) {
		return func(int) asm.Inst { return asm.Inst{Imm: c} }
	}
	if s.ByValue[up.By].Kind == forms.Scalar && mask == asm.NoReg {
		r := s.Lane0Reg(up.By, u)
		return func(int) asm.Inst { return asm.Inst{B: r} }
	}
	lanes := s.LanesOf(up.By, u)
	if mask != asm.NoReg {
		kept := make([]asm.Reg, len(lanes))
		for i, part := range s.MaskVectors(mask, len(lanes)) {
			kept[i] = s.zeroOutside(lanes[i], part, len(lanes))
		}
		lanes = kept
	}
	taken := s.takeOut(lanes)
	return func(lane int) asm.Inst { return asm.Inst{B: taken.lane(lane)} }
}

// zeroOutside is a register with zero in the lanes that a mask leaves out; parts tells 64-bit lanes.
func (s *Accessor) zeroOutside(x, mask asm.Reg, parts int) asm.Reg {
	kept := s.Temp()
	switch {
	case s.ISA == asm.AVX2:
		s.Op3(asm.Vpand, kept, x, mask)
	case parts == 2:
		s.Emit(asm.Inst{Op: asm.Vmovdqa64, Len: asm.L512, Dst: kept, B: x, Mask: mask, Zero: true})
	default:
		s.Emit(asm.Inst{Op: asm.Vmovdqa32, Len: asm.L512, Dst: kept, B: x, Mask: mask, Zero: true})
	}
	return kept
}

// updateActive updates the elements of the active lanes in a loop over them.
func (s *Accessor) updateActive(up access.PrivateUpdate, t ir.Type, m asm.Mem, u int) {
	s.ToScratch(emit.ScratchPointer, []asm.Reg{m.Index})
	s.ToScratch(emit.ScratchValue, s.LanesOf(up.By, u))
	s.EachLane(s.BitsOf(s.ActiveMask(u)), func(lane asm.Reg) {
		at, r := m, s.General()
		at.Index = s.General()
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: at.Index, HasMem: true,
			Mem: s.ScratchMem(emit.ScratchPointer, lane, 4)})
		s.GetScratch(emit.ScratchValue, lane, r, emit.SizeOf(t))
		s.Emit(asm.Inst{Op: updateOps[up.Op], Size: emit.SizeOf(t), B: r, HasMem: true, Mem: at})
	})
}
