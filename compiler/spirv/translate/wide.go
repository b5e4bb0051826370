package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// Integers of more than 64 bits (compiler/spirv/integers.go) are computed in two words.

// wide is a value of two words.
type wide struct{ low, high ir.ValueID }

func (w wide) list() []ir.ValueID { return []ir.ValueID{w.low, w.high} }

// upper is the type of the upper word of a wide type: the bits above 64.
func upper(t *spirv.Type) *spirv.Type { return &spirv.Type{Kind: spirv.Int, Bits: t.Bits - 64} }

// wideLowerings are the instructions that differ for wide integers, as operands or results.
var wideLowerings = map[spirv.Opcode]lowering{
	spirv.OpIAdd: wideBinary((*emitter).wideAdd), spirv.OpISub: wideBinary((*emitter).wideSub),
	spirv.OpIMul: wideBinary((*emitter).wideMul), spirv.OpUDiv: wideDivision(false, true),
	spirv.OpUMod: wideDivision(false, false), spirv.OpSDiv: wideDivision(true, true),
	spirv.OpSRem: wideDivision(true, false), spirv.OpSMod: (*emitter).wideModulo,
	spirv.OpSNegate: func(e *emitter) []ir.ValueID { return e.wideNegate(e.words(0)).list() },

	spirv.OpShiftLeftLogical: wideShift(ir.OpShl), spirv.OpShiftRightLogical: wideShift(ir.OpLShr),
	spirv.OpShiftRightArithmetic: wideShift(ir.OpAShr),
	spirv.OpBitwiseAnd:           intBinary(ir.OpAnd), spirv.OpBitCount: (*emitter).wideBitCount,

	spirv.OpIEqual: wideCompare(ir.EQ), spirv.OpINotEqual: wideCompare(ir.NE),
	spirv.OpULessThan: wideCompare(ir.ULT), spirv.OpUGreaterThan: wideCompare(ir.UGT),
	spirv.OpULessThanEqual: wideCompare(ir.ULE), spirv.OpUGreaterThanEqual: wideCompare(ir.UGE),
	spirv.OpSLessThan: wideCompare(ir.SLT), spirv.OpSGreaterThan: wideCompare(ir.SGT),
	spirv.OpSLessThanEqual: wideCompare(ir.SLE), spirv.OpSGreaterThanEqual: wideCompare(ir.SGE),

	spirv.OpUConvert: wideResize(false), spirv.OpSConvert: wideResize(true),
	spirv.OpConvertUToF: wideToFloat(false), spirv.OpConvertSToF: wideToFloat(true),
	spirv.OpConvertFToU: floatToWide(false), spirv.OpConvertFToS: floatToWide(true),

	spirv.OpExtInst: (*emitter).wideFunction,
}

// lowering is that of the current instruction.
func (e *emitter) lowering() lowering {
	if special := wideLowerings[e.in.Op]; special != nil {
		if t := e.ValueType(e.in.Result); t != nil && t.IsWide() {
			return special
		}
		if t := e.typ(0); t != nil && t.IsWide() { // the operand of a comparison or conversion
			return special
		}
	}
	return lowerings()[e.in.Op]
}

// words is an operand of two words.
func (e *emitter) words(n int) wide {
	v := e.value(n)
	return wide{v[0], v[1]}
}

func (e *emitter) word(v uint64) ir.ValueID { return e.Const(ir.I64, v) }

func wideBinary(do func(e *emitter, x, y wide) wide) lowering {
	return func(e *emitter) []ir.ValueID { return do(e, e.words(0), e.words(1)).list() }
}

func (e *emitter) wideAdd(x, y wide) wide {
	low := e.Bin(ir.OpAdd, x.low, y.low)
	carry := e.Conv(ir.OpZExt, ir.I64, 0, e.ICmp(ir.ULT, low, x.low))
	return wide{low, e.Bin(ir.OpAdd, e.Bin(ir.OpAdd, x.high, y.high), carry)}
}

func (e *emitter) wideSub(x, y wide) wide {
	borrow := e.Conv(ir.OpZExt, ir.I64, 0, e.ICmp(ir.ULT, x.low, y.low))
	return wide{e.Bin(ir.OpSub, x.low, y.low), e.Bin(ir.OpSub, e.Bin(ir.OpSub, x.high, y.high), borrow)}
}

func (e *emitter) wideNegate(x wide) wide { return e.wideSub(wide{e.word(0), e.word(0)}, x) }

func (e *emitter) wideMul(x, y wide) wide {
	crossed := e.Bin(ir.OpAdd, e.Bin(ir.OpMul, x.low, y.high), e.Bin(ir.OpMul, x.high, y.low))
	return wide{e.Bin(ir.OpMul, x.low, y.low), e.Bin(ir.OpAdd, e.Bin(ir.OpMulHiU, x.low, y.low), crossed)}
}

func (e *emitter) wideSelect(c ir.ValueID, x, y wide) wide {
	return wide{e.Select(c, x.low, y.low), e.Select(c, x.high, y.high)}
}

// wideLess compares without signs.
func (e *emitter) wideLess(x, y wide) ir.ValueID { return e.wideOrder(ir.ULT, x, y) }

// wideOrder compares the upper words, and where they are the same the lower ones.
func (e *emitter) wideOrder(pred ir.ICmpPred, x, y wide) ir.ValueID {
	unsigned := pred
	switch pred {
	case ir.SLT:
		unsigned = ir.ULT
	case ir.SLE:
		unsigned = ir.ULE
	case ir.SGT:
		unsigned = ir.UGT
	case ir.SGE:
		unsigned = ir.UGE
	}
	same := e.ICmp(ir.EQ, x.high, y.high)
	return e.Select(same, e.ICmp(unsigned, x.low, y.low), e.ICmp(pred, x.high, y.high))
}

func wideCompare(pred ir.ICmpPred) lowering {
	return func(e *emitter) []ir.ValueID {
		x, y := e.words(0), e.words(1)
		if pred != ir.EQ && pred != ir.NE {
			return []ir.ValueID{e.wideOrder(pred, x, y)}
		}
		differ := e.Bin(ir.OpOr, e.Bin(ir.OpXor, x.low, y.low), e.Bin(ir.OpXor, x.high, y.high))
		return []ir.ValueID{e.ICmp(pred, differ, e.word(0))}
	}
}

// wideShift shifts by a number of any width.
func wideShift(op ir.Op) lowering {
	return func(e *emitter) []ir.ValueID {
		return e.wideShifted(op, e.words(0), e.resize(e.scalar(1), ir.I64, false)).list()
	}
}

// wideShifted shifts within words by n modulo 64, and by a word more where n has the bit of 64. What comes from the
// other word is shifted twice, because n may be 0.
func (e *emitter) wideShifted(op ir.Op, x wide, n ir.ValueID) wide {
	few := e.Bin(ir.OpAnd, n, e.word(63))
	rest := e.Bin(ir.OpXor, few, e.word(63))
	whole := e.ICmp(ir.NE, e.Bin(ir.OpAnd, n, e.word(64)), e.word(0))
	if op == ir.OpShl {
		carried := e.Bin(ir.OpLShr, e.Bin(ir.OpLShr, x.low, e.word(1)), rest)
		low := e.Bin(ir.OpShl, x.low, few)
		high := e.Bin(ir.OpOr, e.Bin(ir.OpShl, x.high, few), carried)
		return e.wideSelect(whole, wide{e.word(0), low}, wide{low, high})
	}
	carried := e.Bin(ir.OpShl, e.Bin(ir.OpShl, x.high, e.word(1)), rest)
	high := e.Bin(op, x.high, few)
	filled := e.word(0)
	if op == ir.OpAShr {
		filled = e.Bin(ir.OpAShr, x.high, e.word(63))
	}
	low := e.Bin(ir.OpOr, e.Bin(ir.OpLShr, x.low, few), carried)
	return e.wideSelect(whole, wide{high, filled}, wide{low, high})
}

// wideBitCount counts the bits of a value of any width; the result may be wide, too, or not.
func (e *emitter) wideBitCount() []ir.ValueID {
	n := e.word(0)
	for _, v := range e.value(0) {
		n = e.Bin(ir.OpAdd, n, e.Un(ir.OpPopCount, e.resize(v, ir.I64, false)))
	}
	if e.result().IsWide() {
		return []ir.ValueID{n, e.word(0)}
	}
	return []ir.ValueID{e.resize(n, e.register(e.result()), false)}
}

// isNegative reports whether a wide integer whose sign is extended is below zero.
func (e *emitter) isNegative(x wide) ir.ValueID { return e.ICmp(ir.SLT, x.high, e.word(0)) }

// magnitude is the absolute value, and whether the value was negative.
func (e *emitter) magnitude(x wide) (wide, ir.ValueID) {
	negative := e.isNegative(x)
	return e.wideSelect(negative, e.wideNegate(x), x), negative
}

// wideDivision is a quotient or a remainder, whose sign is that of the dividend.
func wideDivision(signed, quotient bool) lowering {
	return func(e *emitter) []ir.ValueID {
		x, y := e.words(0), e.words(1)
		if !signed {
			q, r := e.divide(x, y)
			return pick(quotient, q, r).list()
		}
		return e.divideSigned(x, y, quotient).list()
	}
}

func pick(first bool, x, y wide) wide {
	if first {
		return x
	}
	return y
}

func (e *emitter) divideSigned(x, y wide, quotient bool) wide {
	a, negative := e.magnitude(x)
	b, other := e.magnitude(y)
	q, r := e.divide(a, b)
	if !quotient {
		return e.wideSelect(negative, e.wideNegate(r), r)
	}
	return e.wideSelect(e.Bin(ir.OpXor, negative, other), e.wideNegate(q), q)
}

// wideModulo has the sign of the divisor.
func (e *emitter) wideModulo() []ir.ValueID {
	x, y := e.words(0), e.words(1)
	r := e.divideSigned(x, y, false)
	isZero := e.ICmp(ir.EQ, e.Bin(ir.OpOr, r.low, r.high), e.word(0))
	differ := e.Bin(ir.OpXor, e.isNegative(r), e.isNegative(y))
	moved := e.Select(isZero, e.Const(ir.I1, 0), differ)
	return e.wideSelect(moved, e.wideAdd(r, y), r).list()
}

// divide is the quotient and the remainder. A divisor of one word divides the upper word, and the rest of that with the
// lower one. One of two words is moved until its upper word is full; the half of the dividend over that word, moved
// back, is the quotient or one more, so that one less is taken and then corrected (Warren, "Hacker's Delight", 9-5).
// Both divide two words by one, which is there once. A division by zero gives what it gives.
func (e *emitter) divide(x, y wide) (quotient, remainder wide) {
	zero, one := e.word(0), e.word(1)
	isShort := e.ICmp(ir.EQ, y.high, zero)
	up := e.Bin(ir.OpAnd, e.Un(ir.OpClz, y.high), e.word(63))
	first := e.Bin(ir.OpUDiv, x.high, y.low)
	left := e.Bin(ir.OpSub, x.high, e.Bin(ir.OpMul, first, y.low))
	dividend := e.wideSelect(isShort, wide{x.low, left}, e.wideShifted(ir.OpLShr, x, one))
	divisor := e.Select(isShort, y.low, e.wideShifted(ir.OpShl, y, up).high)
	q := e.divideByWord(dividend, divisor)
	long := e.Bin(ir.OpLShr, q, e.Bin(ir.OpSub, e.word(63), up))
	long = e.Bin(ir.OpSub, long, e.Conv(ir.OpZExt, ir.I64, 0, e.ICmp(ir.NE, long, zero)))
	quotient = e.wideSelect(isShort, wide{q, first}, wide{long, zero})
	remainder = e.wideSub(x, e.wideMul(quotient, y))
	isLess := e.Bin(ir.OpXor, e.wideLess(remainder, y), e.Const(ir.I1, 1))
	more := wide{e.Conv(ir.OpZExt, ir.I64, 0, isLess), zero}
	return e.wideAdd(quotient, more), e.wideSelect(isLess, e.wideSub(remainder, y), remainder)
}

// divideByWord is the quotient of two words by one that is above the upper of them, in two digits of 32 bits (Knuth,
// "The Art of Computer Programming", 4.3.1, algorithm D).
func (e *emitter) divideByWord(x wide, y ir.ValueID) ir.ValueID {
	up := e.Bin(ir.OpAnd, e.Un(ir.OpClz, y), e.word(63))
	y = e.Bin(ir.OpShl, y, up)
	x = e.wideShifted(ir.OpShl, x, up)
	high, rest := e.digit(x.high, e.upperHalf(x.low), y)
	low, _ := e.digit(rest, e.lowerHalf(x.low), y)
	return e.Bin(ir.OpOr, e.Bin(ir.OpShl, high, e.word(32)), low)
}

func (e *emitter) upperHalf(v ir.ValueID) ir.ValueID { return e.Bin(ir.OpLShr, v, e.word(32)) }
func (e *emitter) lowerHalf(v ir.ValueID) ir.ValueID { return e.Bin(ir.OpAnd, v, e.word(1<<32-1)) }

// digit divides x and 32 bits behind it by y, whose highest bit is set and which is above x: the estimate by the upper
// half of y is at most two too large.
func (e *emitter) digit(x, next, y ir.ValueID) (digit, rest ir.ValueID) {
	half, upper, lower := e.word(32), e.upperHalf(y), e.lowerHalf(y)
	q := e.Bin(ir.OpUDiv, x, upper)
	r := e.Bin(ir.OpSub, x, e.Bin(ir.OpMul, q, upper))
	for range 2 {
		isDigit := e.ICmp(ir.EQ, e.upperHalf(q), e.word(0))
		canCompare := e.ICmp(ir.EQ, e.upperHalf(r), e.word(0))
		beyond := e.Bin(ir.OpOr, e.Bin(ir.OpShl, r, half), next)
		isMore := e.ICmp(ir.UGT, e.Bin(ir.OpMul, q, lower), beyond)
		isMore = e.Bin(ir.OpOr, isMore, e.Bin(ir.OpXor, isDigit, e.Const(ir.I1, 1)))
		isMore = e.Bin(ir.OpAnd, isMore, canCompare)
		q = e.Bin(ir.OpSub, q, e.Conv(ir.OpZExt, ir.I64, 0, isMore))
		r = e.Select(isMore, e.Bin(ir.OpAdd, r, upper), r)
	}
	whole := e.Bin(ir.OpOr, e.Bin(ir.OpShl, x, half), next)
	return q, e.Bin(ir.OpSub, whole, e.Bin(ir.OpMul, q, y))
}

// wideResize changes the width of an integer, from or to two words.
func wideResize(signed bool) lowering {
	return func(e *emitter) []ir.ValueID {
		values := e.value(0)
		if !e.result().IsWide() {
			return []ir.ValueID{e.resize(values[0], e.register(e.result()), false)}
		}
		if len(values) == 2 {
			return values
		}
		low := e.resize(values[0], ir.I64, signed)
		if signed {
			return []ir.ValueID{low, e.Bin(ir.OpAShr, low, e.word(63))}
		}
		return []ir.ValueID{low, e.word(0)}
	}
}

// wideToFloat rounds once: the number is moved until its upper word has the leading bit, whose last bit is
// set if there are more. A power of two moves the result back.
func wideToFloat(signed bool) lowering {
	return func(e *emitter) []ir.ValueID {
		t := e.number(e.result(), false)
		if t.Kind == ast.Half {
			return e.fail("integers of more than 64 bits cannot be converted to half")
		}
		x, negative := e.words(0), ir.ValueID(0)
		if signed {
			x, negative = e.magnitude(x)
		}
		n := e.leadingZeros(x)
		moved := e.wideShifted(ir.OpShl, x, n)
		more := e.Conv(ir.OpZExt, ir.I64, 0, e.ICmp(ir.NE, moved.low, e.word(0)))
		top := operand{ast.Basic(ast.ULong), []ir.ValueID{e.Bin(ir.OpOr, moved.high, more)}}
		suffix := e.roundingSuffix(e.result())
		name := "convert_" + typeName(t)
		f := e.builtinCall(name+suffix, top)[0]
		if signed {
			opposite := e.builtinCall(name+oppositeRounding(suffix), top)[0]
			f = e.Select(negative, e.Un(ir.OpFNeg, opposite), f)
		}
		return []ir.ValueID{e.Bin(ir.OpFMul, f, e.powerOfTwo(t, e.Bin(ir.OpSub, e.word(64), n)))}
	}
}

// oppositeRounding is the suffix of the mode that rounds magnitudes of negative numbers as the given one rounds those.
func oppositeRounding(suffix string) string {
	switch suffix {
	case "_rtp":
		return "_rtn"
	case "_rtn":
		return "_rtp"
	}
	return suffix
}

// leadingZeros is the number of zeros above the leading bit of a wide integer; at most 127.
func (e *emitter) leadingZeros(x wide) ir.ValueID {
	isSmall := e.ICmp(ir.EQ, x.high, e.word(0))
	n := e.builtinCall("clz", operand{ast.Basic(ast.ULong), []ir.ValueID{e.Select(isSmall, x.low, x.high)}})[0]
	n = e.Bin(ir.OpAnd, n, e.word(63))
	return e.Select(isSmall, e.Bin(ir.OpAdd, n, e.word(64)), n)
}

// powerOfTwo is two to the power of a word, which is not far from zero, as a float or double.
func (e *emitter) powerOfTwo(t *ast.Type, n ir.ValueID) ir.ValueID {
	if t.Kind == ast.Float {
		exponent := e.Conv(ir.OpTrunc, ir.I32, 0, e.Bin(ir.OpAdd, n, e.word(127)))
		return e.Conv(ir.OpBitcast, ir.F32, 0, e.Bin(ir.OpShl, exponent, e.Const(ir.I32, 23)))
	}
	return e.Conv(ir.OpBitcast, ir.F64, 0, e.Bin(ir.OpShl, e.Bin(ir.OpAdd, n, e.word(1023)), e.word(52)))
}

// floatToWide rounds toward zero: the upper word is the number over two to the power of 64, the lower one what is left.
// Each step is exact.
func floatToWide(signed bool) lowering {
	return func(e *emitter) []ir.ValueID {
		t, f := e.number(e.typ(0), false), e.scalar(0)
		if t.Kind == ast.Half {
			x := e.builtinCall("convert_float", e.arg(0, false))
			t, f = ast.Basic(ast.Float), x[0]
		}
		zero := e.Const(e.Func.Type(f), 0)
		negative := e.FCmp(ir.OLT, f, zero)
		if signed {
			f = e.Select(negative, e.Un(ir.OpFNeg, f), f)
		}
		word := func(f ir.ValueID) ir.ValueID {
			return e.builtinCall("convert_ulong", operand{t, []ir.ValueID{f}})[0]
		}
		back := func(v ir.ValueID) ir.ValueID {
			return e.builtinCall("convert_"+typeName(t), operand{ast.Basic(ast.ULong), []ir.ValueID{v}})[0]
		}
		minus64 := ^uint64(63)
		high := word(e.Bin(ir.OpFMul, f, e.powerOfTwo(t, e.word(minus64))))
		whole := e.Bin(ir.OpFMul, back(high), e.powerOfTwo(t, e.word(64)))
		x := wide{word(e.Bin(ir.OpFSub, f, whole)), high}
		if signed {
			x = e.wideSelect(negative, e.wideNegate(x), x)
		}
		return x.list()
	}
}

// wideSwitch compares the selector with one case after the other.
func (e *emitter) wideSwitch(b *spirv.Block) {
	x := e.words(0)
	seen := map[[2]uint64]bool{}
	for i, value := range e.WideCases(e.in) {
		if seen[value] {
			continue
		}
		seen[value] = true
		differs := e.Bin(ir.OpOr, e.Bin(ir.OpXor, x.low, e.word(value[0])), e.Bin(ir.OpXor, x.high, e.word(value[1])))
		to, next := e.edge(b, b.Targets[i+1]), e.NewBlock()
		e.Branch(e.ICmp(ir.EQ, differs, e.word(0)), to, ir.Edge{To: next})
		e.SetBlock(next)
	}
	otherwise := e.edge(b, b.Targets[0])
	e.Jump(otherwise.To, otherwise.Args...)
}
