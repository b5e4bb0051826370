package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// loadSpeculative is loadGather for an index that is likely to step by one.
func (s *Accessor) loadSpeculative(v ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachLoaded(v, func(dst []asm.Reg, active asm.Reg, u int) {
		s.gatherSpeculative(dst, a.Type, &a.Address, in.Align, active, u)
	})
}

// gatherSpeculative is gather for such an index.
func (s *Accessor) gatherSpeculative(dst []asm.Reg, t ir.Type, a *access.Address, align uint8, active asm.Reg, u int) {
	s.ifRow(a, t, active, u, func(m asm.Mem) {
		s.LoadRow(dst, t, m, active)
	}, func() { s.gather(dst, t, a, align, active, u) })
}

// storeSpeculative is storeScatter for such an index.
func (s *Accessor) storeSpeculative(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachStored(in, func(src []asm.Reg, active asm.Reg, u int) {
		s.ifRow(&a.Address, a.Type, active, u, func(m asm.Mem) { s.storeRow(src, a.Type, m, active) },
			func() { s.scatter(src, a.Type, &a.Address, active, u) })
	})
}

// ifRow looks whether the active lanes' indices step from element to element, also once extended: none is below lane
// 0's. Accesses of a block by the same index look once.
func (s *Accessor) ifRow(a *access.Address, t ir.Type, active asm.Reg, u int, row func(m asm.Mem), otherwise func()) {
	index, step := s.LanesOf(a.Index, u)[0], a.RowStep(t)
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	key := LookKey{index: a.Index, active: active, sub: u, unsigned: a.Unsigned, step: step}
	seen, ok := s.Looks[key]
	if !ok {
		from, first := s.Temp(), s.Temp()
		s.Op3(asm.Vpsubd, from, index, s.Ramp(0, step, 4))
		s.Op2(asm.Vpbroadcastd, first, from)
		seen.start = s.firstIndex(from, a.Unsigned)
		s.testNoRow(index, from, first, active, a.Unsigned)
		if s.looksAgain(a) {
			seen.isApart = s.truthOf(asm.CondNE)
			s.Looks[key] = seen
		}
	} else {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: seen.isApart, B: seen.isApart})
	}
	s.JumpIf(asm.CondNE, apart)
	m := s.MemAt(a, u)
	m.Index, m.Scale = seen.start, a.Scale
	row(m)
	s.Jump(done)
	s.Label(apart)
	otherwise()
	s.Label(done)
}

// truthOf is 1 if a condition holds. It keeps the flags.
func (s *Accessor) truthOf(c asm.Cond) asm.Reg {
	truth := s.General()
	s.SetTruth(truth, c)
	return truth
}

// LookKey names what an access looks at, of the present block.
type LookKey struct {
	index    ir.ValueID
	active   asm.Reg
	sub      int
	unsigned bool
	step     int32  // of a row
	outside  uint32 // of a window: the bits that an offset in it does not have
}

// Look is what was seen.
type Look struct {
	start   asm.Reg // the first lane's index, extended
	isApart asm.Reg // not 0 if the indices of the active lanes do not step so, or not all lie in a window
	offset  asm.Reg // by lane: of a window, how far an index is above the first lane's
}

// firstIndex is the index of lane 0, extended.
func (s *Accessor) firstIndex(index asm.Reg, unsigned bool) asm.Reg {
	start := s.General()
	s.FirstLane(start, index, ir.I32)
	if unsigned {
		return start
	}
	wide := s.General()
	s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: wide, B: start})
	return wide
}

// looksAgain reports whether the present block has several accesses by the index of an address.
func (s *Accessor) looksAgain(a *access.Address) bool {
	if s.IsSerial {
		return false
	}
	n := 0
	for _, v := range s.Kernel.Blocks[s.Flow.Layout.Order[s.Place]].Instrs {
		in := s.Kernel.Instr(v)
		if in.Op != ir.OpLoad && in.Op != ir.OpStore {
			continue
		}
		if other := &s.Rows[v].Address; other.Pattern == access.ByIndex32 &&
			other.Index == a.Index {
			n++
		}
	}
	return n > 1
}

// testNoRow sets the flags: not equal if in an active lane from and first differ, or the index is below first.
func (s *Accessor) testNoRow(index, from, first, active asm.Reg, unsigned bool) {
	const notEqual, greater = 4, 6 // predicates of vpcmpd
	if s.ISA == asm.AVX512 {
		compare := asm.Vpcmpd
		if unsigned {
			compare = asm.Vpcmpud
		}
		differ, below := s.NewMask(), s.NewMask()
		s.Emit(asm.Inst{Op: asm.Vpcmpd, Len: asm.L512, Dst: differ, A: from, B: first, Imm: notEqual, Mask: active})
		s.Emit(asm.Inst{Op: compare, Len: asm.L512, Dst: below, A: first, B: index, Imm: greater, Mask: active})
		s.Emit(asm.Inst{Op: asm.Kortestw, A: differ, B: below})
		return
	}
	same, bits := s.Binary(asm.Vpcmpeqd, from, first), s.General()
	if unsigned {
		sign := s.Const32(1 << 31)
		first, index = s.Xor(first, sign), s.Xor(index, sign)
	}
	s.MaskBits(bits, s.AndNot(s.Binary(asm.Vpcmpgtd, first, index), same))
	differ := s.General()
	s.Emit(asm.Inst{Op: asm.Andn, Size: 4, Dst: differ, A: bits, B: s.BitsOf(active)})
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: differ, B: differ})
}
