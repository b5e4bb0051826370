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

// divByConstant multiplies by the reciprocal where that is exact: for powers of two with a reciprocal that is a normal
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

// narrowOperation computes in f32 what is computed in f64 of operands that are f32, only to become f32: 0.5 * x, with
// C's rules for constants. To round to 53 bits first changes nothing, as that is more than twice 24 bits and two: a
// result that is not in the middle between two f32 is too far from it to be rounded there (Figueroa 1995, for all
// operations here; subnormal sums and products are exact, and the argument holds for quotients with fewer bits).
func narrowOperation(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := g.fn.Instr(in.Args[0])
	if in.Type != ir.F32 || inner.Type != ir.F64 || ir.Rounding(in.Kind) > ir.RoundNearest {
		return 0, false
	}
	switch inner.Op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv:
	default:
		return 0, false
	}
	op, fast := inner.Op, inner.Flags&ir.FlagFast
	x, isNarrowX := g.narrowed(inner.Args[0])
	y, isNarrowY := g.narrowed(inner.Args[1])
	if !isNarrowX || !isNarrowY {
		return 0, false
	}
	in.Kind, in.Flags = 0, fast // no FlagContract: the conversion is a rounding of its own
	return change(in, op, x, y)
}

// sameHalf leaves out the rounding to f16 of an f32 that an f16 can hold.
func sameHalf(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := g.fn.Instr(in.Args[0])
	if in.Type != ir.F32 || inner.Op != ir.OpFToF || inner.Type != ir.F16 || !g.fn.FitsHalf(inner.Args[0]) {
		return 0, false
	}
	return inner.Args[0], false
}

// narrowed is the f32 that an f64 has the value of.
func (g *numbering) narrowed(v ir.ValueID) (ir.ValueID, bool) {
	in := g.fn.Instr(v)
	if in.Op == ir.OpFToF && g.fn.Type(in.Args[0]) == ir.F32 {
		return in.Args[0], true
	}
	raw, ok := g.bits(v)
	x := math.Float64frombits(raw)
	if !ok || float64(float32(x)) != x {
		return 0, false
	}
	return g.constant(ir.F32, uint64(math.Float32bits(float32(x)))), true
}
