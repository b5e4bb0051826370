package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Masks of a part. A mask holds the truth of all lanes; a part of a 64-bit type holds half of the lanes. The mask of a
// part is, on AVX-512, a k register whose low bits are the lanes of the part (other bits do not matter); on AVX2, a
// vector of lanes as wide as the type's, all ones or zeros.

// newMask is a fresh register for a mask.
func (v *vec) newMask() asm.Reg { return v.fn.NewReg(v.maskClass()) }

// splitMask gives the masks of the parts of a type.
func (v *vec) splitMask(t ir.Type, mask asm.Reg) []asm.Reg {
	if t.Bits() != 64 {
		return []asm.Reg{mask}
	}
	if v.isa == AVX512 {
		high := v.newMask()
		v.emit(asm.Inst{Op: asm.Kshiftrw, Dst: high, B: mask, Imm: 8})
		return []asm.Reg{mask, high}
	}
	return []asm.Reg{v.unary(asm.Vpmovsxdq, mask), v.unary(asm.Vpmovsxdq, v.highHalf(mask))}
}

// joinMask makes one mask of those of the parts.
func (v *vec) joinMask(parts []asm.Reg) asm.Reg {
	switch {
	case len(parts) == 1:
		return parts[0]
	case v.isa == AVX512:
		return v.maskBinary(asm.Kunpckbw, parts[1], parts[0])
	}
	return v.lowDwords(parts[0], parts[1])
}

// maskBinary is an operation on two k registers.
func (v *vec) maskBinary(op asm.Op, a, b asm.Reg) asm.Reg {
	t := v.newMask()
	v.emit(asm.Inst{Op: op, Dst: t, A: a, B: b})
	return t
}

// maskAnd and the others combine masks of whole values or of parts.
func (v *vec) maskAnd(a, b asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.maskBinary(asm.Kandw, a, b)
	}
	return v.and(a, b)
}

func (v *vec) maskOr(a, b asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.maskBinary(asm.Korw, a, b)
	}
	return v.or(a, b)
}

func (v *vec) maskXor(a, b asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.maskBinary(asm.Kxorw, a, b)
	}
	return v.xor(a, b)
}

// maskAndNot is ^a & b.
func (v *vec) maskAndNot(a, b asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.maskBinary(asm.Kandnw, a, b)
	}
	return v.andNot(a, b)
}

func (v *vec) maskNot(a asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		t := v.newMask()
		v.emit(asm.Inst{Op: asm.Knotw, Dst: t, B: a})
		return t
	}
	return v.xor(a, v.const32(^uint32(0)))
}

// choose is, in one part, then where the mask is set and otherwise.
func (v *vec) choose(t ir.Type, mask, then, otherwise asm.Reg) asm.Reg {
	r := v.temp()
	in := asm.Inst{Len: v.isa.length(), Dst: r, A: otherwise, B: then}
	if v.isa == AVX512 {
		in.Op, in.Mask = typed(t, asm.Vpblendmd, asm.Vpblendmq), mask
	} else {
		in.Op, in.C = typed(t, asm.Vblendvps, asm.Vblendvpd), mask
	}
	v.emit(in)
	return r
}

// keep is, in one part, x where the mask is set and zero elsewhere.
func (v *vec) keep(t ir.Type, mask, x asm.Reg) asm.Reg {
	if v.isa == AVX2 {
		return v.and(mask, x)
	}
	r := v.temp()
	op := typed(t, asm.Vmovdqa32, asm.Vmovdqa64)
	v.emit(asm.Inst{Op: op, Len: v.isa.length(), Dst: r, B: x, Mask: mask, Zero: true})
	return r
}

// negative is the mask of a part's lanes whose highest bit is set.
func (v *vec) negative(t ir.Type, x asm.Reg) asm.Reg {
	if v.isa == AVX2 {
		return v.signs(t, x)
	}
	r := v.newMask()
	v.emit(asm.Inst{Op: typed(t, asm.Vpmovd2m, asm.Vpmovq2m), Len: v.isa.length(), Dst: r, B: x})
	return r
}

// chooseBySign is then in lanes where x is negative, and otherwise.
func (v *vec) chooseBySign(t ir.Type, x, then, otherwise asm.Reg) asm.Reg {
	if v.isa == AVX2 { // blends look at the sign only
		v.markSigns(x)
		return v.choose(t, x, then, otherwise)
	}
	return v.choose(t, v.negative(t, x), then, otherwise)
}

// highHalf is the upper half of a register, as the lower half of another.
func (v *vec) highHalf(x asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.immediate(asm.Vextracti64x4, x, 1)
	}
	return v.immediate(asm.Vextracti128, x, 1)
}

// joinHalves makes a register of the lower halves of two.
func (v *vec) joinHalves(low, high asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.binaryImm(asm.Vinserti64x4, low, high, 1)
	}
	return v.binaryImm(asm.Vinserti128, low, high, 1)
}

// lowDwords are the low 32 bits of the 64-bit lanes of two registers.
func (v *vec) lowDwords(low, high asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.update(asm.Vpermt2d, low, v.table(evenDwords()), high, 0)
	}
	return v.immediate(asm.Vpermq, v.binaryImm(asm.Vshufps, low, high, 0x88), 0xd8)
}

// evenDwords is the index table that takes the even 32-bit lanes of two registers of 64 bytes.
func evenDwords() []byte {
	table := make([]byte, 64)
	for i := range 16 {
		table[4*i] = byte(2 * i)
	}
	return table
}
