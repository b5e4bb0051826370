package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Integer division by floating-point division, which vectors have.
//
// Up to 32 bits the quotient of the converted numbers, cut to a whole number, is exact: a true quotient that is not whole
// is at least 1/y below the next whole number n, that is 1/(n*y) of it, about 2^-w for numbers of w bits; and a float
// division errs by less than 2^-24 (for w = 16) or 2^-53 (for w = 32).
//
// For 64 bits everything is rounded so that the estimate never is too large: x down, y up, 1/y down. It is then too
// small by less than 2^15 (2^-49 of the quotient) and one; the remainder, an exact number since no multiple of y beyond
// x was taken away, is divided in the same way, which leaves at most one to be corrected. Where there is no rounding by
// instruction (AVX2), numbers are multiplied by a little more or less than one.
//
// A division by zero gives zero, and so does its remainder.

func setDivideRules() {
	for _, op := range []ir.Op{ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem} {
		partRules[op] = divide
	}
}

func divide(v *vec, o operation, x [3]asm.Reg) asm.Reg {
	signed := o.Op == ir.OpSDiv || o.Op == ir.OpSRem
	remainder := o.Op == ir.OpSRem || o.Op == ir.OpURem
	a, b := x[0], x[1]
	if signed {
		a, b = v.signExtend(o.Type, a), v.signExtend(o.Type, b)
	}
	if divisor, ok := v.constantIn(b); ok {
		return v.zeroExtend(o.Type, v.divideConstant(laneType(o.Type), a, divisor, signed, remainder))
	}
	notZero := v.compareInt(ir.NE, laneType(o.Type), x[1], v.number(o.Type, 0))
	var result asm.Reg
	switch {
	case o.Type == ir.I64 && signed:
		result = v.divideLongSigned(a, b, remainder)
	case o.Type == ir.I64:
		result = v.divideLong(a, b, remainder)
	default:
		result = v.divideShort(o.Type, a, b, signed)
		if remainder {
			result = v.sub(ir.I32, a, v.do(ir.OpMul, ir.I32, result, b))
		}
	}
	return v.keep(o.Type, notZero, v.zeroExtend(o.Type, result))
}

// divideConstant is the quotient or remainder by a constant, in lanes of t.
func (v *vec) divideConstant(t ir.Type, a asm.Reg, divisor uint64, signed, remainder bool) asm.Reg {
	if divisor == 0 {
		return v.number(t, 0)
	}
	quotient := v.divideByConstant(t, a, divisor, signed)
	if !remainder {
		return quotient
	}
	return v.sub(t, a, v.do(ir.OpMul, t, quotient, v.number(t, int64(divisor))))
}

// divideShort is the quotient of up to 32 bits, in lanes of 32.
func (v *vec) divideShort(t ir.Type, a, b asm.Reg, signed bool) asm.Reg {
	if t.Bits() < 32 {
		quotient := v.do(ir.OpFDiv, ir.F32, v.unary(asm.Vcvtdq2ps, a), v.unary(asm.Vcvtdq2ps, b))
		return v.unary(asm.Vcvttps2dq, quotient)
	}
	integer := operation{Op: ir.OpUToF, Type: ir.F64, From: ir.I32}
	back := operation{Op: ir.OpFToU, Type: ir.I32, From: ir.F64}
	if signed {
		integer.Op, back.Op = ir.OpSToF, ir.OpFToS
	}
	wideA := v.results(integer, [3][]asm.Reg{{a}})
	wideB := v.results(integer, [3][]asm.Reg{{b}})
	quotients := make([]asm.Reg, len(wideA))
	for i := range quotients {
		quotients[i] = v.do(ir.OpFDiv, ir.F64, wideA[i], wideB[i])
	}
	return v.results(back, [3][]asm.Reg{quotients})[0]
}

// divideLongSigned divides the magnitudes.
func (v *vec) divideLongSigned(a, b asm.Reg, remainder bool) asm.Reg {
	signA, signB := v.signs(ir.I64, a), v.signs(ir.I64, b)
	result := v.divideLong(v.negateBy(a, signA), v.negateBy(b, signB), remainder)
	if remainder {
		return v.negateBy(result, signA)
	}
	return v.negateBy(result, v.xor(signA, signB))
}

// negateBy negates 64-bit lanes where sign is all ones.
func (v *vec) negateBy(x, sign asm.Reg) asm.Reg { return v.sub(ir.I64, v.xor(x, sign), sign) }

// divideLong is the quotient or the remainder of unsigned numbers of 64 bits.
func (v *vec) divideLong(a, b asm.Reg, remainder bool) asm.Reg {
	reciprocal := v.reciprocalBelow(b)
	first := v.estimateQuotient(a, reciprocal)
	rest := v.sub(ir.I64, a, v.do(ir.OpMul, ir.I64, first, b))
	second := v.estimateQuotient(rest, reciprocal)
	rest = v.sub(ir.I64, rest, v.do(ir.OpMul, ir.I64, second, b))
	more := v.compareInt(ir.UGE, ir.I64, rest, b)
	if remainder {
		return v.sub(ir.I64, rest, v.keep(ir.I64, more, b))
	}
	quotient := v.add(ir.I64, first, second)
	return v.add(ir.I64, quotient, v.keep(ir.I64, more, v.const64(1)))
}

// reciprocalBelow is 1/b as an f64 that is not too large.
func (v *vec) reciprocalBelow(b asm.Reg) asm.Reg {
	one := v.one(ir.F64)
	if v.isa == AVX512 {
		return v.binaryRounded(asm.Vdivpd, one, v.rounded(asm.Vcvtuqq2pd, b, asm.RoundUp), asm.RoundZero)
	}
	above := v.do(ir.OpFMul, ir.F64, v.unsignedToDouble(b), v.const64(0x3ff0000000000002)) // 1 + 2^-51
	return v.do(ir.OpFDiv, ir.F64, v.belowOne(), above)
}

// belowOne is 1 - 2^-51.
func (v *vec) belowOne() asm.Reg { return v.const64(0x3feffffffffffffc) }

// estimateQuotient is a*reciprocal as an integer that is not too large.
func (v *vec) estimateQuotient(a, reciprocal asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		wide := v.rounded(asm.Vcvtuqq2pd, a, asm.RoundZero)
		return v.unary(asm.Vcvttpd2uqq, v.binaryRounded(asm.Vmulpd, wide, reciprocal, asm.RoundZero))
	}
	below := v.do(ir.OpFMul, ir.F64, v.unsignedToDouble(a), v.belowOne())
	quotient := v.do(ir.OpFTrunc, ir.F64, v.do(ir.OpFMul, ir.F64, below, reciprocal))
	return v.wholeToLong(quotient)
}
