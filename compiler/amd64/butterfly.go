package amd64

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// gatherExchanged is gather for such an index.
func (s *accessor) gatherExchanged(dst []asm.Reg, in *ir.Instr, a *access.Address, x *access.Butterfly, active asm.Reg, u int) {
	s.ifEven(a, x, u, func(m asm.Mem, index asm.Reg) {
		row, mask := s.Temp(), asm.NoReg
		if in.Space != ir.SpaceLocal || !s.hasLanes() { // in local memory there is something before and behind each row
			mask = s.exchangedMask(active, index)
		}
		s.loadRow([]asm.Reg{row}, in.Type, m, mask)
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: dst[0], A: index, B: row})
	}, func() { s.gather(dst, in.Type, a, in.Align, active, u) })
}

// scatterExchanged is scatter for such an index.
func (s *accessor) scatterExchanged(src []asm.Reg, t ir.Type, a *access.Address, x *access.Butterfly, active asm.Reg, u int) {
	s.ifEven(a, x, u, func(m asm.Mem, index asm.Reg) {
		row := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: row, A: index, B: src[0]})
		s.storeRow([]asm.Reg{row}, t, m, s.exchangedMask(active, index))
	}, func() { s.scatter(src, t, a, active, u) })
}

// ifEven writes an access of the row that the lanes of a sub-group exchange, and another way for lanes that begin elsewhere
// than at a multiple of their number.
func (s *accessor) ifEven(a *access.Address, x *access.Butterfly, u int, row func(m asm.Mem, index asm.Reg), otherwise func()) {
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	if !x.IsEven {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: s.lane0Reg(x.Steps, u), Imm: int64(s.ISA.Lanes() - 1)})
		s.jumpIf(asm.CondNE, apart)
	}
	row(s.exchanged(a, x, u))
	if x.IsEven {
		return
	}
	s.jump(done)
	s.label(apart)
	otherwise()
	s.label(done)
}

// exchanged are where the row begins, and the elements of it that the lanes access, in the lowest bits of 32, also of lanes that
// are not active: these tell who is at whose place, too.
func (s *accessor) exchanged(a *access.Address, x *access.Butterfly, u int) (m asm.Mem, index asm.Reg) {
	size, first := sizeOf(s.Kernel.Type(a.Index)), s.general()
	s.moveGeneral(first, s.lane0Reg(x.With[0], u))
	for _, v := range x.With[1:] {
		s.alu(asm.Xor, size, first, s.lane0Reg(v, u))
	}
	c, isKnown := s.KnownFirst(x.Steps)
	c += uint64(s.SubOffset(s.ByValue[x.Steps], u))
	switch {
	case !isKnown || c > math.MaxInt32:
		s.alu(asm.Xor, size, first, s.lane0Reg(x.Steps, u))
	case c != 0:
		s.aluImm(asm.Xor, size, first, int64(c))
	}
	if a.Pattern == access.ByIndex32 && !s.Partial[a.Index] {
		index = s.lanesOf(a.Index, u)[0]
	} else {
		all := s.Temp()
		s.broadcast(all, first, 4)
		index = s.Xor(all, s.ramp(0, 1, 4))
	}
	row := s.general()
	s.moveGeneral(row, first)
	s.aluImm(asm.And, size, row, -int64(s.ISA.Lanes()))
	if a.Pattern == access.ByIndex32 && !a.Unsigned && !s.IsLocalStart(a.Base) {
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: row, B: row})
	}
	m = s.memAt(a, u)
	m.Index, m.Scale = row, a.Scale
	return m, index
}

// exchangedMask is the mask of those elements that active lanes access.
func (s *accessor) exchangedMask(active, index asm.Reg) asm.Reg {
	if active == asm.NoReg {
		return active
	}
	mask := s.newMask()
	if s.ISA == AVX2 {
		s.Op3(asm.Vpermd, mask, index, active)
		return mask
	}
	lanes, elements := s.Temp(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Vpmovm2d, Len: asm.L512, Dst: lanes, B: active})
	s.Op3(asm.Vpermd, elements, index, lanes)
	s.Emit(asm.Inst{Op: asm.Vpmovd2m, Len: asm.L512, Dst: mask, B: elements})
	return mask
}

// hasLanes says whether the one sub-group that code is being written for has lanes in the present block for sure.
func (s *accessor) hasLanes() bool {
	return s.Version.Count == 1 || s.activeMask(0) == asm.NoReg || s.parts.only > 0 && s.parts.isFull
}
