package vec

import (
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Division by constants: a product whose upper half is the quotient, as the constant's reciprocal is known to so many
// bits that the error never reaches the next whole number (T. Granlund and P. L. Montgomery, "Division by invariant
// integers using multiplication", PLDI 1994). Types below 32 bits are divided as numbers of 32.

// quotientKey is a division by a constant.
type quotientKey struct {
	typ     ir.Type
	a       asm.Reg
	divisor uint64
	signed  bool
}

// quotient is where the last instruction of a division stands, and what it is; its result may have got another name since.
type quotient struct {
	at   int
	made asm.Inst
}

// quotientBy is divideByConstant, or what it gave in the same straight code before: who wants a remainder mostly wants the
// quotient too.
func (v *Writer) quotientBy(k quotientKey) asm.Reg {
	if q, ok := v.quotients[k]; ok && q.at < len(v.Fn.Insts) {
		now := v.Fn.Insts[q.at]
		if r := now.Dst; now == q.madeAs(r) {
			return r
		}
	}
	r := v.divideByConstant(k.typ, k.a, k.divisor, k.signed)
	if last := len(v.Fn.Insts) - 1; last >= 0 && v.Fn.Insts[last].Dst == r && v.Fn.Insts[last].Mask == asm.NoReg {
		if v.quotients == nil {
			v.quotients = map[quotientKey]quotient{}
		}
		v.quotients[k] = quotient{last, v.Fn.Insts[last]}
	}
	return r
}

// madeAs is the instruction with the result in a register.
func (q quotient) madeAs(r asm.Reg) asm.Inst {
	in := q.made
	in.Dst = r
	return in
}

// divideByConstant is the quotient by a constant that is not zero, in lanes of t, I32 or I64; a is extended to those.
func (v *Writer) divideByConstant(t ir.Type, a asm.Reg, divisor uint64, signed bool) asm.Reg {
	if !signed {
		return v.divideUnsignedBy(t, a, divisor)
	}
	width := t.Bits()
	value := int64(divisor<<(64-width)) >> (64 - width)
	magnitude := uint64(value)
	if value < 0 {
		magnitude = -magnitude & t.Mask()
	}
	quotient := v.divideSignedBy(t, a, magnitude)
	if value < 0 {
		return v.Sub(t, v.Number(t, 0), quotient)
	}
	return quotient
}

// divideUnsignedBy multiplies by m = 2^(w+s)/d rounded up, where 2^s <= d < 2^(s+1). If that is too inexact, a reciprocal
// of one more bit is right; its highest bit is added separately.
func (v *Writer) divideUnsignedBy(t ir.Type, a asm.Reg, d uint64) asm.Reg {
	shift := uint(bits.Len64(d)) - 1
	if d == 1<<shift {
		return v.shiftBy(Operation{Op: ir.OpLShr, Type: t}, a, shift)
	}
	quotient, rest := powerQuotient(t, shift, d)
	if d-rest <= 1<<shift {
		product := v.Do(ir.OpMulHiU, t, a, v.Number(t, int64(quotient+1)))
		return v.ShiftRight(t, product, shift)
	}
	// 2^(w+s+1)/d is 2^w + m, where m is twice the quotient and the bit that follows, without the bit above.
	m := 2*quotient + 1
	if rest >= d-rest {
		m++
	}
	product := v.Do(ir.OpMulHiU, t, a, v.Number(t, int64(m)))
	half := v.ShiftRight(t, v.Sub(t, a, product), 1)
	return v.ShiftRight(t, v.Add(t, half, product), shift)
}

// powerQuotient is 2^(w+shift) divided by d, which is larger than 2^shift.
func powerQuotient(t ir.Type, shift uint, d uint64) (quotient, rest uint64) {
	if t.Bits() == 64 {
		return bits.Div64(1<<shift, 0, d)
	}
	power := uint64(1) << (32 + shift)
	return power / d, power % d
}

// divideSignedBy divides by d > 0, rounding toward zero.
func (v *Writer) divideSignedBy(t ir.Type, a asm.Reg, d uint64) asm.Reg {
	width := t.Bits()
	shift := uint(bits.Len64(d)) - 1
	if d == 1 {
		return a
	}
	sign := v.Signs(t, a)
	if d == 1<<shift { // negative numbers are rounded up when d-1 is added before
		bias := v.ShiftRight(t, sign, width-shift)
		return v.ShiftArithmetic(t, v.Add(t, a, bias), shift)
	}
	quotient, _ := powerQuotient(t, shift, d) // the multiplier less 1, in [2^(w-1), 2^w), and thus negative
	product := v.Do(ir.OpMulHiS, t, a, v.Number(t, int64(quotient+1)))
	return v.Sub(t, v.ShiftArithmetic(t, v.Add(t, a, product), shift), sign)
}
