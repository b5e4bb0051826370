package rewrite

import (
	"math/bits"
	"slices"

	"heddle/compiler/ir"
)

// Interval is the numbers from Low to High.
type Interval struct{ Low, High int64 }

// Has reports whether all of another interval lies in it.
func (i Interval) Has(other Interval) bool { return i.Low <= other.Low && other.High <= i.High }

// Signed is the interval of the signed numbers of a type, Unsigned that of the others (of 63 bits at most).
func Signed(t ir.Type) Interval {
	high := int64(t.Mask() >> 1)
	return Interval{-high - 1, high}
}

func Unsigned(t ir.Type) Interval { return Interval{0, int64(min(t.Mask(), 1<<63-1))} }

// Intervals finds the intervals that integers of up to 32 bits lie in, taken as signed, judged by their definitions.
// Parameters of blocks may be anything.
type Intervals struct {
	fn    *ir.Func
	known map[ir.ValueID]Interval
}

// IntervalsOf is an empty table for a function.
func IntervalsOf(f *ir.Func) *Intervals { return &Intervals{fn: f, known: map[ir.ValueID]Interval{}} }

// maxIntervalDepth bounds the depth of definitions that are followed.
const maxIntervalDepth = 64

// Of is the interval of a value.
func (t *Intervals) Of(v ir.ValueID) Interval { return t.of(v, maxIntervalDepth) }

func (t *Intervals) of(v ir.ValueID, depth int) Interval {
	in := t.fn.Instr(v)
	all := Signed(in.Type)
	if depth == 0 || !in.Type.IsInt() || in.Type.Bits() > 32 {
		return all
	}
	if in.Op == ir.OpConst {
		c, _ := t.fn.SignedConst(v)
		return Interval{c, c}
	}
	if known, ok := t.known[v]; ok {
		return known
	}
	found, ok := t.operation(in, func(i int) Interval { return t.of(in.Args[i], depth-1) })
	if !ok || !all.Has(found) {
		found = all
	}
	t.known[v] = found
	return found
}

// operation is the interval of results, in any number of bits, of the operations that have one.
func (t *Intervals) operation(in *ir.Instr, of func(int) Interval) (Interval, bool) {
	switch in.Op {
	case ir.OpZExt, ir.OpSExt, ir.OpTrunc:
		return t.conversion(in, of)
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpUDiv, ir.OpSDiv, ir.OpURem:
		return t.ofBits(in, of)
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax:
		return t.extreme(in, of)
	case ir.OpSelect:
		x, y := of(1), of(2)
		return Interval{min(x.Low, y.Low), max(x.High, y.High)}, true
	case ir.OpAdd:
		if b, ok := t.blend(in); ok {
			return b, true
		}
		x, y := of(0), of(1)
		return Interval{x.Low + y.Low, x.High + y.High}, true
	case ir.OpSub:
		x, y := of(0), of(1)
		d := Interval{x.Low - y.High, x.High - y.Low}
		if t.isOrdered(in.Args[0], in.Args[1]) {
			d.Low = max(d.Low, 0)
		}
		return d, true
	case ir.OpMul:
		x, y := of(0), of(1)
		a, b, c, d := x.Low*y.Low, x.Low*y.High, x.High*y.Low, x.High*y.High
		return Interval{min(a, b, c, d), max(a, b, c, d)}, true
	}
	return Interval{}, false
}

// blend bounds a sum x*w + y*(c-w), which lies between x*c and y*c if w lies between 0 and c.
func (t *Intervals) blend(in *ir.Instr) (Interval, bool) {
	left, right := t.fn.Instr(in.Args[0]), t.fn.Instr(in.Args[1])
	if left.Op != ir.OpMul || right.Op != ir.OpMul {
		return Interval{}, false
	}
	for _, p := range [...][2]*ir.Instr{{left, right}, {right, left}} {
		for i, rest := range p[1].Args {
			d := t.fn.Instr(rest)
			if d.Op != ir.OpSub {
				continue
			}
			c, w := t.Of(d.Args[0]), t.Of(d.Args[1])
			j := slices.Index(p[0].Args, d.Args[1])
			if j < 0 || c.Low != c.High || w.Low < 0 || w.High > c.Low {
				continue
			}
			x, y := t.Of(p[0].Args[1-j]), t.Of(p[1].Args[1-i])
			return Interval{min(x.Low, y.Low) * c.Low, max(x.High, y.High) * c.Low}, true
		}
	}
	return Interval{}, false
}

// isOrdered reports whether x is the maximum of two values, and y their minimum.
func (t *Intervals) isOrdered(x, y ir.ValueID) bool {
	a, b := t.fn.Instr(x), t.fn.Instr(y)
	isPair := a.Op == ir.OpSMax && b.Op == ir.OpSMin
	return isPair && (a.Args[0] == b.Args[0] && a.Args[1] == b.Args[1] ||
		a.Args[0] == b.Args[1] && a.Args[1] == b.Args[0])
}

func (t *Intervals) conversion(in *ir.Instr, of func(int) Interval) (Interval, bool) {
	from := t.fn.Type(in.Args[0])
	switch {
	case from == ir.I1 && in.Op == ir.OpZExt:
		return Interval{0, 1}, true
	case from == ir.I1:
		return Interval{-1, 0}, in.Op == ir.OpSExt
	case !from.IsInt() || from.Bits() > 32:
		return Interval{}, false
	}
	x := of(0)
	if in.Op == ir.OpZExt && x.Low < 0 {
		return Unsigned(from), true
	}
	return x, true
}

// ofBits bounds bitwise operations, shifts and quotients.
func (t *Intervals) ofBits(in *ir.Instr, of func(int) Interval) (Interval, bool) {
	x, y := of(0), of(1)
	isConst := y.Low == y.High && y.Low >= 0
	switch in.Op {
	case ir.OpAnd:
		switch {
		case x.Low < 0 && y.Low < 0:
			return Interval{}, false
		case x.Low < 0:
			return Interval{0, y.High}, true
		case y.Low < 0:
			return Interval{0, x.High}, true
		}
		return Interval{0, min(x.High, y.High)}, true
	case ir.OpOr, ir.OpXor:
		return Interval{0, 1<<bits.Len64(uint64(x.High|y.High)) - 1}, x.Low >= 0 && y.Low >= 0
	case ir.OpShl:
		return Interval{x.Low << (y.Low & 31), x.High << (y.Low & 31)}, isConst && y.Low < int64(in.Type.Bits())
	case ir.OpAShr:
		return Interval{x.Low >> (y.Low & 31), x.High >> (y.Low & 31)}, isConst && y.Low < int64(in.Type.Bits())
	case ir.OpLShr:
		if x.Low < 0 {
			x = Unsigned(in.Type)
		}
		return Interval{x.Low >> (y.Low & 31), x.High >> (y.Low & 31)}, isConst && y.Low < int64(in.Type.Bits())
	case ir.OpUDiv, ir.OpSDiv:
		return Interval{x.Low / max(y.Low, 1), x.High / max(y.Low, 1)}, isConst && y.Low > 0 &&
			(in.Op == ir.OpSDiv || x.Low >= 0)
	}
	return Interval{0, y.Low - 1}, isConst && y.Low > 0 // OpURem
}

// extreme bounds minima and maxima. Of a number and its negative one is not negative.
func (t *Intervals) extreme(in *ir.Instr, of func(int) Interval) (Interval, bool) {
	x, y := of(0), of(1)
	switch in.Op {
	case ir.OpSMin:
		return Interval{min(x.Low, y.Low), min(x.High, y.High)}, true
	case ir.OpSMax:
		m := Interval{max(x.Low, y.Low), max(x.High, y.High)}
		if t.isNegative(in.Args[0], in.Args[1]) || t.isNegative(in.Args[1], in.Args[0]) {
			m.Low = max(m.Low, 0)
		}
		return m, true
	case ir.OpUMax:
		return Interval{max(x.Low, y.Low), max(x.High, y.High)}, x.Low >= 0 && y.Low >= 0
	}
	switch { // OpUMin: a number with the sign bit is larger than all without
	case x.Low >= 0 && y.Low >= 0:
		return Interval{min(x.Low, y.Low), min(x.High, y.High)}, true
	case x.Low >= 0:
		return Interval{0, x.High}, true
	case y.Low >= 0:
		return Interval{0, y.High}, true
	}
	return Interval{}, false
}

// isNegative reports whether x is 0 - y, and does not wrap.
func (t *Intervals) isNegative(x, y ir.ValueID) bool {
	in := t.fn.Instr(x)
	if in.Op != ir.OpSub || in.Args[1] != y {
		return false
	}
	c, ok := t.fn.SignedConst(in.Args[0])
	return ok && c == 0 && t.Of(y).Low > Signed(in.Type).Low
}
