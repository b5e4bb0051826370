package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Sub-groups that are left out by a comparison of numbers. In `if (l < s)`, where one bundle is all of a group, the
// local ids of each sub-group are known, and s is the same for all: one comparison tells that no lane of a sub-group
// goes on, and, as later ones have larger ids, none of theirs. If s is known too, the code of such sub-groups is not
// written at all. Where a bundle is a part of a group, the comparison is with the id of its first lane and a distance;
// and where masked accesses are slow, another comparison tells that all lanes of a sub-group go on, which then does so
// without masks.

// SubGroupSkip is what decides about the sub-groups of a serialised if: its lanes are those with x pred y.
type SubGroupSkip struct {
	pred ir.ICmpPred
	X    ir.ValueID // limits of tests are distances from its first lane; 0: they are numbers
	Y    ir.ValueID
	Typ  ir.Type
	Sub  []SkippedSubGroup // by sub-group
	Way  *KnownIf          // how it is written for sub-groups all of whose lanes go on; nil: as for others
	Side int               // the way that they go
}

// SkippedSubGroup is the decision for one sub-group.
type SkippedSubGroup struct {
	IsEmpty bool       // it is known to have no lanes
	Tests   []SkipTest // one that holds tells that it has none
	Whole   *SkipTest  // tells that it has all; nil: nothing does
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
	c := s.Kernel.Instr(end.Args[0])
	k := &SubGroupSkip{pred: ir.ICmpPred(c.Kind)}
	switch x := order[branch.End]; {
	case succs[1].To == x && succs[0].To != x:
	case succs[0].To == x && succs[1].To != x:
		k.pred, k.Side = k.pred.Negated(), 1
	default:
		return nil
	}
	x, y := c.Args[0], c.Args[1]
	if f := s.ByValue[x]; f.Kind != forms.Affine {
		x, y, k.pred = y, x, k.pred.Swapped()
	}
	f := s.ByValue[x]
	_, isConst := s.ConstOf(y)
	isNumber := isConst || s.ByValue[y].Kind == forms.Scalar && !s.ByValue[y].PerSub
	if f.Kind != forms.Affine || !s.IsRowStep(f) || f.Step <= 0 || !isNumber {
		return nil
	}
	k.Y, k.Typ = y, s.Kernel.Type(x)
	return s.decideSkips(k, x, branch)
}

// decideSkips decides for each sub-group, given x; nil if nothing can be told.
func (s *Regions) decideSkips(k *SubGroupSkip, x ir.ValueID, branch *SerialIf) *SubGroupSkip {
	f := s.ByValue[x]
	start, isKnown := s.KnownFirst(x)
	if !isKnown {
		most, ok := s.mostOfLocal(x, maxLocalDepth)
		if s.Off.Has(switches.ScalarGuards) || s.Kernel.Group != [3]uint64{} || !ok || most > maxLocal || !s.Needed[x] {
			return nil
		}
		start, k.X = 0, x
		k.Way = s.wholeWay(k, branch)
	}
	for u := range s.Version.Count {
		first := start + uint64(s.SubOffset(f, u))
		last := first + uint64(s.ISA.Lanes()-1)*uint64(f.Step)
		k.Sub = append(k.Sub, s.skippedSubGroup(k, first, last))
	}
	return k
}

// mostOfLocal is a bound of what is computed from the local id in dimension 0 and small numbers, none of them negative,
// so that nothing wraps in 32 bits.
func (s *Regions) mostOfLocal(v ir.ValueID, depth int) (most uint64, ok bool) {
	in := s.Kernel.Instr(v)
	if c, isConst := s.ConstOf(v); isConst {
		return c, c <= maxLocal
	}
	if depth == 0 || in.Type != ir.I32 && in.Type != ir.I64 {
		return 0, false
	}
	switch in.Op {
	case ir.OpLocalID:
		return maxLocalID, true
	case ir.OpTrunc, ir.OpZExt, ir.OpSExt:
		return s.mostOfLocal(in.Args[0], depth-1)
	case ir.OpAdd, ir.OpMul, ir.OpShl:
		x, isX := s.mostOfLocal(in.Args[0], depth-1)
		y, isY := s.mostOfLocal(in.Args[1], depth-1)
		switch {
		case !isX || !isY || x > maxLocal || in.Op == ir.OpShl && y > maxLocalShift:
			return 0, false
		case in.Op == ir.OpAdd:
			return x + y, true
		case in.Op == ir.OpMul:
			return x * y, true
		}
		return x << y, true
	}
	return 0, false
}

// wholeWay is how an if is written for sub-groups all of whose lanes go on, nil if that does not pay.
func (s *Regions) wholeWay(k *SubGroupSkip, branch *SerialIf) *KnownIf {
	e := s.Flow.Layout.Order[branch.First]
	if !s.Tuning.Prepare.ChecksBounds || !s.Version.FullBundles || s.HasMask(e) || k.whole(0, 0) == nil {
		return nil
	}
	way := &KnownIf{SerialIf: *branch}
	for side, edge := range s.Kernel.Blocks[e].Succs {
		way.Sides[side] = map[ir.BlockID]bool{}
		s.fillSide(way.Sides[side], branch, edge.To)
	}
	size := 0
	for b := range way.Sides[k.Side] {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if s.Needed[v] {
				size++
			}
		}
	}
	if size*s.Version.Count > maxWholeWays {
		return nil
	}
	return way
}

// skippedSubGroup decides for a sub-group, given x in its first and last lane.
func (s *Regions) skippedSubGroup(k *SubGroupSkip, first, last uint64) (p SkippedSubGroup) {
	if last >= 1<<31 { // what may wrap, or be negative, is left to the lanes
		return p
	}
	tests := k.tests(first, last)
	if k.Way != nil {
		p.Whole = k.whole(first, last)
	}
	bits, isConst := s.ConstOf(k.Y)
	if !isConst || k.X != 0 {
		p.Tests = tests
		return p
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

// whole is the comparison that tells that all lanes of a sub-group have x pred y, nil if there is none.
func (k *SubGroupSkip) whole(first, last uint64) *SkipTest {
	switch k.pred {
	case ir.ULT, ir.ULE, ir.SLT, ir.SLE:
		return &SkipTest{Pred: k.pred.Swapped(), Limit: last}
	case ir.UGT, ir.UGE, ir.SGT, ir.SGE:
		return &SkipTest{Pred: k.pred.Swapped(), Limit: first}
	}
	return nil
}

// holdsFor evaluates a test for a constant.
func (t *SkipTest) holdsFor(y uint64, typ ir.Type) bool {
	return numeric.CompareInt(t.Pred, typ.Bits(), y, t.Limit)
}
