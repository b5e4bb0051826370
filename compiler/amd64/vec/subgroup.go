package vec

import (
	"encoding/binary"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// What passes between the lanes of a sub-group. A sub-group is a row of lanes, as many as a power of two: part of a
// register, a register, or several. Values of 64 bits have half as many lanes in a register.

// laneTable is a register of words, by lane.
func (v *Writer) laneTable(word func(lane int) int) asm.Reg {
	bytes := make([]byte, 0, v.ISA.VectorBytes())
	for l := range v.ISA.Lanes() {
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(word(l)))
	}
	return v.Table(bytes)
}

// LaneInSubGroup numbers the lanes of sub-groups of a size, in the u-th of several registers.
func (v *Writer) LaneInSubGroup(u, size int) asm.Reg {
	return v.laneTable(func(l int) int { return (u*v.ISA.Lanes() + l) % size })
}

// SubGroupOfLane numbers the sub-groups of a size that begin with the u-th of several registers.
func (v *Writer) SubGroupOfLane(u, size int) asm.Reg {
	return v.laneTable(func(l int) int { return (u*v.ISA.Lanes() + l) / size })
}

// BallotsOf are the ballots of sub-groups of a size that are part of a register, from the bits of all its lanes.
func (v *Writer) BallotsOf(bits asm.Reg, size int) asm.Reg {
	start := v.laneTable(func(l int) int { return l / size * size })
	return v.And(v.Binary(asm.Vpsrlvd, bits, start), v.Const32(1<<size-1))
}

// ShuffleLanes is, in each lane, the word of the lane that index names, modulo the size of a sub-group. The words are
// in as many registers as a sub-group takes, or in one with several sub-groups.
func (v *Writer) ShuffleLanes(words []asm.Reg, index asm.Reg, size int) asm.Reg {
	lanes := v.ISA.Lanes()
	switch {
	case size < lanes:
		start := v.laneTable(func(l int) int { return l / size * size })
		index = v.Or(v.And(index, v.Const32(uint32(size-1))), start)
	case len(words) == 2 && v.ISA == asm.AVX512:
		return v.update(asm.Vpermi2d, index, words[0], words[1], 0)
	}
	out := v.Binary(asm.Vpermd, index, words[0])
	for i, w := range words[1:] {
		register := v.And(v.ShiftRight(ir.I32, index, uint(log2(lanes))), v.Const32(uint32(len(words)-1)))
		out = v.Choose(ir.I32, v.equal(register, v.Const32(uint32(i+1))), v.Binary(asm.Vpermd, index, w), out)
	}
	return out
}

// PermuteLanes takes the word of each lane from one of the lanes of several registers, which are numbered in a row.
func (v *Writer) PermuteLanes(words []asm.Reg, from []int) asm.Reg {
	lanes := v.ISA.Lanes()
	var giving []int
	for _, l := range from {
		if !slices.Contains(giving, l/lanes) {
			giving = append(giving, l/lanes)
		}
	}
	if v.ISA == asm.AVX512 && len(giving) == 2 {
		index := v.laneTable(func(l int) int { return slices.Index(giving, from[l]/lanes)*lanes + from[l]%lanes })
		return v.update(asm.Vpermi2d, index, words[giving[0]], words[giving[1]], 0)
	}
	out := asm.NoReg
	for _, g := range giving {
		permuted := v.permuteWords(words[g], func(l int) int { return from[l] % lanes })
		if out == asm.NoReg {
			out = permuted
			continue
		}
		taken := uint64(0)
		for l := range from {
			if from[l]/lanes == g {
				taken |= 1 << l
			}
		}
		out = v.ChooseWords(taken, permuted, out)
	}
	return out
}

// permuteWords takes each word of a register from another of it, by the cheapest instruction that does it.
func (v *Writer) permuteWords(x asm.Reg, from func(lane int) int) asm.Reg {
	all := func(is func(l, from int) bool) bool {
		for l := range v.ISA.Lanes() {
			if !is(l, from(l)) {
				return false
			}
		}
		return true
	}
	switch {
	case all(func(l, from int) bool { return from == l }):
		return x
	case all(func(_, from int) bool { return from == 0 }):
		return v.unary(asm.Vpbroadcastd, x)
	case v.ISA == asm.AVX2 && all(func(l, from int) bool { return from == l^4 }):
		return v.binaryImm(asm.Vperm2i128, x, x, 1)
	case all(func(l, of int) bool { return of == l&^3+from(l&3) }): // the same within all quarters
		return v.immediate(asm.Vpshufd, x, int64(from(0)|from(1)<<2|from(2)<<4|from(3)<<6))
	}
	return v.Binary(asm.Vpermd, v.laneTable(from), x)
}

// ChooseWords is then in lanes of a constant mask, and otherwise in the others.
func (v *Writer) ChooseWords(mask uint64, then, otherwise asm.Reg) asm.Reg {
	switch {
	case mask == 0:
		return otherwise
	case mask == 1<<v.ISA.Lanes()-1:
		return then
	case v.ISA == asm.AVX2:
		return v.binaryImm(asm.Vpblendd, otherwise, then, int64(mask))
	}
	bits, m := v.Fn.NewReg(asm.General), v.newMask()
	v.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: bits, Imm: int64(mask), Remat: true})
	v.Emit(asm.Inst{Op: asm.Kmovw, Dst: m, B: bits})
	return v.Choose(ir.I32, m, then, otherwise)
}

func log2(n int) (exponent int) {
	for ; n > 1; n /= 2 {
		exponent++
	}
	return exponent
}

// equal is the mask of the lanes of 32 bits that are equal.
func (v *Writer) equal(a, b asm.Reg) asm.Reg {
	return v.CompareInt(ir.EQ, ir.I32, a, b)
}

// LaneFold combines the lanes of clusters, as ir.OpSubGroupFold says, in all lanes.
type LaneFold struct {
	*Writer
	Op      ir.Op
	Type    ir.Type
	Neutral asm.Reg
	Mode    ir.SubGroupMode
	Cluster int // lanes
}

// lanes is how many a register has.
func (f *LaneFold) lanes() int { return f.ISA.VectorBytes() / int(f.Type.Bytes()) }

// Fold replaces the registers of whole clusters by those of the results.
func (f *LaneFold) Fold(x []asm.Reg) {
	if f.Mode == ir.SubGroupAll {
		for half := f.Cluster / 2; half > 0; half /= 2 {
			f.combineAll(x, half)
		}
		return
	}
	for d := 1; d < f.Cluster; d *= 2 {
		f.scan(x, d)
	}
	if f.Mode == ir.SubGroupExclusive {
		f.shift(x)
	}
}

// combineAll combines each lane with the one at a distance that is a power of two.
func (f *LaneFold) combineAll(x []asm.Reg, distance int) {
	if step := distance / f.lanes(); step > 0 {
		for i := range x {
			if i&step == 0 {
				low, high := x[i], x[i+step]
				x[i] = f.Do(f.Op, f.Type, low, high)
				x[i+step] = x[i]
				if !f.Op.Info().Commutative {
					x[i+step] = f.Do(f.Op, f.Type, high, low)
				}
			}
		}
		return
	}
	done := map[asm.Reg]asm.Reg{}
	for i, r := range x {
		if _, ok := done[r]; !ok {
			done[r] = f.Do(f.Op, f.Type, r, f.exchanged(r, distance*int(f.Type.Bytes())))
		}
		x[i] = done[r]
	}
}

// exchanged has the pieces of a number of bytes exchanged in pairs.
func (f *LaneFold) exchanged(r asm.Reg, bytes int) asm.Reg {
	switch bytes {
	case 4:
		return f.immediate(asm.Vpshufd, r, 0xb1)
	case 8:
		return f.immediate(asm.Vpshufd, r, 0x4e)
	case 16:
		return f.immediate(asm.Vpermq, r, 0x4e)
	}
	return f.binaryImm(asm.Vshufi64x2, r, r, 0x4e)
}

// permuted takes each lane from another of the register.
func (f *LaneFold) permuted(r asm.Reg, from func(lane int) int) asm.Reg {
	words := int(f.Type.Bytes()) / 4
	return f.permuteWords(r, func(l int) int { return from(l/words)*words + l%words })
}

// choose is then in some lanes, and otherwise in the others.
func (f *LaneFold) choose(is func(lane int) bool, then, otherwise asm.Reg) asm.Reg {
	words, mask := int(f.Type.Bytes())/4, uint64(0)
	for l := range f.ISA.Lanes() {
		if is(l / words) {
			mask |= 1 << l
		}
	}
	return f.ChooseWords(mask, then, otherwise)
}

// scan combines the lanes of the upper half of each 2d lanes with the last of the lower half.
func (f *LaneFold) scan(x []asm.Reg, d int) {
	lanes := f.lanes()
	step := d / lanes
	for i, r := range x {
		switch {
		case step > 0 && i&step != 0:
			last := f.permuted(x[i&^(2*step-1)+step-1], func(int) int { return lanes - 1 })
			x[i] = f.Do(f.Op, f.Type, last, r)
		case step == 0 && f.zeroIsNeutral() && (d*int(f.Type.Bytes()) < 16 || f.ISA == asm.AVX2):
			x[i] = f.Do(f.Op, f.Type, f.beforeOrZero(r, d), r)
		case step == 0:
			before := f.permuted(r, func(l int) int { return l&^(2*d-1) + d - 1 })
			x[i] = f.choose(func(l int) bool { return l&d != 0 }, f.Do(f.Op, f.Type, before, r), r)
		}
	}
}

// zeroIsNeutral reports whether lanes stay what they are, bit for bit, when they are combined with zero.
func (f *LaneFold) zeroIsNeutral() bool {
	switch f.Op {
	case ir.OpAdd, ir.OpOr, ir.OpXor, ir.OpUMax:
		return true
	}
	return false
}

// beforeOrZero has in the lanes of the upper half of each 2d lanes the last of the lower half, and zeros in the others.
func (f *LaneFold) beforeOrZero(r asm.Reg, d int) asm.Reg {
	bytes := int(f.Type.Bytes())
	if d*bytes == 16 { // with AVX2, of the lower half
		last := f.immediate(asm.Vpshufd, r, map[int]int64{4: 0xff, 8: 0xee}[bytes])
		return f.binaryImm(asm.Vperm2i128, last, last, 0x08)
	}
	return f.Binary(asm.Vpshufb, r, f.byteTable(func(i int) byte {
		if l := i / bytes; l&d != 0 {
			return byte((l&^(2*d-1)+d-1)*bytes+i%bytes) & 15
		}
		return 0x80
	}))
}

// shift moves all lanes to the next, and neutral into the first of each cluster.
func (f *LaneFold) shift(x []asm.Reg) {
	lanes := f.lanes()
	before := make([]asm.Reg, len(x))
	for i, r := range x {
		before[i] = f.permuted(r, func(l int) int { return (l + lanes - 1) % lanes })
	}
	for i := range x {
		first := f.Neutral
		if i*lanes%f.Cluster != 0 {
			first = before[i-1]
		}
		x[i] = f.choose(func(l int) bool { return l%min(f.Cluster, lanes) == 0 }, first, before[i])
	}
}
