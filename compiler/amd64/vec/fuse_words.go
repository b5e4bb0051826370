package vec

import (
	"math"

	"heddle/compiler/amd64/asm"
)

// Sums of the upper word of a register, times a power of two: c + (x >> 16 << n) and c - (x >> 16 << n), with the sign
// kept. They are a product of words in which the lower word is multiplied by zero: one instruction with VNNI, two
// without.

// wordProduct joins a sum with the shifts of one of its sides.
func (f *fuser) wordProduct(i int, in *asm.Inst) {
	if in.HasMem || in.Mask != asm.NoReg || in.A == in.B || f.addWord(i, in, in.A, in.B) || in.Op == asm.Vpsubd {
		return
	}
	f.addWord(i, in, in.B, in.A)
}

// addWord replaces it by the sum of c and a product, if the other side is an upper word that is shifted left.
func (f *fuser) addWord(i int, in *asm.Inst, c, shifted asm.Reg) bool {
	left := f.onlyShift(shifted, asm.Vpslld)
	if left < 0 {
		return false
	}
	right := f.onlyShift(f.fn.Insts[left].B, asm.Vpsrad)
	if right < 0 || f.fn.Insts[right].Imm != 16 {
		return false
	}
	weight := int64(1) << (f.fn.Insts[left].Imm & 31)
	if in.Op == asm.Vpsubd {
		weight = -weight
	}
	x := f.fn.Insts[right].B
	if weight > math.MaxInt16 || weight < math.MinInt16 || x == in.Dst || c == in.Dst {
		return false
	}
	f.kill(left)
	f.kill(right)
	// Upper words times weight, lower words times zero.
	weights := f.constant(uint32(uint16(weight)) << 16)
	made := asm.Inst{Op: asm.Vpmaddwd, Len: in.Len, Dst: in.Dst, A: x, B: weights, Pos: in.Pos}
	if f.vec.ISA == asm.AVX512 && f.vec.AddsProducts {
		f.before[i] = append(f.before[i], asm.Inst{Op: asm.MoveV, Len: in.Len, Dst: in.Dst, B: c, Pos: in.Pos})
		made.Op = asm.Vpdpwssd
		*in = made
		return true
	}
	made.Dst = f.scratch()
	f.before[i] = append(f.before[i], made)
	*in = asm.Inst{Op: asm.Vpaddd, Len: in.Len, Dst: in.Dst, A: c, B: made.Dst, Pos: in.Pos}
	return true
}

// onlyShift is the shift by a constant that alone makes a register for this reader, or -1.
func (f *fuser) onlyShift(r asm.Reg, op asm.Op) int {
	made := f.only(r)
	if made < 0 || len(f.before[made]) > 0 {
		return -1
	}
	if in := &f.fn.Insts[made]; in.Op != op || in.A != asm.NoReg || in.Mask != asm.NoReg {
		return -1
	}
	return made
}
