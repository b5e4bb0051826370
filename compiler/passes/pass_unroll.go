package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/passes/tripcount"
)

// Unrolling makes straight code of loops with a known trip count (package tripcount): counters become constants, and
// with them addresses, conditions in the loop, and indices of private arrays, which then become values. The order of
// the iterations stays, so that floating operations keep their order, and work-items meet at the same barriers.
//
// Each iteration is one copy of the loop (loop_copy.go), and the path to the exit is one more; there the condition of
// the counted exit is true, in all copies before it is false. Other exits stay in each copy. A value that is live out
// of the loop is that of the last copy if only the counted exit leaves; with other exits it goes through private
// memory, until that is promoted.
//
// One run of the pass unrolls loops in which no other loop is unrolled. The driver cleans up and runs it again while it
// does anything, so that nests unroll from the inside, and inner loops whose trip counts come from outer counters
// follow. Outermost loops come last.
//
// It pays for small loops: the product of size and trip count is bounded (limits.go), more generously where the counter
// indexes an array, and most where the source asks for it. A bound on the growth of the whole function, in proportion
// to it, keeps the compiler's time in proportion to the source. A barrier in a loop costs much more than the rest of an
// iteration, so such loops stay unless the source asks, or the code runs without barriers (package variant).
//
// The hint opencl_unroll_hint(1) forbids unrolling. A hint of n unrolls a loop that is too long, or whose trip count is
// unknown, n times, each copy with its exits.

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
	u.findOutsideUses()
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

// unrollPlan is the decision about a loop.
type unrollPlan struct {
	loop    int
	copies  int          // besides the loop itself
	size    int          // instructions of an iteration
	exit    ir.BlockID   // the block that ends with the counted exit; -1: not known
	stays   int          // the successor of its branch inside the loop
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
	outside   [][]outsideUse
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

// waitForInner leaves outermost loops for the next run while there are inner loops to unroll, so that the code to clean
// up in between is short.
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

// isInner reports whether a plan is for a loop inside another.
func (u *unroller) isInner(p unrollPlan) bool { return u.loops[p.loop].Parent >= 0 }

// begins are the constants with which the header of a loop begins that has just been counted and is unrolled fully.
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
	if shape.Hint == 1 || shape.Size > unrolledByHint || shape.HasBarrier && shape.Hint == 0 &&
		!u.scratch.unrolling.takesBarriers {
		return unrollPlan{}, false
	}
	plan, trips, isCounted := u.count(shape)
	bound := u.bound(shape)
	isWanted := shape.Hint <= 1 || trips <= shape.Hint || trips*shape.Size <= unrolledPlain
	if isCounted && isWanted && plan.copies*shape.Size <= bound {
		return plan, true
	}
	if shape.Hint > 1 && shape.Hint*shape.Size <= unrolledByHint && (isCounted || !u.diverges(shape)) {
		return u.partly(shape, plan, trips, isCounted), true
	}
	return unrollPlan{}, false
}

// diverges reports whether work-items leave a loop by its only exit in different iterations, because its condition
// comes from their ids. Several copies of the exit would diverge one after the other, where code for one iteration can
// keep the work-items together.
func (u *unroller) diverges(shape *tripcount.Shape) bool {
	if shape.Exits != 1 {
		return false
	}
	seen, work := map[ir.ValueID]bool{}, slices.Clone(u.fn.Terminator(shape.Leave[0]).Args)
	for len(work) > 0 && len(seen) < maxExitValues {
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
			for _, arg := range u.cfg.Incoming(u.fn, v) {
				work = append(work, arg)
			}
		case ir.OpLoad: // unknown
		default:
			work = append(work, in.Args...)
		}
	}
	return false
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

// partly is the plan to unroll as often as the hint says. If that divides the trip count, only the first copy needs the
// counted exit.
func (u *unroller) partly(shape *tripcount.Shape, plan unrollPlan, trips int, isCounted bool) unrollPlan {
	plan.loop, plan.copies, plan.isFull = shape.Loop, shape.Hint-1, false
	if !isCounted || trips%shape.Hint != 0 {
		plan.exit, plan.isAlone = -1, false
	}
	return plan
}

// count looks for an exit with a known trip count.
func (u *unroller) count(shape *tripcount.Shape) (plan unrollPlan, trips int, ok bool) {
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

// indexesArray reports whether the loop, which has just been counted, accesses private memory at an index that follows
// from its counters.
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

// isCounted reports whether a value follows from the counters of the loop, also through tables of constants,
// a[order[i]], and through counters of inner loops, which can be counted when this one is unrolled:
// for (h = 1; …) for (k = 0; k < 8; k += h).
func (u *unroller) isCounted(v ir.ValueID, depth int) bool {
	if u.counts.Counter.Follows(v) {
		return true
	}
	in := u.fn.Instr(v)
	if in.Op == ir.OpParam && depth < maxCounterDepth {
		return u.isInnerCounter(v, depth)
	}
	isTable := in.Op == ir.OpLoad && in.Space == ir.SpaceConstant && in.Flags&ir.FlagVolatile == 0
	if depth == maxCounterDepth || !isTable && !in.Op.Pure() || len(in.Args) == 0 {
		return in.Op == ir.OpGlobalBase
	}
	for _, arg := range in.Args {
		if !u.isCounted(arg, depth+1) {
			return false
		}
	}
	return true
}

// isInnerCounter reports whether a parameter of the header of an inner loop starts at a value that follows from the
// counters of the loop, and continues by steps that do.
func (u *unroller) isInnerCounter(param ir.ValueID, depth int) bool {
	header := u.fn.Instr(param).Block
	inner, outer := u.innermost[header], u.innermost[u.counts.Counter.Header()]
	if inner == outer || inner < 0 || u.loops[inner].Header != header || !u.inside(header, outer) {
		return false
	}
	for _, next := range u.cfg.Incoming(u.fn, param) {
		if !u.isStep(next, param, depth+1) {
			return false
		}
	}
	return true
}

// isStep reports whether a value is a counter of an inner loop, or that and a step, or follows from the counters.
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
	uses := u.outside[plan.loop]
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
