package vec

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Integer division by floating-point division, which vectors have.
//
// Up to 32 bits the truncated quotient of the converted numbers is exact. A true quotient that is not whole is at least
// 1/y below the next whole number n, that is 1/(n*y) of it, about 2^-w for numbers of w bits; a float division errs by
// less than 2^-24 (for w = 16) or 2^-53 (for w = 32).
//
// For 64 bits everything is rounded so that the estimate is never too large: x down, y up, 1/y down. It is then too
// small by less than 2^15 (2^-49 of the quotient) and one. The remainder is exact, since no multiple of y above x was
// subtracted; it is divided in the same way, after which at most one is missing. Without rounding by instruction
// (AVX2), numbers are multiplied by slightly more or less than one.
//
// A division by zero gives zero, and so does its remainder.

func setDivideRules() {
	for _, op := range []ir.Op{ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem} {
		partRules[op] = divide
	}
}

func divide(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	signed := o.Op == ir.OpSDiv || o.Op == ir.OpSRem
	remainder := o.Op == ir.OpSRem || o.Op == ir.OpURem
	a, b := x[0], x[1]
	if signed {
		a, b = v.signExtend(o.Type, a), v.signExtend(o.Type, b)
	}
	if divisor, ok := v.constantIn(b); ok {
		q := quotientKey{typ: laneType(o.Type), a: a, divisor: divisor, signed: signed, bound: o.Bound}
		if o.Type.Bits() < 32 && !signed {
			q.bound = o.Type.Mask()
		}
		return v.ZeroExtend(o.Type, v.divideConstant(q, remainder))
	}
	notZero := v.CompareInt(ir.NE, laneType(o.Type), x[1], v.Number(o.Type, 0))
	var result asm.Reg
	switch {
	case o.Type == ir.I64 && signed:
		result = v.divideLongSigned(a, b, remainder)
	case o.Type == ir.I64:
		result = v.divideLong(a, b, remainder)
	default:
		result = v.divideShort(o.Type, a, b, signed)
		if remainder {
			result = v.Sub(ir.I32, a, v.Do(ir.OpMul, ir.I32, result, b))
		}
	}
	return v.keep(o.Type, notZero, v.ZeroExtend(o.Type, result))
}

// divideConstant is the quotient or remainder by a constant.
func (v *Writer) divideConstant(q quotientKey, remainder bool) asm.Reg {
	if q.divisor == 0 {
		return v.Number(q.typ, 0)
	}
	quotient := v.once(q, func() asm.Reg { return v.divideByConstant(q) })
	if !remainder {
		return quotient
	}
	return v.Sub(q.typ, q.a, v.timesConstant(q, quotient))
}

// timesConstant is the product of a quotient and its divisor, which is at most the dividend.
func (v *Writer) timesConstant(q quotientKey, quotient asm.Reg) asm.Reg {
	divisor := v.Number(q.typ, int64(q.divisor))
	isBounded := q.bound > 0 && q.divisor <= q.bound
	switch {
	case isBounded && q.typ == ir.I32 && q.bound <= math.MaxUint16:
		return v.Binary(asm.Vpmullw, quotient, divisor)
	case isBounded && q.typ == ir.I64 && q.bound <= math.MaxUint32:
		return v.Binary(asm.Vpmuludq, quotient, divisor)
	}
	return v.Do(ir.OpMul, q.typ, quotient, divisor)
}

// divideShort is the quotient of up to 32 bits, in lanes of 32.
func (v *Writer) divideShort(t ir.Type, a, b asm.Reg, signed bool) asm.Reg {
	if t.Bits() < 32 {
		quotient := v.Do(ir.OpFDiv, ir.F32, v.unary(asm.Vcvtdq2ps, a), v.unary(asm.Vcvtdq2ps, b))
		return v.unary(asm.Vcvttps2dq, quotient)
	}
	integer := Operation{Op: ir.OpUToF, Type: ir.F64, From: ir.I32}
	back := Operation{Op: ir.OpFToU, Type: ir.I32, From: ir.F64}
	if signed {
		integer.Op, back.Op = ir.OpSToF, ir.OpFToS
	}
	wideA := v.Results(integer, [3][]asm.Reg{{a}})
	wideB := v.Results(integer, [3][]asm.Reg{{b}})
	quotients := make([]asm.Reg, len(wideA))
	for i := range quotients {
		quotients[i] = v.Do(ir.OpFDiv, ir.F64, wideA[i], wideB[i])
	}
	return v.Results(back, [3][]asm.Reg{quotients})[0]
}

// divideLongSigned divides the magnitudes.
func (v *Writer) divideLongSigned(a, b asm.Reg, remainder bool) asm.Reg {
	signA, signB := v.Signs(ir.I64, a), v.Signs(ir.I64, b)
	result := v.divideLong(v.NegateWhere(ir.I64, a, signA), v.NegateWhere(ir.I64, b, signB), remainder)
	if remainder {
		return v.NegateWhere(ir.I64, result, signA)
	}
	return v.NegateWhere(ir.I64, result, v.Xor(signA, signB))
}

// divideLong is the quotient or the remainder of unsigned numbers of 64 bits.
func (v *Writer) divideLong(a, b asm.Reg, remainder bool) asm.Reg {
	reciprocal := v.reciprocalBelow(b)
	first := v.estimateQuotient(a, reciprocal)
	rest := v.Sub(ir.I64, a, v.Do(ir.OpMul, ir.I64, first, b))
	second := v.estimateQuotient(rest, reciprocal)
	rest = v.Sub(ir.I64, rest, v.Do(ir.OpMul, ir.I64, second, b))
	more := v.CompareInt(ir.UGE, ir.I64, rest, b)
	if remainder {
		return v.Sub(ir.I64, rest, v.keep(ir.I64, more, b))
	}
	quotient := v.Add(ir.I64, first, second)
	return v.Add(ir.I64, quotient, v.keep(ir.I64, more, v.Const64(1)))
}

// reciprocalBelow is 1/b as an f64 that is not too large.
func (v *Writer) reciprocalBelow(b asm.Reg) asm.Reg {
	one := v.one(ir.F64)
	if v.ISA == asm.AVX512 {
		return v.binaryRounded(asm.Vdivpd, one, v.rounded(asm.Vcvtuqq2pd, b, asm.RoundUp), asm.RoundZero)
	}
	above := v.Do(ir.OpFMul, ir.F64, v.unsignedToDouble(b), v.Const64(0x3ff0000000000002)) // 1 + 2^-51
	return v.Do(ir.OpFDiv, ir.F64, v.belowOne(), above)
}

// belowOne is 1 - 2^-51.
func (v *Writer) belowOne() asm.Reg { return v.Const64(0x3feffffffffffffc) }

// estimateQuotient is a*reciprocal as an integer that is not too large.
func (v *Writer) estimateQuotient(a, reciprocal asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		wide := v.rounded(asm.Vcvtuqq2pd, a, asm.RoundZero)
		return v.unary(asm.Vcvttpd2uqq, v.binaryRounded(asm.Vmulpd, wide, reciprocal, asm.RoundZero))
	}
	below := v.Do(ir.OpFMul, ir.F64, v.unsignedToDouble(a), v.belowOne())
	quotient := v.Do(ir.OpFTrunc, ir.F64, v.Do(ir.OpFMul, ir.F64, below, reciprocal))
	return v.wholeToLong(quotient)
}
