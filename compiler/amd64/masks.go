package amd64

import (
	"encoding/binary"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Masks: who is active, and operations on masks for both instruction sets.

// masks are those of the lanes that run the present block, by sub-group; nil if all do.
func (s *values) masks() []asm.Reg { return s.masksOf(s.Flow.Layout.Order[s.place]) }

func (s *values) masksOf(b ir.BlockID) []asm.Reg { return s.active[s.Flow.Root[b]] }

// activeMask is the mask of a sub-group's lanes that run the present block; NoReg if all do.
func (s *values) activeMask(u int) asm.Reg {
	if m := s.masks(); m != nil && !s.isWhole(s.Flow.Layout.Order[s.place]) {
		return m[u]
	}
	return asm.NoReg
}

// startMasks makes the masks of blocks: at the entry that of the frame, and zero for those that are read before they are
// written.
func (s *selector) startMasks() {
	for b := range s.Kernel.Blocks {
		id := ir.BlockID(b)
		if b > 0 && s.Flow.IsOwn(id) && s.Flow.IsOpened[s.Flow.Layout.Place[b]] {
			s.active[b] = s.newMasks()
			s.pending[b] = s.active[b]
			if s.Flow.NeedZero[b] && s.Flow.Inner(id) >= 0 {
				s.pending[b] = s.newMasks()
			}
			if s.Flow.NeedZero[b] {
				for _, m := range s.pending[b] {
					s.setMask(m, false)
				}
			}
		}
	}
	if !s.Version.Full {
		s.active[0] = s.newMasks()
		for u, m := range s.active[0] {
			s.loadMask(m, asm.Mem{Base: asm.RBP, Disp: abi.FrameMask + 2*int32(u)})
		}
	}
	s.Entry = append(s.Entry, s.Fn.Insts...)
	s.Fn.Insts = nil
}

func (s *values) newMasks() []asm.Reg {
	list := make([]asm.Reg, s.Version.Count)
	for u := range list {
		list[u] = s.newMask()
	}
	return list
}

// loadMask reads a mask of bits.
func (s *values) loadMask(dst asm.Reg, from asm.Mem) {
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, HasMem: true, Mem: from, Remat: true})
		return
	}
	bits := s.general()
	s.Emit(asm.Inst{Op: asm.Movzxw, Size: 4, Dst: bits, HasMem: true, Mem: from})
	s.maskFromBits(dst, bits)
}

// maskFromBits makes a mask of the bits of a general register, bit l for lane l.
func (s *values) maskFromBits(dst, bits asm.Reg) {
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, B: bits})
		return
	}
	var table []byte
	for l := range s.ISA.Lanes() {
		table = binary.LittleEndian.AppendUint32(table, 1<<l)
	}
	all, picked, lane := s.Temp(), s.Temp(), s.Table(table)
	s.broadcast(all, bits, 4)
	s.Op3(asm.Vpand, picked, all, lane)
	s.Op3(asm.Vpcmpeqd, dst, picked, lane)
}

// maskBits is the other way round.
func (s *values) maskBits(dst, m asm.Reg) {
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, B: m})
		return
	}
	s.Emit(asm.Inst{Op: asm.Vmovmskps, Len: asm.L256, Dst: dst, B: m})
}

// maskFromBool makes a mask of all or no lanes from a truth value in a general register.
func (s *values) maskFromBool(dst, truth asm.Reg) {
	bits := s.general()
	s.Emit(asm.Inst{Op: asm.MoveG, Dst: bits, B: truth})
	s.Emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: bits})
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, B: bits})
		return
	}
	s.broadcast(dst, bits, 4)
}

// setMask makes a mask of all or no lanes.
func (s *values) setMask(dst asm.Reg, all bool) {
	switch {
	case s.ISA == AVX512 && all:
		s.Emit(asm.Inst{Op: asm.MaskOnes, Dst: dst, Remat: true})
	case s.ISA == AVX512:
		s.Emit(asm.Inst{Op: asm.MaskZero, Dst: dst, Remat: true})
	case all:
		s.moveVector(dst, s.Const32(1<<32-1))
	default:
		s.moveVector(dst, s.Const32(0))
	}
}

func (s *values) moveVector(dst, src asm.Reg) { s.Emit(asm.Inst{Op: asm.MoveV, Dst: dst, B: src}) }

func (s *values) moveMask(dst, src asm.Reg) {
	op := asm.MoveV
	if s.ISA == AVX512 {
		op = asm.MoveK
	}
	s.Emit(asm.Inst{Op: op, Dst: dst, B: src})
}

func (s *values) maskOp(onK, onVector asm.Op, dst, a, b asm.Reg) {
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: onK, Dst: dst, A: a, B: b})
		return
	}
	s.Op3(onVector, dst, a, b)
}

func (s *values) andMask(dst, a, b asm.Reg) { s.maskOp(asm.Kandw, asm.Vpand, dst, a, b) }

func (s *values) orMask(dst, a, b asm.Reg) { s.maskOp(asm.Korw, asm.Vpor, dst, a, b) }

// andNotMask is b without a.
func (s *values) andNotMask(dst, a, b asm.Reg) { s.maskOp(asm.Kandnw, asm.Vpandn, dst, a, b) }

// notMask is the complement.
func (s *values) notMask(dst, a asm.Reg) {
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Knotw, Dst: dst, B: a})
		return
	}
	s.Op3(asm.Vpandn, dst, a, s.Const32(1<<32-1))
}

// testMasks sets the flags: equal if no lane is in any of the masks.
func (s *values) testMasks(masks []asm.Reg) {
	for len(masks) > 2 || s.ISA == AVX2 && len(masks) > 1 {
		joined := s.newMask()
		s.orMask(joined, masks[0], masks[1])
		masks = append([]asm.Reg{joined}, masks[2:]...)
	}
	a, b := masks[0], masks[len(masks)-1]
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Kortestw, A: a, B: b})
		return
	}
	bits := s.general() // vptest would take one vector operation more
	s.Emit(asm.Inst{Op: asm.Vmovmskps, Len: asm.L256, Dst: bits, B: a})
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
}

// maskParts are the masks of the parts of a value: the mask itself, or one for each half of the lanes. NoReg stays so.
func (s *values) maskParts(m asm.Reg, parts int) []asm.Reg {
	if parts == 1 || m == asm.NoReg {
		return []asm.Reg{m, m}[:parts]
	}
	if s.ISA == AVX512 {
		high := s.newMask()
		s.Emit(asm.Inst{Op: asm.Kshiftrw, Dst: high, B: m, Imm: 8})
		return []asm.Reg{m, high}
	}
	low, upper, high := s.Temp(), s.Temp(), s.Temp()
	s.Op2(asm.Vpmovsxdq, low, m)
	s.Emit(asm.Inst{Op: asm.Vextracti128, Len: asm.L256, Dst: upper, B: m, Imm: 1})
	s.Op2(asm.Vpmovsxdq, high, upper)
	return []asm.Reg{low, high}
}

// mergeVector copies the lanes of a mask; NoReg: all. parts tells 64-bit lanes.
func (s *values) mergeVector(dst, src, m asm.Reg, parts int) {
	switch {
	case m == asm.NoReg:
		s.moveVector(dst, src)
	case s.ISA == AVX512 && parts == 2:
		s.Emit(asm.Inst{Op: asm.Vmovdqa64, Len: asm.L512, Dst: dst, B: src, Mask: m})
	case s.ISA == AVX512:
		s.Emit(asm.Inst{Op: asm.Vmovdqa32, Len: asm.L512, Dst: dst, B: src, Mask: m})
	default:
		s.Emit(asm.Inst{Op: asm.Vblendvps, Len: asm.L256, Dst: dst, A: dst, B: src, C: m})
	}
}

// mergeMask copies the lanes of a mask between masks; NoReg: all.
func (s *values) mergeMask(dst, src, m asm.Reg) {
	if m == asm.NoReg {
		s.moveMask(dst, src)
		return
	}
	kept, fresh := s.newMask(), s.newMask()
	s.andNotMask(kept, m, dst)
	s.andMask(fresh, src, m)
	s.orMask(dst, kept, fresh)
}
