package lower

import (
	"math"

	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// elementLowering emits one element of an elementwise function.
type elementLowering func(l *funcLowerer, c *builtin.Call, in []ir.ValueID) ir.ValueID

var elementLowerings = map[string]elementLowering{
	"abs": (*funcLowerer).abs, "abs_diff": (*funcLowerer).absDiff, "hadd": (*funcLowerer).halfAdd,
	"rhadd": (*funcLowerer).halfAdd, "mad_hi": (*funcLowerer).madHi, "mad_sat": (*funcLowerer).madSat,
	"mul24": (*funcLowerer).mul24, "mad24": (*funcLowerer).mad24,
	"upsample": (*funcLowerer).upsample, "bit_reverse": (*funcLowerer).bitReverse,
	"bitinsert": (*funcLowerer).bitInsert, "bitextract": (*funcLowerer).bitExtract,
	"clamp": (*funcLowerer).clamp, "mix": (*funcLowerer).mix, "step": (*funcLowerer).stepBuiltin,
	"smoothstep": (*funcLowerer).smoothStep, "degrees": (*funcLowerer).degrees, "radians": (*funcLowerer).radians,
	"sign": (*funcLowerer).sign, "recip": (*funcLowerer).reciprocal,
	"relation": (*funcLowerer).relation, "classify": (*funcLowerer).classify,
	"findfirst": (*funcLowerer).findFirst, "parity": (*funcLowerer).parity, "signbits": (*funcLowerer).signBits,
	"byteswap": (*funcLowerer).byteSwap, "rotateright": (*funcLowerer).rotateRight,
	"bitselect": (*funcLowerer).bitSelect, "select": (*funcLowerer).selectBuiltin,
}

// intOp is an integer operation in a call's signed or unsigned form.
func intOp(c *builtin.Call, signed, unsigned ir.Op) ir.Op {
	if c.Elem.IsSigned() {
		return signed
	}
	return unsigned
}

func (l *funcLowerer) abs(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	if !c.Elem.IsSigned() {
		return in[0]
	}
	negated := l.Bin(ir.OpSub, l.Const(valueType(c.Elem), 0), in[0])
	return l.Select(l.negative(in[0]), negated, in[0])
}

func (l *funcLowerer) absDiff(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	larger := l.Bin(intOp(c, ir.OpSMax, ir.OpUMax), in[0], in[1])
	smaller := l.Bin(intOp(c, ir.OpSMin, ir.OpUMin), in[0], in[1])
	return l.Bin(ir.OpSub, larger, smaller)
}

// halfAdd is (x+y)>>1 and (x+y+1)>>1 without the carry: the common bits plus or minus half of those that differ.
func (l *funcLowerer) halfAdd(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	shift := intOp(c, ir.OpAShr, ir.OpLShr)
	half := l.Bin(shift, l.Bin(ir.OpXor, in[0], in[1]), l.Const(valueType(c.Elem), 1))
	if c.Name == "hadd" {
		return l.Bin(ir.OpAdd, l.Bin(ir.OpAnd, in[0], in[1]), half)
	}
	return l.Bin(ir.OpSub, l.Bin(ir.OpOr, in[0], in[1]), half)
}

func (l *funcLowerer) madHi(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	return l.Bin(ir.OpAdd, l.Bin(intOp(c, ir.OpMulHiS, ir.OpMulHiU), in[0], in[1]), in[2])
}

// mul24 is the lower half of the whole product, so that all bits of the operands count. Programs index with it: an
// address computed from signed ones may be that of the unwrapped sum, as of other signed sums (docs/rationale.md).
// Unsigned sums wrap here as everywhere: the third operand of mad24 may be x - 1, whose x is 0.
func (l *funcLowerer) mul24(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	return l.inAddress(c, ir.OpMul, in[0], in[1])
}

func (l *funcLowerer) mad24(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	return l.inAddress(c, ir.OpAdd, l.mul24(c, in[:2]), in[2])
}

// inAddress is an operation that, if it is signed, may be assumed not to wrap in an address.
func (l *funcLowerer) inAddress(c *builtin.Call, op ir.Op, x, y ir.ValueID) ir.ValueID {
	in := ir.Instr{Op: op, Type: valueType(c.Elem), Args: l.List(x, y)}
	if c.Elem.IsSigned() {
		in.Flags = ir.FlagAddress
	}
	return l.Emit(in)
}

// madSat adds to the double-width product: the low half with carry, then the high half, and clamps if the high half is
// not the sign extension of the low one.
func (l *funcLowerer) madSat(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := valueType(c.Elem)
	zero := l.Const(t, 0)
	low := l.Bin(ir.OpMul, in[0], in[1])
	sum := l.Bin(ir.OpAdd, low, in[2])
	carry := l.Conv(ir.OpZExt, t, 0, l.ICmp(ir.ULT, sum, low))
	high := l.Bin(ir.OpAdd, l.Bin(intOp(c, ir.OpMulHiS, ir.OpMulHiU), in[0], in[1]), carry)
	if !c.Elem.IsSigned() {
		return l.Select(l.ICmp(ir.NE, high, zero), l.Const(t, ^uint64(0)), sum)
	}
	last := l.Const(t, uint64(t.Bits()-1))
	high = l.Bin(ir.OpAdd, high, l.Bin(ir.OpAShr, in[2], last)) // the high half of the third operand
	fits := l.ICmp(ir.EQ, high, l.Bin(ir.OpAShr, sum, last))
	lowest := l.Const(t, 1<<(t.Bits()-1))
	limit := l.Select(l.negative(high), lowest, l.Const(t, 1<<(t.Bits()-1)-1))
	return l.Select(fits, sum, limit)
}

func (l *funcLowerer) upsample(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := valueType(c.Result)
	high := l.Conv(ir.OpZExt, t, 0, in[0])
	low := l.Conv(ir.OpZExt, t, 0, in[1])
	return l.Bin(ir.OpOr, l.Bin(ir.OpShl, high, l.Const(t, uint64(t.Bits()/2))), low)
}

// bitReverse swaps neighbours, then pairs, and so on.
func (l *funcLowerer) bitReverse(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t, v := valueType(c.Elem), in[0]
	for _, step := range []struct{ shift, mask uint64 }{
		{1, 0x5555555555555555}, {2, 0x3333333333333333}, {4, 0x0f0f0f0f0f0f0f0f}, {8, 0x00ff00ff00ff00ff},
		{16, 0x0000ffff0000ffff}, {32, 0x00000000ffffffff},
	} {
		if step.shift >= uint64(t.Bits()) {
			break
		}
		shift, mask := l.Const(t, step.shift), l.Const(t, step.mask)
		high := l.Bin(ir.OpAnd, l.Bin(ir.OpLShr, v, shift), mask)
		v = l.Bin(ir.OpOr, high, l.Bin(ir.OpShl, l.Bin(ir.OpAnd, v, mask), shift))
	}
	return v
}

func (l *funcLowerer) clamp(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	if c.Elem.IsFloat() {
		return l.Bin(ir.OpFMin, l.Bin(ir.OpFMax, in[0], in[1]), in[2])
	}
	low := l.Bin(intOp(c, ir.OpSMax, ir.OpUMax), in[0], in[1])
	return l.Bin(intOp(c, ir.OpSMin, ir.OpUMin), low, in[2])
}

func (l *funcLowerer) mix(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	difference := l.Bin(ir.OpFSub, in[1], in[0])
	return l.FMA(difference, in[2], in[0])
}

func (l *funcLowerer) stepBuiltin(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := valueType(c.Elem)
	return l.Select(l.FCmp(ir.OLT, in[1], in[0]), l.floatConst(t, 0), l.floatConst(t, 1))
}

func (l *funcLowerer) smoothStep(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := valueType(c.Elem)
	fraction := l.Bin(ir.OpFDiv, l.Bin(ir.OpFSub, in[2], in[0]), l.Bin(ir.OpFSub, in[1], in[0]))
	x := l.Bin(ir.OpFMin, l.Bin(ir.OpFMax, fraction, l.floatConst(t, 0)), l.floatConst(t, 1))
	weight := l.Bin(ir.OpFSub, l.floatConst(t, 3), l.Bin(ir.OpFMul, l.floatConst(t, 2), x))
	return l.Bin(ir.OpFMul, l.Bin(ir.OpFMul, x, x), weight)
}

func (l *funcLowerer) degrees(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	return l.Bin(ir.OpFMul, in[0], l.floatConst(valueType(c.Elem), 180/math.Pi))
}

func (l *funcLowerer) radians(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	return l.Bin(ir.OpFMul, in[0], l.floatConst(valueType(c.Elem), math.Pi/180))
}

// sign is 1 or -1, a zero unchanged, and 0 for NaN.
func (l *funcLowerer) sign(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := valueType(c.Elem)
	zero := l.floatConst(t, 0)
	unit := l.Bin(ir.OpFCopySign, l.floatConst(t, 1), in[0])
	r := l.Select(l.FCmp(ir.OEQ, in[0], zero), in[0], unit)
	return l.Select(l.FCmp(ir.UNO, in[0], in[0]), zero, r)
}

func (l *funcLowerer) reciprocal(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	l.divides = true
	return l.Bin(ir.OpFDiv, l.floatConst(valueType(c.Elem), 1), in[0])
}

var relations = map[string]ir.FCmpPred{
	"isequal": ir.OEQ, "isnotequal": ir.UNE, "isgreater": ir.OGT, "isgreaterequal": ir.OGE, "isless": ir.OLT,
	"islessequal": ir.OLE, "islessgreater": ir.ONE, "isordered": ir.ORD, "isunordered": ir.UNO,
}

// truth is the result of a relation: 1 for scalars, all ones for an element of a vector.
func (l *funcLowerer) truth(c *builtin.Call, v ir.ValueID) ir.ValueID {
	op := ir.OpZExt
	if c.Lanes > 1 {
		op = ir.OpSExt
	}
	return l.Conv(op, valueType(c.Result), 0, v)
}

func (l *funcLowerer) relation(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	return l.truth(c, l.FCmp(relations[c.Name], in[0], in[1]))
}

// classify tests the bits, which is right under every floating-point option.
func (l *funcLowerer) classify(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := intOfBits(valueType(c.Elem).Bits())
	bits := l.bitcast(in[0], t)
	if c.Name == "signbit" {
		return l.truth(c, l.negative(bits))
	}
	infinity, smallest := uint64(infinity32), uint64(0x00800000)
	switch {
	case t == ir.I64:
		infinity, smallest = 0x7ff0000000000000, 0x0010000000000000
	case isHalf(c.Elem):
		smallest = 0x38800000
	}
	bits = l.Bin(ir.OpAnd, bits, l.Const(t, t.Mask()>>1))
	inf := l.Const(t, infinity)
	switch c.Name {
	case "isnan":
		return l.truth(c, l.ICmp(ir.UGT, bits, inf))
	case "isinf":
		return l.truth(c, l.ICmp(ir.EQ, bits, inf))
	case "isfinite":
		return l.truth(c, l.ICmp(ir.ULT, bits, inf))
	}
	above := l.Bin(ir.OpSub, bits, l.Const(t, smallest))
	return l.truth(c, l.ICmp(ir.ULT, above, l.Const(t, infinity-smallest)))
}

func (l *funcLowerer) bitSelect(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := l.Func.Type(in[0])
	bits := intOfBits(t.Bits())
	x, y, mask := l.bitcast(in[0], bits), l.bitcast(in[1], bits), l.bitcast(in[2], bits)
	differ := l.Bin(ir.OpAnd, l.Bin(ir.OpXor, x, y), mask)
	return l.bitcast(l.Bin(ir.OpXor, x, differ), t)
}

func (l *funcLowerer) selectBuiltin(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	if c.Lanes > 1 {
		return l.Select(l.negative(in[2]), in[1], in[0])
	}
	return l.Select(l.notZero(in[2], c.Params[2]), in[1], in[0])
}

// anyAll tests the sign bits.
func (l *funcLowerer) anyAll(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	op := ir.OpOr
	if c.Name == "all" {
		op = ir.OpAnd
	}
	v := args[0][0]
	for _, other := range args[0][1:] {
		v = l.Bin(op, v, other)
	}
	return one(l.Conv(ir.OpZExt, ir.I32, 0, l.negative(v)))
}
