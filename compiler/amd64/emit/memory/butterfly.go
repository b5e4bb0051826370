package memory

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// loadButterfly is loadGather for such an index.
func (s *Accessor) loadButterfly(v ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachLoaded(v, func(dst []asm.Reg, active asm.Reg, u int) {
		s.gatherButterfly(dst, in, &a.Address, &a.Butterfly, active, u)
	})
}

// storeButterfly is storeScatter for such an index.
func (s *Accessor) storeButterfly(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachStored(in, func(src []asm.Reg, active asm.Reg, u int) {
		s.scatterButterfly(src, a.Type, &a.Address, &a.Butterfly, active, u)
	})
}

// gatherButterfly is gather for such an index.
func (s *Accessor) gatherButterfly(dst []asm.Reg, in *ir.Instr, a *access.Address, x *access.Butterfly, active asm.Reg,
	u int) {
	s.ifEven(a, x, u, func(m asm.Mem, index asm.Reg) {
		row, mask := s.Temp(), asm.NoReg
		if in.Space != ir.SpaceLocal || !s.hasLanes() { // in local memory there is something before and after each row
			mask = s.butterflyMask(active, index)
		}
		s.LoadRow([]asm.Reg{row}, in.Type, m, mask)
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: dst[0], A: index, B: row})
	}, func() { s.gather(dst, in.Type, a, in.Align, active, u) })
}

// scatterButterfly is scatter for such an index.
func (s *Accessor) scatterButterfly(src []asm.Reg, t ir.Type, a *access.Address, x *access.Butterfly, active asm.Reg,
	u int) {
	s.ifEven(a, x, u, func(m asm.Mem, index asm.Reg) {
		row := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: row, A: index, B: src[0]})
		s.storeRow([]asm.Reg{row}, t, m, s.butterflyMask(active, index))
	}, func() { s.scatter(src, t, a, active, u) })
}

// ifEven writes an access of the row that the lanes of a sub-group exchange, and another way for lanes that begin
// elsewhere than at a multiple of their number.
func (s *Accessor) ifEven(a *access.Address, x *access.Butterfly, u int, row func(m asm.Mem, index asm.Reg),
	otherwise func()) {
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	if !x.IsEven {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: s.Lane0Reg(x.Steps, u), Imm: int64(s.ISA.Lanes() - 1)})
		s.JumpIf(asm.CondNE, apart)
	}
	row(s.butterflyRow(a, x, u))
	if x.IsEven {
		return
	}
	s.Jump(done)
	s.Label(apart)
	otherwise()
	s.Label(done)
}

// butterflyRow are where the row begins, and the elements of it that the lanes access, in the lowest bits of 32, also
// of lanes that are not active: these tell who is at whose place, too.
func (s *Accessor) butterflyRow(a *access.Address, x *access.Butterfly, u int) (m asm.Mem, index asm.Reg) {
	size, first := emit.SizeOf(s.Kernel.Type(a.Index)), s.General()
	s.MoveGeneral(first, s.Lane0Reg(x.With[0], u))
	for _, v := range x.With[1:] {
		s.Alu(asm.Xor, size, first, s.Lane0Reg(v, u))
	}
	c, isKnown := s.KnownFirst(x.Steps)
	c += uint64(s.SubOffset(s.ByValue[x.Steps], u))
	switch {
	case !isKnown || c > math.MaxInt32:
		s.Alu(asm.Xor, size, first, s.Lane0Reg(x.Steps, u))
	case c != 0:
		s.AluImm(asm.Xor, size, first, int64(c))
	}
	if a.Pattern == access.ByIndex32 && !s.Partial[a.Index] {
		index = s.LanesOf(a.Index, u)[0]
	} else {
		all := s.Temp()
		s.Broadcast(all, first, 4)
		index = s.Xor(all, s.Ramp(0, 1, 4))
	}
	row := s.General()
	s.MoveGeneral(row, first)
	s.AluImm(asm.And, size, row, -int64(s.ISA.Lanes()))
	if a.Pattern == access.ByIndex32 && !a.Unsigned && !s.IsLocalStart(a.Base) {
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: row, B: row})
	}
	m = s.MemAt(a, u)
	m.Index, m.Scale = row, a.Scale
	return m, index
}

// butterflyMask is the mask of those elements that active lanes access.
func (s *Accessor) butterflyMask(active, index asm.Reg) asm.Reg {
	if active == asm.NoReg {
		return active
	}
	mask := s.NewMask()
	if s.ISA == asm.AVX2 {
		s.Op3(asm.Vpermd, mask, index, active)
		return mask
	}
	lanes, elements := s.Temp(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Vpmovm2d, Len: asm.L512, Dst: lanes, B: active})
	s.Op3(asm.Vpermd, elements, index, lanes)
	s.Emit(asm.Inst{Op: asm.Vpmovd2m, Len: asm.L512, Dst: mask, B: elements})
	return mask
}

// hasLanes reports whether the one sub-group that code is being written for has lanes in the present block for sure.
func (s *Accessor) hasLanes() bool {
	return s.Version.Count == 1 || s.ActiveMask(0) == asm.NoReg || s.Serial.Current > 0 && s.Serial.IsFull
}
