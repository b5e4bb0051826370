package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Parts that are left out by a comparison of numbers. In `if (l < s)`, where one bundle is all of a group, the local ids of
// each sub-group are known, and s is the same for all: one comparison tells that no lane of a sub-group goes on, and, as
// later ones have larger ids, none of theirs. If s is known too, such parts are not written at all.

// partSkip is what decides about the parts of an if: its lanes are those with x pred y.
type partSkip struct {
	pred  ir.ICmpPred
	first uint64 // of x, in the first lane of the bundle
	step  form
	y     ir.ValueID
	typ   ir.Type
}

// skipOf finds the decision of an if, if there is such a one, and nothing but the comparison is to be written before it.
func (s *regionTable) skipOf(list []ir.ValueID, branch *ifParts) *partSkip {
	order := s.flow.layout.Order
	if branch == nil || branch.end >= len(order) {
		return nil
	}
	e := order[branch.first]
	end, succs := s.kernel.Terminator(e), s.kernel.Blocks[e].Succs
	if end.Op != ir.OpBranch || s.kernel.Instr(end.Args[0]).Op != ir.OpICmp {
		return nil
	}
	if len(list) > 1 || len(list) == 1 && (list[0] != end.Args[0] || s.uses[list[0]] > 1) {
		return nil
	}
	k := &partSkip{}
	c := s.kernel.Instr(end.Args[0])
	pred := ir.ICmpPred(c.Kind)
	switch x := order[branch.end]; {
	case succs[1].To == x && succs[0].To != x:
	case succs[0].To == x && succs[1].To != x:
		pred = oppositePred[pred]
	default:
		return nil
	}
	x, y := c.Args[0], c.Args[1]
	if f := s.byValue[x]; f.kind != affine {
		x, y, pred = y, x, exchangedPred[pred]
	}
	f, isKnown := s.byValue[x], false
	k.first, isKnown = s.knownFirst(x)
	_, isConst := s.constOf(y)
	isNumber := isConst || s.byValue[y].kind == scalar && !s.byValue[y].perSub
	if f.kind != affine || !s.isRowStep(f) || f.step <= 0 || !isKnown || !isNumber {
		return nil
	}
	k.pred, k.step, k.y, k.typ = pred, f, y, s.kernel.Type(x)
	return k
}

// The predicates negated, and with the operands exchanged.
var (
	oppositePred = [...]ir.ICmpPred{ir.EQ: ir.NE, ir.NE: ir.EQ, ir.SLT: ir.SGE, ir.SLE: ir.SGT, ir.SGT: ir.SLE,
		ir.SGE: ir.SLT, ir.ULT: ir.UGE, ir.ULE: ir.UGT, ir.UGT: ir.ULE, ir.UGE: ir.ULT}
	exchangedPred = [...]ir.ICmpPred{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.SLT: ir.SGT, ir.SLE: ir.SGE, ir.SGT: ir.SLT,
		ir.SGE: ir.SLE, ir.ULT: ir.UGT, ir.ULE: ir.UGE, ir.UGT: ir.ULT, ir.UGE: ir.ULE}
)

// skipTest is a comparison of y that tells that a part has no lanes.
type skipTest struct {
	pred   ir.ICmpPred // of y and limit
	limit  uint64
	isLast bool // nor have the parts behind it
}

// tests are the comparisons of which one is enough for leaving a part out.
func (k *partSkip) tests(first, last uint64) []skipTest {
	switch k.pred {
	case ir.ULT:
		return []skipTest{{ir.ULE, first, true}}
	case ir.ULE:
		return []skipTest{{ir.ULT, first, true}}
	case ir.UGT:
		return []skipTest{{ir.UGE, last, false}}
	case ir.UGE:
		return []skipTest{{ir.UGT, last, false}}
	case ir.SLT:
		return []skipTest{{ir.SLE, first, true}}
	case ir.SLE:
		return []skipTest{{ir.SLT, first, true}}
	case ir.SGT:
		return []skipTest{{ir.SGE, last, false}}
	case ir.SGE:
		return []skipTest{{ir.SGT, last, false}}
	case ir.EQ:
		return []skipTest{{ir.ULT, first, true}, {ir.UGT, last, false}}
	}
	return nil
}

// skipPart writes the jumps that leave out the part of a sub-group, to the label next, or to end if all behind are left out
// too. It says whether the part is known to have no lanes.
func (s *selector) skipPart(k *partSkip, u int, next, end int32) (isEmpty bool) {
	first := k.first + uint64(s.subOffset(k.step, u))
	last := first + uint64(s.ISA.Lanes()-1)*uint64(k.step.step)
	if last >= 1<<31 { // what may wrap, or be negative, is left to the lanes
		return false
	}
	size := uint8(4)
	if k.typ == ir.I64 {
		size = 8
	}
	for _, t := range k.tests(first, last) {
		if bits, ok := s.constOf(k.y); ok {
			if t.holdsFor(bits, k.typ) {
				return true
			}
			continue
		}
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: s.lane0Reg(k.y, 0), Imm: int64(t.limit)})
		if t.isLast {
			s.jumpIf(conditions[t.pred], end)
		} else {
			s.jumpIf(conditions[t.pred], next)
		}
	}
	return false
}

// holdsFor evaluates a test for a constant.
func (t *skipTest) holdsFor(y uint64, typ ir.Type) bool {
	return numeric.CompareInt(t.pred, typ.Bits(), y, t.limit)
}
