package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Lanes taken out of vectors into general registers, one after the other. Two lanes of 32 bits come out together. What
// goes lane by lane in straight code gets its operands this way: through scratch memory, loads of 4 bytes soon after a
// store of a whole vector to the same place, and in the next iteration again, take six cycles each, where this takes
// one and a half.

// laneTaker gives the lanes of a value, from the lowest; the same may be asked for twice.
type laneTaker struct {
	*Accessor
	value []asm.Reg // one register of lanes of 32 bits, two of 64
	half  asm.Reg   // of 128 bits, that pairs are taken from
	from  int       // its number
	pair  asm.Reg   // of 64 bits
	which int       // its number
}

// takeOut prepares to take lanes out.
func (s *Accessor) takeOut(value []asm.Reg) *laneTaker {
	return &laneTaker{Accessor: s, value: value, from: -1, which: -1}
}

// LaneAtFront is a vector of 32-bit lanes with one of them in lane 0.
func (s *Accessor) LaneAtFront(x asm.Reg, lane int) asm.Reg {
	if lane == 0 {
		return x
	}
	part := s.takeOut([]asm.Reg{x}).halfOf(lane / 4)
	if lane%4 == 0 {
		return part
	}
	r := s.Temp()
	s.Emit(asm.Inst{Op: asm.Vpshufd, Len: asm.L128, Dst: r, B: part, Imm: int64(lane % 4)})
	return r
}

// lane is a lane in a general register. Of 32 bits, the upper half may be anything.
func (k *laneTaker) lane(i int) asm.Reg {
	if len(k.value) == 2 {
		return k.pairOf(i)
	}
	pair := k.pairOf(i / 2)
	if i%2 == 0 {
		return pair
	}
	upper := k.General()
	k.MoveGeneral(upper, pair)
	k.AluImm(asm.Shr, 8, upper, 32)
	return upper
}

// index is a lane of 32 bits, extended by its sign.
func (k *laneTaker) index(i int) asm.Reg {
	r, pair := k.General(), k.pairOf(i/2)
	if i%2 == 0 {
		k.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: r, B: pair})
		return r
	}
	k.MoveGeneral(r, pair)
	k.AluImm(asm.Sar, 8, r, 32)
	return r
}

// pairOf are 64 bits by their number.
func (k *laneTaker) pairOf(i int) asm.Reg {
	if k.which == i {
		return k.pair
	}
	k.which, k.pair = i, k.General()
	half := k.halfOf(i / 2)
	if i%2 == 0 {
		k.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, Dst: k.pair, B: half})
	} else {
		k.Emit(asm.Inst{Op: asm.Vpextrq, Len: asm.L128, Dst: k.pair, B: half, Imm: 1})
	}
	return k.pair
}

// halfOf are 128 bits by their number.
func (k *laneTaker) halfOf(i int) asm.Reg {
	if k.from == i {
		return k.half
	}
	each := k.ISA.VectorBytes() / 16
	k.from, k.half = i, k.value[i/each]
	switch {
	case i%each == 0:
	case each == 2:
		k.half = k.Temp()
		k.Emit(asm.Inst{Op: asm.Vextracti128, Len: asm.L256, Dst: k.half, B: k.value[i/each], Imm: 1})
	default:
		k.half = k.Temp()
		k.Emit(asm.Inst{Op: asm.Vextracti32x4, Len: asm.L512, Dst: k.half, B: k.value[i/each], Imm: int64(i % each)})
	}
	return k.half
}

// unsigned is a lane of 32 bits, extended by zeros.
func (k *laneTaker) unsigned(i int) asm.Reg {
	r := k.lane(i)
	if i%2 == 1 {
		return r
	}
	low := k.General()
	k.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: low, B: r})
	return low
}

// storeLanes writes one element of each lane in straight code, from the lowest.
func (s *Accessor) storeLanes(src []asm.Reg, t ir.Type, memOf func(lane int) asm.Mem) {
	value := s.takeOut(src)
	for lane := range s.ISA.Lanes() {
		m := memOf(lane)
		s.Emit(asm.Inst{Op: asm.Mov, Size: uint8(t.Bytes()), B: value.lane(lane), HasMem: true, Mem: m})
	}
}

// gatherTaken reads one element of 32 bits of each lane in straight code.
func (s *Accessor) gatherTaken(dst asm.Reg, a *access.Address, u int) {
	memOf := s.takenMem(a, u)
	four := func(first int) asm.Reg {
		part := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vmovss, Len: asm.L128, Dst: part, HasMem: true, Mem: memOf(first)})
		for i := 1; i < 4; i++ {
			more := s.Temp()
			s.Emit(asm.Inst{Op: asm.Vpinsrd, Len: asm.L128, Dst: more, A: part, HasMem: true, Mem: memOf(first + i),
				Imm: int64(i)})
			part = more
		}
		return part
	}
	eight := func(to asm.Reg, first int) asm.Reg {
		low := four(first)
		s.Emit(asm.Inst{Op: asm.Vinserti32x4, Len: asm.L256, Dst: to, A: low, B: four(first + 4), Imm: 1})
		return to
	}
	if s.ISA == asm.AVX2 {
		eight(dst, 0)
		return
	}
	low := eight(s.Temp(), 0)
	s.Emit(asm.Inst{Op: asm.Vinserti64x4, Len: asm.L512, Dst: dst, A: low, B: eight(s.Temp(), 8), Imm: 1})
}

// gatherSmallTaken reads one byte, or word of 2 bytes, of each lane in straight code.
func (s *Accessor) gatherSmallTaken(dst asm.Reg, t ir.Type, a *access.Address, u int) {
	memOf, insert, extend := s.takenMem(a, u), asm.Vpinsrb, asm.Vpmovzxbd
	if t.Bytes() == 2 {
		insert, extend = asm.Vpinsrw, asm.Vpmovzxwd
	}
	each := min(s.ISA.Lanes(), 16/int(t.Bytes()))
	some := func(first int) asm.Reg {
		part := s.Temp()
		s.Emit(asm.Inst{Op: asm.VecZero, Len: asm.Whole(s.ISA), Dst: part})
		for i := range each {
			more := s.Temp()
			s.Emit(asm.Inst{Op: insert, Len: asm.L128, Dst: more, A: part, HasMem: true, Mem: memOf(first + i),
				Imm: int64(i)})
			part = more
		}
		return part
	}
	all := some(0)
	if each < s.ISA.Lanes() {
		low := all
		all = s.Temp()
		s.Emit(asm.Inst{Op: asm.Vinserti32x4, Len: asm.L256, Dst: all, A: low, B: some(each), Imm: 1})
	}
	s.Emit(asm.Inst{Op: extend, Len: asm.Whole(s.ISA), Dst: dst, B: all})
}

// takenMem gives the addresses of lanes, for code that takes them out one after the other. They are not all the same.
func (s *Accessor) takenMem(a *access.Address, u int) func(lane int) asm.Mem {
	switch a.Pattern {
	case access.InRow, access.InSteps:
		m := s.MemAt(a, u)
		return func(lane int) asm.Mem {
			at := m
			at.Disp += int32(lane) * a.Step
			return at
		}
	case access.ByIndex32, access.ByIndex64, access.RowUnlessWrapped:
		index, m := s.takeOut(s.indexLanes(a, u)), s.MemAt(a, u)
		return func(lane int) asm.Mem {
			at := m
			at.Scale = a.Scale
			switch {
			case a.Pattern == access.ByIndex64:
				at.Index = index.lane(lane)
			case a.Unsigned:
				at.Index = index.unsigned(lane)
			default:
				at.Index = index.index(lane)
			}
			return at
		}
	}
	pointer := s.takeOut(s.pointers(a.Base, u))
	return func(lane int) asm.Mem { return asm.Mem{Base: pointer.lane(lane), Disp: int32(a.Disp)} }
}
