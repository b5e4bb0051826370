package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// quarter is the number of lanes of 128 bits.
const quarter = 4

// storePieces writes the lanes of a sub-group a quarter, or a half of one, at a time.
func (s *Accessor) storePieces(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachStored(in, func(src []asm.Reg, _ asm.Reg, u int) {
		memOf := s.pieceMem(&a.Pieces, u)
		for first := 0; first < s.ISA.Lanes(); first += quarter {
			if a.Pieces.Lanes == quarter {
				s.storeFour(memOf(first), src[0], first/quarter, 0xf)
				continue
			}
			part := s.quarterOf(src[0], first/quarter)
			s.Emit(asm.Inst{Op: asm.Vmovsd, Len: asm.L128, B: part, HasMem: true, Mem: memOf(first)})
			s.Emit(asm.Inst{Op: asm.Vmovhps, Len: asm.L128, B: part, HasMem: true, Mem: memOf(first + 2)})
		}
	})
}

// quarterOf is a quarter of 16 lanes, or a half of 8, in the lowest lanes of a register.
func (s *Accessor) quarterOf(src asm.Reg, place int) asm.Reg {
	if place == 0 {
		return src
	}
	op := [...]asm.Op{asm.AVX512: asm.Vextractf32x4, asm.AVX2: asm.Vextractf128}[s.ISA]
	part := s.Temp()
	s.Emit(asm.Inst{Op: op, Len: asm.Whole(s.ISA), Dst: part, B: src, Imm: int64(place)})
	return part
}

// loadPieces reads such lanes.
func (s *Accessor) loadPieces(v ir.ValueID, _ *ir.Instr, a *access.Access) {
	s.eachLoaded(v, func(dst []asm.Reg, _ asm.Reg, u int) {
		memOf := s.pieceMem(&a.Pieces, u)
		all := s.loadQuarter(&a.Pieces, memOf, 0)
		insert := [...]asm.Op{asm.AVX512: asm.Vinsertf32x4, asm.AVX2: asm.Vinsertf128}[s.ISA]
		for first := quarter; first < s.ISA.Lanes(); first += quarter {
			next := dst[0]
			if first+quarter < s.ISA.Lanes() {
				next = s.Temp()
			}
			in := asm.Inst{Op: insert, Len: asm.Whole(s.ISA), Dst: next, A: all, Imm: int64(first / quarter)}
			if a.Pieces.Lanes == quarter {
				in.HasMem, in.Mem = true, memOf(first)
			} else {
				in.B = s.loadQuarter(&a.Pieces, memOf, first)
			}
			s.Emit(in)
			all = next
		}
	})
}

// loadQuarter reads four lanes.
func (s *Accessor) loadQuarter(p *access.Pieces, memOf func(int) asm.Mem, first int) asm.Reg {
	part := s.Temp()
	if p.Lanes == quarter {
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L128, Dst: part, HasMem: true, Mem: memOf(first)})
		return part
	}
	s.Emit(asm.Inst{Op: asm.Vmovsd, Len: asm.L128, Dst: part, HasMem: true, Mem: memOf(first)})
	whole := s.Temp()
	s.Emit(asm.Inst{Op: asm.Vmovhps, Len: asm.L128, Dst: whole, A: part, HasMem: true, Mem: memOf(first + 2)})
	return whole
}

// pieceMem gives the places of a sub-group's lanes.
func (s *Accessor) pieceMem(p *access.Pieces, u int) func(lane int) asm.Mem {
	base := s.MemAt(&p.Base, u)
	return func(lane int) asm.Mem {
		m := base
		m.Disp += int32(p.Offsets[u*s.ISA.Lanes()+lane])
		return m
	}
}
