package vec

import (
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Division by constants: the quotient is the upper half of a product with the reciprocal, which is known to enough bits
// that the error never reaches the next whole number (T. Granlund and P. L. Montgomery, "Division by invariant integers
// using multiplication", PLDI 1994). Types below 32 bits are divided as numbers of 32.

// quotientKey is a division by a constant, or by a Reciprocal.
type quotientKey struct {
	typ     ir.Type
	a       asm.Reg
	divisor uint64
	signed  bool
	bound   uint64

	by      asm.Reg // Inverse
	isRest  bool
	isSmall bool
}

// quotient is the place of the last instruction of a division, and the instruction; its result may have been renamed
// since.
type quotient struct {
	at   int
	made asm.Inst
}

// once returns the quotient that was computed before in the same straight code, or computes it: code with a remainder
// mostly has the quotient, too.
func (v *Writer) once(k quotientKey, divide func() asm.Reg) asm.Reg {
	if q, ok := v.quotients[k]; ok && q.at < len(v.Fn.Insts) {
		now := v.Fn.Insts[q.at]
		if r := now.Dst; now == q.madeAs(r) {
			return r
		}
	}
	r := divide()
	if last := len(v.Fn.Insts) - 1; last >= 0 && v.Fn.Insts[last].Dst == r && v.Fn.Insts[last].Mask == asm.NoReg {
		if v.quotients == nil {
			v.quotients = map[quotientKey]quotient{}
		}
		v.quotients[k] = quotient{last, v.Fn.Insts[last]}
	}
	return r
}

// madeAs is the instruction with its result in another register.
func (q quotient) madeAs(r asm.Reg) asm.Inst {
	in := q.made
	in.Dst = r
	return in
}

// divideByConstant is the quotient by a constant that is not zero, in lanes of I32 or I64, to which a is extended.
func (v *Writer) divideByConstant(q quotientKey) asm.Reg {
	t, a, divisor := q.typ, q.a, q.divisor
	if q.bound > 0 {
		return v.divideBounded(t, a, divisor, q.bound)
	}
	if !q.signed {
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

// divideBounded divides numbers up to a bound by a product of words, or of 32 bits, if a factor of that width is exact
// enough for them.
func (v *Writer) divideBounded(t ir.Type, a asm.Reg, d, bound uint64) asm.Reg {
	if d > bound {
		return v.Number(t, 0)
	}
	if d&(d-1) == 0 {
		return v.shiftBy(Operation{Op: ir.OpLShr, Type: t}, a, uint(bits.TrailingZeros64(d)))
	}
	m, shift, ok := reciprocalUpTo(d, bound, 16)
	if ok && t == ir.I32 {
		return v.shiftDown(t, v.Binary(asm.Vpmulhuw, a, v.Const32(uint32(m))), shift)
	}
	m, shift, ok = reciprocalUpTo(d, bound, 32)
	switch {
	case ok && t == ir.I32:
		return v.shiftDown(t, v.Do(ir.OpMulHiU, t, a, v.Number(t, int64(m))), shift)
	case ok:
		return v.ShiftRight(t, v.Binary(asm.Vpmuludq, a, v.Const64(m)), 32+shift)
	}
	return v.divideUnsignedBy(t, a, d)
}

func (v *Writer) shiftDown(t ir.Type, x asm.Reg, n uint) asm.Reg {
	if n == 0 {
		return x
	}
	return v.ShiftRight(t, x, n)
}

// reciprocalUpTo is a factor m of the given width with which x*m >> (width + shift) is x/d for all x up to a bound: m
// is 2^(width+shift)/d rounded up, and the excess of m*d must not add up to one.
func reciprocalUpTo(d, bound uint64, width uint) (m uint64, shift uint, ok bool) {
	if bound >= 1<<width {
		return 0, 0, false
	}
	for shift = range width {
		power := uint64(1) << (width + shift)
		m = (power-1)/d + 1
		if m < 1<<width && (m*d-power)*bound < power {
			return m, shift, true
		}
	}
	return 0, 0, false
}

// divideUnsignedBy multiplies by m = 2^(w+s)/d rounded up, where 2^s <= d < 2^(s+1). If that is too inexact, a
// reciprocal of one more bit is right; its highest bit is added separately.
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
