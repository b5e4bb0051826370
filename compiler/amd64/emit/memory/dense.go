package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/regions"
)

// Loads and stores of dense values (see vectorize/regions/dense.go). What lies in one piece for a team of sub-groups is
// one vector, else each sub-group's lanes are a piece of one. All lanes are active.

// loadDense reads a row for all teams.
func (s *Accessor) loadDense(v ir.ValueID, a *access.Access) {
	if words := s.WidenedBy[v]; words != 0 {
		op := s.DenseWidening(s.Kernel.Instr(words).Op == ir.OpSExt)
		for team := range s.DenseTeams(2) {
			s.Emit(asm.Inst{Op: op, Len: asm.Whole(s.ISA), Dst: s.DenseOwn(words, team), HasMem: true,
				Mem: s.MemAt(&a.Address, 2*team)})
		}
		return
	}
	for team := range s.DenseTeams(s.DenseBytes[v]) {
		pieces := s.densePieces(a, s.DenseBytes[v], team)
		dst := s.DenseOwn(v, team)
		switch {
		case len(pieces) == 1:
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: dst, HasMem: true, Mem: pieces[0]})
		case s.ISA == asm.AVX512:
			s.joinPieces512(dst, pieces)
		case len(pieces) == 2:
			s.joinRows(dst, s.loadHalfRow(pieces[0]), pieces[1])
		default:
			low, high := s.joinQuarters(pieces[0], pieces[1]), s.joinQuarters(pieces[2], pieces[3])
			s.Emit(asm.Inst{Op: asm.Vinserti128, Len: asm.L256, Dst: dst, A: low, B: high, Imm: 1})
		}
	}
}

// densePieces are where the lanes of a team lie: one place if they are in one piece, else one for each sub-group.
func (s *Accessor) densePieces(a *access.Access, bytes uint8, team int) []asm.Mem {
	size := regions.DenseTeam(bytes)
	list := make([]asm.Mem, size)
	for i := range list {
		list[i] = s.MemAt(&a.Address, team*size+i)
	}
	step := int32(bytes) * int32(s.ISA.Lanes())
	for i, m := range list {
		m.Disp -= int32(i) * step
		if m != list[0] {
			return list
		}
	}
	return list[:1]
}

// loadHalfRow reads 128 bits.
func (s *Accessor) loadHalfRow(m asm.Mem) asm.Reg {
	r := s.Temp()
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L128, Dst: r, HasMem: true, Mem: m})
	return r
}

// joinRows puts 128 bits of memory above others.
func (s *Accessor) joinRows(dst, low asm.Reg, high asm.Mem) {
	s.Emit(asm.Inst{Op: asm.Vinserti128, Len: asm.L256, Dst: dst, A: low, HasMem: true, Mem: high, Imm: 1})
}

// joinQuarters reads twice 64 bits.
func (s *Accessor) joinQuarters(low, high asm.Mem) asm.Reg {
	r, both := s.Temp(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, Dst: r, HasMem: true, Mem: low})
	s.Emit(asm.Inst{Op: asm.Vmovhps, Len: asm.L128, Dst: both, A: r, HasMem: true, Mem: high})
	return both
}

// joinPieces512 reads twice 256 bits, or four times 128.
func (s *Accessor) joinPieces512(dst asm.Reg, pieces []asm.Mem) {
	first := asm.Inst{Op: asm.Vmovups, Len: asm.L128, Dst: s.Temp(), HasMem: true, Mem: pieces[0]}
	op := asm.Vinserti32x4
	if len(pieces) == 2 {
		first.Len, op = asm.L256, asm.Vinserti64x4
	}
	s.Emit(first)
	r := first.Dst
	for i, m := range pieces[1:] {
		next := dst
		if i < len(pieces)-2 {
			next = s.Temp()
		}
		s.Emit(asm.Inst{Op: op, Len: asm.L512, Dst: next, A: r, HasMem: true, Mem: m, Imm: int64(i + 1)})
		r = next
	}
}

// storeDense writes a row for all teams.
func (s *Accessor) storeDense(v ir.ValueID, in *ir.Instr, a *access.Access) {
	bytes := s.DenseBytes[v]
	for team := range s.DenseTeams(bytes) {
		src := s.DenseOf(in.Args[1], bytes, team)
		pieces := s.densePieces(a, bytes, team)
		switch {
		case len(pieces) == 1:
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: src, HasMem: true, Mem: pieces[0]})
		case s.ISA == asm.AVX512:
			s.storePieces512(src, pieces)
		case len(pieces) == 2:
			s.storeHalfRow(src, pieces[0])
			s.Emit(asm.Inst{Op: asm.Vextracti128, Len: asm.L256, B: src, HasMem: true, Mem: pieces[1], Imm: 1})
		default:
			s.storeQuarters(src, pieces[0], pieces[1])
			s.storeQuarters(s.Half(src, 1), pieces[2], pieces[3])
		}
	}
}

func (s *Accessor) storeHalfRow(src asm.Reg, m asm.Mem) {
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L128, B: src, HasMem: true, Mem: m})
}

// storeQuarters writes the lower 128 bits to two places.
func (s *Accessor) storeQuarters(src asm.Reg, low, high asm.Mem) {
	s.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, B: src, HasMem: true, Mem: low})
	s.Emit(asm.Inst{Op: asm.Vmovhps, Len: asm.L128, B: src, HasMem: true, Mem: high})
}

// storePieces512 writes halves or quarters of a register.
func (s *Accessor) storePieces512(src asm.Reg, pieces []asm.Mem) {
	length, op := asm.L128, asm.Vextracti32x4
	if len(pieces) == 2 {
		length, op = asm.L256, asm.Vextracti64x4
	}
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: length, B: src, HasMem: true, Mem: pieces[0]})
	for i, m := range pieces[1:] {
		s.Emit(asm.Inst{Op: op, Len: asm.L512, B: src, HasMem: true, Mem: m, Imm: int64(i + 1)})
	}
}
