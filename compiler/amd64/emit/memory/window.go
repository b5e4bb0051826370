package memory

import (
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// loadWindowed is loadGather for small elements that are likely to lie within a vector's length of lane 0's.
func (s *Accessor) loadWindowed(v ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachLoaded(v, func(dst []asm.Reg, active asm.Reg, u int) {
		s.ifWindow(a, active, u, func(m asm.Mem, offset asm.Reg) {
			s.MoveVector(dst[0], s.fromWindow(a, m, offset))
		}, func() { s.gather(dst, a.Type, &a.Address, in.Align, active, u) })
	})
}

// fromWindow is the element of each lane of a vector in memory.
func (s *Accessor) fromWindow(a *access.Access, m asm.Mem, offset asm.Reg) asm.Reg {
	if log := uint(bits.TrailingZeros8(a.Address.Scale)); log > 0 {
		offset = s.ShiftLeft(ir.I32, offset, log)
	}
	words, number := s.Temp(), s.ShiftRight(ir.I32, offset, 2)
	s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: words, A: number, HasMem: true, Mem: m})
	return s.ZeroExtend(a.Type, s.shiftDown(words, s.ShiftLeft(ir.I32, offset, 3)))
}

// ifWindow looks whether all lanes are active, none has an index below lane 0's, also once extended, and no element
// ends outside of a vector that begins with lane 0's; and whether the page that this is in has all of the vector.
func (s *Accessor) ifWindow(a *access.Access, active asm.Reg, u int, window func(m asm.Mem, offset asm.Reg),
	otherwise func()) {
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	s.unlessAll(active, apart)
	look := s.lookAtWindow(a, active, u)
	s.JumpIf(asm.CondNE, apart)
	window(s.windowAt(&a.Address, look, s.ISA.VectorBytes(), apart, u), look.offset)
	s.Jump(done)
	s.Label(apart)
	otherwise()
	s.Label(done)
}

// windowAt is the memory from lane 0's element on; it jumps if its first bytes, size of them, do not lie in one page.
func (s *Accessor) windowAt(a *access.Address, look Look, size int, apart int32, u int) asm.Mem {
	m, inPage := s.MemAt(a, u), s.General()
	m.Index, m.Scale = look.start, a.Scale
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: inPage, HasMem: true, Mem: m})
	s.AluImm(asm.And, 4, inPage, pageBytes-1)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: inPage, Imm: pageBytes - int64(size)})
	s.JumpIf(asm.CondA, apart)
	return m
}

// takesWindows reports whether pairs are loaded out of windows. With AVX2, a load for each lane is as fast if they are
// in one, and no look is lost if not.
func (s *Accessor) takesWindows(c *access.Interleave, u int) bool {
	return s.IsWindowedPair(c) && (s.ISA == asm.AVX512 || c.At.ByLoads>>u&1 == 0)
}

// loadPairsWindowed loads twins that are pairs which are likely to lie in a window. The second words lie in the vector
// that begins a word later.
func (s *Accessor) loadPairsWindowed(twins []*access.Interleave, u int) {
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	active, fresh := s.ActiveFor(s.ByValue[twins[0].Members[0].Value], u), make([][][]asm.Reg, len(twins))
	s.unlessAll(active, apart)
	look := s.lookAtWindow(&access.Access{Type: ir.I32, Address: twins[0].At}, active, u)
	s.JumpIf(asm.CondNE, apart)
	for i, c := range twins {
		fresh[i] = s.freshRegisters(c, u)
		a := c.At
		a.Disp = c.Start
		m := s.windowAt(&a, look, s.ISA.VectorBytes()+4, apart, u)
		for k, member := range c.Members {
			word := m
			word.Disp += member.Offset
			s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: fresh[i][k][0], A: look.offset, HasMem: true,
				Mem: word})
		}
	}
	s.Jump(done)
	s.Label(apart)
	if len(twins) > 1 && s.canShareIndices(twins[0], u) {
		s.loadByOneIndex(twins, fresh, u)
	} else {
		for i, c := range twins {
			s.loadPairs(c, u, active, fresh[i])
		}
	}
	s.Label(done)
	for i, c := range twins {
		s.writeMembers(c, u, fresh[i])
	}
}

// unlessAll jumps unless all lanes are active.
func (s *Accessor) unlessAll(active asm.Reg, to int32) {
	if active == asm.NoReg {
		return
	}
	bits := s.General()
	s.MaskBits(bits, active)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: bits, Imm: int64(1)<<s.ISA.Lanes() - 1})
	s.JumpIf(asm.CondNE, to)
}

// lookAtWindow sets the flags: not equal if the elements of all lanes do not lie in one vector. Accesses of a block by
// the same index look once.
func (s *Accessor) lookAtWindow(a *access.Access, active asm.Reg, u int) Look {
	at := &a.Address
	key := LookKey{index: at.Index, sub: u, unsigned: at.Unsigned, outside: ^s.lastOffset(a)}
	seen, ok := s.Looks[key]
	if ok && active == asm.NoReg {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: seen.isApart, B: seen.isApart})
		return seen
	}
	index, first := s.LanesOf(at.Index, u)[0], s.Temp()
	s.Op2(asm.Vpbroadcastd, first, index)
	seen.start = s.firstIndex(index, at.Unsigned)
	seen.offset = s.Binary(asm.Vpsubd, index, first)
	s.testOutside(index, first, seen.offset, key.outside, at.Unsigned)
	if active == asm.NoReg && s.looksAgain(at) {
		seen.isApart = s.truthOf(asm.CondNE)
		s.Looks[key] = seen
	}
	return seen
}

// lastOffset has the bits that the offset of an index above the first may have.
func (s *Accessor) lastOffset(a *access.Access) uint32 {
	step := uint32(a.Address.RowStep(a.Type))
	return (uint32(s.ISA.VectorBytes())/uint32(a.Address.Scale) - 1) &^ (step - 1)
}

// testOutside sets the flags: not equal if the index of a lane is below first, or its offset has one of some bits.
func (s *Accessor) testOutside(index, first, offset asm.Reg, outside uint32, unsigned bool) {
	const greater = 6 // a predicate of vpcmpd
	if s.ISA == asm.AVX512 {
		compare := asm.Vpcmpd
		if unsigned {
			compare = asm.Vpcmpud
		}
		below, far := s.NewMask(), s.NewMask()
		s.Emit(asm.Inst{Op: compare, Len: asm.L512, Dst: below, A: first, B: index, Imm: greater})
		s.Emit(asm.Inst{Op: asm.Vptestmd, Len: asm.L512, Dst: far, A: offset, B: s.Const32(outside)})
		s.Emit(asm.Inst{Op: asm.Kortestw, A: below, B: far})
		return
	}
	if unsigned {
		sign := s.Const32(1 << 31)
		first, index = s.Xor(first, sign), s.Xor(index, sign)
	}
	far := s.Or(s.Binary(asm.Vpcmpgtd, first, index), offset)
	s.Emit(asm.Inst{Op: asm.Vptest, Len: asm.L256, A: far, B: s.Const32(outside)})
}
