package vec

import (
	"math"
	"math/bits"
	"slices"

	"heddle/compiler/amd64/asm"
)

// Fusing on AVX2, where masks are vectors:
//
//   - A negated comparison is the opposite one. AVX2 has no opposite of == and > on integers, except for one constant
//     operand. Then the readers of the negation read its operand: an "and" becomes an "and not", a selection has its
//     sides exchanged.
//   - A selection of zero or something is an "and". (A blend takes three micro-operations on many machines.)
//   - A sum under a mask adds zero in the other lanes.
//   - A byte in the middle of a word, which is shifted down and masked, is moved by a table: one of three ports cannot
//     shift.
//   - A selection by a bit that is compared with zero is one by the sign, once the bit is shifted there.

// vectorMask tries the rules of an operation.
func (f *fuser) vectorMask(i int, in *asm.Inst) {
	if in.HasMem || in.Dst < asm.FirstVirtual {
		return
	}
	switch in.Op {
	case asm.Vpxor:
		f.invertVector(in, in.A, in.B)
	case asm.Vpandn:
		f.invertVector(in, in.A, in.B)
		if in.Op == asm.Vpandn { // and not the comparison that it may have become
			f.negatedFactor(in)
		}
	case asm.Vpand:
		f.negatedFactor(in)
		f.takeByte(in)
	case asm.Vblendvps, asm.Vblendvpd:
		f.negatedChoice(in)
		f.chooseByBit(i, in)
		f.chooseZero(in)
		f.addInto(i, in)
	case asm.Vpaddd, asm.Vpsubd:
		f.wordProduct(i, in)
	}
}

// takeByte replaces x >> 8 & 255 and x >> 16 & 255 by one shuffle.
func (f *fuser) takeByte(in *asm.Inst) {
	for _, pair := range [...][2]asm.Reg{{in.A, in.B}, {in.B, in.A}} {
		if in.Op != asm.Vpand {
			return
		}
		shifted, cut := pair[0], pair[1]
		bits, ok := f.vec.dwordIn(cut)
		made := f.only(shifted)
		if !ok || bits != 255 || made < 0 || len(f.before[made]) > 0 {
			continue
		}
		shift := f.fn.Insts[made]
		if shift.Op != asm.Vpsrld || shift.A != asm.NoReg || shift.Imm != 8 && shift.Imm != 16 {
			continue
		}
		f.kill(made)
		f.reads[cut-asm.FirstVirtual]--
		*in = asm.Inst{Op: asm.Vpshufb, Len: in.Len, Dst: in.Dst, A: shift.B, B: f.byteTable(int(shift.Imm / 8)),
			Pos: in.Pos}
	}
}

// byteTable is a register with the table for vpshufb that extracts one byte of each word, made at the entry.
func (f *fuser) byteTable(n int) asm.Reg {
	table := make([]byte, f.vec.ISA.VectorBytes())
	for i := range table {
		table[i] = 0x80 // zero
		if i%4 == 0 {
			table[i] = byte(i%16 + n)
		}
	}
	return f.noted(f.vec.Table(table))
}

// isOnes reports whether a register holds ones in all bits.
func (f *fuser) isOnes(r asm.Reg) bool {
	c, ok := f.vec.Held[r]
	return ok && c.table == "" && c.bits == ^uint64(0)>>(64-8*c.width)
}

// holdsZero reports whether a register holds zeros only.
func (f *fuser) holdsZero(r asm.Reg) bool {
	bits, ok := f.vec.constantIn(r)
	return ok && bits == 0
}

// invertVector replaces a comparison whose result is only negated by the opposite one.
func (f *fuser) invertVector(in *asm.Inst, mask, ones asm.Reg) {
	made := f.only(mask)
	if made < 0 || !f.isOnes(ones) || len(f.before[made]) > 0 {
		return
	}
	compare := f.fn.Insts[made]
	switch compare.Op {
	case asm.Vcmpps, asm.Vcmppd:
		compare.Imm ^= 4
	case asm.Vpcmpgtd:
		if !f.invertGreater(&compare) {
			return
		}
	default:
		return
	}
	compare.Dst = in.Dst
	f.kill(made)
	*in = compare
}

// invertGreater replaces not x > c by c+1 > x, and not c > x by x > c-1.
func (f *fuser) invertGreater(in *asm.Inst) bool {
	if c, ok := f.vec.dwordIn(in.B); ok && int32(c) != math.MaxInt32 {
		f.reads[in.B-asm.FirstVirtual]--
		in.A, in.B = f.constant(c+1), in.A
		return true
	}
	if c, ok := f.vec.dwordIn(in.A); ok && int32(c) != math.MinInt32 {
		f.reads[in.A-asm.FirstVirtual]--
		in.A, in.B = in.B, f.constant(c-1)
		return true
	}
	return false
}

// constant is a register with a constant. Like all constants it is made at the entry, perhaps later.
func (f *fuser) constant(bits uint32) asm.Reg {
	return f.noted(f.vec.Const32(bits))
}

// noted records a read of a register that may be new, and is written at the entry.
func (f *fuser) noted(r asm.Reg) asm.Reg {
	for len(f.reads) < len(f.fn.Classes) {
		f.reads, f.writes, f.last = append(f.reads, 0), append(f.writes, 1), append(f.last, 0)
	}
	f.reads[r-asm.FirstVirtual]++
	return r
}

// placeConstants puts constants made by fusing at the beginning of the function.
func (f *fuser) placeConstants(made []asm.Inst) {
	at := 0
	if len(f.fn.Insts) > 0 && f.fn.Insts[0].Op == asm.Entry {
		at = 1
	}
	f.fn.Insts = slices.Insert(f.fn.Insts, at, made...)
}

// negated is the register of which another is the negation, made in this block, if it is unchanged.
func (f *fuser) negated(r asm.Reg) (asm.Reg, bool) {
	made := f.madeHere(r)
	if made < 0 {
		return asm.NoReg, false
	}
	in := &f.fn.Insts[made]
	if in.Op != asm.Vpxor && in.Op != asm.Vpandn || !f.isOnes(in.B) {
		return asm.NoReg, false
	}
	return in.A, true
}

// replaceRead records that an instruction reads another register now. The definition of the first is removed if it has
// no other reader.
func (f *fuser) replaceRead(from, to asm.Reg) {
	f.reads[to-asm.FirstVirtual]++
	f.dropRead(from)
}

// dropRead records that a register made in this block, without effects, has one reader less.
func (f *fuser) dropRead(r asm.Reg) {
	f.reads[r-asm.FirstVirtual]--
	made := int(f.last[r-asm.FirstVirtual]) - 1
	if f.reads[r-asm.FirstVirtual] > 0 || made < f.start || f.writes[r-asm.FirstVirtual] != 1 {
		return
	}
	in := f.fn.Insts[made]
	f.kill(made)
	for _, x := range [...]asm.Reg{in.A, in.B, in.C} {
		if x >= asm.FirstVirtual {
			f.reads[x-asm.FirstVirtual]--
		}
	}
}

// negatedFactor replaces "and" with a negation by "and not", and the other way round.
func (f *fuser) negatedFactor(in *asm.Inst) {
	if in.A == in.B {
		return
	}
	if not, ok := f.negated(in.A); ok {
		from := in.A
		in.Op, in.A = asm.Vpand+asm.Vpandn-in.Op, not
		f.replaceRead(from, not)
		return
	}
	if not, ok := f.negated(in.B); ok && in.Op == asm.Vpand {
		from := in.B
		in.Op, in.A, in.B = asm.Vpandn, not, in.A
		f.replaceRead(from, not)
	}
}

// negatedChoice exchanges the sides of a selection by a negation.
func (f *fuser) negatedChoice(in *asm.Inst) {
	if not, ok := f.negated(in.C); ok {
		from := in.C
		in.A, in.B, in.C = in.B, in.A, not
		f.replaceRead(from, not)
	}
}

// isMask reports whether the selector of a blend is a mask, and not only has the signs of one.
func (f *fuser) isMask(r asm.Reg) bool { return !f.vec.signsOnly[r] }

// chooseZero replaces a selection with zero on one side by an "and".
func (f *fuser) chooseZero(in *asm.Inst) {
	if !f.isMask(in.C) {
		return
	}
	switch {
	case f.holdsZero(in.A):
		f.reads[in.A-asm.FirstVirtual]--
		in.Op, in.A, in.C = asm.Vpand, in.C, asm.NoReg
	case f.holdsZero(in.B):
		f.reads[in.B-asm.FirstVirtual]--
		in.Op, in.A, in.B, in.C = asm.Vpandn, in.C, in.A, asm.NoReg
	}
}

// addInto replaces a blend of x and x + y, or of x and x - y, by the sum of x and a masked y. All ones under a mask are
// the mask, and to add one is to subtract that.
func (f *fuser) addInto(i int, in *asm.Inst) {
	if in.Op != asm.Vblendvps || !f.isMask(in.C) {
		return
	}
	made := f.only(in.B)
	if made < 0 || len(f.before[made]) > 0 {
		return
	}
	sum, x, mask := f.fn.Insts[made], in.A, in.C
	y := sum.B
	switch {
	case sum.Op != asm.Vpaddd && sum.Op != asm.Vpsubd || sum.Dst == x:
		return
	case sum.A == x:
	case sum.B == x && sum.Op == asm.Vpaddd:
		y = sum.A
	default:
		return
	}
	f.kill(made)
	if one, ok := f.vec.dwordIn(y); ok && (one == 1 || one == math.MaxUint32) { // a masked 1 or -1 is -mask or mask
		f.reads[y-asm.FirstVirtual]--
		if one == 1 {
			sum.Op = asm.Vpaddd + asm.Vpsubd - sum.Op
		}
		y = mask
	} else {
		masked := f.scratch()
		f.before[i] = append(f.before[i], asm.Inst{Op: asm.Vpand, Len: in.Len, Dst: masked, A: mask, B: y, Pos: in.Pos})
		y = masked
	}
	*in = asm.Inst{Op: sum.Op, Len: in.Len, Dst: in.Dst, A: x, B: y, Pos: in.Pos}
}

// scratch is a fresh vector register with one writer and one reader.
func (f *fuser) scratch() asm.Reg {
	r := f.vec.Temp()
	f.reads, f.writes, f.last = append(f.reads, 1), append(f.writes, 1), append(f.last, 0)
	return r
}

// chooseByBit makes a selection test a bit of x itself instead of its comparison with zero.
func (f *fuser) chooseByBit(i int, in *asm.Inst) {
	if in.Op != asm.Vblendvps {
		return
	}
	compared := f.only(in.C)
	if compared < 0 || f.fn.Insts[compared].Op != asm.Vpcmpeqd {
		return
	}
	compare := f.fn.Insts[compared]
	picked := f.only(compare.A)
	hasInserted := picked >= 0 && len(f.before[compared])+len(f.before[picked]) > 0
	if picked < 0 || f.fn.Insts[picked].Op != asm.Vpand || !f.holdsZero(compare.B) || hasInserted {
		return
	}
	and := f.fn.Insts[picked]
	mask, ok := f.vec.dwordIn(and.B)
	if !ok || bits.OnesCount32(mask) != 1 {
		return
	}
	f.kill(picked)
	f.kill(compared)
	f.reads[compare.B-asm.FirstVirtual]--
	f.reads[and.B-asm.FirstVirtual]--
	sign := and.A
	if up := bits.LeadingZeros32(mask); up > 0 {
		sign = f.scratch()
		f.before[i] = append(f.before[i], asm.Inst{Op: asm.Vpslld, Len: in.Len, Dst: sign, B: and.A, Imm: int64(up),
			Pos: in.Pos})
	}
	f.vec.markSigns(sign)
	in.A, in.B, in.C = in.B, in.A, sign
}
