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
			s.denseMove(denseMove{op: op, length: asm.Whole(s.ISA), dst: s.DenseOwn(words, team)},
				s.MemAt(&a.Address, 2*team))
		}
		return
	}
	for team := range s.DenseTeams(s.DenseBytes[v]) {
		pieces, dst := s.densePieces(a, s.DenseBytes[v], team), s.DenseOwn(v, team)
		if len(pieces) == 4 && s.ISA == asm.AVX2 {
			low, high := s.joinQuarters(pieces[0], pieces[1]), s.joinQuarters(pieces[2], pieces[3])
			s.Emit(asm.Inst{Op: asm.Vinserti128, Len: asm.L256, Dst: dst, A: low, B: high, Imm: 1})
			continue
		}
		length, insert, _ := s.pieceOps(len(pieces))
		for i, m := range pieces {
			next := denseMove{op: insert, length: asm.Whole(s.ISA), dst: s.Temp(), a: dst, imm: int64(i)}
			if i == 0 {
				next.op, next.length, next.a = asm.Vmovups, length, asm.NoReg
			}
			if i == len(pieces)-1 {
				next.dst = s.DenseOwn(v, team)
			}
			dst = next.dst
			s.denseMove(next, m)
		}
	}
}

// denseMove is an instruction that moves a register, or a part of it, from or to memory.
type denseMove struct {
	op           asm.Op
	length       asm.Length
	dst, a, from asm.Reg
	imm          int64
}

func (s *Accessor) denseMove(d denseMove, m asm.Mem) {
	s.Emit(asm.Inst{Op: d.op, Len: d.length, Dst: d.dst, A: d.a, B: d.from, HasMem: true, Mem: m, Imm: d.imm})
}

// pieceOps are the length of one of a number of pieces, and what inserts one into a register and extracts it.
func (s *Accessor) pieceOps(pieces int) (length asm.Length, insert, extract asm.Op) {
	switch {
	case pieces == 1:
		return asm.Whole(s.ISA), 0, 0
	case s.ISA == asm.AVX2:
		return asm.L128, asm.Vinserti128, asm.Vextracti128
	case pieces == 2:
		return asm.L256, asm.Vinserti64x4, asm.Vextracti64x4
	}
	return asm.L128, asm.Vinserti32x4, asm.Vextracti32x4
}

// densePieces are where the lanes of a team lie: one place if they are in one piece, else one for each sub-group.
func (s *Accessor) densePieces(a *access.Access, bytes uint8, team int) []asm.Mem {
	list := make([]asm.Mem, regions.DenseTeam(bytes))
	isPiece, step := true, int32(bytes)*int32(s.ISA.Lanes())
	for i := range list {
		list[i] = s.MemAt(&a.Address, team*len(list)+i)
		m := list[i]
		m.Disp -= int32(i) * step
		isPiece = isPiece && m == list[0]
	}
	if isPiece {
		return list[:1]
	}
	return list
}

// joinQuarters reads twice 64 bits.
func (s *Accessor) joinQuarters(low, high asm.Mem) asm.Reg {
	r, both := s.Temp(), s.Temp()
	s.denseMove(denseMove{op: asm.Vmovq, length: asm.L128, dst: r}, low)
	s.denseMove(denseMove{op: asm.Vmovhps, length: asm.L128, dst: both, a: r}, high)
	return both
}

// storeDense writes a row for all teams.
func (s *Accessor) storeDense(v ir.ValueID, in *ir.Instr, a *access.Access) {
	bytes := s.DenseBytes[v]
	for team := range s.DenseTeams(bytes) {
		src, pieces := s.DenseOf(in.Args[1], bytes, team), s.densePieces(a, bytes, team)
		if len(pieces) == 4 && s.ISA == asm.AVX2 {
			for half := range 2 {
				part := s.Half(src, half)
				s.denseMove(denseMove{op: asm.Vmovq, length: asm.L128, from: part}, pieces[2*half])
				s.denseMove(denseMove{op: asm.Vmovhps, length: asm.L128, from: part}, pieces[2*half+1])
			}
			continue
		}
		length, _, extract := s.pieceOps(len(pieces))
		for i, m := range pieces {
			next := denseMove{op: extract, length: asm.Whole(s.ISA), from: src, imm: int64(i)}
			if i == 0 {
				next.op, next.length = asm.Vmovups, length
			}
			s.denseMove(next, m)
		}
	}
}
