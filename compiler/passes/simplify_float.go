package passes

import (
	"math"

	"heddle/compiler/ir"
)

// floatBits are those of a number in a type.
func floatBits(x float64) func(t ir.Type) uint64 {
	return func(t ir.Type) uint64 {
		if t == ir.F32 {
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(x)
	}
}

// fast restricts a rule to operations under relaxed mathematics.
func fast(r rule) rule {
	return func(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
		if in.Flags&ir.FlagFast == 0 {
			return 0, false
		}
		return r(g, in)
	}
}

var negativeZero = math.Copysign(0, -1)

// floatRules hold for all numbers, infinities, NaNs and both zeros, except for the ones marked fast.
func floatRules() map[ir.Op][]rule {
	return map[ir.Op][]rule{
		ir.OpFAdd:      {rightIs(floatBits(negativeZero)), fast(rightIs(zero))},
		ir.OpFSub:      {rightIs(zero), fast(equalGives(zero))},
		ir.OpFMul:      {rightIs(floatBits(1)), fast(absorbs(zero))},
		ir.OpFDiv:      {rightIs(floatBits(1)), divByConstant},
		ir.OpFNeg:      {negNeg},
		ir.OpFAbs:      {absSign},
		ir.OpFMin:      {equalIsItself},
		ir.OpFMax:      {equalIsItself},
		ir.OpFCopySign: {equalIsItself},
	}
}

// divByConstant multiplies by the reciprocal where that is exact: for powers of two whose reciprocal is a normal
// number; under relaxed mathematics for all others too.
func divByConstant(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	raw, ok := g.bits(in.Args[1])
	if !ok {
		return 0, false
	}
	x := math.Float64frombits(raw)
	if in.Type == ir.F32 {
		x = float64(math.Float32frombits(uint32(raw)))
	}
	fraction, exponent := math.Frexp(x)
	limit := map[ir.Type]int{ir.F32: 120, ir.F64: 1000}[in.Type]
	inRange := x-x == 0 && x != 0 && exponent > -limit && exponent < limit
	if !inRange || math.Abs(fraction) != 0.5 && in.Flags&ir.FlagFast == 0 {
		return 0, false
	}
	return change(in, ir.OpFMul, in.Args[0], g.constant(in.Type, floatBits(1/x)(in.Type)))
}

func negNeg(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if inner := g.fn.Instr(in.Args[0]); inner.Op == ir.OpFNeg {
		return inner.Args[0], false
	}
	return 0, false
}

func absSign(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := g.fn.Instr(in.Args[0])
	switch inner.Op {
	case ir.OpFAbs:
		return in.Args[0], false
	case ir.OpFNeg, ir.OpFCopySign:
		return change(in, ir.OpFAbs, inner.Args[0])
	}
	return 0, false
}
