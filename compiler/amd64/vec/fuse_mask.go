package vec

import (
	"sync"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Fusing with masks.

// compares are the comparisons into mask registers; bit 2 inverts the predicate.
var compares = map[asm.Op]bool{asm.Vpcmpd: true, asm.Vpcmpud: true, asm.Vpcmpq: true, asm.Vpcmpuq: true,
	asm.VcmppsK: true, asm.VcmppdK: true}

// maskCompare turns a comparison and an "and" into one comparison under a mask. If the comparison is under a mask
// already, that of another comparison made just before, the new mask goes to that one.
func (f *fuser) maskCompare(i int, in *asm.Inst) {
	if in.A == in.B {
		return
	}
	for _, pair := range [...][2]asm.Reg{{in.A, in.B}, {in.B, in.A}} {
		made := f.only(pair[0])
		if made < 0 || !compares[f.fn.Insts[made].Op] {
			continue
		}
		compare, first := f.fn.Insts[made], f.before[made]
		switch {
		// ^a & b: only a can be the comparison, with the opposite predicate, and its own mask would be negated, too.
		case in.Op == asm.Kandnw && (pair[0] != in.A || compare.Mask != asm.NoReg):
			continue
		case in.Op == asm.Kandnw:
			compare.Imm ^= 4
			compare.Mask = pair[1]
		case compare.Mask == asm.NoReg:
			compare.Mask = pair[1]
		// The comparison's mask is that of another comparison, which stands before it and may have no mask yet.
		case len(first) == 0 || first[0].Mask != asm.NoReg || !compares[first[0].Op]:
			continue
		default:
			first[0].Mask = pair[1]
		}
		compare.Dst = in.Dst
		f.moveTo(i, made)
		if compare.Mask != pair[1] {
			f.sinkCompare(i, pair[1])
		}
		*in = compare
		return
	}
}

// moveTo removes an instruction and inserts it, with those inserted before it, before instruction i.
func (f *fuser) moveTo(i, made int) {
	f.before[i] = append(f.before[i], f.before[made]...)
	delete(f.before, made)
	f.kill(made)
}

// sinkCompares moves comparisons to just before the only reader of their results.
func (f *fuser) sinkCompares(i int) {
	in := &f.fn.Insts[i]
	for _, r := range [...]asm.Reg{in.Mask, in.A, in.B} {
		if r >= asm.FirstVirtual && f.fn.ClassOf(r) == asm.Mask {
			f.sinkCompare(i, r)
		}
	}
}

// sinkCompare puts the comparison that makes a mask before everything that is inserted before instruction i.
func (f *fuser) sinkCompare(i int, mask asm.Reg) {
	made := f.only(mask)
	if made < 0 || !compares[f.fn.Insts[made].Op] && f.fn.Insts[made].Op != asm.Vfpclassps {
		return
	}
	first := append(f.before[made], f.fn.Insts[made])
	f.before[i] = append(first, f.before[i]...)
	delete(f.before, made)
	f.kill(made)
}

// maskable are operations on elements of 32 and of 64 bits that take a write mask and do not read their result
// register.
var maskable = sync.OnceValue(func() [2]map[asm.Op]bool {
	return [2]map[asm.Op]bool{
		setOf(asm.Vaddps, asm.Vsubps, asm.Vmulps, asm.Vdivps, asm.Vminps, asm.Vmaxps, asm.Vsqrtps, asm.Vpaddd,
			asm.Vpsubd, asm.Vpmulld, asm.Vpandd, asm.Vpandnd, asm.Vpord, asm.Vpxord, asm.Vpminsd, asm.Vpmaxsd,
			asm.Vpminud, asm.Vpmaxud, asm.Vpslld, asm.Vpsrld, asm.Vpsrad, asm.Vpsllvd, asm.Vpsrlvd, asm.Vpsravd,
			asm.Vprold, asm.Vprolvd,
			asm.Vcvtdq2ps, asm.Vcvtudq2ps, asm.Vcvttps2dq, asm.Vcvttps2udq, asm.Vrndscaleps),
		setOf(asm.Vaddpd, asm.Vsubpd, asm.Vmulpd, asm.Vdivpd, asm.Vminpd, asm.Vmaxpd, asm.Vsqrtpd, asm.Vpaddq,
			asm.Vpsubq, asm.Vpmullq, asm.Vpandq, asm.Vpandnq, asm.Vporq, asm.Vpxorq, asm.Vpminsq, asm.Vpmaxsq,
			asm.Vpminuq, asm.Vpmaxuq, asm.Vpsllq, asm.Vpsrlq, asm.Vpsraq, asm.Vpsllvq, asm.Vpsrlvq, asm.Vpsravq,
			asm.Vprolq, asm.Vprolvq, asm.Vpmuludq, asm.Vcvtqq2pd, asm.Vcvtuqq2pd, asm.Vrndscalepd),
	}
})

func setOf(ops ...asm.Op) map[asm.Op]bool {
	set := map[asm.Op]bool{}
	for _, op := range ops {
		set[op] = true
	}
	return set
}

// maskableOnly is the instruction that alone makes a register for a single reader, if it can take a mask for elements
// as wide as those of the reader; else -1.
func (f *fuser) maskableOnly(r asm.Reg, isWide bool) int {
	made := f.only(r)
	if made < 0 {
		return -1
	}
	in := &f.fn.Insts[made]
	index := 0
	if isWide {
		index = 1
	}
	if in.Mask != asm.NoReg || in.Len != asm.L512 || !maskable()[index][in.Op] {
		return -1
	}
	return made
}

// mergeInto makes an operation write the lanes of a register that a masked move would have written.
func (f *fuser) mergeInto(i int, in *asm.Inst) {
	if in.Mask == asm.NoReg || in.Zero || in.HasMem || in.Dst < asm.FirstVirtual {
		return
	}
	made := f.maskableOnly(in.B, in.Op == asm.Vmovdqa64)
	if made < 0 {
		f.mergeSum(i, in)
		return
	}
	merged := f.fn.Insts[made]
	merged.Dst, merged.Mask = in.Dst, in.Mask
	f.kill(made)
	*in = merged
}

// blendInto makes an operation write into a copy of the register whose lanes a blend would have kept. Mostly that
// register is not read again, and the copy disappears.
func (f *fuser) blendInto(i int, in *asm.Inst) {
	if in.Mask == asm.NoReg || in.Zero || in.HasMem || in.A == in.B || in.A == in.Dst || f.chooseExtreme(in) {
		return
	}
	made := f.maskableOnly(in.B, in.Op == asm.Vpblendmq)
	if made < 0 || f.fn.Insts[made].A == in.Dst || f.fn.Insts[made].B == in.Dst {
		return
	}
	merged := f.fn.Insts[made]
	f.before[i] = []asm.Inst{{Op: asm.MoveV, Len: in.Len, Dst: in.Dst, B: in.A, Pos: in.Pos}}
	merged.Dst, merged.Mask = in.Dst, in.Mask
	f.kill(made)
	*in = merged
}

// extremes are the minimum and maximum of f32 and of f64.
var extremes = [2][2]asm.Op{{asm.Vminps, asm.Vmaxps}, {asm.Vminpd, asm.Vmaxpd}}

// chooseExtreme replaces a comparison of two numbers and the selection of one by a minimum or maximum. For x < y, vmin
// is "x < y ? x : y" and vmax(y, x) is "y > x ? y : x", zeros and NaNs included.
func (f *fuser) chooseExtreme(in *asm.Inst) bool {
	made := f.only(in.Mask)
	if made < 0 {
		return false
	}
	compare, wide := f.fn.Insts[made], 0
	if in.Op == asm.Vpblendmq {
		wide = 1
	}
	isFloat := compare.Op == [2]asm.Op{asm.VcmppsK, asm.VcmppdK}[wide] && compare.Mask == asm.NoReg
	isLess, isGreater := compare.Imm == floatPredicates[ir.OLT], compare.Imm == floatPredicates[ir.OGT]
	if !isFloat || !isLess && !isGreater {
		return false
	}
	extreme := 0 // of the chosen operand
	switch {
	case in.B == compare.A && in.A == compare.B:
	case in.B == compare.B && in.A == compare.A:
		extreme = 1
	default:
		return false
	}
	if isGreater {
		extreme = 1 - extreme
	}
	f.kill(made)
	*in = asm.Inst{Op: extremes[wide][extreme], Len: in.Len, Dst: in.Dst, A: in.B, B: in.A, Pos: in.Pos}
	return true
}
