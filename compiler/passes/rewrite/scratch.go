// Package rewrite is what passes need to change a function: memory that they use again, control flow that they share,
// substitution of values, removal of dead code, and blocks before loops.
package rewrite

import "heddle/compiler/ir"

// Scratch is memory that passes use again for each function, and the control flow that they share. One belongs to one
// goroutine. Nothing in it is part of a function, except the operand lists from Values.
type Scratch struct {
	Values ir.ValueSlab // new operand lists
	IsIdle bool         // the pass that runs, or ran last, has changed nothing

	room  ir.Room // for compacting
	cfg   ir.CFG
	cfgOf *ir.Func // the function that cfg is of; nil: edges have changed
	edges EdgeTable

	replaced Substitution
	dead     deadCode
}

// End gives f lists of its own.
func (s *Scratch) End(f *ir.Func) {
	s.room.Leave(f)
	s.Values.Reset()
}

// Compact renumbers f in the order of its blocks, which drops unreachable ones. All lists of f move, so that the memory
// of those made before is free.
func (s *Scratch) Compact(f *ir.Func) {
	s.cfg.Walk(f)
	s.room.Compact(f, s.cfg.Order)
	s.Values.Reset()
	s.EdgesChanged()
}

// Control is f's control flow, which is analysed once until edges change.
func (s *Scratch) Control(f *ir.Func) *ir.CFG {
	if s.cfgOf != f {
		s.cfg.Analyze(f)
		s.cfgOf = f
	}
	return &s.cfg
}

// EdgesChanged must be called by passes that add or remove blocks or edges.
func (s *Scratch) EdgesChanged() { s.cfgOf = nil }

// Substitution is an empty one for f.
func (s *Scratch) Substitution(f *ir.Func) Substitution {
	s.replaced = Cleared(s.replaced, len(f.Instrs))
	return s.replaced
}

// KeepRoom keeps the memory of a substitution that has grown for the next one.
func (s *Scratch) KeepRoom(r Substitution) { s.replaced = r }

// Resized is a list of n elements in the memory of an old one if that is large enough. It keeps the old elements.
func Resized[S ~[]T, T any](list S, n int) S {
	if cap(list) < n {
		return make(S, n, n+n/4)
	}
	return list[:n]
}

// Cleared is Resized with all elements zero.
func Cleared[S ~[]T, T any](list S, n int) S {
	list = Resized(list, n)
	clear(list)
	return list
}
