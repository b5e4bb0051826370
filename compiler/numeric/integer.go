package numeric

import (
	"math/bits"

	"heddle/compiler/ir"
)

// intUnary has the integer operations on one value of w bits; the caller truncates the result to w bits.
var intUnary = [ir.OpCount]func(w uint, x uint64) uint64{
	ir.OpClz:      func(w uint, x uint64) uint64 { return uint64(bits.LeadingZeros64(x)) - uint64(64-w) },
	ir.OpCtz:      func(w uint, x uint64) uint64 { return min(uint64(bits.TrailingZeros64(x)), uint64(w)) },
	ir.OpPopCount: func(_ uint, x uint64) uint64 { return uint64(bits.OnesCount64(x)) },
	ir.OpBSwap:    func(w uint, x uint64) uint64 { return bits.ReverseBytes64(x) >> (64 - w) },
	ir.OpExpect:   func(_ uint, x uint64) uint64 { return x },
}

// intBinary has the integer operations on two values of w bits; the caller truncates the result to w bits.
var intBinary = [ir.OpCount]func(w uint, x, y uint64) uint64{
	ir.OpAdd:     func(_ uint, x, y uint64) uint64 { return x + y },
	ir.OpSub:     func(_ uint, x, y uint64) uint64 { return x - y },
	ir.OpMul:     func(_ uint, x, y uint64) uint64 { return x * y },
	ir.OpSDiv:    func(w uint, x, y uint64) uint64 { return uint64(SDiv(SignExtend(w, x), SignExtend(w, y))) },
	ir.OpUDiv:    func(_ uint, x, y uint64) uint64 { return UDiv(x, y) },
	ir.OpSRem:    func(w uint, x, y uint64) uint64 { return uint64(SRem(SignExtend(w, x), SignExtend(w, y))) },
	ir.OpURem:    func(_ uint, x, y uint64) uint64 { return URem(x, y) },
	ir.OpAnd:     func(_ uint, x, y uint64) uint64 { return x & y },
	ir.OpOr:      func(_ uint, x, y uint64) uint64 { return x | y },
	ir.OpXor:     func(_ uint, x, y uint64) uint64 { return x ^ y },
	ir.OpShl:     func(w uint, x, y uint64) uint64 { return x << (y & uint64(w-1)) },
	ir.OpLShr:    func(w uint, x, y uint64) uint64 { return x >> (y & uint64(w-1)) },
	ir.OpAShr:    func(w uint, x, y uint64) uint64 { return uint64(SignExtend(w, x) >> (y & uint64(w-1))) },
	ir.OpRotl:    rotateLeft,
	ir.OpMulHiS:  mulHighSigned,
	ir.OpMulHiU:  mulHighUnsigned,
	ir.OpSMin:    func(w uint, x, y uint64) uint64 { return uint64(min(SignExtend(w, x), SignExtend(w, y))) },
	ir.OpSMax:    func(w uint, x, y uint64) uint64 { return uint64(max(SignExtend(w, x), SignExtend(w, y))) },
	ir.OpUMin:    func(_ uint, x, y uint64) uint64 { return min(x, y) },
	ir.OpUMax:    func(_ uint, x, y uint64) uint64 { return max(x, y) },
	ir.OpAddSatS: addSaturateSigned,
	ir.OpAddSatU: addSaturateUnsigned,
	ir.OpSubSatS: subSaturateSigned,
	ir.OpSubSatU: func(_ uint, x, y uint64) uint64 { return x - min(x, y) },
}

// SignExtend reads the low w bits of x as a signed number.
func SignExtend(w uint, x uint64) int64 { return int64(x<<(64-w)) >> (64 - w) }

// SDiv divides; by zero it gives 0, and the smallest number by -1 gives the smallest number.
func SDiv(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// UDiv divides; by zero it gives 0.
func UDiv(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// SRem is the remainder with the sign of x; by zero it is 0.
func SRem(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x % y
}

// URem is the remainder; by zero it is 0.
func URem(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return x % y
}

func rotateLeft(w uint, x, y uint64) uint64 {
	n := uint(y) & (w - 1)
	return x<<n | x>>(w-n)
}

func mulHighUnsigned(w uint, x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	if w == 64 {
		return high
	}
	return low >> w
}

func mulHighSigned(w uint, x, y uint64) uint64 {
	sx, sy := SignExtend(w, x), SignExtend(w, y)
	if w < 64 {
		return uint64(sx * sy >> w)
	}
	high, _ := bits.Mul64(x, y)
	return high - uint64(sx>>63)&y - uint64(sy>>63)&x
}

// signedLimits are the smallest and largest signed numbers of w bits.
func signedLimits(w uint) (low, high int64) {
	high = int64(^uint64(0) >> (65 - w))
	return -high - 1, high
}

func addSaturateUnsigned(w uint, x, y uint64) uint64 {
	sum := x + y
	if limit := ^uint64(0) >> (64 - w); sum > limit || sum < x {
		return limit
	}
	return sum
}

func addSaturateSigned(w uint, x, y uint64) uint64 {
	low, high := signedLimits(w)
	sx, sy := SignExtend(w, x), SignExtend(w, y)
	switch {
	case sy > 0 && sx > high-sy:
		return uint64(high)
	case sy < 0 && sx < low-sy:
		return uint64(low)
	}
	return uint64(sx + sy)
}

func subSaturateSigned(w uint, x, y uint64) uint64 {
	low, high := signedLimits(w)
	sx, sy := SignExtend(w, x), SignExtend(w, y)
	switch {
	case sy < 0 && sx > high+sy:
		return uint64(high)
	case sy > 0 && sx < low+sy:
		return uint64(low)
	}
	return uint64(sx - sy)
}

// CompareInt reports whether the low w bits of two numbers satisfy a predicate.
func CompareInt(pred ir.ICmpPred, w uint, x, y uint64) bool {
	sx, sy := SignExtend(w, x), SignExtend(w, y)
	switch pred {
	case ir.EQ:
		return x == y
	case ir.NE:
		return x != y
	case ir.SLT:
		return sx < sy
	case ir.SLE:
		return sx <= sy
	case ir.SGT:
		return sx > sy
	case ir.SGE:
		return sx >= sy
	case ir.ULT:
		return x < y
	case ir.ULE:
		return x <= y
	case ir.UGT:
		return x > y
	}
	return x >= y
}
