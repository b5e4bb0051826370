package ir

import "math/bits"

// maxBoundDepth bounds the depth of definitions that UpperBound follows.
const maxBoundDepth = 8

// UpperBound is a number that an integer does not exceed, taken as unsigned, judged by its definition.
func (f *Func) UpperBound(v ValueID) uint64 { return f.upperBound(v, maxBoundDepth) }

func (f *Func) upperBound(v ValueID, depth int) uint64 {
	in := f.Instr(v)
	most := in.Type.Mask()
	if depth == 0 {
		return most
	}
	if n, ok := f.boundOfOperation(in, depth-1); ok {
		return min(n, most)
	}
	return most
}

// boundOfOperation bounds the results of some operations.
func (f *Func) boundOfOperation(in *Instr, depth int) (uint64, bool) {
	of := func(i int) uint64 { return f.upperBound(in.Args[i], depth) }
	switch in.Op {
	case OpConst:
		return in.Imm, true
	case OpLocalID:
		return f.largestGroup(in.Kind) - 1, true
	case OpLocalSize, OpEnqueuedLocalSize:
		return f.largestGroup(in.Kind), true
	case OpTrunc:
		n := of(0)
		return n, n <= in.Type.Mask()
	case OpZExt:
		return of(0), true
	case OpSExt:
		n := of(0)
		return n, n <= f.Type(in.Args[0]).Mask()>>1
	case OpSelect:
		return max(of(1), of(2)), true
	case OpAnd:
		return min(of(0), of(1)), true
	case OpURem:
		return min(of(0), max(of(1), 1)-1), f.Instr(in.Args[1]).Op == OpConst
	case OpUDiv:
		by := f.Instr(in.Args[1])
		return of(0) / max(by.Imm, 1), by.Op == OpConst && by.Imm > 0
	}
	if in.Op == OpSub && f.isRemainderOf(in.Args[1], in.Args[0]) {
		return of(0), true
	}
	return f.boundOfArithmetic(in, of)
}

// isRemainderOf reports whether a value is what is left of another when it is divided.
func (f *Func) isRemainderOf(v, of ValueID) bool {
	in := f.Instr(v)
	return in.Op == OpURem && in.Args[0] == of && f.Instr(in.Args[1]).Op == OpConst
}

// boundOfArithmetic bounds operations whose results leave their type, or may take all of it, where an operand does.
// Most have no bound, which the first operand tells.
func (f *Func) boundOfArithmetic(in *Instr, of func(int) uint64) (uint64, bool) {
	most := in.Type.Mask()
	switch in.Op {
	case OpAdd, OpMul, OpOr, OpXor, OpShl, OpLShr:
	default:
		return 0, false
	}
	x := of(0)
	if in.Op != OpLShr && x >= most {
		return 0, false
	}
	y := of(1)
	switch in.Op {
	case OpAdd:
		sum, carry := bits.Add64(x, y, 0)
		return sum, carry == 0 && sum <= most
	case OpMul:
		high, product := bits.Mul64(x, y)
		return product, high == 0 && product <= most
	case OpOr, OpXor:
		return 1<<bits.Len64(x|y) - 1, true
	}
	if f.Instr(in.Args[1]).Op != OpConst || y >= uint64(in.Type.Bits()) {
		return 0, false
	}
	if in.Op == OpLShr {
		return x >> y, true
	}
	return x << y, x <= most>>y
}

// largestGroup is the largest size that the function's groups have in a dimension.
func (f *Func) largestGroup(dimension uint8) uint64 {
	if int(dimension) < len(f.Group) && f.Group[dimension] > 0 {
		return f.Group[dimension]
	}
	return FoldItems
}
