package stride

import "heddle/compiler/ir"

// Loop is a loop as a direction: from one iteration to the next.
type Loop struct {
	Fn       *ir.Func
	CFG      *ir.CFG
	Header   ir.BlockID
	IsInside func(b ir.BlockID) bool
}

// Along is the direction: what is made outside of the loop does not change, and its counters do by their steps.
func (l *Loop) Along(v ir.ValueID, in *ir.Instr) (Form, Answer) {
	switch {
	case in.Op == ir.OpConst || !l.IsInside(in.Block):
		return Form{}, Known
	case in.Op != ir.OpParam:
		return Form{}, FromOperands
	}
	if step, ok := l.Step(v); ok {
		return step, Known
	}
	return Form{}, Unknown
}

// Step is what a counter changes by in each iteration, in its own type: a parameter of the header to which all edges
// back add the same.
func (l *Loop) Step(p ir.ValueID) (step Form, ok bool) {
	if l.Fn.Instr(p).Block != l.Header {
		return Form{}, false
	}
	isFirst := true
	for from, next := range l.CFG.Incoming(l.Fn, p) {
		if !l.IsInside(from) {
			continue
		}
		by, isSum := l.Between(next, p)
		if !isSum || !isFirst && !(step.IsConst() && by.Is(step.Constant)) {
			return Form{}, false
		}
		step, isFirst = by, false
	}
	return step, !isFirst
}

// Between is v - p in their type, where v is made of p by adding what is the same in all iterations.
func (l *Loop) Between(v, p ir.ValueID) (Form, bool) {
	if v == p {
		return Form{}, true
	}
	in := l.Fn.Instr(v)
	switch in.Op {
	case ir.OpAdd, ir.OpPtrAdd, ir.OpSub:
	default:
		return Form{}, false
	}
	first, by := in.Args[0], in.Args[1]
	if in.Op == ir.OpAdd && by == p {
		first, by = by, first
	}
	added, isSame := l.fixed(by)
	if !isSame || !l.IsInside(in.Block) {
		return Form{}, false
	}
	rest, ok := l.Between(first, p)
	if in.Op == ir.OpSub {
		added = added.Times(-1)
	}
	return rest.Plus(added), ok
}

// fixed is a value that is the same in all iterations.
func (l *Loop) fixed(v ir.ValueID) (Form, bool) {
	if c, isConst := l.Fn.SignedConst(v); isConst {
		return Form{Constant: c}, true
	}
	return Form{Terms: []Term{{v, 1}}}, !l.IsInside(l.Fn.Instr(v).Block)
}
