package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Masks of a part. A mask holds the truth of all lanes; a part of a 64-bit type holds half of the lanes. On AVX-512 the
// mask of a part is a k register whose low bits are the lanes of the part (other bits may be anything). On AVX2 it is a
// vector of lanes as wide as the type's, all ones or zeros.

// newMask is a fresh register for a mask.
func (v *Writer) newMask() asm.Reg { return v.Fn.NewReg(v.MaskClass()) }

// splitMask returns the masks of the parts of a type.
func (v *Writer) splitMask(t ir.Type, mask asm.Reg) []asm.Reg {
	if t.Bits() != 64 {
		return []asm.Reg{mask}
	}
	if v.ISA == asm.AVX512 {
		high := v.newMask()
		v.Emit(asm.Inst{Op: asm.Kshiftrw, Dst: high, B: mask, Imm: 8})
		return []asm.Reg{mask, high}
	}
	return []asm.Reg{v.unary(asm.Vpmovsxdq, mask), v.unary(asm.Vpmovsxdq, v.highHalf(mask))}
}

// joinMask makes one mask from those of the parts.
func (v *Writer) joinMask(parts []asm.Reg) asm.Reg {
	switch {
	case len(parts) == 1:
		return parts[0]
	case v.ISA == asm.AVX512:
		return v.maskBinary(asm.Kunpckbw, parts[1], parts[0])
	}
	return v.LowDwords(parts[0], parts[1])
}

// maskBinary is an operation on two k registers.
func (v *Writer) maskBinary(op asm.Op, a, b asm.Reg) asm.Reg {
	t := v.newMask()
	v.Emit(asm.Inst{Op: op, Dst: t, A: a, B: b})
	return t
}

// maskAnd, maskOr and the others combine masks of whole values or of parts.
func (v *Writer) maskAnd(a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.maskBinary(asm.Kandw, a, b)
	}
	return v.And(a, b)
}

func (v *Writer) maskOr(a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.maskBinary(asm.Korw, a, b)
	}
	return v.Or(a, b)
}

func (v *Writer) maskXor(a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.maskBinary(asm.Kxorw, a, b)
	}
	return v.Xor(a, b)
}

// maskAndNot is ^a & b.
func (v *Writer) maskAndNot(a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.maskBinary(asm.Kandnw, a, b)
	}
	return v.AndNot(a, b)
}

func (v *Writer) maskNot(a asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		t := v.newMask()
		v.Emit(asm.Inst{Op: asm.Knotw, Dst: t, B: a})
		return t
	}
	return v.Xor(a, v.Const32(^uint32(0)))
}

// Choose is, in one part, then in the lanes of the mask and otherwise in the others.
func (v *Writer) Choose(t ir.Type, mask, then, otherwise asm.Reg) asm.Reg {
	r := v.Temp()
	in := asm.Inst{Len: asm.Whole(v.ISA), Dst: r, A: otherwise, B: then}
	if v.ISA == asm.AVX512 {
		in.Op, in.Mask = typed(t, asm.Vpblendmd, asm.Vpblendmq), mask
	} else {
		in.Op, in.C = typed(t, asm.Vblendvps, asm.Vblendvpd), mask
	}
	v.Emit(in)
	return r
}

// keep is, in one part, x in the lanes of the mask and zero in the others.
func (v *Writer) keep(t ir.Type, mask, x asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 {
		return v.And(mask, x)
	}
	r := v.Temp()
	op := typed(t, asm.Vmovdqa32, asm.Vmovdqa64)
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: r, B: x, Mask: mask, Zero: true})
	return r
}

// negative is the mask of a part's lanes whose highest bit is set.
func (v *Writer) negative(t ir.Type, x asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 {
		return v.Signs(t, x)
	}
	r := v.newMask()
	v.Emit(asm.Inst{Op: typed(t, asm.Vpmovd2m, asm.Vpmovq2m), Len: asm.Whole(v.ISA), Dst: r, B: x})
	return r
}

// ChooseBySign is then in lanes where x is negative, and otherwise in the others.
func (v *Writer) ChooseBySign(t ir.Type, x, then, otherwise asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 { // blends test only the sign
		v.markSigns(x)
		return v.Choose(t, x, then, otherwise)
	}
	return v.Choose(t, v.negative(t, x), then, otherwise)
}

// highHalf is the upper half of a register, as the lower half of another.
func (v *Writer) highHalf(x asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.immediate(asm.Vextracti64x4, x, 1)
	}
	return v.immediate(asm.Vextracti128, x, 1)
}

// joinHalves makes a register of the lower halves of two.
func (v *Writer) joinHalves(low, high asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.binaryImm(asm.Vinserti64x4, low, high, 1)
	}
	return v.binaryImm(asm.Vinserti128, low, high, 1)
}

// LowDwords are the low 32 bits of the 64-bit lanes of two registers.
func (v *Writer) LowDwords(low, high asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.update(asm.Vpermt2d, low, v.Table(evenDwords()), high, 0)
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
