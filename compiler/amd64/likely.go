package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Gathers that most often find their elements side by side: those by an index that steps by one but for the edges of an
// image, where it is clamped or wraps around. The code looks, and reads a piece of memory if it may: a few instructions,
// where a gather takes some twenty cycles.

// isLikelyRow says whether a 32-bit index mostly steps by one from lane to lane.
func (s *selector) isLikelyRow(v ir.ValueID) bool { return s.likely(v, 12) }

func (s *selector) likely(v ir.ValueID, depth int) bool {
	if f := s.byValue[v]; f.kind == affine {
		return f.step == 1
	}
	in := s.kernel.Instr(v)
	if depth == 0 {
		return false
	}
	switch in.Op {
	case ir.OpAdd:
		return s.likely(in.Args[0], depth-1) && s.isUniform(in.Args[1]) || s.isUniform(in.Args[0]) && s.likely(in.Args[1], depth-1)
	case ir.OpSub, ir.OpURem, ir.OpSRem:
		return s.likely(in.Args[0], depth-1) && s.isUniform(in.Args[1])
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpAnd:
		x, y := in.Args[0], in.Args[1]
		return s.likely(x, depth-1) && s.isUniform(y) || s.isUniform(x) && s.likely(y, depth-1)
	case ir.OpSelect:
		return s.likely(in.Args[1], depth-1) || s.likely(in.Args[2], depth-1)
	case ir.OpExpect, ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return s.likely(in.Args[0], depth-1)
	case ir.OpParam:
		return s.likelyParam(v, in.Block, depth-1)
	}
	return false
}

// likelyParam looks at the values a parameter gets; that it steps itself is assumed meanwhile, by the depth.
func (s *selector) likelyParam(p ir.ValueID, b ir.BlockID, depth int) bool {
	if depth <= 4 {
		return true // around a loop, most likely
	}
	i := slices.Index(s.kernel.Blocks[b].Params, p)
	for _, from := range s.flow.cfg.Preds[b] {
		for _, e := range s.kernel.Blocks[from].Succs {
			if e.To == b && !s.likely(e.Args[i], depth) {
				return false
			}
		}
	}
	return true
}

// gatherLikelyRow is gather for an index that is likely to step by one.
func (s *selector) gatherLikelyRow(dst []asm.Reg, t ir.Type, a *address, align uint8, active asm.Reg, u int) {
	s.ifRow(a, active, u, func(m asm.Mem) { s.loadRow(dst, t, m, active) }, func() { s.gather(dst, t, a, align, active, u) })
}

// scatterLikelyRow is scatter for such an index.
func (s *selector) scatterLikelyRow(src []asm.Reg, t ir.Type, a *address, active asm.Reg, u int) {
	s.ifRow(a, active, u, func(m asm.Mem) { s.storeRow(src, t, m, active) }, func() { s.scatter(src, t, a, active, u) })
}

// ifRow looks whether the active lanes' indices step by one, also once extended: none is below lane 0's.
func (s *selector) ifRow(a *address, active asm.Reg, u int, row func(m asm.Mem), otherwise func()) {
	index := s.lanesOf(a.index, u)[0]
	from, first := s.Temp(), s.Temp()
	s.Op3(asm.Vpsubd, from, index, s.ramp(0, 1, 4))
	s.Op2(asm.Vpbroadcastd, first, from)
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	s.testNoRow(index, from, first, active, a.unsigned)
	s.jumpIf(asm.CondNE, apart)
	start := s.general()
	s.firstLane(start, from, ir.I32)
	if !a.unsigned {
		wide := s.general()
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: wide, B: start})
		start = wide
	}
	m := s.memAt(a, u)
	m.Index, m.Scale = start, a.scale
	row(m)
	s.jump(done)
	s.label(apart)
	otherwise()
	s.label(done)
}

// testNoRow sets the flags: not equal if in an active lane from and first differ, or the index is below first.
func (s *selector) testNoRow(index, from, first, active asm.Reg, unsigned bool) {
	const notEqual, greater = 4, 6 // predicates of vpcmpd
	if s.ISA == AVX512 {
		compare := asm.Vpcmpd
		if unsigned {
			compare = asm.Vpcmpud
		}
		differ, below := s.newMask(), s.newMask()
		s.Emit(asm.Inst{Op: asm.Vpcmpd, Len: asm.L512, Dst: differ, A: from, B: first, Imm: notEqual, Mask: active})
		s.Emit(asm.Inst{Op: compare, Len: asm.L512, Dst: below, A: first, B: index, Imm: greater, Mask: active})
		s.Emit(asm.Inst{Op: asm.Kortestw, A: differ, B: below})
		return
	}
	same, bits := s.Binary(asm.Vpcmpeqd, from, first), s.general()
	if unsigned {
		sign := s.Const32(1 << 31)
		first, index = s.Xor(first, sign), s.Xor(index, sign)
	}
	s.maskBits(bits, s.AndNot(s.Binary(asm.Vpcmpgtd, first, index), same))
	differ := s.general()
	s.Emit(asm.Inst{Op: asm.Andn, Size: 4, Dst: differ, A: bits, B: s.bitsOf(active)})
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: differ, B: differ})
}
