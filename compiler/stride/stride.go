// Package stride finds how much a value changes along a direction: from one work-item to the next in a dimension, or
// from one iteration of a loop to the next. Package uniform says for all values of a function which steps from
// work-item to work-item are constants, and proves what may wrap; this package answers single questions, also where the
// step is known only to the launch, n elements for a[x*n + y] along x, or belongs to a loop.
//
// A change is a linear form, a constant and a sum of products of constants and values that do not change themselves. It
// is found by going from a value to its operands until the direction knows a value: those that do not change along it,
// and those that make it, ids and counters of the loop. What is asked about is arithmetic of addresses, which has few
// operations; a budget bounds how many values one question visits, so the same value may be visited again.
//
// Reading order: form.go, stride.go, loop.go (the direction of a loop's iterations).
package stride

import "heddle/compiler/ir"

// Direction says what it knows of a value by itself.
type Direction func(v ir.ValueID, in *ir.Instr) (Form, Answer)

// Answer is what a direction knows of a value's change.
type Answer uint8

// The answers.
const (
	FromOperands Answer = iota // it follows from those of the operands
	Known
	Unknown
)

// Wraps says how arithmetic that may wrap is taken.
type Wraps uint8

const (
	// MustNot: what is extended from 32 bits must not wrap, because the operation says so (ir.FlagNoWrap), or it
	// is in an address, where that may be assumed (ir.FlagAddress). Then the change is right in 64 bits.
	MustNot Wraps = iota
	// Seldom: an estimate of what most neighbours have in common. Extensions are taken to keep the change, a minimum to
	// be one of its operands, and what is not understood to change by nothing.
	Seldom
)

// Finder answers questions about one function along one direction.
type Finder struct {
	Fn     *ir.Func
	Along  Direction
	Wraps  Wraps
	IsTerm func(v ir.ValueID) bool // whether a value that does not change may be a term; nil: each may
	Budget int                     // values that may still be visited

	SmallIDs bool // all global ids are below 2^31
}

// Of is the change of a value. If it is not known, the form has the parts that are, with Seldom.
func (f *Finder) Of(v ir.ValueID) (change Form, isWhole bool) { return f.of(v, false) }

// of is the change of a value, which isNarrow: will be extended from 32 bits.
func (f *Finder) of(v ir.ValueID, isNarrow bool) (Form, bool) {
	in := f.Fn.Instr(v)
	switch change, answer := f.Along(v, in); answer {
	case Known:
		return change, true
	case Unknown:
		return change, false
	}
	if f.Budget--; f.Budget < 0 {
		return Form{}, false
	}
	if isNarrow && in.Op != ir.OpTrunc && in.Op != ir.OpAnd && in.Flags&(ir.FlagNoWrap|ir.FlagAddress) == 0 {
		return Form{}, false
	}
	switch in.Op {
	case ir.OpAdd, ir.OpPtrAdd, ir.OpSub:
		x, isWholeX := f.of(in.Args[0], isNarrow)
		y, isWholeY := f.of(in.Args[1], isNarrow)
		if in.Op == ir.OpSub {
			y = y.Times(-1)
		}
		return x.Plus(y), isWholeX && isWholeY
	case ir.OpMul, ir.OpShl:
		return f.product(v, in, isNarrow)
	case ir.OpAnd:
		if size, ok := f.Fn.ClearsBelow(in); ok {
			if x, isWhole := f.of(in.Args[0], isNarrow); isWhole && x.IsConst() && x.Constant%size == 0 {
				return x, true
			}
		}
	case ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return f.converted(in, isNarrow)
	}
	if f.Wraps == Seldom {
		return f.guessed(in)
	}
	return Form{}, false
}

// converted is the change of a value that is cut, or extended.
func (f *Finder) converted(in *ir.Instr, isNarrow bool) (Form, bool) {
	switch from := f.Fn.Instr(in.Args[0]); {
	case f.Wraps == Seldom:
		return f.of(in.Args[0], false)
	case in.Op == ir.OpSExt && from.Type == ir.I32:
		return f.of(in.Args[0], true)
	case in.Op == ir.OpTrunc && isNarrow && in.Type == ir.I32 &&
		(from.Op == ir.OpLocalID || from.Op == ir.OpGlobalID && f.SmallIDs): // they fit
		return f.of(in.Args[0], false)
	}
	return Form{}, false
}

// product is the change of a product, or of a shift to the left.
func (f *Finder) product(v ir.ValueID, in *ir.Instr, isNarrow bool) (Form, bool) {
	x, isWhole := f.of(in.Args[0], isNarrow)
	if c, isConst := f.Fn.ConstFactor(in); isConst {
		x = x.Times(c)
		return x, isWhole && isShort(c) && x.isShort()
	}
	y, isWholeY := f.of(in.Args[1], isNarrow)
	isWhole = isWhole && isWholeY
	by := in.Args[1]
	if x.IsZero() {
		x, y, by = y, x, in.Args[0]
	}
	switch {
	case isWhole && x.IsZero():
		return x, true
	case f.Wraps == Seldom && (in.Op == ir.OpShl || !y.IsZero() || len(x.Terms) > 0): // it changes, from place to place
		return Form{Terms: []Term{{v, 1}}}, false
	case in.Op == ir.OpShl || !y.IsZero() || len(x.Terms) > 0 || f.IsTerm != nil && !f.IsTerm(by):
		return Form{}, false
	}
	x = Form{Terms: []Term{{by, x.Constant}}}
	return x, isWhole && x.isShort()
}

// guessed is the change of the result of another operation. What selects one of two values changes mostly as one of
// them, so the larger change is a part of it.
func (f *Finder) guessed(in *ir.Instr) (largest Form, isWhole bool) {
	first := 0
	switch in.Op {
	case ir.OpExpect:
		return f.of(in.Args[0], false)
	case ir.OpSelect:
		first = 1
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax:
	default:
		first = len(in.Args)
	}
	isWhole = in.Op.Pure()
	for i, v := range in.Args {
		change, isKnown := f.of(v, false)
		isWhole = isWhole && isKnown && change.IsZero()
		if i >= first && largest.isLess(change) {
			largest = change
		}
	}
	return largest, isWhole
}
