package memory

import (
	"encoding/binary"

	"heddle/compiler/amd64/asm"
)

// noByte is an index at which byte permutations give zero.
const noByte = 0x80

// spreadBytes makes words of vectors of steps: register c has the bytes 4*c to 4*c+3 of the steps of all lanes. Bytes
// after a step are anything.
func (s *Accessor) spreadBytes(v []asm.Reg, step int) []asm.Reg {
	r := s.Temp()
	switch step {
	case 2:
		s.Emit(asm.Inst{Op: asm.Vpmovzxwd, Len: asm.Whole(s.ISA), Dst: r, B: v[0]})
		return []asm.Reg{r}
	case 3: // four steps are three words: they go to the lower bytes of 16, from where bytes can be moved
		quarters := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: quarters, A: s.Words32(func(i int) int {
			return i/4*3 + min(i%4, 2)
		}), B: v[0]})
		s.Emit(asm.Inst{Op: asm.Vpshufb, Len: asm.Whole(s.ISA), Dst: r, A: quarters, B: s.bytes(func(i int) int {
			if i%4 == 3 {
				return noByte
			}
			return i%16/4*3 + i%4
		})})
		return []asm.Reg{r}
	}
	upper := s.permuteHalves(v[0], v[1], func(i int) int { return i/2*3 + 2 })
	return []asm.Reg{s.permuteHalves(v[0], v[1], func(i int) int { return i/2*3 + i%2 }), upper}
}

// gatherBytes is the reverse of spreadBytes.
func (s *Accessor) gatherBytes(w []asm.Reg, step int) []asm.Reg {
	r := s.Temp()
	switch step {
	case 2:
		if s.ISA == asm.AVX512 {
			s.Emit(asm.Inst{Op: asm.Vpmovdw, Len: asm.L512, Dst: r, B: w[0]})
			return []asm.Reg{r}
		}
		upper := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vextracti128, Len: asm.L256, Dst: upper, B: w[0], Imm: 1})
		s.Emit(asm.Inst{Op: asm.Vpackusdw, Len: asm.L128, Dst: r, A: w[0], B: upper})
		return []asm.Reg{r}
	case 3:
		quarters := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpshufb, Len: asm.Whole(s.ISA), Dst: quarters, A: w[0], B: s.bytes(func(i int) int {
			if i%16 >= 12 {
				return noByte
			}
			return i%16/3*4 + i%16%3
		})})
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: r, A: s.Words32(func(i int) int {
			return min(i/3*4+i%3, 15)
		}), B: quarters})
		return []asm.Reg{r}
	}
	vectors := make([]asm.Reg, 2)
	for j := range vectors {
		vectors[j] = s.permuteHalves(w[0], w[1], func(i int) int {
			at := j*32 + i
			if lane := at / 3 % 16; at%3 < 2 {
				return lane*2 + at%3
			} else {
				return 32 + lane*2
			}
		})
	}
	return vectors
}

// permuteHalves is a vector whose 16-bit element i is element index(i) of a followed by b.
func (s *Accessor) permuteHalves(a, b asm.Reg, index func(i int) int) asm.Reg {
	var table []byte
	for i := range 32 {
		table = binary.LittleEndian.AppendUint16(table, uint16(index(i)))
	}
	r := s.Temp()
	s.MoveVector(r, a)
	s.Emit(asm.Inst{Op: asm.Vpermt2w, Len: asm.L512, Dst: r, A: s.Table(table), B: b})
	return r
}

// Words32 is a constant vector of 32-bit numbers.
func (s *Accessor) Words32(of func(i int) int) asm.Reg {
	var table []byte
	for i := range s.ISA.VectorBytes() / 4 {
		table = binary.LittleEndian.AppendUint32(table, uint32(of(i)))
	}
	return s.Table(table)
}

// bytes is a constant vector of bytes.
func (s *Accessor) bytes(of func(i int) int) asm.Reg {
	table := make([]byte, s.ISA.VectorBytes())
	for i := range table {
		table[i] = byte(of(i))
	}
	return s.Table(table)
}
