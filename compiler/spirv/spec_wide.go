package spirv

import "math/bits"

// Operations on constants of more than 64 bits.

// pair is a number of two words.
type pair struct{ low, high uint64 }

func (x pair) add(y pair) pair {
	low, carry := bits.Add64(x.low, y.low, 0)
	return pair{low, x.high + y.high + carry}
}

func (x pair) not() pair    { return pair{^x.low, ^x.high} }
func (x pair) negate() pair { return x.not().add(pair{1, 0}) }

func (x pair) multiply(y pair) pair {
	high, low := bits.Mul64(x.low, y.low)
	return pair{low, high + x.low*y.high + x.high*y.low}
}

func (x pair) isNegative() bool { return int64(x.high) < 0 }

func (x pair) isBelow(y pair) bool { return x.high < y.high || x.high == y.high && x.low < y.low }

// shiftLeft shifts by less than 128.
func (x pair) shiftLeft(n uint) pair {
	if n >= 64 {
		return pair{0, x.low << (n - 64)}
	}
	return pair{x.low << n, x.high<<n | x.low>>(64-n)}
}

// shiftRight shifts by less than 128 and fills with the word above.
func (x pair) shiftRight(n uint, above uint64) pair {
	if n >= 64 {
		return pair{x.high, above}.shiftRight(n-64, above)
	}
	return pair{x.low>>n | x.high<<(64-n), x.high>>n | above<<(64-n)}
}

// divide gives zeros for a division by zero. Where both have two words, the quotient is small, and found bit by bit.
func (x pair) divide(y pair) (quotient, remainder pair) {
	switch {
	case y == pair{}:
		return pair{}, pair{}
	case y.high == 0:
		high, rest := x.high/y.low, x.high%y.low
		low, rest := bits.Div64(rest, x.low, y.low)
		return pair{low, high}, pair{rest, 0}
	}
	for n := bits.LeadingZeros64(y.high); n >= 0; n-- {
		quotient = quotient.shiftLeft(1)
		if moved := y.shiftLeft(uint(n)); !x.isBelow(moved) {
			x = x.add(moved.negate())
			quotient.low |= 1
		}
	}
	return quotient, x
}

// divideSigned rounds toward zero; the remainder has the sign of the dividend.
func (x pair) divideSigned(y pair) (quotient, remainder pair) {
	a, b := x, y
	if x.isNegative() {
		a = x.negate()
	}
	if y.isNegative() {
		b = y.negate()
	}
	quotient, remainder = a.divide(b)
	if x.isNegative() != y.isNegative() {
		quotient = quotient.negate()
	}
	if x.isNegative() {
		remainder = remainder.negate()
	}
	return quotient, remainder
}

// pairOf is the value of an integer constant, with its sign extended or with zeros above.
func pairOf(c *Constant, signed bool) pair {
	p := pair{c.Bits, c.High}
	if !signed || c.Type.Kind != Int {
		return p
	}
	up := 128 - c.Type.Bits
	p = p.shiftLeft(up)
	above := uint64(0)
	if p.isNegative() {
		above = ^above
	}
	return p.shiftRight(up, above)
}

// wide is an operation on integers one of which has more than 64 bits.
func (c *specialCall) wide(t *Type, operands []*Constant) *Constant {
	isInteger := t.Kind == Int || t.Kind == Bool
	for _, o := range operands {
		isInteger = isInteger && o.Type.Kind == Int && (o.Kind == Scalar || o.Kind == Null)
	}
	if !isInteger {
		c.bail("it is not possible for integers of more than 64 bits")
	}
	signed := signedOperations[c.op]
	var r pair
	ok := false
	switch len(operands) {
	case 1:
		r, ok = wideUnary(c.op, pairOf(operands[0], signed))
	case 2:
		isShift := c.op == OpShiftLeftLogical || c.op == OpShiftRightLogical || c.op == OpShiftRightArithmetic
		if !isShift && operands[0].Type.Bits != operands[1].Type.Bits {
			c.bail("the types of the operands differ")
		}
		x, y := pairOf(operands[0], signed), pairOf(operands[1], signed && !isShift)
		if r, ok = wideBinary(c.op, x, y); !ok {
			r, ok = wideComparison(c.op, x, y)
			ok = ok && t.Kind == Bool
		}
	}
	if !ok {
		c.bail("it is not possible for integers of more than 64 bits")
	}
	return &Constant{Type: t, Bits: r.low & t.mask(), High: r.high & t.highMask()}
}

func wideUnary(op Opcode, x pair) (pair, bool) {
	switch op {
	case OpSNegate:
		return x.negate(), true
	case OpNot:
		return x.not(), true
	case OpSConvert, OpUConvert:
		return x, true
	}
	return pair{}, false
}

func wideBinary(op Opcode, x, y pair) (pair, bool) {
	n := uint(y.low & 127)
	switch op {
	case OpIAdd:
		return x.add(y), true
	case OpISub:
		return x.add(y.negate()), true
	case OpIMul:
		return x.multiply(y), true
	case OpBitwiseAnd:
		return pair{x.low & y.low, x.high & y.high}, true
	case OpBitwiseOr:
		return pair{x.low | y.low, x.high | y.high}, true
	case OpBitwiseXor:
		return pair{x.low ^ y.low, x.high ^ y.high}, true
	case OpShiftLeftLogical:
		return x.shiftLeft(n), true
	case OpShiftRightLogical:
		return x.shiftRight(n, 0), true
	case OpShiftRightArithmetic:
		return x.shiftRight(n, uint64(int64(x.high)>>63)), true
	}
	return wideQuotient(op, x, y)
}

func wideQuotient(op Opcode, x, y pair) (pair, bool) {
	unsigned, rest := x.divide(y)
	signed, signedRest := x.divideSigned(y)
	switch op {
	case OpUDiv:
		return unsigned, true
	case OpUMod:
		return rest, true
	case OpSDiv:
		return signed, true
	case OpSRem:
		return signedRest, true
	case OpSMod:
		if signedRest != (pair{}) && signedRest.isNegative() != y.isNegative() {
			signedRest = signedRest.add(y)
		}
		return signedRest, true
	}
	return pair{}, false
}

func wideComparison(op Opcode, x, y pair) (pair, bool) {
	below, above := x.isBelow(y), y.isBelow(x)
	if signedOperations[op] && x.isNegative() != y.isNegative() {
		below, above = x.isNegative(), y.isNegative()
	}
	var result bool
	switch op {
	case OpIEqual:
		result = x == y
	case OpINotEqual:
		result = x != y
	case OpULessThan, OpSLessThan:
		result = below
	case OpULessThanEqual, OpSLessThanEqual:
		result = !above
	case OpUGreaterThan, OpSGreaterThan:
		result = above
	case OpUGreaterThanEqual, OpSGreaterThanEqual:
		result = !below
	default:
		return pair{}, false
	}
	if result {
		return pair{1, 0}, true
	}
	return pair{}, true
}
