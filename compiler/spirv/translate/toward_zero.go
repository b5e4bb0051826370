package translate

import "heddle/compiler/ir"

// towardZero emits arithmetic that rounds toward zero, for kernels with the mode RoundingModeRTZ, out of operations
// that round to nearest. A result r that was rounded away from zero is one step too large: its bits, which grow with
// the magnitude, are decremented. It was if the rest, which is what the exact result has beyond r, has another sign
// than r. Rests are exact in a sum (Dekker's Fast2Sum), and have at least the right sign as what a fused multiplication
// and addition leaves, provided that it does not vanish; so small operands are scaled first. An infinity of finite
// operands has an infinite rest of the other sign, or a NaN where the infinity is right, so that overflow gives the
// largest float without further ado (Boldo and Muller, "Exact and approximated error of the FMA").
//
// The hardware's mode of rounding is not used: it is that of a whole thread, and what the code generator and the
// library make of other operations is right only when it is to nearest.
type towardZero struct {
	*ir.Builder
	floatFormat
}

// floatFormat describes a type of floats.
type floatFormat struct {
	float, bits ir.Type
	sign        uint64 // the bit of the sign
	infinity    uint64
	normal      uint64 // the smallest normal number
	one         uint64
	// Rests of operations whose product, quotient's first operand or root's operand is at least small do not vanish;
	// others are scaled by scale, or its square, and then neither vanish nor overflow.
	small, scale uint64
}

var floatFormats = map[ir.Type]floatFormat{
	ir.F32: {ir.F32, ir.I32, 1 << 31, 255 << 23, 1 << 23, 127 << 23, (127 - 100) << 23, (127 + 75) << 23},
	ir.F64: {ir.F64, ir.I64, 1 << 63, 2047 << 52, 1 << 52, 1023 << 52, (1023 - 900) << 52, (1023 + 540) << 52},
}

func (z towardZero) constant(bits uint64) ir.ValueID { return z.Const(z.float, bits) }

// bitsOf is a float as an integer.
func (z towardZero) bitsOf(v ir.ValueID) ir.ValueID { return z.Conv(ir.OpBitcast, z.bits, 0, v) }

// signedAs negates v if s is negative.
func (z towardZero) signedAs(v, s ir.ValueID) ir.ValueID {
	sign := z.Bin(ir.OpAnd, z.bitsOf(s), z.Const(z.bits, z.sign))
	return z.Conv(ir.OpBitcast, z.float, 0, z.Bin(ir.OpXor, z.bitsOf(v), sign))
}

// isBelow reports whether the magnitude of v is below a number.
func (z towardZero) isBelow(v ir.ValueID, bits uint64) ir.ValueID {
	return z.FCmp(ir.OLT, z.Un(ir.OpFAbs, v), z.constant(bits))
}

// step is r one step nearer to zero if the rest has another sign.
func (z towardZero) step(r, rest ir.ValueID) ir.ValueID {
	return z.stepIf(z.FCmp(ir.OLT, z.signedAs(rest, r), z.constant(0)), r)
}

func (z towardZero) stepIf(cond, r ir.ValueID) ir.ValueID {
	return z.Conv(ir.OpBitcast, z.float, 0, z.Bin(ir.OpSub, z.bitsOf(r), z.Conv(ir.OpZExt, z.bits, 0, cond)))
}

// scaleOf is the factor for operands: 1 unless the magnitude of v is small.
func (z towardZero) scaleOf(v ir.ValueID) ir.ValueID {
	return z.Select(z.isBelow(v, z.small), z.constant(z.scale), z.constant(z.one))
}

// sum is the sum rounded to nearest, and its rest.
func (z towardZero) sum(x, y ir.ValueID) (sum, rest ir.ValueID) {
	sum = z.Bin(ir.OpFAdd, x, y)
	isLarger := z.FCmp(ir.OGE, z.Un(ir.OpFAbs, x), z.Un(ir.OpFAbs, y))
	large, small := z.Select(isLarger, x, y), z.Select(isLarger, y, x)
	return sum, z.Bin(ir.OpFSub, small, z.Bin(ir.OpFSub, sum, large))
}

func (z towardZero) add(x, y ir.ValueID) ir.ValueID { return z.step(z.sum(x, y)) }

func (z towardZero) subtract(x, y ir.ValueID) ir.ValueID { return z.add(x, z.Un(ir.OpFNeg, y)) }

func (z towardZero) multiply(x, y ir.ValueID) ir.ValueID {
	p := z.Bin(ir.OpFMul, x, y)
	k := z.scaleOf(p)
	scaled := z.Bin(ir.OpFMul, z.Bin(ir.OpFMul, p, k), k)
	return z.step(p, z.FMA(z.Bin(ir.OpFMul, x, k), z.Bin(ir.OpFMul, y, k), z.Un(ir.OpFNeg, scaled)))
}

func (z towardZero) divide(x, y ir.ValueID) ir.ValueID {
	q := z.Bin(ir.OpFDiv, x, y)
	k := z.scaleOf(x)
	rest := z.FMA(z.Un(ir.OpFNeg, z.Bin(ir.OpFMul, q, k)), y, z.Bin(ir.OpFMul, x, k))
	return z.step(q, z.signedAs(rest, y))
}

func (z towardZero) root(x ir.ValueID) ir.ValueID {
	r := z.Un(ir.OpFSqrt, x)
	k := z.scaleOf(x)
	scaled := z.Bin(ir.OpFMul, r, k)
	return z.step(r, z.FMA(z.Un(ir.OpFNeg, scaled), scaled, z.Bin(ir.OpFMul, z.Bin(ir.OpFMul, x, k), k)))
}

// fused is x*y+w.
func (z towardZero) fused(x, y, w ir.ValueID) ir.ValueID {
	if z.float == ir.F32 {
		return z.fusedSingle(x, y, w)
	}
	return z.fusedDouble(x, y, w)
}

// fusedSingle adds in doubles, where the product is exact, and truncates twice.
func (z towardZero) fusedSingle(x, y, w ir.ValueID) ir.ValueID {
	wide := towardZero{z.Builder, floatFormats[ir.F64]}
	double := func(v ir.ValueID) ir.ValueID { return z.Conv(ir.OpFToF, ir.F64, 0, v) }
	sum := wide.add(z.Bin(ir.OpFMul, double(x), double(y)), double(w))
	return z.Conv(ir.OpFToF, ir.F32, ir.RoundZero, sum)
}

// fusedDouble computes with the mantissas of x and y, and w scaled alike, where nothing overflows or vanishes,
// truncates there, and again when it has scaled back. If w is far larger than the product, this only decides about one
// step; a w far smaller is taken for a larger one, for only its sign matters.
func (z towardZero) fusedDouble(x, y, w ir.ValueID) ir.ValueID {
	const far = (1023 + 200) << 52
	const near = (1023 - 200) << 52
	nearest := z.FMA(x, y, w)
	exponent := z.Bin(ir.OpFAdd, z.Un(ir.OpFGetExp, x), z.Un(ir.OpFGetExp, y))
	a, b := z.Un(ir.OpFGetMant, x), z.Un(ir.OpFGetMant, y)
	c := z.Bin(ir.OpFScale, w, z.Un(ir.OpFNeg, exponent))
	isTiny := z.Bin(ir.OpAnd, z.isBelow(c, near), z.FCmp(ir.UNE, w, z.constant(0)))
	c = z.Select(isTiny, z.Bin(ir.OpFCopySign, z.constant(near), w), c)
	isFar := z.FCmp(ir.OGT, z.Un(ir.OpFAbs, c), z.constant(far))
	product := z.Bin(ir.OpFMul, a, b)
	truncated := z.step(z.fusedWithRest(a, b, c, product))
	scaled := z.Bin(ir.OpFScale, truncated, exponent)
	back := z.Bin(ir.OpFScale, scaled, z.Un(ir.OpFNeg, exponent))
	isUp := z.FCmp(ir.OGT, z.Un(ir.OpFAbs, back), z.Un(ir.OpFAbs, truncated))
	result := z.Select(isFar, z.step(w, product), z.stepIf(isUp, scaled))
	isFinite := z.Bin(ir.OpAnd, z.isBelow(exponent, z.infinity), z.isBelow(w, z.infinity))
	isExact := z.FCmp(ir.OEQ, truncated, z.constant(0))
	use := z.Bin(ir.OpAnd, isFinite, z.Bin(ir.OpOr, isFar, z.Bin(ir.OpXor, isExact, z.Const(ir.I1, 1))))
	return z.Select(use, result, nearest)
}

// fusedWithRest is x*y+w to nearest, and its rest, or a number of its sign. The product is x*y to nearest.
func (z towardZero) fusedWithRest(x, y, w, product ir.ValueID) (fused, rest ir.ValueID) {
	fused = z.FMA(x, y, w)
	low := z.FMA(x, y, z.Un(ir.OpFNeg, product))
	lowSum, lowRest := z.sum(w, low)
	sum, sumRest := z.sum(product, lowSum)
	return fused, z.Bin(ir.OpFAdd, z.Bin(ir.OpFAdd, z.Bin(ir.OpFSub, sum, fused), sumRest), lowRest)
}

// flushed is zero, with the sign of v, if v is denormal: below the smallest normal number.
func (z towardZero) flushed(v ir.ValueID, normal uint64) ir.ValueID {
	zero := z.Bin(ir.OpAnd, z.bitsOf(v), z.Const(z.bits, z.sign))
	return z.Select(z.isBelow(v, normal), z.Conv(ir.OpBitcast, z.float, 0, zero), v)
}
