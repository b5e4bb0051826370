package access

import (
	"math"
	"math/bits"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Ranges: what interval the numbers in the lanes of an integer value lie in, as far as the few operations that make it
// say. Where C makes ints of bytes, their products are those of words, which the machine multiplies at twice the speed
// of words of 32 bits; products of 64 bits are often of what was extended from 32. Lanes that are not active may hold
// anything.

// Span is an interval of signed numbers, with both ends.
type Span struct{ Low, High int64 }

// FactorsOf says what is known of what a product's factors have in common.
func (s *Accesses) FactorsOf(in *ir.Instr) Factors {
	if in.Op != ir.OpMul || in.Type != ir.I32 && in.Type != ir.I64 {
		return AnyFactors
	}
	x, y := s.SpanOf(in.Args[0]), s.SpanOf(in.Args[1])
	switch {
	case in.Type == ir.I32 && x.Within(math.MinInt16, math.MaxInt16) && y.Within(math.MinInt16, math.MaxInt16):
		return WordFactors
	case in.Type == ir.I32:
		return AnyFactors
	case x.Within(0, math.MaxUint32) && y.Within(0, math.MaxUint32):
		return UnsignedFactors
	case x.Within(math.MinInt32, math.MaxInt32) && y.Within(math.MinInt32, math.MaxInt32):
		return SignedFactors
	}
	return AnyFactors
}

// BoundOf is up to which a division's first operand goes, if neither is negative; 0: not known.
func (s *Accesses) BoundOf(in *ir.Instr) uint64 {
	switch in.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		x, y := s.SpanOf(in.Args[0]), s.SpanOf(in.Args[1])
		if in.Type.Bits() >= 32 && x.Low >= 0 && y.Low >= 0 {
			return uint64(x.High)
		}
	}
	return 0
}

// FactorToCut is the factor whose upper half is to be cut off, -1 if one has none.
func (s *Accesses) FactorToCut(in *ir.Instr) int {
	for _, a := range in.Args {
		if _, isConst := s.ConstOf(a); isConst || s.SpanOf(a).Low >= 0 {
			return -1
		}
	}
	if s.ByValue[in.Args[0]].Kind == forms.Scalar {
		return 0
	}
	return 1
}

// SpanOf is the interval of a value, which is read as a signed number of its type.
func (s *Accesses) SpanOf(v ir.ValueID) Span {
	if s.ranges.Spans == nil {
		s.ranges = Ranges{Fn: s.Kernel, smallIDs: s.Version.SmallIDs, Spans: map[ir.ValueID]Span{}}
	}
	return s.ranges.Of(v, MaxRangeDepth)
}

// Ranges finds the intervals of a function's values.
type Ranges struct {
	Fn       *ir.Func
	smallIDs bool // all global ids, and sizes, are below 2^31
	Spans    map[ir.ValueID]Span
}

// Of is the interval of a value, found once.
func (r *Ranges) Of(v ir.ValueID, depth int) Span {
	found, ok := r.Spans[v]
	if !ok {
		found = r.find(v, depth)
		r.Spans[v] = found
	}
	return found
}

func (r *Ranges) find(v ir.ValueID, depth int) Span {
	in := r.Fn.Instr(v)
	all := FullSpan(in.Type)
	if depth == 0 || !in.Type.IsInt() {
		return all
	}
	arg := func(i int) Span { return r.Of(in.Args[i], depth-1) }
	found := all
	switch in.Op {
	case ir.OpConst:
		c, _ := r.Fn.SignedConst(v)
		return Span{c, c}
	case ir.OpGlobalID, ir.OpGroupID, ir.OpLocalID, ir.OpGlobalSize, ir.OpLocalSize, ir.OpNumGroups:
		if r.smallIDs {
			found = Span{0, math.MaxInt32}
		}
	case ir.OpZExt:
		from := r.Fn.Type(in.Args[0])
		if found = arg(0); found.Low < 0 || from == ir.I1 {
			found = Span{0, int64(from.Mask())}
		}
	case ir.OpSExt:
		if found = arg(0); r.Fn.Type(in.Args[0]) == ir.I1 {
			found = Span{-1, 0}
		}
	case ir.OpExpect:
		return arg(0)
	case ir.OpSelect:
		found = arg(1).and(arg(2))
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax:
		found = extremeSpan(in.Op, arg(0), arg(1))
	case ir.OpAnd:
		found = maskSpan(arg(0), arg(1), all)
	case ir.OpOr, ir.OpXor:
		found = joinedSpan(arg(0), arg(1), all)
	case ir.OpURem:
		found = restSpan(arg(0), arg(1), all)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpLShr, ir.OpAShr:
		found = computedSpan(in.Op, in.Type, arg(0), arg(1))
	}
	if found.Low < all.Low || found.High > all.High {
		return all
	}
	return found
}

// FullSpan is that of all numbers of a type.
func FullSpan(t ir.Type) Span {
	if !t.IsInt() {
		return Span{math.MinInt64, math.MaxInt64}
	}
	return Span{math.MinInt64 >> (64 - t.Bits()), math.MaxInt64 >> (64 - t.Bits())}
}

func (x Span) Within(low, high int64) bool { return x.Low >= low && x.High <= high }

// and is the interval of what lies in one or the other.
func (x Span) and(y Span) Span { return Span{min(x.Low, y.Low), max(x.High, y.High)} }

// extremeSpan is that of the smaller or larger of two numbers. Unsigned ones are compared as signed ones are if neither
// is negative; the smaller is at most the one that is not.
func extremeSpan(op ir.Op, x, y Span) Span {
	isPositive := x.Low >= 0 && y.Low >= 0
	switch {
	case op == ir.OpSMin || op == ir.OpUMin && isPositive:
		return Span{min(x.Low, y.Low), min(x.High, y.High)}
	case op == ir.OpSMax || op == ir.OpUMax && isPositive:
		return Span{max(x.Low, y.Low), max(x.High, y.High)}
	case op == ir.OpUMin && x.Low >= 0:
		return Span{0, x.High}
	case op == ir.OpUMin && y.Low >= 0:
		return Span{0, y.High}
	}
	return Span{math.MinInt64, math.MaxInt64}
}

// maskSpan is that of x & y: no bits are added to a number that is not negative.
func maskSpan(x, y, all Span) Span {
	switch {
	case x.Low >= 0 && y.Low >= 0:
		return Span{0, min(x.High, y.High)}
	case x.Low >= 0:
		return Span{0, x.High}
	case y.Low >= 0:
		return Span{0, y.High}
	}
	return all
}

// joinedSpan is that of x | y and x ^ y: of numbers that are not negative, no bits above those of the larger are set.
func joinedSpan(x, y, all Span) Span {
	if x.Low < 0 || y.Low < 0 {
		return all
	}
	return Span{0, int64(1)<<bits.Len64(uint64(x.High|y.High)) - 1}
}

// restSpan is that of the rest of a division of unsigned numbers. The divisor may be one of lanes that do not divide.
func restSpan(x, y, all Span) Span {
	if y.Low <= 0 {
		return all
	}
	if x.Low >= 0 {
		return Span{0, min(x.High, y.High-1)}
	}
	return Span{0, y.High - 1}
}

// computedSpan is that of an operation on numbers small enough for the exact result; too wide for the type if it may
// wrap.
func computedSpan(op ir.Op, t ir.Type, x, y Span) Span {
	const small = 1 << 31
	wide := Span{math.MinInt64, math.MaxInt64}
	if isShift := op == ir.OpShl || op == ir.OpLShr ||
		op == ir.OpAShr; isShift && (y.Low != y.High || !y.Within(0, int64(t.Bits())-1)) {
		return wide
	}
	switch op {
	case ir.OpAShr:
		return Span{x.Low >> y.Low, x.High >> y.Low}
	case ir.OpLShr:
		if x.Low >= 0 {
			return Span{x.Low >> y.Low, x.High >> y.Low}
		}
		if y.Low > 0 {
			return Span{0, int64(t.Mask() >> y.Low)}
		}
		return wide
	}
	if !x.Within(-small, 2*small) || !y.Within(-small, 2*small) {
		return wide
	}
	switch op {
	case ir.OpAdd:
		return Span{x.Low + y.Low, x.High + y.High}
	case ir.OpSub:
		return Span{x.Low - y.High, x.High - y.Low}
	case ir.OpShl:
		if y.Low > 30 {
			return wide
		}
		return Span{x.Low << y.Low, x.High << y.Low}
	}
	if !x.Within(-small, small) || !y.Within(-small, small) {
		return wide
	}
	a, b, c, d := x.Low*y.Low, x.Low*y.High, x.High*y.Low, x.High*y.High
	return Span{min(a, b, c, d), max(a, b, c, d)}
}

// DividesByUniform reports whether an instruction divides lanes by a value in a general register.
func (s *Accesses) DividesByUniform(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem:
		return (in.Type == ir.I32 || in.Type == ir.I64) && s.ByValue[in.Args[1]].Kind == forms.Scalar
	}
	return false
}

// IsPositive reports whether a signed division is one of numbers that are not negative.
func (s *Accesses) IsPositive(in *ir.Instr, x Span) bool {
	return x.Low >= 0 && s.SpanOf(in.Args[1]).Low >= 0
}

// Factors is what is known of the factors of a product of 32 or 64 bits.
type Factors uint8

const (
	AnyFactors Factors = iota
	// of 32 bits: lower halves, as signed numbers, of which one that is no constant has zeros above
	WordFactors
	UnsignedFactors // of 64 bits: unsigned numbers of 32
	SignedFactors   // of 64 bits: signed numbers of 32
)
