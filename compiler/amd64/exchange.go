package amd64

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Accesses in which lanes exchange places: a[i ^ j], with ids i that step by one and a j that is the same for all lanes, as in
// sorting networks, fast transforms and sums along butterflies. Where i of lane 0 is a multiple of the number of lanes, j's
// upper bits say which row of so many elements it is, and its lower ones how the lanes lie in it: all access the same row,
// each an element of its own, and who is at whose place is at his. So a load is a row and a permutation, a store the
// permutation and a row, for which else there would be a gather and a scatter.

// exchange is an index of such accesses.
type exchange struct {
	steps  ir.ValueID   // steps by one from lane to lane
	with   []ir.ValueID // the same for all lanes, and joined to it by exclusive ors
	isEven bool         // steps is known to be a multiple of the number of lanes in lane 0
}

// maxExchanged bounds the operands of the exclusive ors of an index that are looked at.
const maxExchanged = 4

// exchangeOf looks whether an address of elements of a type is of this kind.
func (s *accessTable) exchangeOf(a *address, t ir.Type) (x exchange, ok bool) {
	if a.pattern != byIndex32 && a.pattern != byIndex64 || uint64(a.scale) != t.Bytes() || partsOf(t) > 1 {
		return exchange{}, false
	}
	if !s.addExchanged(&x, a.index) || x.steps == 0 || len(x.with) == 0 || len(x.with) > maxExchanged {
		return exchange{}, false
	}
	if first, isKnown := s.knownFirst(x.steps); isKnown {
		x.isEven = first%uint64(s.ISA.Lanes()) == 0
		return x, x.isEven
	}
	x.isEven = s.startsRow(x.steps)
	return x, true
}

// addExchanged adds the operands of exclusive ors.
func (s *accessTable) addExchanged(x *exchange, v ir.ValueID) bool {
	in := s.kernel.Instr(v)
	switch f := s.byValue[v]; {
	case s.isUniform(v):
		x.with = append(x.with, v)
		return true
	case f.kind == affine:
		isFirst := x.steps == 0
		x.steps = v
		return isFirst && f.step == 1
	}
	return in.Op == ir.OpXor && !s.escapes[v] && len(x.with) <= maxExchanged &&
		s.addExchanged(x, in.Args[0]) && s.addExchanged(x, in.Args[1])
}

// startsRow says whether a value is the local id along the row, of which bundles have whole vectors one behind the other.
func (s *accessTable) startsRow(v ir.ValueID) bool {
	in := s.kernel.Instr(v)
	for in.Op == ir.OpTrunc || in.Op == ir.OpZExt || in.Op == ir.OpSExt {
		in = s.kernel.Instr(in.Args[0])
	}
	return in.Op == ir.OpLocalID && in.Kind == 0
}

// gatherExchanged is gather for such an index.
func (s *selector) gatherExchanged(dst []asm.Reg, in *ir.Instr, a *address, x *exchange, active asm.Reg, u int) {
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
func (s *selector) scatterExchanged(src []asm.Reg, t ir.Type, a *address, x *exchange, active asm.Reg, u int) {
	s.ifEven(a, x, u, func(m asm.Mem, index asm.Reg) {
		row := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: row, A: index, B: src[0]})
		s.storeRow([]asm.Reg{row}, t, m, s.exchangedMask(active, index))
	}, func() { s.scatter(src, t, a, active, u) })
}

// ifEven writes an access of the row that the lanes of a sub-group exchange, and another way for lanes that begin elsewhere
// than at a multiple of their number.
func (s *selector) ifEven(a *address, x *exchange, u int, row func(m asm.Mem, index asm.Reg), otherwise func()) {
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	if !x.isEven {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: s.lane0Reg(x.steps, u), Imm: int64(s.ISA.Lanes() - 1)})
		s.jumpIf(asm.CondNE, apart)
	}
	row(s.exchanged(a, x, u))
	if x.isEven {
		return
	}
	s.jump(done)
	s.label(apart)
	otherwise()
	s.label(done)
}

// exchanged are where the row begins, and the elements of it that the lanes access, in the lowest bits of 32, also of lanes that
// are not active: these tell who is at whose place, too.
func (s *selector) exchanged(a *address, x *exchange, u int) (m asm.Mem, index asm.Reg) {
	size, first := sizeOf(s.kernel.Type(a.index)), s.general()
	s.moveGeneral(first, s.lane0Reg(x.with[0], u))
	for _, v := range x.with[1:] {
		s.alu(asm.Xor, size, first, s.lane0Reg(v, u))
	}
	c, isKnown := s.knownFirst(x.steps)
	c += uint64(s.subOffset(s.byValue[x.steps], u))
	switch {
	case !isKnown || c > math.MaxInt32:
		s.alu(asm.Xor, size, first, s.lane0Reg(x.steps, u))
	case c != 0:
		s.aluImm(asm.Xor, size, first, int64(c))
	}
	if a.pattern == byIndex32 && !s.partial[a.index] {
		index = s.lanesOf(a.index, u)[0]
	} else {
		all := s.Temp()
		s.broadcast(all, first, 4)
		index = s.Xor(all, s.ramp(0, 1, 4))
	}
	row := s.general()
	s.moveGeneral(row, first)
	s.aluImm(asm.And, size, row, -int64(s.ISA.Lanes()))
	if a.pattern == byIndex32 && !a.unsigned && !s.isLocalStart(a.base) {
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: row, B: row})
	}
	m = s.memAt(a, u)
	m.Index, m.Scale = row, a.scale
	return m, index
}

// exchangedMask is the mask of those elements that active lanes access.
func (s *selector) exchangedMask(active, index asm.Reg) asm.Reg {
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
func (s *selector) hasLanes() bool {
	return s.version.Count == 1 || s.activeMask(0) == asm.NoReg || s.parts.only > 0 && s.parts.isFull
}
