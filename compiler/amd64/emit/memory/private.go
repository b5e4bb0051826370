package memory

import (
	"math/bits"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// privateRow is where the elements of a sub-group's lanes begin, for the part of an address that all lanes share.
func (s *Accessor) privateRow(a *access.Address, base ir.ValueID, u int) asm.Mem {
	memory := s.General()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: memory, HasMem: true,
		Mem: asm.Mem{Base: asm.RBP, Disp: abi.FramePrivate}, Remat: true})
	lanes := int64(s.ISA.Lanes())
	disp := a.Disp*lanes + int64(u)*lanes*int64(s.PrivateAll)
	if v := s.Kernel.Instr(base); v.Op == ir.OpAlloca && a.Plus == 0 {
		return asm.Mem{Base: memory, Disp: int32(disp + int64(s.Privates[base])*lanes)}
	}
	offset := s.General()
	sum := asm.Mem{Base: s.Lane0Reg(base, u)}
	if a.Plus != 0 {
		sum.Index, sum.Scale = s.Lane0Reg(a.Plus, u), a.PlusBy
	}
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: offset, HasMem: true, Mem: sum})
	s.AluImm(asm.Shl, 8, offset, s.LaneShift())
	return asm.Mem{Base: memory, Index: offset, Scale: 1, Disp: int32(disp)}
}

// privateIndex is where the elements of lanes with different offsets are: a memory operand with 32-bit indices. Outside
// of a mask, if there is one, it is the first element.
func (s *Accessor) privateIndex(a *access.Address, size uint64, u int, under asm.Reg) asm.Mem {
	row := access.Address{Disp: a.Disp}
	shift, index := s.LaneShift(), a.Index
	var m asm.Mem
	if a.Pattern == access.ByPointers {
		index = a.Base
		lanes := int64(s.ISA.Lanes())
		m = asm.Mem{Base: s.General(), Disp: int32(a.Disp*lanes + int64(u)*lanes*int64(s.PrivateAll))}
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: m.Base, HasMem: true,
			Mem: asm.Mem{Base: asm.RBP, Disp: abi.FramePrivate}, Remat: true})
	} else {
		m = s.Indexable(s.privateRow(&row, a.Base, u))
		shift += int64(bits.TrailingZeros8(a.Scale))
	}
	lanes := s.LanesOf(index, u)
	narrow := lanes[0]
	if len(lanes) == 2 {
		narrow = s.Temp()
		if !s.Lower(vec.Operation{Op: ir.OpTrunc, Type: ir.I32, From: ir.I64}, []asm.Reg{narrow}, lanes, nil, nil) {
			s.Fail("offsets into private memory have no machine code")
		}
	}
	scaled, all := s.Temp(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Vpslld, Len: asm.Whole(s.ISA), Dst: scaled, B: narrow, Imm: shift})
	if under != asm.NoReg {
		scaled = s.zeroOutside(scaled, under, 1)
	}
	s.Op3(asm.Vpaddd, all, scaled, s.Ramp(0, int32(size), 4))
	m.Index, m.Scale = all, 1
	return m
}

// loadPrivate reads elements of an interleaved variable.
func (s *Accessor) loadPrivate(v ir.ValueID, in *ir.Instr, row *access.Access) {
	a := &row.Address
	f := s.ByValue[v]
	for u := range s.EachCopy(f) {
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			if a.Pattern == access.AtOne {
				s.LoadRow(dst, in.Type, s.privateRow(a, a.Base, u), asm.NoReg)
				return
			}
			m := s.privateIndex(a, in.Type.Bytes(), u, asm.NoReg)
			op, index := asm.Vpgatherdd, m.Index
			if len(dst) == 2 {
				op = asm.Vpgatherdq
			}
			masks := s.MaskVectors(s.SomeMask(s.ActiveFor(f, u)), len(dst))
			for h, r := range dst {
				if len(dst) == 2 {
					m.Index = s.Half(index, h)
				}
				s.EmitGather(op, asm.Whole(s.ISA), r, m, masks[h])
			}
		})
	}
}

// storePrivate writes elements of an interleaved variable.
func (s *Accessor) storePrivate(_ ir.ValueID, in *ir.Instr, row *access.Access) {
	a, t := &row.Address, row.Type
	for u := range s.Each() {
		src, active := s.LanesOf(in.Args[1], u), s.ActiveMask(u)
		switch {
		case a.Pattern == access.AtOne:
			s.storeRow(src, t, s.privateRow(a, a.Base, u), active)
		case s.ISA == asm.AVX2:
			s.storePrivateByLane(src, t, s.privateIndex(a, t.Bytes(), u, asm.NoReg), active)
		default:
			m := s.privateIndex(a, t.Bytes(), u, asm.NoReg)
			op, index := asm.Vpscatterdd, m.Index
			if len(src) == 2 {
				op = asm.Vpscatterdq
			}
			for h, mask := range s.MaskVectors(s.SomeMask(active), len(src)) {
				if len(src) == 2 {
					m.Index = s.Half(index, h)
				}
				used := s.NewMask()
				s.MoveMask(used, mask)
				s.Emit(asm.Inst{Op: op, Len: asm.L512, B: src[h], HasMem: true, Mem: m, Mask: used})
			}
		}
	}
}

func (s *Accessor) storePrivateByLane(src []asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	at, size := m, emit.SizeOf(t)
	if active == asm.NoReg {
		index := s.takeOut([]asm.Reg{m.Index})
		s.storeLanes(src, t, func(lane int) asm.Mem {
			at.Index = index.index(lane)
			return at
		})
		return
	}
	s.ToScratch(emit.ScratchPointer, []asm.Reg{m.Index})
	s.ToScratch(emit.ScratchValue, src)
	s.EachLane(s.BitsOf(active), func(lane asm.Reg) {
		r := s.General()
		at.Index = s.General()
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: at.Index, HasMem: true,
			Mem: s.ScratchMem(emit.ScratchPointer, lane, 4)})
		s.GetScratch(emit.ScratchValue, lane, r, size)
		s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: r, HasMem: true, Mem: at})
	})
}
