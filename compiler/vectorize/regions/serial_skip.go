package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
	"heddle/compiler/vectorize/forms"
)

// Sub-groups that are left out by a comparison of numbers. In `if (l < s)`, where one bundle is all of a group, the
// local ids of each sub-group are known, and s is the same for all: one comparison tells that no lane of a sub-group
// goes on, and, as later ones have larger ids, none of theirs. If s is known too, the code of such sub-groups is not
// written at all.

// SubGroupSkip is what decides about the sub-groups of a serialised if: its lanes are those with x pred y.
type SubGroupSkip struct {
	pred ir.ICmpPred
	Y    ir.ValueID
	Typ  ir.Type
	Sub  []SkippedSubGroup // by sub-group
}

// SkippedSubGroup is the decision for one sub-group.
type SkippedSubGroup struct {
	IsEmpty bool       // it is known to have no lanes
	Tests   []SkipTest // one that holds tells that it has none
}

// skipOf finds the decision of an if, if there is such a one, and nothing but the comparison is to be written before
// it.
func (s *Regions) skipOf(list []ir.ValueID, branch *SerialIf) *SubGroupSkip {
	order := s.Flow.Layout.Order
	if branch == nil || branch.End >= len(order) {
		return nil
	}
	e := order[branch.First]
	end, succs := s.Kernel.Terminator(e), s.Kernel.Blocks[e].Succs
	if end.Op != ir.OpBranch || s.Kernel.Instr(end.Args[0]).Op != ir.OpICmp {
		return nil
	}
	if len(list) > 1 || len(list) == 1 && (list[0] != end.Args[0] || s.Uses[list[0]] > 1) {
		return nil
	}
	k := &SubGroupSkip{}
	c := s.Kernel.Instr(end.Args[0])
	pred := ir.ICmpPred(c.Kind)
	switch x := order[branch.End]; {
	case succs[1].To == x && succs[0].To != x:
	case succs[0].To == x && succs[1].To != x:
		pred = pred.Negated()
	default:
		return nil
	}
	x, y := c.Args[0], c.Args[1]
	if f := s.ByValue[x]; f.Kind != forms.Affine {
		x, y, pred = y, x, pred.Swapped()
	}
	f := s.ByValue[x]
	start, isKnown := s.KnownFirst(x)
	_, isConst := s.ConstOf(y)
	isNumber := isConst || s.ByValue[y].Kind == forms.Scalar && !s.ByValue[y].PerSub
	if f.Kind != forms.Affine || !s.IsRowStep(f) || f.Step <= 0 || !isKnown || !isNumber {
		return nil
	}
	k.pred, k.Y, k.Typ = pred, y, s.Kernel.Type(x)
	for u := range s.Version.Count {
		first := start + uint64(s.SubOffset(f, u))
		k.Sub = append(k.Sub, s.skippedSubGroup(k, first, first+uint64(s.ISA.Lanes()-1)*uint64(f.Step)))
	}
	return k
}

// skippedSubGroup decides for a sub-group, given x in its first and last lane.
func (s *Regions) skippedSubGroup(k *SubGroupSkip, first, last uint64) (p SkippedSubGroup) {
	if last >= 1<<31 { // what may wrap, or be negative, is left to the lanes
		return p
	}
	tests := k.tests(first, last)
	bits, isConst := s.ConstOf(k.Y)
	if !isConst {
		return SkippedSubGroup{Tests: tests}
	}
	p.IsEmpty = slices.ContainsFunc(tests, func(t SkipTest) bool { return t.holdsFor(bits, k.Typ) })
	return p
}

// SkipTest is a comparison of y that tells that a sub-group has no lanes.
type SkipTest struct {
	Pred   ir.ICmpPred // of y and limit
	Limit  uint64
	IsLast bool // nor have later sub-groups
}

// tests are the comparisons of which one is enough for leaving a sub-group out.
func (k *SubGroupSkip) tests(first, last uint64) []SkipTest {
	switch k.pred {
	case ir.ULT:
		return []SkipTest{{ir.ULE, first, true}}
	case ir.ULE:
		return []SkipTest{{ir.ULT, first, true}}
	case ir.UGT:
		return []SkipTest{{ir.UGE, last, false}}
	case ir.UGE:
		return []SkipTest{{ir.UGT, last, false}}
	case ir.SLT:
		return []SkipTest{{ir.SLE, first, true}}
	case ir.SLE:
		return []SkipTest{{ir.SLT, first, true}}
	case ir.SGT:
		return []SkipTest{{ir.SGE, last, false}}
	case ir.SGE:
		return []SkipTest{{ir.SGT, last, false}}
	case ir.EQ:
		return []SkipTest{{ir.ULT, first, true}, {ir.UGT, last, false}}
	}
	return nil
}

// holdsFor evaluates a test for a constant.
func (t *SkipTest) holdsFor(y uint64, typ ir.Type) bool {
	return numeric.CompareInt(t.Pred, typ.Bits(), y, t.Limit)
}
