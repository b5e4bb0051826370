package amd64

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Ranges: what interval the numbers in the lanes of an integer value lie in, as far as the few operations that make it say.
// Where C makes ints of bytes, their products are those of words, which the machine multiplies at twice the speed of words
// of 32 bits; products of 64 bits are often of what was extended from 32. Lanes that are not active may hold anything.

// span is an interval of signed numbers, with both ends.
type span struct{ low, high int64 }

// maxRangeDepth bounds how far back is looked for what makes a value.
const maxRangeDepth = 40

// factorsOf says what is known of what a product's factors have in common.
func (s *accessTable) factorsOf(in *ir.Instr) access.Factors {
	if in.Op != ir.OpMul || in.Type != ir.I32 && in.Type != ir.I64 {
		return access.AnyFactors
	}
	x, y := s.spanOf(in.Args[0]), s.spanOf(in.Args[1])
	switch {
	case in.Type == ir.I32 && x.within(math.MinInt16, math.MaxInt16) && y.within(math.MinInt16, math.MaxInt16):
		return access.WordFactors
	case in.Type == ir.I32:
		return access.AnyFactors
	case x.within(0, math.MaxUint32) && y.within(0, math.MaxUint32):
		return access.UnsignedFactors
	case x.within(math.MinInt32, math.MaxInt32) && y.within(math.MinInt32, math.MaxInt32):
		return access.SignedFactors
	}
	return access.AnyFactors
}

// boundOf is up to which a division's first operand goes, if neither is negative; 0: not known.
func (s *accessTable) boundOf(in *ir.Instr) uint64 {
	switch in.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		x, y := s.spanOf(in.Args[0]), s.spanOf(in.Args[1])
		if in.Type.Bits() >= 32 && x.low >= 0 && y.low >= 0 {
			return uint64(x.high)
		}
	}
	return 0
}

// wordFactors are the vectors of factors that are words, one of which has zeros above them: a constant, a number that is not
// negative, or one whose upper half is cut off for that, if possible once for all lanes.
func (s *selector) wordFactors(in *ir.Instr, u int) (args [3][]asm.Reg) {
	cut := s.factorToCut(in)
	for i, a := range in.Args {
		_, isConst := s.constOf(a)
		switch {
		case i != cut:
			args[i] = s.lanesOf(a, u)
			if !isConst && s.spanOf(a).low >= 0 {
				s.MarkWord(args[i][0])
			}
		case s.byValue[a].kind == scalar:
			args[i] = []asm.Reg{s.uniformWord(a, u)}
		default:
			word := s.ZeroExtend(ir.I16, s.lanesOf(a, u)[0])
			s.MarkWord(word)
			args[i] = []asm.Reg{word}
		}
	}
	return args
}

// factorToCut is the factor whose upper half is to be cut off, -1 if one has none.
func (s *accessTable) factorToCut(in *ir.Instr) int {
	for _, a := range in.Args {
		if _, isConst := s.constOf(a); isConst || s.spanOf(a).low >= 0 {
			return -1
		}
	}
	if s.byValue[in.Args[0]].kind == scalar {
		return 0
	}
	return 1
}

// wordOfSub is added to sub-groups to name what uniformWord makes.
const wordOfSub = 1 << 20

// uniformWord is the lower half of what is the same for all lanes, with zeros above.
func (s *selector) uniformWord(v ir.ValueID, u int) asm.Reg {
	if !s.byValue[v].perSub {
		u = 0
	}
	key := lanesKey{v, wordOfSub + u}
	if r, ok := s.inLanes[key]; ok {
		return r[0]
	}
	r := s.Temp()
	s.writeLate(v, func() {
		word := s.general()
		s.Emit(asm.Inst{Op: asm.Movzxw, Size: 4, Dst: word, B: s.own(v, u)[0]})
		s.broadcast(r, word, 4)
	})
	s.MarkWord(r)
	s.inLanes[key] = []asm.Reg{r}
	return r
}

// spanOf is the interval of a value, which is read as a signed number of its type.
func (s *accessTable) spanOf(v ir.ValueID) span {
	if s.ranges.spans == nil {
		s.ranges = ranges{fn: s.kernel, smallIDs: s.version.SmallIDs, spans: map[ir.ValueID]span{}}
	}
	return s.ranges.of(v, maxRangeDepth)
}

// ranges finds the intervals of a function's values.
type ranges struct {
	fn       *ir.Func
	smallIDs bool // all global ids, and sizes, are below 2^31
	spans    map[ir.ValueID]span
}

// of is the interval of a value, found once.
func (r *ranges) of(v ir.ValueID, depth int) span {
	found, ok := r.spans[v]
	if !ok {
		found = r.find(v, depth)
		r.spans[v] = found
	}
	return found
}

func (r *ranges) find(v ir.ValueID, depth int) span {
	in := r.fn.Instr(v)
	all := fullSpan(in.Type)
	if depth == 0 || !in.Type.IsInt() {
		return all
	}
	arg := func(i int) span { return r.of(in.Args[i], depth-1) }
	found := all
	switch in.Op {
	case ir.OpConst:
		unused := 64 - in.Type.Bits()
		c := int64(in.Imm<<unused) >> unused
		return span{c, c}
	case ir.OpGlobalID, ir.OpGroupID, ir.OpLocalID, ir.OpGlobalSize, ir.OpLocalSize, ir.OpNumGroups:
		if r.smallIDs {
			found = span{0, math.MaxInt32}
		}
	case ir.OpZExt:
		from := r.fn.Type(in.Args[0])
		if found = arg(0); found.low < 0 || from == ir.I1 {
			found = span{0, int64(from.Mask())}
		}
	case ir.OpSExt:
		if found = arg(0); r.fn.Type(in.Args[0]) == ir.I1 {
			found = span{-1, 0}
		}
	case ir.OpExpect:
		return arg(0)
	case ir.OpSelect:
		found = arg(1).and(arg(2))
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax:
		found = extremeSpan(in.Op, arg(0), arg(1))
	case ir.OpAnd:
		found = maskSpan(arg(0), arg(1), all)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpLShr, ir.OpAShr:
		found = computedSpan(in.Op, in.Type, arg(0), arg(1))
	}
	if found.low < all.low || found.high > all.high {
		return all
	}
	return found
}

// fullSpan is that of all numbers of a type.
func fullSpan(t ir.Type) span {
	if !t.IsInt() {
		return span{math.MinInt64, math.MaxInt64}
	}
	return span{math.MinInt64 >> (64 - t.Bits()), math.MaxInt64 >> (64 - t.Bits())}
}

func (x span) within(low, high int64) bool { return x.low >= low && x.high <= high }

// and is the interval of what lies in one or the other.
func (x span) and(y span) span { return span{min(x.low, y.low), max(x.high, y.high)} }

// extremeSpan is that of the smaller or larger of two numbers. Unsigned ones are compared as signed ones are if neither is
// negative; the smaller is at most the one that is not.
func extremeSpan(op ir.Op, x, y span) span {
	isPositive := x.low >= 0 && y.low >= 0
	switch {
	case op == ir.OpSMin || op == ir.OpUMin && isPositive:
		return span{min(x.low, y.low), min(x.high, y.high)}
	case op == ir.OpSMax || op == ir.OpUMax && isPositive:
		return span{max(x.low, y.low), max(x.high, y.high)}
	case op == ir.OpUMin && x.low >= 0:
		return span{0, x.high}
	case op == ir.OpUMin && y.low >= 0:
		return span{0, y.high}
	}
	return span{math.MinInt64, math.MaxInt64}
}

// maskSpan is that of x & y: no bits are added to a number that is not negative.
func maskSpan(x, y, all span) span {
	switch {
	case x.low >= 0 && y.low >= 0:
		return span{0, min(x.high, y.high)}
	case x.low >= 0:
		return span{0, x.high}
	case y.low >= 0:
		return span{0, y.high}
	}
	return all
}

// computedSpan is that of an operation on numbers small enough for the exact result; too wide for the type if it may wrap.
func computedSpan(op ir.Op, t ir.Type, x, y span) span {
	const small = 1 << 31
	wide := span{math.MinInt64, math.MaxInt64}
	if isShift := op == ir.OpShl || op == ir.OpLShr || op == ir.OpAShr; isShift && (y.low != y.high || !y.within(0, int64(t.Bits())-1)) {
		return wide
	}
	switch op {
	case ir.OpAShr:
		return span{x.low >> y.low, x.high >> y.low}
	case ir.OpLShr:
		if x.low >= 0 {
			return span{x.low >> y.low, x.high >> y.low}
		}
		if y.low > 0 {
			return span{0, int64(t.Mask() >> y.low)}
		}
		return wide
	}
	if !x.within(-small, 2*small) || !y.within(-small, 2*small) {
		return wide
	}
	switch op {
	case ir.OpAdd:
		return span{x.low + y.low, x.high + y.high}
	case ir.OpSub:
		return span{x.low - y.high, x.high - y.low}
	case ir.OpShl:
		if y.low > 30 {
			return wide
		}
		return span{x.low << y.low, x.high << y.low}
	}
	if !x.within(-small, small) || !y.within(-small, small) {
		return wide
	}
	a, b, c, d := x.low*y.low, x.low*y.high, x.high*y.low, x.high*y.high
	return span{min(a, b, c, d), max(a, b, c, d)}
}
