package passes

import (
	"math/bits"

	"heddle/compiler/ir"
)

func integerRules() map[ir.Op][]rule {
	return map[ir.Op][]rule{
		ir.OpAdd:  {rightIs(zero), reassociate, addRemainder},
		ir.OpSub:  {rightIs(zero), equalGives(zero), subConstant, subRemainder},
		ir.OpMul:  {rightIs(one), absorbs(zero), mulPower},
		ir.OpSDiv: {rightIs(one)},
		ir.OpUDiv: {rightIs(one), divPower},
		ir.OpURem: {remPower},
		ir.OpAnd:  {rightIs(ones), absorbs(zero), equalIsItself, reassociate},
		ir.OpOr:   {rightIs(zero), absorbs(ones), equalIsItself, reassociate, orIsSum},
		ir.OpXor:  {rightIs(zero), equalGives(zero), reassociate, notCompare},
		ir.OpShl:  {shiftByZero},
		ir.OpLShr: {shiftByZero},
		ir.OpAShr: {shiftByZero},
		ir.OpRotl: {shiftByZero},
		ir.OpSMin: {equalIsItself},
		ir.OpSMax: {equalIsItself},
		ir.OpUMin: {equalIsItself, absorbs(zero), rightIs(ones)},
		ir.OpUMax: {equalIsItself, absorbs(ones), rightIs(zero)},
		ir.OpICmp: {compareEqual, compareTruth, compareWithTrue},
	}
}

// orIsSum makes sums of constants that fill bits which are zero, as of 2*x | 1: analyses know sums.
func orIsSum(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	c, ok := g.bits(in.Args[1])
	if !ok || c == 0 || c >= 1<<16 || in.Type == ir.I1 || !g.fn.IsMultiple(in.Args[0], 1<<bits.Len64(c)) {
		return 0, false
	}
	in.Flags |= ir.FlagNoWrap
	return change(in, ir.OpAdd, in.Args[0], in.Args[1])
}

func subConstant(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	c, ok := g.bits(in.Args[1])
	if !ok {
		return 0, false
	}
	kept := in.Flags & signedFlags
	if c&in.Type.Mask() == 1<<(in.Type.Bits()-1) {
		kept = 0 // the smallest number has no negative
	}
	in.Flags = in.Flags&^signedFlags | kept
	return change(in, ir.OpAdd, in.Args[0], g.constant(in.Type, -c))
}

// subRemainder clears the bits of a number that are subtracted from it, as in x - x % 8: no analysis has to see that
// this does not wrap.
func subRemainder(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	rest := g.fn.Instr(in.Args[1])
	if rest.Op != ir.OpAnd || rest.Args[0] != in.Args[0] {
		return 0, false
	}
	c, ok := g.bits(rest.Args[1])
	if !ok {
		return 0, false
	}
	in.Flags &^= signedFlags
	return change(in, ir.OpAnd, in.Args[0], g.constant(in.Type, ^c))
}

// addRemainder puts together what was divided: x % c + x / c * c is x.
func addRemainder(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	rest, product := g.fn.Instr(in.Args[0]), g.fn.Instr(in.Args[1])
	if rest.Op == ir.OpMul {
		rest, product = product, rest
	}
	if product.Op != ir.OpMul || rest.Op != ir.OpURem && rest.Op != ir.OpSRem || !g.isNonZero(rest.Args[1]) {
		return 0, false
	}
	quotient := g.fn.Instr(product.Args[0])
	x, by := rest.Args[0], rest.Args[1]
	isOf := quotient.Op == ir.OpUDiv && rest.Op == ir.OpURem || quotient.Op == ir.OpSDiv && rest.Op == ir.OpSRem
	if !isOf || product.Args[1] != by || quotient.Args[1] != by || quotient.Args[0] != x {
		return 0, false
	}
	return x, false
}

func mulPower(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	n, ok := g.powerOfTwo(in.Args[1])
	if !ok {
		return 0, false
	}
	return change(in, ir.OpShl, in.Args[0], g.constant(in.Type, n))
}

func divPower(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	n, ok := g.powerOfTwo(in.Args[1])
	if !ok {
		return 0, false
	}
	return change(in, ir.OpLShr, in.Args[0], g.constant(in.Type, n))
}

func remPower(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if _, ok := g.powerOfTwo(in.Args[1]); !ok {
		return 0, false
	}
	c, _ := g.bits(in.Args[1])
	return change(in, ir.OpAnd, in.Args[0], g.constant(in.Type, c-1))
}

func shiftByZero(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if c, ok := g.bits(in.Args[1]); ok && c&uint64(in.Type.Bits()-1) == 0 {
		return in.Args[0], false
	}
	return 0, false
}

// notCompare makes a negated integer comparison the opposite one.
func notCompare(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := g.fn.Instr(in.Args[0])
	if in.Type != ir.I1 || inner.Op != ir.OpICmp || !g.is(in.Args[1], 1) {
		return 0, false
	}
	in.Kind = uint8(ir.ICmpPred(inner.Kind).Negated())
	return change(in, ir.OpICmp, inner.Args...)
}

// compareEqual knows the comparisons of a value with itself.
func compareEqual(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if in.Args[0] != in.Args[1] {
		return 0, false
	}
	switch ir.ICmpPred(in.Kind) {
	case ir.EQ, ir.SLE, ir.SGE, ir.ULE, ir.UGE:
		return g.constant(ir.I1, 1), false
	}
	return g.constant(ir.I1, 0), false
}

// compareTruth sees through a truth value that was made an integer to be compared with zero, as C does it.
func compareTruth(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	wide := g.fn.Instr(in.Args[0])
	pred := ir.ICmpPred(in.Kind)
	if !g.is(in.Args[1], 0) {
		return 0, false
	}
	extended := (wide.Op == ir.OpZExt || wide.Op == ir.OpSExt) && g.fn.Type(wide.Args[0]) == ir.I1
	selected := wide.Op == ir.OpSelect && g.isNonZero(wide.Args[1]) && g.is(wide.Args[2], 0)
	if !extended && !selected {
		return 0, false
	}
	truth := wide.Args[0]
	switch {
	case pred == ir.NE, pred == ir.SLT && wide.Op == ir.OpSExt:
		return truth, false
	case pred == ir.EQ:
		return change(in, ir.OpXor, truth, g.constant(ir.I1, 1))
	}
	return 0, false
}

func (g *numbering) isNonZero(v ir.ValueID) bool {
	c, ok := g.bits(v)
	return ok && c != 0
}

// compareWithTrue knows equality of truth values with constants.
func compareWithTrue(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	c, ok := g.bits(in.Args[1])
	if !ok || g.fn.Type(in.Args[0]) != ir.I1 || in.Kind > uint8(ir.NE) {
		return 0, false
	}
	if (c == 1) == (ir.ICmpPred(in.Kind) == ir.EQ) {
		return in.Args[0], false
	}
	in.Kind = 0
	return change(in, ir.OpXor, in.Args[0], g.constant(ir.I1, 1))
}
