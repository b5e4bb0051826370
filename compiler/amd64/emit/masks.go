package emit

import (
	"encoding/binary"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Masks: who is active, and operations on masks for both instruction sets.

// Masks are those of the lanes that run the present block, by sub-group; nil if all do.
func (s *Values) Masks() []asm.Reg { return s.MasksOf(s.Flow.Layout.Order[s.Place]) }

func (s *Values) MasksOf(b ir.BlockID) []asm.Reg { return s.Active[s.Flow.Root[b]] }

// ActiveMask is the mask of a sub-group's lanes that run the present block; NoReg if all do.
func (s *Values) ActiveMask(u int) asm.Reg {
	if m := s.Masks(); m != nil && !s.IsWhole(s.Flow.Layout.Order[s.Place]) {
		return m[u]
	}
	return asm.NoReg
}

func (s *Values) NewMasks() []asm.Reg {
	list := make([]asm.Reg, s.Version.Count)
	for u := range list {
		list[u] = s.NewMask()
	}
	return list
}

// LoadMask reads a mask of bits.
func (s *Values) LoadMask(dst asm.Reg, from asm.Mem) {
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, HasMem: true, Mem: from, Remat: true})
		return
	}
	bits := s.General()
	s.Emit(asm.Inst{Op: asm.Movzxw, Size: 4, Dst: bits, HasMem: true, Mem: from})
	s.MaskFromBits(dst, bits)
}

// MaskFromBits makes a mask of the bits of a general register, bit l for lane l.
func (s *Values) MaskFromBits(dst, bits asm.Reg) {
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, B: bits})
		return
	}
	var table []byte
	for l := range s.ISA.Lanes() {
		table = binary.LittleEndian.AppendUint32(table, 1<<l)
	}
	all, picked, lane := s.Temp(), s.Temp(), s.Table(table)
	s.Broadcast(all, bits, 4)
	s.Op3(asm.Vpand, picked, all, lane)
	s.Op3(asm.Vpcmpeqd, dst, picked, lane)
}

// MaskBits is the other way about.
func (s *Values) MaskBits(dst, m asm.Reg) {
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, B: m})
		return
	}
	s.Emit(asm.Inst{Op: asm.Vmovmskps, Len: asm.L256, Dst: dst, B: m})
}

// MaskFromBool makes a mask of all or no lanes from a truth value in a general register.
func (s *Values) MaskFromBool(dst, truth asm.Reg) {
	bits := s.General()
	s.Emit(asm.Inst{Op: asm.MoveG, Dst: bits, B: truth})
	s.Emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: bits})
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Kmovw, Dst: dst, B: bits})
		return
	}
	s.Broadcast(dst, bits, 4)
}

// SetMask makes a mask of all or no lanes.
func (s *Values) SetMask(dst asm.Reg, all bool) {
	switch {
	case s.ISA == asm.AVX512 && all:
		s.Emit(asm.Inst{Op: asm.MaskOnes, Dst: dst, Remat: true})
	case s.ISA == asm.AVX512:
		s.Emit(asm.Inst{Op: asm.MaskZero, Dst: dst, Remat: true})
	case all:
		s.MoveVector(dst, s.Const32(1<<32-1))
	default:
		s.MoveVector(dst, s.Const32(0))
	}
}

func (s *Values) MoveVector(dst, src asm.Reg) { s.Emit(asm.Inst{Op: asm.MoveV, Dst: dst, B: src}) }

func (s *Values) MoveMask(dst, src asm.Reg) {
	op := asm.MoveV
	if s.ISA == asm.AVX512 {
		op = asm.MoveK
	}
	s.Emit(asm.Inst{Op: op, Dst: dst, B: src})
}

func (s *Values) maskOp(onK, onVector asm.Op, dst, a, b asm.Reg) {
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: onK, Dst: dst, A: a, B: b})
		return
	}
	s.Op3(onVector, dst, a, b)
}

func (s *Values) AndMask(dst, a, b asm.Reg) { s.maskOp(asm.Kandw, asm.Vpand, dst, a, b) }

func (s *Values) OrMask(dst, a, b asm.Reg) { s.maskOp(asm.Korw, asm.Vpor, dst, a, b) }

// AndNotMask is b without a.
func (s *Values) AndNotMask(dst, a, b asm.Reg) { s.maskOp(asm.Kandnw, asm.Vpandn, dst, a, b) }

// NotMask is the complement.
func (s *Values) NotMask(dst, a asm.Reg) {
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Knotw, Dst: dst, B: a})
		return
	}
	s.Op3(asm.Vpandn, dst, a, s.Const32(1<<32-1))
}

// TestMasks sets the flags: equal if no lane is in any of the masks.
func (s *Values) TestMasks(masks []asm.Reg) {
	for len(masks) > 2 || s.ISA == asm.AVX2 && len(masks) > 1 {
		joined := s.NewMask()
		s.OrMask(joined, masks[0], masks[1])
		masks = append([]asm.Reg{joined}, masks[2:]...)
	}
	a, b := masks[0], masks[len(masks)-1]
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Kortestw, A: a, B: b})
		return
	}
	bits := s.General() // vptest would take one vector operation more
	s.Emit(asm.Inst{Op: asm.Vmovmskps, Len: asm.L256, Dst: bits, B: a})
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
}

// MaskVectors are the masks of the vectors of a value: the mask itself, or one for each half of the lanes. NoReg stays
// so.
func (s *Values) MaskVectors(m asm.Reg, vectors int) []asm.Reg {
	if vectors == 1 || m == asm.NoReg {
		return []asm.Reg{m, m}[:vectors]
	}
	if s.ISA == asm.AVX512 {
		high := s.NewMask()
		s.Emit(asm.Inst{Op: asm.Kshiftrw, Dst: high, B: m, Imm: 8})
		return []asm.Reg{m, high}
	}
	low, upper, high := s.Temp(), s.Temp(), s.Temp()
	s.Op2(asm.Vpmovsxdq, low, m)
	s.Emit(asm.Inst{Op: asm.Vextracti128, Len: asm.L256, Dst: upper, B: m, Imm: 1})
	s.Op2(asm.Vpmovsxdq, high, upper)
	return []asm.Reg{low, high}
}

// mergeVector copies the lanes of a mask; NoReg: all. Two vectors mean lanes of 64 bits.
func (s *Values) mergeVector(dst, src, m asm.Reg, vectors int) {
	switch {
	case m == asm.NoReg:
		s.MoveVector(dst, src)
	case s.ISA == asm.AVX512 && vectors == 2:
		s.Emit(asm.Inst{Op: asm.Vmovdqa64, Len: asm.L512, Dst: dst, B: src, Mask: m})
	case s.ISA == asm.AVX512:
		s.Emit(asm.Inst{Op: asm.Vmovdqa32, Len: asm.L512, Dst: dst, B: src, Mask: m})
	default:
		s.Emit(asm.Inst{Op: asm.Vblendvps, Len: asm.L256, Dst: dst, A: dst, B: src, C: m})
	}
}

// mergeMask copies the lanes of a mask between masks; NoReg: all.
func (s *Values) mergeMask(dst, src, m asm.Reg) {
	if m == asm.NoReg {
		s.MoveMask(dst, src)
		return
	}
	kept, fresh := s.NewMask(), s.NewMask()
	s.AndNotMask(kept, m, dst)
	s.AndMask(fresh, src, m)
	s.OrMask(dst, kept, fresh)
}

// ConstWords is a mask of words for moves.
func (s *Values) ConstWords(words uint64, size int) asm.Reg {
	if s.ISA == asm.AVX512 {
		return s.ConstMask(words)
	}
	table := make([]byte, s.ISA.VectorBytes())
	for i := range table {
		if words>>(i/size)&1 != 0 {
			table[i] = 0xff
		}
	}
	return s.Table(table)
}

// ConstMask is a mask register with the given bits.
func (s *Values) ConstMask(bits uint64) asm.Reg {
	r, m := s.General(), s.NewMask()
	s.MoveImm(r, bits)
	op := asm.Kmovw
	if bits > 0xffff {
		op = asm.Kmovq
	}
	s.Emit(asm.Inst{Op: op, Dst: m, B: r})
	return m
}

// isKept reports whether a value keeps the lanes that are not active when it is made: one made in a loop that is read,
// after the loop, by lanes that left it in an earlier iteration; without this analysis, each that may be made under a
// mask.
func (s *Values) isKept(v ir.ValueID) bool {
	return (s.LiveOut[v] || s.KeepsAll && s.Masks() != nil) && !s.IsSame(v)
}

// beginZero starts the lives of registers of which only some lanes will be written, with something to compute with:
// what an integer left there can be a denormal number, over which processors stumble.
func (s *Values) beginZero(regs []asm.Reg) {
	for _, r := range regs {
		if s.Fn.ClassOf(r) == asm.Vector {
			s.Emit(asm.Inst{Op: asm.VecZero, Dst: r})
		} else {
			s.SetMask(r, false)
		}
	}
}

func (s *Values) BeginLanes(regs []asm.Reg) {
	for _, r := range regs {
		s.Emit(asm.Inst{Op: asm.Undef, Dst: r})
	}
}
