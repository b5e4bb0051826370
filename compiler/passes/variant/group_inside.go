package variant

import (
	"slices"

	"heddle/compiler/ir"
)

// What groups inside of an image or array have in common. Kernels look whether each index that they read or write is
// inside, and choose something else at the edges. Where the size of groups is known, a few comparisons of numbers that
// are the same for all work-items tell of a whole group that all its indices are inside: that is assumed of each
// comparison, minimum and maximum whose operands have forms and differ between work-items, and what must hold for it
// is collected.
//
// Which result a comparison has inside is guessed: what several conditions have in common that are joined by "and" is
// that they hold, and that they do not where they are joined by "or"; an index is not below a small constant, and is
// below what only the launch knows. A wrong guess costs the test.

// smallLimit is the largest constant that is taken for the lower end of indices.
const smallLimit = 63

// assume goes through the blocks that are reached if all assumptions hold. It reports how many choices they make for
// all work-items, besides those of branches, and how many branches.
func (w *groupWalk) assume() (choices, branches int) {
	cfg := ir.NewCFG(w.fn)
	reached := make([]bool, len(w.fn.Blocks))
	reached[0] = true
	for _, b := range cfg.Order {
		if !reached[b] {
			continue
		}
		for _, v := range w.fn.Blocks[b].Instrs {
			choices += w.assumeChoice(v)
		}
		succs := w.fn.Blocks[b].Succs
		if end := w.fn.Terminator(b); end.Op == ir.OpBranch {
			if truth, ok := w.assumeCondition(end.Args[0]); ok {
				reached[succs[1-boolToInt(truth)].To] = true
				branches++
				continue
			}
		}
		for _, e := range succs {
			reached[e.To] = true
		}
	}
	return choices, branches
}

// assumeChoice assumes what an instruction that chooses will choose, if it is one. It returns 1 then.
func (w *groupWalk) assumeChoice(v ir.ValueID) int {
	in := w.fn.Instr(v)
	ok := false
	switch in.Op {
	case ir.OpSelect:
		_, ok = w.assumeCondition(in.Args[0])
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax:
		ok = w.assumeWinner(v, in)
	}
	return boolToInt(ok)
}

// assumeWinner assumes that a minimum or maximum of an index and a limit is the index.
func (w *groupWalk) assumeWinner(v ir.ValueID, in *ir.Instr) bool {
	if w.knownOf(v) != nil {
		return false
	}
	a, b := w.copyOf(in.Args[0]), w.copyOf(in.Args[1])
	if a == nil || b == nil || a.isShared() == b.isShared() {
		return false
	}
	index, limit, at := a, b, 0
	if a.isShared() {
		index, limit, at = b, a, 1
	}
	d := w.difference(index, limit)
	if in.Op == ir.OpSMin || in.Op == ir.OpUMin {
		d = w.difference(limit, index)
	}
	isUnsigned := in.Op == ir.OpUMin || in.Op == ir.OpUMax
	if !w.isNeverNegative(d) || isUnsigned && !(w.isNeverNegative(a) && w.isNeverNegative(b)) {
		return false
	}
	w.require(d)
	if isUnsigned {
		w.require(a)
		w.require(b)
	}
	w.winner[v] = at
	return true
}

// isNeverNegative adds what must hold that a form is not negative; it reports whether it may not be.
func (w *groupWalk) isNeverNegative(f *form) bool {
	if f == nil {
		return false
	}
	if f.isStatic() {
		return slices.Min(f.own) >= 0
	}
	w.needsLeast(f, 0)
	return true
}

// require notes all that a form needs.
func (w *groupWalk) require(f *form) {
	for _, n := range f.needs {
		same := slices.IndexFunc(w.needs, func(o need) bool {
			return o.value == n.value && o.isNegative == n.isNegative
		})
		if same < 0 {
			w.needs = append(w.needs, n)
		} else {
			w.needs[same].plus = min(w.needs[same].plus, n.plus)
		}
	}
}

// assumeCondition assumes results of comparisons that a condition is made of, and returns its result if that follows.
func (w *groupWalk) assumeCondition(c ir.ValueID) (truth, ok bool) {
	if truth, ok = w.truth(c); ok || w.share(c) != 0 {
		return truth, ok && w.share(c) == 0
	}
	if want, ok := w.guess(c); ok {
		w.assumeAll(c, want)
	}
	return w.truth(c)
}

// guess is the result of a condition inside.
func (w *groupWalk) guess(c ir.ValueID) (want, ok bool) {
	in := w.fn.Instr(c)
	switch {
	case in.Op == ir.OpAnd:
		return true, true
	case in.Op == ir.OpOr:
		return false, true
	}
	if inner, isSame, ok := w.negation(in); ok {
		want, ok = w.guess(inner)
		return want == isSame, ok
	}
	if in.Op != ir.OpICmp {
		return false, false
	}
	a, b := w.formOf(in.Args[0]), w.formOf(in.Args[1])
	if a == nil || b == nil {
		return false, false
	}
	pred := ir.ICmpPred(in.Kind)
	if a.isShared() {
		b, pred = a, mirrored(pred)
	}
	isLow := b.isStatic() && b.isShared() && b.own[0] <= smallLimit
	switch pred {
	case ir.EQ:
		return false, true
	case ir.NE:
		return true, true
	case ir.SLT, ir.SLE, ir.ULT, ir.ULE:
		return !isLow, true
	}
	return isLow, true
}

// mirrored is the comparison with exchanged operands.
func mirrored(p ir.ICmpPred) ir.ICmpPred {
	switch p {
	case ir.SLT, ir.SLE, ir.ULT, ir.ULE:
		return p + 2
	case ir.SGT, ir.SGE, ir.UGT, ir.UGE:
		return p - 2
	}
	return p
}

// inverse is the comparison with the other result.
func inverse(p ir.ICmpPred) ir.ICmpPred {
	return [...]ir.ICmpPred{ir.EQ: ir.NE, ir.NE: ir.EQ, ir.SLT: ir.SGE, ir.SLE: ir.SGT, ir.SGT: ir.SLE, ir.SGE: ir.SLT,
		ir.ULT: ir.UGE, ir.ULE: ir.UGT, ir.UGT: ir.ULE, ir.UGE: ir.ULT}[p]
}

// negation is the truth value that another, or the number 0 or 1, is made of, and whether it is the same or not.
func (w *groupWalk) negation(in *ir.Instr) (inner ir.ValueID, isSame, ok bool) {
	switch {
	case in.Op == ir.OpZExt && w.isTruth(in.Args[0]):
		return in.Args[0], true, true
	case in.Op == ir.OpXor && in.Type == ir.I1 && w.isConst(in.Args[1], 1):
		return in.Args[0], false, true
	case in.Op == ir.OpICmp && w.isConst(in.Args[1], 0) && w.isTruth(in.Args[0]):
		pred := ir.ICmpPred(in.Kind)
		return in.Args[0], pred == ir.NE, pred == ir.NE || pred == ir.EQ
	}
	return 0, false, false
}

func (w *groupWalk) isConst(v ir.ValueID, c uint64) bool {
	in := w.fn.Instr(v)
	return in.Op == ir.OpConst && in.Imm&in.Type.Mask() == c
}

// isTruth reports whether a value is a truth value, as 0 or 1.
func (w *groupWalk) isTruth(v ir.ValueID) bool {
	in := w.fn.Instr(v)
	switch in.Op {
	case ir.OpZExt:
		return w.fn.Type(in.Args[0]) == ir.I1
	case ir.OpAnd, ir.OpOr:
		return in.Type == ir.I1 || w.isTruth(in.Args[0]) && w.isTruth(in.Args[1])
	}
	return in.Type == ir.I1
}

// assumeAll assumes a result of a condition, as far as it follows from comparisons.
func (w *groupWalk) assumeAll(c ir.ValueID, want bool) {
	in := w.fn.Instr(c)
	switch {
	case in.Op == ir.OpAnd && want, in.Op == ir.OpOr && !want:
		if w.isTruth(c) {
			w.assumeAll(in.Args[0], want)
			w.assumeAll(in.Args[1], want)
		}
		return
	}
	if inner, isSame, ok := w.negation(in); ok {
		w.assumeAll(inner, want == isSame)
		return
	}
	if _, isKnown := w.truth(c); isKnown || in.Op != ir.OpICmp || w.share(c) != 0 {
		return
	}
	a, b := w.copyOf(in.Args[0]), w.copyOf(in.Args[1])
	if a == nil || b == nil || a.isShared() && b.isShared() {
		return
	}
	pred := ir.ICmpPred(in.Kind)
	if !want {
		pred = inverse(pred)
	}
	if list, ok := w.holds(pred, a, b); ok {
		for _, f := range list {
			w.require(f)
		}
		w.truths[c] = want
	}
}

// holds gives forms that must not be negative if a comparison holds for all; it reports whether it may hold.
func (w *groupWalk) holds(pred ir.ICmpPred, a, b *form) (list []*form, ok bool) {
	if pred >= ir.ULT {
		list = append(list, a, b)
		pred -= ir.ULT - ir.SLT
	}
	isLow := b.isStatic() && b.isShared()
	switch {
	case pred == ir.NE && isLow, pred == ir.SGT:
		list = append(list, w.above(a, b, 1))
	case pred == ir.NE, pred == ir.SLT:
		list = append(list, w.above(b, a, 1))
	case pred == ir.SGE:
		list = append(list, w.above(a, b, 0))
	case pred == ir.SLE:
		list = append(list, w.above(b, a, 0))
	default:
		return nil, false
	}
	for _, f := range list {
		if !w.isNeverNegative(f) {
			return nil, false
		}
	}
	return list, true
}

// above is by how much more than d one form is above another.
func (w *groupWalk) above(a, b *form, d int64) *form {
	f := w.difference(a, b)
	if f != nil {
		for i := range f.own {
			f.own[i] -= d
		}
	}
	return f
}

// truth is the result that a condition has for all work-items under the assumptions.
func (w *groupWalk) truth(c ir.ValueID) (truth, ok bool) {
	if truth, ok = w.truths[c]; ok {
		return truth, true
	}
	in := w.fn.Instr(c)
	switch {
	case in.Op == ir.OpConst:
		return in.Imm&in.Type.Mask() != 0, in.Type == ir.I1
	case (in.Op == ir.OpAnd || in.Op == ir.OpOr) && w.isTruth(c):
		x, isX := w.truth(in.Args[0])
		y, isY := w.truth(in.Args[1])
		if absorbing := in.Op == ir.OpOr; isX && x == absorbing || isY && y == absorbing {
			return absorbing, true
		}
		return in.Op == ir.OpAnd, isX && isY
	}
	if inner, isSame, ok := w.negation(in); ok {
		truth, ok = w.truth(inner)
		return truth == isSame, ok
	}
	return false, false
}
