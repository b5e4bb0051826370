package uniform

import (
	"encoding/binary"
	"math/bits"
)

// A guard is a condition on launches under which a fact holds that depends on sizes and arguments: that 32-bit
// arithmetic on ids, which may wrap in the language, does not wrap. `a[y * width + x]` with unsigned operands is
// contiguous along x unless the index wraps between two neighbours. That is unknown when the kernel is compiled; but a
// launch knows the sizes and width, and the largest values follow from the expression. So an engine compiles a version
// that relies on the fact, and uses it for launches that satisfy the guard.
//
// A guard is a straight program over intervals of unsigned numbers.

// Launch is what a guard is evaluated on. If Args does not contain an argument that the guard reads, it does not hold.
type Launch struct {
	Offset, Global, Local, Groups [3]uint64 // global offset and size, local size as enqueued, number of groups
	Args                          []byte    // the argument block
}

// Guard is a condition on launches. It is immutable.
type Guard struct {
	steps  []guardStep
	proofs []proof
}

// proof is a condition: the value of a step never wraps, or stays below a limit.
type proof struct {
	step  int32
	limit uint64 // 0: must not wrap
}

type guardOp uint8

const (
	guardConst guardOp = iota // imm
	guardArg                  // imm: offset in the argument block; bits
	guardAny                  // anything of the given number of bits
	guardGlobalID
	guardLocalID
	guardGroupID
	guardGlobalSize
	guardLocalSize
	guardGlobalOffset
	guardNumGroups
	guardIDRest // what the first ids of groups are more than a multiple of imm
	guardAdd
	guardSub
	guardMul
	guardShl    // by imm
	guardShr    // by imm
	guardBelow  // at most x, and at most y: and, min
	guardDiv    // x / y
	guardRem    // x % y
	guardUnion  // x or y
	guardMax    //
	guardCut    // x if it fits the given number of bits
	guardSigned // x if it is not negative as a number of the given bits
	guardDown   // at most x
	guardUp     // from x upwards in steps of imm as long as it is below y
)

// guardStep computes an interval from those of earlier steps.
type guardStep struct {
	op   guardOp
	bits uint8 // of the result
	dim  uint8
	x, y int32
	imm  uint64
}

// interval is a set of unsigned numbers. isWrapped: arithmetic has wrapped, so that it may be any number.
type interval struct {
	low, high uint64
	isWrapped bool
}

// maxGuardSteps bounds a guard, so that a launch evaluates it without allocating.
const maxGuardSteps = 64

// Holds reports whether the guard holds for a launch. A nil guard always holds.
func (g *Guard) Holds(l *Launch) bool {
	if g == nil {
		return true
	}
	var values [maxGuardSteps]interval
	return g.holds(l, values[:])
}

func (g *Guard) holds(l *Launch, values []interval) bool {
	for i := range g.steps {
		values[i] = g.steps[i].eval(l, values)
	}
	for _, p := range g.proofs {
		if v := &values[p.step]; v.isWrapped || p.limit != 0 && v.high >= p.limit {
			return false
		}
	}
	return true
}

func anyOf(width uint8) interval { return interval{high: ^uint64(0) >> (64 - width)} }

func (s *guardStep) eval(l *Launch, values []interval) interval {
	if s.op < guardAdd {
		return s.leaf(l)
	}
	x, y := values[s.x], values[s.y]
	switch s.op {
	case guardAdd:
		low, _ := bits.Add64(x.low, y.low, 0)
		high, carry := bits.Add64(x.high, y.high, 0)
		return s.fit(low, high, carry)
	case guardSub:
		low, borrow := bits.Sub64(x.low, y.high, 0)
		return s.fit(low, x.high-y.low, borrow)
	case guardMul:
		_, low := bits.Mul64(x.low, y.low)
		over, high := bits.Mul64(x.high, y.high)
		return s.fit(low, high, over)
	case guardShl:
		over, high := bits.Mul64(x.high, 1<<s.imm)
		return s.fit(x.low<<s.imm, high, over)
	case guardShr:
		return interval{low: x.low >> s.imm, high: x.high >> s.imm}
	case guardBelow:
		return interval{high: min(x.high, y.high)}
	case guardMax:
		return interval{low: max(x.low, y.low), high: max(x.high, y.high)}
	case guardUnion:
		return interval{low: min(x.low, y.low), high: max(x.high, y.high)}
	}
	return s.evalRare(x, y, values)
}

func (s *guardStep) evalRare(x, y interval, values []interval) interval {
	switch s.op {
	case guardDiv:
		return interval{high: x.high / max(y.low, 1)} // x/0 is 0
	case guardRem:
		if y.low == 0 { // x%0 is x
			return interval{high: x.high}
		}
		return interval{high: min(x.high, y.high-1)}
	case guardCut:
		return s.fit(x.low, x.high, 0)
	case guardSigned:
		if x.high < 1<<(s.imm-1) {
			return interval{low: x.low, high: x.high}
		}
		return anyOf(s.bits)
	case guardDown:
		return interval{high: x.high}
	case guardUp:
		high, carry := bits.Add64(max(y.high, 1)-1, values[s.imm].high, 0)
		return s.fit(x.low, max(high, x.high), carry)
	}
	return anyOf(s.bits)
}

// fit is an interval truncated to the step's type.
func (s *guardStep) fit(low, high, over uint64) interval {
	if whole := anyOf(s.bits); over != 0 || high > whole.high {
		whole.isWrapped = true
		return whole
	}
	return interval{low: low, high: high}
}

func (s *guardStep) leaf(l *Launch) interval {
	switch s.op {
	case guardConst:
		return interval{low: s.imm, high: s.imm}
	case guardArg:
		return s.arg(l)
	case guardGlobalID:
		high, carry := bits.Add64(l.Offset[s.dim], max(l.Global[s.dim], 1)-1, 0)
		return s.fit(l.Offset[s.dim], high, carry)
	case guardLocalID:
		return interval{high: max(l.Local[s.dim], 1) - 1}
	case guardGroupID:
		return interval{high: max(l.Groups[s.dim], 1) - 1}
	case guardGlobalSize:
		return interval{high: l.Global[s.dim]}
	case guardLocalSize:
		return interval{high: l.Local[s.dim]}
	case guardGlobalOffset:
		return interval{high: l.Offset[s.dim]}
	case guardNumGroups:
		return interval{high: l.Groups[s.dim]}
	case guardIDRest:
		rest := (l.Offset[s.dim] | l.Local[s.dim]) % s.imm
		return interval{low: rest, high: rest}
	}
	return anyOf(s.bits)
}

func (s *guardStep) arg(l *Launch) interval {
	end := s.imm + uint64(s.bits/8)
	if end > uint64(len(l.Args)) {
		return anyOf(s.bits)
	}
	var word [8]byte
	copy(word[:], l.Args[s.imm:end])
	v := binary.LittleEndian.Uint64(word[:])
	return interval{low: v, high: v}
}
