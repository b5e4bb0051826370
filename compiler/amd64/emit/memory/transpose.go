package memory

import "heddle/compiler/amd64/asm"

// Transposing squares of registers: what was lane l of register u becomes lane u of register l. With W lanes that takes
// W permutations for each doubling of W. First pairs of rows are interleaved, then pairs of pairs, until pieces of 128
// bits hold what belongs together; then the pieces are moved.

// transposed are the columns of rows of elements of 4 or 8 bytes; a row is a whole register, and there are as
// many as it has elements.
func (s *Accessor) transposed(rows []asm.Reg, size int) []asm.Reg {
	inPiece := 16 / size
	r := rows
	if size == 4 {
		r = s.interleavePairs(r, 1, asm.Vunpcklps, asm.Vunpckhps)
		r = s.interleavePairs(r, 2, asm.Vunpcklpd, asm.Vunpckhpd)
		for i := 0; i < len(r); i += 4 { // they came as columns 0, 2, 1, 3
			r[i+1], r[i+2] = r[i+2], r[i+1]
		}
	} else {
		r = s.interleavePairs(r, 1, asm.Vunpcklpd, asm.Vunpckhpd)
	}
	columns := make([]asm.Reg, len(rows))
	for j := range inPiece { // r[g*inPiece+j] has, in piece q, column q*inPiece+j of the g-th rows
		var pieces []asm.Reg
		for g := 0; g < len(r); g += inPiece {
			pieces = append(pieces, r[g+j])
		}
		for q, column := range s.transposedPieces(pieces) {
			columns[q*inPiece+j] = column
		}
	}
	return columns
}

// transposedHalves are the used columns of rows that fill half a vector each, in the lower half of a register.
func (s *Accessor) transposedHalves(rows []asm.Reg, used []bool) []asm.Reg {
	insert := [...]asm.Op{asm.AVX512: asm.Vinserti64x4, asm.AVX2: asm.Vinsertf128}[s.ISA]
	both := make([]asm.Reg, len(rows)/2) // rows 0 and 4, 1 and 5, 2 and 6, 3 and 7, 8 and 12, …
	for i := range both {
		low := i/4*8 + i%4
		both[i] = s.Temp()
		s.Emit(asm.Inst{Op: insert, Len: asm.Whole(s.ISA), Dst: both[i], A: rows[low], B: rows[low+4], Imm: 1})
	}
	both = s.interleavePairs(both, 1, asm.Vunpcklps, asm.Vunpckhps)
	both = s.interleavePairs(both, 2, asm.Vunpcklpd, asm.Vunpckhpd)
	columns := make([]asm.Reg, len(used))
	for c := range columns {
		at := [...]int{0, 2, 1, 3}[c%4]
		switch {
		case !used[c]:
		case s.ISA == asm.AVX2:
			columns[c] = both[at]
		default: // pieces 0 and 2, or 1 and 3, of both
			columns[c] = s.Temp()
			s.Emit(asm.Inst{Op: asm.Vshuff32x4, Len: asm.L512, Dst: columns[c], A: both[at], B: both[4+at],
				Imm: [...]int64{0x88, 0xdd}[c/4]})
		}
	}
	return columns
}

// interleavePairs interleaves the lower and the upper elements of each pair of rows that lie so far apart. The results
// of a pair stand where it stood, the lower ones first.
func (s *Accessor) interleavePairs(rows []asm.Reg, apart int, low, high asm.Op) []asm.Reg {
	out := make([]asm.Reg, len(rows))
	for i := range rows {
		if i/apart%2 != 0 {
			continue
		}
		out[i], out[i+apart] = s.Temp(), s.Temp()
		s.Op3(low, out[i], rows[i], rows[i+apart])
		s.Op3(high, out[i+apart], rows[i], rows[i+apart])
	}
	return out
}

// transposedPieces transposes a square of 4 by 4, or 2 by 2, pieces of 128 bits.
func (s *Accessor) transposedPieces(a []asm.Reg) []asm.Reg {
	pick := func(op asm.Op, x, y asm.Reg, imm int64) asm.Reg {
		r := s.Temp()
		s.Emit(asm.Inst{Op: op, Len: asm.Whole(s.ISA), Dst: r, A: x, B: y, Imm: imm})
		return r
	}
	if len(a) == 2 {
		return []asm.Reg{pick(asm.Vperm2f128, a[0], a[1], 0x20), pick(asm.Vperm2f128, a[0], a[1], 0x31)}
	}
	const even, odd = 0x88, 0xdd
	x0, x1 := pick(asm.Vshuff32x4, a[0], a[1], even), pick(asm.Vshuff32x4, a[2], a[3], even)
	y0, y1 := pick(asm.Vshuff32x4, a[0], a[1], odd), pick(asm.Vshuff32x4, a[2], a[3], odd)
	return []asm.Reg{pick(asm.Vshuff32x4, x0, x1, even), pick(asm.Vshuff32x4, y0, y1, even),
		pick(asm.Vshuff32x4, x0, x1, odd), pick(asm.Vshuff32x4, y0, y1, odd)}
}
