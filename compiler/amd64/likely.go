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
func (s *accessTable) isLikelyRow(v ir.ValueID) bool { return s.likely(v, 12) }

// mostSameDepth is as deep as isMostlySame looks below a sum.
const mostSameDepth = 6

func (s *accessTable) likely(v ir.ValueID, depth int) bool {
	if f := s.byValue[v]; f.kind == affine {
		return f.step == 1
	}
	in := s.kernel.Instr(v)
	if depth == 0 {
		return false
	}
	switch in.Op {
	case ir.OpAdd:
		x, y := in.Args[0], in.Args[1]
		return s.isMostlySame(y, mostSameDepth) && s.likely(x, depth-1) || s.isMostlySame(x, mostSameDepth) && s.likely(y, depth-1)
	case ir.OpSub:
		return s.isMostlySame(in.Args[1], mostSameDepth) && s.likely(in.Args[0], depth-1)
	case ir.OpURem, ir.OpSRem:
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

// isMostlySame says whether neighbouring lanes mostly have the same value: the row of a pixel in an image whose pixels are
// counted through, i / width, and what is made of it.
func (s *accessTable) isMostlySame(v ir.ValueID, depth int) bool {
	if s.isUniform(v) {
		return true
	}
	if depth == 0 {
		return false
	}
	in := s.kernel.Instr(v)
	switch in.Op {
	case ir.OpUDiv, ir.OpSDiv, ir.OpLShr, ir.OpAShr:
		return (s.likely(in.Args[0], depth-1) || s.isMostlySame(in.Args[0], depth-1)) && s.isUniform(in.Args[1])
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpAnd, ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpURem, ir.OpSRem:
		return s.isMostlySame(in.Args[0], depth-1) && s.isMostlySame(in.Args[1], depth-1)
	case ir.OpSelect:
		return s.isMostlySame(in.Args[1], depth-1) && s.isMostlySame(in.Args[2], depth-1)
	case ir.OpExpect, ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return s.isMostlySame(in.Args[0], depth-1)
	}
	return false
}

// likelyParam looks at the values a parameter gets; that it steps itself is assumed meanwhile, by the depth.
func (s *accessTable) likelyParam(p ir.ValueID, b ir.BlockID, depth int) bool {
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

// ifRow looks whether the active lanes' indices step by one, also once extended: none is below lane 0's. Accesses of a block
// by the same index look once.
func (s *selector) ifRow(a *address, active asm.Reg, u int, row func(m asm.Mem), otherwise func()) {
	index := s.lanesOf(a.index, u)[0]
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	key := lookKey{a.index, active, u, a.unsigned}
	seen, ok := s.looks[key]
	if !ok {
		from, first := s.Temp(), s.Temp()
		s.Op3(asm.Vpsubd, from, index, s.ramp(0, 1, 4))
		s.Op2(asm.Vpbroadcastd, first, from)
		seen.start = s.firstIndex(from, a.unsigned)
		s.testNoRow(index, from, first, active, a.unsigned)
		if s.looksAgain(a) {
			seen.isApart = s.general()
			truth := s.general()
			s.Emit(asm.Inst{Op: asm.Setcc, Cond: asm.CondNE, Dst: truth})
			s.Emit(asm.Inst{Op: asm.Movzxb, Size: 4, Dst: seen.isApart, B: truth})
			s.looks[key] = seen
		}
	} else {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: seen.isApart, B: seen.isApart})
	}
	s.jumpIf(asm.CondNE, apart)
	m := s.memAt(a, u)
	m.Index, m.Scale = seen.start, a.scale
	row(m)
	s.jump(done)
	s.label(apart)
	otherwise()
	s.label(done)
}

// lookKey names what an access looks at, of the present block.
type lookKey struct {
	index    ir.ValueID
	active   asm.Reg
	sub      int
	unsigned bool
}

// look is what was seen.
type look struct {
	start   asm.Reg // the first lane's index, extended
	isApart asm.Reg // not 0 if the indices of the active lanes do not step by one
}

// firstIndex is the index of lane 0, extended.
func (s *selector) firstIndex(index asm.Reg, unsigned bool) asm.Reg {
	start := s.general()
	s.firstLane(start, index, ir.I32)
	if unsigned {
		return start
	}
	wide := s.general()
	s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: wide, B: start})
	return wide
}

// looksAgain says whether the present block has several accesses by the index of an address.
func (s *selector) looksAgain(a *address) bool {
	if s.inParts {
		return false
	}
	n := 0
	for _, v := range s.kernel.Blocks[s.flow.layout.Order[s.place]].Instrs {
		in := s.kernel.Instr(v)
		if in.Op != ir.OpLoad && in.Op != ir.OpStore {
			continue
		}
		if other := s.addressOf(in.Args[0], accessType(s.kernel, in)); other.pattern == byIndex32 && other.index == a.index {
			n++
		}
	}
	return n > 1
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
