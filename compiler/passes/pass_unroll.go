package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/passes/tripcount"
)

// Unrolling makes straight code of loops whose number of rounds is known (loop_count.go): counters become constants,
// and with them addresses, conditions of rounds, and places in private arrays, which then become values. The rounds
// follow each other as they did, so no floating operation changes its order, and what meets at a barrier in the loop
// meets there as before.
//
// Round by round is copied (loop_copy.go), as often as the loop goes back, and once more what leads to the exit; there
// the condition of the counted exit is true, in all copies before it is not. Other exits stay in each copy. What is
// made in the loop and used behind it is that of the last copy if only the counted exit leaves; with other exits it
// goes through private memory, until that is promoted. So a loop is unrolled before memory is looked at again.
//
// One run of the pass unrolls loops in which no other loop is unrolled; the driver cleans up and runs it again while it
// does anything, so that nests unroll from the inside, and inner loops whose counts come from outer counters follow. Loops
// in no other come last.
// It pays for small loops: the product of size and rounds is bounded, more generously where an array hangs on the
// counter, and most where the source asks for it. A bound on the growth of the whole function, in proportion to it,
// keeps the compiler's time in proportion to the source. What a barrier in a loop costs hides all else that a round
// costs, so such loops stay unless the source asks, or whoever runs the code does without barriers (specialize.go).
//
// The hint opencl_unroll_hint(1) forbids unrolling. A hint of n makes n rounds of a loop that is too long, or whose
// number is not known, follow each other, each with its exits.

// The bounds of what a loop may become, in instructions.
const (
	unrolledPlain    = 400   // with one exit
	unrolledExits    = 128   // with several
	unrolledArrays   = 4096  // an array that is indexed by the counter may become values
	unrolledByHint   = 16384 // the source asks for it
	unrolledFunction = 16384 // all loops of a function, and unrolledGrowth times what it was
	unrolledGrowth   = 2
	maxUnrollRuns    = 6 // nests are not deeper in practice
)

func unrollLoops(f *ir.Func, s *scratch) {
	s.unrolling.isDone, s.IsIdle = false, true
	if !s.Control(f).HasLoop() {
		return
	}
	u := &unroller{fn: f, scratch: s, cfg: s.Control(f), counts: tripcount.Of(f, s.Control(f))}
	u.loops, u.innermost = u.counts.Loops, u.counts.Innermost
	if u.decide(); len(u.plans) == 0 {
		return
	}
	u.findBehind()
	u.place = make([]int32, len(f.Blocks))
	u.makeRoom()
	for i := len(u.plans) - 1; i >= 0; i-- { // in the order of the blocks: later ones may use values of earlier ones
		u.apply(&u.plans[i])
	}
	entry := &f.Blocks[0]
	entry.Instrs = slices.Concat(u.top, entry.Instrs)
	s.unrolling.isDone, s.IsIdle = true, false
	s.EdgesChanged()
	dropUnreachable(f, s)
}

// unrollWithBarriers unrolls loops with barriers like others.
func unrollWithBarriers(f *ir.Func, s *scratch) {
	s.unrolling.takesBarriers = true
	unrollLoops(f, s)
	s.unrolling.takesBarriers = false
}

// unrolling is the state of unrolling in a function.
type unrolling struct {
	growth        int  // instructions by which the function may still become longer
	isDone        bool // the last run has unrolled a loop
	takesBarriers bool // loops with barriers are unrolled like others
}

// unrollPlan says what happens to a loop.
type unrollPlan struct {
	loop    int
	copies  int          // besides the loop itself
	size    int          // instructions of a round
	exit    ir.BlockID   // the block that ends with the counted exit; -1: not known
	stays   int          // the way of its branch on which the loop goes on
	isFull  bool         // the last copy leaves
	isAlone bool         // no other edge leaves the loop
	begins  []ir.ValueID // by parameter of the header: the constant that it begins as; 0: it does not
}

type unroller struct {
	fn        *ir.Func
	scratch   *scratch
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	plans     []unrollPlan // inner loops first
	behind    [][]behindUse
	place     []int32              // by block of the loop being copied: 1 + its place among the loop's
	copyOf    rewrite.Substitution // by value of the loop being copied
	top       []ir.ValueID         // constants that go to the top of the entry
	counts    *tripcount.Loops
}

// decide fills in the plans, inner loops before those around them.
func (u *unroller) decide() {
	isTouched := make([]bool, len(u.loops))
	for l := len(u.loops) - 1; l >= 0; l-- {
		if !isTouched[l] {
			shape := u.counts.Measure(l)
			if plan, ok := u.planFor(&shape); ok && plan.copies*shape.Size <= u.scratch.unrolling.growth {
				plan.size, plan.begins = shape.Size, u.begins(&plan)
				u.scratch.unrolling.growth -= plan.copies * shape.Size
				u.plans = append(u.plans, plan)
				isTouched[l] = true
			}
		}
		if parent := u.loops[l].Parent; parent >= 0 && isTouched[l] {
			isTouched[parent] = true
		}
	}
	u.waitForInner()
}

// waitForInner leaves loops that are in no other for the next run while there are loops inside others to unroll: so what
// is cleaned up in between is short.
func (u *unroller) waitForInner() {
	if !slices.ContainsFunc(u.plans, u.isInner) {
		return
	}
	u.plans = slices.DeleteFunc(u.plans, func(p unrollPlan) bool {
		if u.isInner(p) {
			return false
		}
		u.scratch.unrolling.growth += p.copies * p.size
		return true
	})
}

// isInner says whether a plan is for a loop inside another.
func (u *unroller) isInner(p unrollPlan) bool { return u.loops[p.loop].Parent >= 0 }

// begins are the constants with which the rounds of a loop begin that has just been counted, and goes round no more.
func (u *unroller) begins(plan *unrollPlan) []ir.ValueID {
	if !plan.isFull {
		return nil
	}
	params := u.fn.Blocks[u.loops[plan.loop].Header].Params
	list := make([]ir.ValueID, len(params))
	for i, p := range params {
		if v := u.counts.Counter.Begins(p); v != 0 && u.fn.Instr(v).Op == ir.OpConst {
			list[i] = v
		}
	}
	return list
}

// planFor decides for one loop.
func (u *unroller) planFor(shape *tripcount.Shape) (unrollPlan, bool) {
	if shape.Hint == 1 || shape.Size > unrolledByHint || shape.HasBarrier && shape.Hint == 0 && !u.scratch.unrolling.takesBarriers {
		return unrollPlan{}, false
	}
	plan, rounds, isCounted := u.count(shape)
	bound := u.bound(shape)
	if isCounted && plan.copies*shape.Size <= bound && (shape.Hint <= 1 || rounds <= shape.Hint || rounds*shape.Size <= unrolledPlain) {
		return plan, true
	}
	if shape.Hint > 1 && shape.Hint*shape.Size <= unrolledByHint && (isCounted || !u.partsItems(shape)) {
		return u.partly(shape, plan, rounds, isCounted), true
	}
	return unrollPlan{}, false
}

// partsItems says whether work-items leave a loop by its only exit in different rounds, as the ids say in which it is reached:
// then each of several rounds in a row would part them, where code for one round can keep them together.
func (u *unroller) partsItems(shape *tripcount.Shape) bool {
	if shape.Exits != 1 {
		return false
	}
	seen, work := map[ir.ValueID]bool{}, slices.Clone(u.fn.Terminator(shape.Leave[0]).Args)
	for len(work) > 0 && len(seen) < mostFollowed {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		in := u.fn.Instr(v)
		switch in.Op {
		case ir.OpGlobalID, ir.OpLocalID:
			return true
		case ir.OpParam:
			work = u.appendGiven(work, v, in.Block)
		case ir.OpLoad: // what memory says
		default:
			work = append(work, in.Args...)
		}
	}
	return false
}

// mostFollowed is how many values partsItems looks at.
const mostFollowed = 40

// appendGiven adds the values that edges give to a parameter of a block.
func (u *unroller) appendGiven(list []ir.ValueID, p ir.ValueID, b ir.BlockID) []ir.ValueID {
	place := slices.Index(u.fn.Blocks[b].Params, p)
	for _, from := range u.cfg.Preds[b] {
		for _, e := range u.fn.Blocks[from].Succs {
			if e.To == b {
				list = append(list, e.Args[place])
			}
		}
	}
	return list
}

// bound is how large the loop may become.
func (u *unroller) bound(shape *tripcount.Shape) int {
	switch {
	case shape.Hint != 0:
		return unrolledByHint
	case u.indexesArray(shape.Loop):
		return unrolledArrays
	case shape.Exits > 1:
		return unrolledExits
	}
	return unrolledPlain
}

// partly is the plan to put as many rounds in a row as the hint says. If they divide the number of rounds, only the
// first needs the counted exit.
func (u *unroller) partly(shape *tripcount.Shape, plan unrollPlan, rounds int, isCounted bool) unrollPlan {
	plan.loop, plan.copies, plan.isFull = shape.Loop, shape.Hint-1, false
	if !isCounted || rounds%shape.Hint != 0 {
		plan.exit, plan.isAlone = -1, false
	}
	return plan
}

// count looks for an exit whose number of rounds is known.
func (u *unroller) count(shape *tripcount.Shape) (plan unrollPlan, rounds int, ok bool) {
	limit := max(unrolledArrays, unrolledPlain)
	if shape.Hint != 0 {
		limit = unrolledByHint
	}
	exit, ok := u.counts.CountedExit(shape, limit/shape.Size+1)
	if !ok {
		return unrollPlan{exit: -1}, 0, false
	}
	plan = unrollPlan{loop: shape.Loop, copies: exit.Iterations, exit: exit.Block, stays: exit.Stays,
		isFull: true, isAlone: shape.Exits == 1}
	return plan, plan.copies, true
}

// indexesArray says whether the loop, whose rounds have just been counted, accesses private memory at a place that its
// counters decide.
func (u *unroller) indexesArray(loop int) bool {
	for _, b := range u.loops[loop].Blocks {
		for _, v := range u.fn.Blocks[b].Instrs {
			in := u.fn.Instr(v)
			if (in.Op == ir.OpLoad || in.Op == ir.OpStore) && u.isIndexed(in.Args[0], loop) {
				return true
			}
		}
	}
	return false
}

func (u *unroller) isIndexed(ptr ir.ValueID, loop int) bool {
	in, base := u.fn.Instr(ptr), ptr
	for at := in; at.Op == ir.OpPtrAdd; at = u.fn.Instr(base) {
		base = at.Args[0]
	}
	if u.counts.Counter.Follows(base) && u.fn.Instr(base).Op == ir.OpParam { // it walks along the array itself
		return true
	}
	if in.Op != ir.OpPtrAdd || !u.inside(in.Block, loop) || u.fn.Instr(base).Op != ir.OpAlloca {
		return false
	}
	return u.fn.Instr(in.Args[1]).Op != ir.OpConst && u.isCounted(in.Args[1], 0)
}

// maxTableDepth bounds the steps from a place in an array to the counter that decides it.
const maxTableDepth = 8

// isCounted says whether a value follows from the counters of the loop, also through tables of constants, a[order[i]], and
// through those of loops inside, which can be counted when this one is unrolled: for (h = 1; …) for (k = 0; k < 8; k += h).
func (u *unroller) isCounted(v ir.ValueID, depth int) bool {
	if u.counts.Counter.Follows(v) {
		return true
	}
	in := u.fn.Instr(v)
	if in.Op == ir.OpParam && depth < maxTableDepth {
		return u.isInnerCounter(v, depth)
	}
	isTable := in.Op == ir.OpLoad && in.Space == ir.SpaceConstant && in.Flags&ir.FlagVolatile == 0
	if depth == maxTableDepth || !isTable && !in.Op.Pure() || len(in.Args) == 0 {
		return in.Op == ir.OpGlobalBase
	}
	for _, arg := range in.Args {
		if !u.isCounted(arg, depth+1) {
			return false
		}
	}
	return true
}

// isInnerCounter says whether a parameter of the header of a loop inside the one that is looked at begins as something that
// follows from its counters, and goes on by steps that do.
func (u *unroller) isInnerCounter(param ir.ValueID, depth int) bool {
	header := u.fn.Instr(param).Block
	inner, outer := u.innermost[header], u.innermost[u.counts.Counter.Header()]
	if inner == outer || inner < 0 || u.loops[inner].Header != header || !u.inside(header, outer) {
		return false
	}
	place := slices.Index(u.fn.Blocks[header].Params, param)
	for _, b := range u.cfg.Preds[header] {
		for i := range u.fn.Blocks[b].Succs {
			edge := &u.fn.Blocks[b].Succs[i]
			if edge.To == header && !u.isStep(edge.Args[place], param, depth+1) {
				return false
			}
		}
	}
	return true
}

// isStep says whether a value is a counter of a loop inside, or that and a step, or follows from the counters.
func (u *unroller) isStep(v, param ir.ValueID, depth int) bool {
	in := u.fn.Instr(v)
	if i := slices.Index(in.Args, param); i >= 0 && len(in.Args) == 2 {
		return u.isCounted(in.Args[1-i], depth)
	}
	return v == param || u.isCounted(v, depth)
}

// apply unrolls one loop.
func (u *unroller) apply(plan *unrollPlan) {
	loop := &u.loops[plan.loop]
	uses := u.behind[plan.loop]
	u.fn.Blocks[loop.Header].Unroll = 0
	if !plan.isAlone {
		u.keepInMemory(uses)
	}
	c := loopCopy{loop: loop, count: plan.copies, exit: -1, ways: [2]int{plan.stays, plan.stays}, begins: plan.begins}
	if plan.exit >= 0 {
		c.exit = slices.Index(loop.Blocks, plan.exit)
	}
	if plan.isFull {
		c.ways[1] = 1 - plan.stays
	}
	u.copyLoop(&c)
	if plan.isAlone && plan.isFull {
		u.useLast(uses)
	}
	if !plan.isFull {
		return
	}
	way := plan.stays
	if plan.copies == 0 {
		way = 1 - way
	}
	makeJump(&u.fn.Blocks[plan.exit], u.fn.Terminator(plan.exit), u.fn.Blocks[plan.exit].Succs[way])
}

// makeRoom prepares for the copies of all plans at once, so that the function is not moved again and again.
func (u *unroller) makeRoom() {
	values := 0
	for i := range u.plans {
		values += u.plans[i].copies * u.plans[i].size
	}
	u.fn.Instrs = slices.Grow(u.fn.Instrs, values)
	u.scratch.table.reset(values / 2)
}
