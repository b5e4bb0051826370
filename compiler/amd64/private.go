package amd64

import (
	"math/bits"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
)

// Private variables with the lanes side by side.
//
// A private array as the language has it is a piece of memory for each work-item, so that element i of neighbouring lanes
// is far apart, and even an access that all lanes make at the same i touches as many cache lines as there are lanes. If
// nothing is done with the addresses of a variable but loads and stores of elements of one size, the variable can as well
// lie by elements: element i of all lanes, then element i+1. An access at one i is a row then.
//
// Pointers into such a variable are kept as offsets into the memory of one work-item, the same for all lanes as long as
// what is added is. An access at offset o by lane l goes to o*lanes + l*size.

// findInterleaved finds the variables that may lie so, and marks all pointers into them.
func (s *forms) findInterleaved() {
	s.offsets = make([]bool, len(s.kernel.Instrs))
	if len(s.privates) == 0 {
		return
	}
	users := make([][]ir.ValueID, len(s.kernel.Instrs))
	isMoved := make([]bool, len(s.kernel.Instrs)) // to a parameter
	for b := range s.kernel.Blocks {
		for _, v := range s.kernel.Blocks[b].Instrs {
			for _, a := range s.kernel.Instr(v).Args {
				users[a] = append(users[a], v)
			}
		}
		for _, e := range s.kernel.Blocks[b].Succs {
			for _, a := range e.Args {
				isMoved[a] = true
			}
		}
	}
	for v := range s.privates {
		c := interleaving{forms: s, users: users, isMoved: isMoved}
		if c.visit(v) && c.fits() {
			for _, p := range c.pointers {
				s.offsets[p] = true
			}
		}
	}
}

// interleaving is what is known of one variable.
type interleaving struct {
	*forms
	users    [][]ir.ValueID
	isMoved  []bool
	pointers []ir.ValueID
	added    []ir.ValueID // what is added to pointers
	size     uint64       // of the elements, 0: not known yet
}

// visit looks at all that is done with a pointer; false: more than accesses of one size.
func (c *interleaving) visit(p ir.ValueID) bool {
	c.pointers = append(c.pointers, p)
	if c.isMoved[p] {
		return false
	}
	for _, u := range c.users[p] {
		in := c.kernel.Instr(u)
		switch {
		case in.Op == ir.OpPtrAdd && in.Args[0] == p && in.Args[1] != p:
			c.added = append(c.added, in.Args[1])
			if !c.visit(u) {
				return false
			}
		case in.Op == ir.OpLoad, in.Op == ir.OpStore && in.Args[1] != p:
			size := accessType(c.kernel, in).Bytes()
			if c.size != 0 && c.size != size {
				return false
			}
			c.size = size
		default:
			return false
		}
	}
	return true
}

// fits says whether elements have a size for which there are vector instructions, and lie at multiples of it.
func (c *interleaving) fits() bool {
	if c.size != 4 && c.size != 8 {
		return false
	}
	for _, v := range c.added {
		if !c.kernel.IsMultiple(v, c.size) {
			return false
		}
	}
	return true
}

// offsetForm is the form of a pointer into an interleaved variable.
func (s *forms) offsetForm(in *ir.Instr) form {
	if in.Op == ir.OpAlloca {
		return form{kind: scalar}
	}
	a, b := s.byValue[in.Args[0]], s.lane0(in.Args[1])
	if a.kind == scalar && b.kind == scalar {
		return form{kind: scalar, perSub: a.perSub || b.perSub || b.rows != 0}
	}
	return form{kind: vector, perSub: true}
}

// laneShift is the logarithm of the number of lanes.
func (s *forms) laneShift() int64 { return int64(bits.TrailingZeros(uint(s.ISA.Lanes()))) }

// privateRow is where the elements of a sub-group's lanes begin, for the part of an address that all lanes share.
func (s *selector) privateRow(a *address, base ir.ValueID, u int) asm.Mem {
	memory := s.general()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: memory, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.FramePrivate}, Remat: true})
	lanes := int64(s.ISA.Lanes())
	disp := a.disp*lanes + int64(u)*lanes*int64(s.privateAll)
	if v := s.kernel.Instr(base); v.Op == ir.OpAlloca && a.plus == 0 {
		return asm.Mem{Base: memory, Disp: int32(disp + int64(s.privates[base])*lanes)}
	}
	offset := s.general()
	sum := asm.Mem{Base: s.lane0Reg(base, u)}
	if a.plus != 0 {
		sum.Index, sum.Scale = s.lane0Reg(a.plus, u), a.plusBy
	}
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: offset, HasMem: true, Mem: sum})
	s.aluImm(asm.Shl, 8, offset, s.laneShift())
	return asm.Mem{Base: memory, Index: offset, Scale: 1, Disp: int32(disp)}
}

// privateIndex is where the elements of lanes with different offsets are: a memory operand with 32-bit indices. Outside of a
// mask, if there is one, it is the first element.
func (s *selector) privateIndex(a *address, size uint64, u int, under asm.Reg) asm.Mem {
	row := address{disp: a.disp}
	shift, index := s.laneShift(), a.index
	var m asm.Mem
	if a.pattern == byPointers {
		index = a.base
		lanes := int64(s.ISA.Lanes())
		m = asm.Mem{Base: s.general(), Disp: int32(a.disp*lanes + int64(u)*lanes*int64(s.privateAll))}
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: m.Base, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.FramePrivate}, Remat: true})
	} else {
		m = s.indexable(s.privateRow(&row, a.base, u))
		shift += int64(bits.TrailingZeros8(a.scale))
	}
	lanes := s.lanesOf(index, u)
	narrow := lanes[0]
	if len(lanes) == 2 {
		narrow = s.Temp()
		if !s.Lower(vec.Operation{Op: ir.OpTrunc, Type: ir.I32, From: ir.I64}, []asm.Reg{narrow}, lanes, nil, nil) {
			s.fail("offsets into private memory have no machine code")
		}
	}
	scaled, all := s.Temp(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Vpslld, Len: asm.Whole(s.ISA), Dst: scaled, B: narrow, Imm: shift})
	if under != asm.NoReg {
		scaled = s.zeroOutside(scaled, under, 1)
	}
	s.Op3(asm.Vpaddd, all, scaled, s.ramp(0, int32(size), 4))
	m.Index, m.Scale = all, 1
	return m
}

// loadPrivate reads elements of an interleaved variable.
func (s *selector) loadPrivate(v ir.ValueID, in *ir.Instr, a *address) {
	f := s.byValue[v]
	for u := range s.eachCopy(f) {
		s.writeLanes(v, u, func(dst []asm.Reg) {
			if a.pattern == atOne {
				s.loadRow(dst, in.Type, s.privateRow(a, a.base, u), asm.NoReg)
				return
			}
			m := s.privateIndex(a, in.Type.Bytes(), u, asm.NoReg)
			op, index := asm.Vpgatherdd, m.Index
			if len(dst) == 2 {
				op = asm.Vpgatherdq
			}
			masks := s.maskParts(s.someMask(s.activeFor(f, u)), len(dst))
			for h, r := range dst {
				if len(dst) == 2 {
					m.Index = s.half(index, h)
				}
				s.emitGather(op, asm.Whole(s.ISA), r, m, masks[h])
			}
		})
	}
}

// storePrivate writes elements of an interleaved variable.
func (s *selector) storePrivate(in *ir.Instr, t ir.Type, a *address) {
	for u := range s.each() {
		src, active := s.lanesOf(in.Args[1], u), s.activeMask(u)
		switch {
		case a.pattern == atOne:
			s.storeRow(src, t, s.privateRow(a, a.base, u), active)
		case s.ISA == AVX2:
			s.storePrivateByLane(src, t, s.privateIndex(a, t.Bytes(), u, asm.NoReg), active)
		default:
			m := s.privateIndex(a, t.Bytes(), u, asm.NoReg)
			op, index := asm.Vpscatterdd, m.Index
			if len(src) == 2 {
				op = asm.Vpscatterdq
			}
			for h, mask := range s.maskParts(s.someMask(active), len(src)) {
				if len(src) == 2 {
					m.Index = s.half(index, h)
				}
				used := s.newMask()
				s.moveMask(used, mask)
				s.Emit(asm.Inst{Op: op, Len: asm.L512, B: src[h], HasMem: true, Mem: m, Mask: used})
			}
		}
	}
}

func (s *selector) storePrivateByLane(src []asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	at, size := m, sizeOf(t)
	if active == asm.NoReg {
		index := s.takeOut([]asm.Reg{m.Index})
		s.storeLanes(src, t, func(lane int) asm.Mem {
			at.Index = index.index(lane)
			return at
		})
		return
	}
	s.toScratch(scratchPointer, []asm.Reg{m.Index})
	s.toScratch(scratchValue, src)
	s.eachLane(s.bitsOf(active), func(lane asm.Reg) {
		r := s.general()
		at.Index = s.general()
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: at.Index, HasMem: true, Mem: s.scratchMem(scratchPointer, lane, 4)})
		s.getScratch(scratchValue, lane, r, size)
		s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: r, HasMem: true, Mem: at})
	})
}
