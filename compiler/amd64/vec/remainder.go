package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// C's fmod, by long division.
//
// A step subtracts q*y from the rest r, where q is the rounded quotient r/y, truncated to a whole number. With one
// fused operation that is exact: the new rest is a multiple of y's last bit, and of q's last bit times that, and
// smaller than one unit of q's last bit times y, so that it fits. It may be negative if r/y was rounded up. Each step
// reduces the rest by a factor of about 2^52, until it is smaller than y; then y is added to a negative one. f32 is
// widened, so that quotients stay finite. If an f64 quotient would be infinite, the divisor is a multiple of y by a
// power of two.
//
// All NaNs of the result are the one of package numeric.

func setRemainderRules() {
	wholeRules[ir.OpFRem] = floatRemainder
}

func floatRemainder(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	results := make([]asm.Reg, len(x[0]))
	if o.Type == ir.F64 {
		for i := range results {
			results[i] = v.remainder64(x[0][i], x[1][i])
		}
		return results
	}
	wideX, wideY := v.widenFloat(x[0][0]), v.widenFloat(x[1][0])
	parts := make([]asm.Reg, len(wideX))
	for i := range parts {
		rest, divisor := v.absolute(ir.F64, wideX[i]), v.absolute(ir.F64, wideY[i])
		rest = v.reduce(rest, divisor, v.plainQuotient)
		parts[i] = v.finishRemainder(wideX[i], wideY[i], rest)
	}
	return []asm.Reg{v.narrowFloat(parts)}
}

func (v *Writer) remainder64(x, y asm.Reg) asm.Reg {
	rest := v.reduce(v.absolute(ir.F64, x), v.absolute(ir.F64, y), v.scaledQuotient)
	return v.finishRemainder(x, y, rest)
}

// quotientFunc returns a quotient and its divisor.
type quotientFunc func(rest, divisor asm.Reg) (quotient, used asm.Reg)

func (v *Writer) plainQuotient(rest, divisor asm.Reg) (quotient, used asm.Reg) {
	return v.Do(ir.OpFDiv, ir.F64, rest, divisor), divisor
}

// scaledQuotient multiplies the divisor by 2^700, and once more, if the quotient is infinite.
func (v *Writer) scaledQuotient(rest, divisor asm.Reg) (quotient, used asm.Reg) {
	quotient, used = v.plainQuotient(rest, divisor)
	for range 2 {
		tooLarge := v.compareFloat(ir.OEQ, ir.F64, v.absolute(ir.F64, quotient), v.infinity(ir.F64))
		larger := v.Do(ir.OpFMul, ir.F64, used, v.Const64((1023+700)<<52))
		used = v.Choose(ir.F64, tooLarge, larger, used)
		quotient = v.Do(ir.OpFDiv, ir.F64, rest, used)
	}
	return quotient, used
}

// reduce loops until no lane's rest is as large as the divisor.
func (v *Writer) reduce(rest, divisor asm.Reg, divide quotientFunc) asm.Reg {
	current := v.Temp()
	v.Op2(asm.MoveV, current, rest)
	again := v.Fn.NewLabel()
	v.Emit(asm.Inst{Op: asm.Label, Label: again})
	quotient, used := divide(current, divisor)
	whole := v.Do(ir.OpFTrunc, ir.F64, quotient)
	next := v.fusedSubtract(ir.F64, whole, used, current)
	v.Op2(asm.MoveV, current, next)
	large := v.compareFloat(ir.OGE, ir.F64, v.absolute(ir.F64, next), divisor)
	v.jumpIfAny(large, again)
	return current
}

// jumpIfAny jumps if a lane of a part's mask of 64-bit lanes is set.
func (v *Writer) jumpIfAny(mask asm.Reg, label int32) {
	if v.ISA == asm.AVX512 {
		v.Emit(asm.Inst{Op: asm.Kortestb, A: mask, B: mask})
	} else {
		v.Emit(asm.Inst{Op: asm.Vptest, Len: asm.Whole(v.ISA), A: mask, B: mask})
	}
	v.Emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: label})
}

// finishRemainder makes a rest positive, gives it the sign of x, and puts NaNs where there is no remainder. The
// remainder of a finite number by an infinity is the number; there the loop multiplied zero by infinity.
func (v *Writer) finishRemainder(x, y, rest asm.Reg) asm.Reg {
	t := ir.F64
	divisor := v.absolute(t, y)
	negative := v.compareFloat(ir.OLT, t, rest, v.Const64(0))
	rest = v.Choose(t, negative, v.Do(ir.OpFAdd, t, rest, divisor), rest)
	smaller := v.compareFloat(ir.OLT, t, v.absolute(t, x), divisor)
	rest = v.Choose(t, smaller, x, rest)
	signed := v.Do(ir.OpFCopySign, t, rest, x)
	lost := v.compareFloat(ir.UNO, t, rest, y)
	return v.Choose(t, lost, v.Const64(0x7ff8000000000001), signed)
}
