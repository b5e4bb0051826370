package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Tests at the top, for loops that other compilers have rotated. What was
//
//	for (i = 0; i < n; i++) body
//
// comes from them as
//
//	if (0 < n) { i = 0; do { body; i++ } while (i < n); }
//
// which saves a jump on other machines. Our passes look for loops that test first: unrolling, strip-mining, and the
// code generator's, which makes of a divergent guard before a loop a mask of its own. So the test moves to a block
// before the body, to which the loop's entry and its end lead, if it is computed from what the end passes to the next
// iteration and from invariants, and is true with the values that the loop begins with: because the guard, a branch
// before the loop, tests the same. A test i != n at the end of a loop that counts up by one is i < n where the guard
// says 0 < n; that is what optimisers make of it. The guard goes as well if its other way leads to the same place.
//
// Where a loop counts from a constant to a constant there is no guard: pass_toptest_counted.go finds what the counter
// is when the loop ends.

func testAtTop(f *ir.Func, s *scratch) {
	s.IsIdle = true
	const most = 8 // rounds: a loop around another one waits for it
	for range most {
		cfg := s.Control(f)
		if !cfg.HasLoop() {
			return
		}
		t := &topTester{fn: f, cfg: cfg}
		t.loops, t.innermost = cfg.Loops()
		t.findUses()
		var found []*rotated
		touched := map[ir.BlockID]bool{}
		for l := range t.loops {
			if r := t.match(l); r != nil && !r.touches(touched) {
				found = append(found, r)
			}
		}
		if len(found) == 0 {
			return
		}
		for _, r := range found {
			t.apply(r)
		}
		s.IsIdle = false
		s.EdgesChanged()
	}
}

// rotated is a loop with its test at the end.
type rotated struct {
	loop          int
	header, latch ir.BlockID
	entry         *ir.Edge // into the header from outside
	back, exit    ir.Edge
	cond          ir.ValueID
	stays         bool // the value of the condition that leads back
	guard         ir.BlockID
	toward        int // the successor of the guard on the way to the loop
	path          []ir.BlockID
	asGuard       bool         // the test is written as the guard's: it is equal there
	limit         ir.ValueID   // of a guard 0 < limit in 32 bits, where the loop tests in 64 bits; else 0
	isUnsigned    bool         // such a guard
	count         ir.ValueID   // what the loop compares with the limit
	isPlain       bool         // between guard and loop nothing has effects
	counted       *countedLoop // nil: the loop has a guard
}

// touches reports whether a loop has blocks that others have, too, and adds its own.
func (r *rotated) touches(touched map[ir.BlockID]bool) bool {
	own := append([]ir.BlockID{r.header, r.latch, r.exit.To, r.guard}, r.path...)
	if slices.ContainsFunc(own, func(b ir.BlockID) bool { return touched[b] }) {
		return true
	}
	for _, b := range own {
		touched[b] = true
	}
	return false
}

type topTester struct {
	fn        *ir.Func
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	outside   map[int][]ir.ValueID // by loop: its values that are used outside of it, other than on edges that leave it
	exits     map[int]int          // by loop: how many edges leave it
}

func (t *topTester) isIn(b ir.BlockID, loop int) bool {
	return ir.InLoop(t.loops, t.innermost, b, loop)
}

// findUses finds which values of loops are used outside, and counts exits.
func (t *topTester) findUses() {
	t.outside, t.exits = map[int][]ir.ValueID{}, map[int]int{}
	note := func(args []ir.ValueID, b ir.BlockID) {
		for _, v := range args {
			for l := t.innermost[t.fn.Instr(v).Block]; l >= 0 && !t.isIn(b, l); l = t.loops[l].Parent {
				t.outside[l] = append(t.outside[l], v)
			}
		}
	}
	for _, b := range t.cfg.Order {
		block := &t.fn.Blocks[b]
		for _, v := range block.Instrs {
			note(t.fn.Instr(v).Args, b)
		}
		for i := range block.Succs {
			note(block.Succs[i].Args, b)
			for l := t.innermost[b]; l >= 0 && !t.isIn(block.Succs[i].To, l); l = t.loops[l].Parent {
				t.exits[l]++
			}
		}
	}
}

// match is a loop that is rotated, with a guard that says the same; nil for others.
func (t *topTester) match(l int) *rotated {
	r := &rotated{loop: l, header: t.loops[l].Header}
	preds := t.cfg.Preds[r.header]
	if len(preds) != 2 || r.header == 0 {
		return nil
	}
	before := preds[0]
	if r.latch = preds[1]; t.isIn(before, l) {
		before, r.latch = r.latch, before
	}
	end := t.fn.Terminator(r.latch)
	if t.isIn(before, l) || !t.isIn(r.latch, l) || end.Op != ir.OpBranch {
		return nil
	}
	succs := t.fn.Blocks[r.latch].Succs
	r.back, r.exit, r.stays = succs[0], succs[1], true
	if r.exit.To == r.header {
		r.back, r.exit, r.stays = r.exit, r.back, false
	}
	r.cond = end.Args[0]
	if t.isIn(r.exit.To, l) || !t.findEntry(r, before) || !t.leaves(r) {
		return nil
	}
	if r.counted = t.count(r); r.counted != nil {
		r.guard = before
		return r
	}
	if !t.findGuard(r, before) || !t.movable(r, r.cond, topDepth) {
		return nil
	}
	return r
}

func (t *topTester) findEntry(r *rotated, before ir.BlockID) bool {
	for i := range t.fn.Blocks[before].Succs {
		if e := &t.fn.Blocks[before].Succs[i]; e.To == r.header {
			if r.entry != nil {
				return false
			}
			r.entry = e
		}
	}
	return r.entry != nil
}

// findGuard goes up from the loop to a branch that tests the same.
func (t *topTester) findGuard(r *rotated, before ir.BlockID) bool {
	const mostBlocks = 3
	target := r.header
	r.isPlain = true
	for range mostBlocks {
		block, end := &t.fn.Blocks[before], t.fn.Terminator(before)
		if end.Op == ir.OpBranch {
			r.guard = before
			if block.Succs[0].To == block.Succs[1].To {
				return false
			}
			if block.Succs[1].To == target {
				r.toward = 1
			}
			return t.implies(r, end.Args[0], r.toward == 0)
		}
		if end.Op != ir.OpJump || len(t.cfg.Preds[before]) != 1 || len(block.Params) > 0 {
			return false
		}
		for _, v := range block.Instrs[:len(block.Instrs)-1] {
			r.isPlain = r.isPlain && t.fn.Instr(v).Op.Pure()
		}
		r.path = append(r.path, before)
		target, before = before, t.cfg.Preds[before][0]
	}
	return false
}

// topDepth bounds the operations of a condition.
const topDepth = 6

// implies reports whether a guard's condition, which has a value on the way to the loop, implies that the loop's test
// holds with the values that the loop begins with.
func (t *topTester) implies(r *rotated, guard ir.ValueID, value bool) bool {
	if r.stays == value && t.begins(r, r.cond, guard, topDepth) {
		return true
	}
	c, g := t.fn.Instr(r.cond), t.fn.Instr(guard)
	if c.Op != ir.OpICmp || g.Op != ir.OpICmp {
		return false
	}
	if t.fn.Type(c.Args[0]) == ir.I64 && t.fn.Type(g.Args[0]) == ir.I32 {
		return t.impliesWide(r, c, g, value)
	}
	test, fact := ir.ICmpPred(c.Kind), ir.ICmpPred(g.Kind)
	if !r.stays {
		test = test.Negated()
	}
	if !value {
		fact = fact.Negated()
	}
	same := t.begins(r, c.Args[0], g.Args[0], topDepth) && t.begins(r, c.Args[1], g.Args[1], topDepth)
	if same && test == fact {
		return true
	}
	swapped := t.begins(r, c.Args[0], g.Args[1], topDepth) && t.begins(r, c.Args[1], g.Args[0], topDepth)
	if swapped {
		fact = fact.Swapped()
	}
	if swapped && test == fact || (same || swapped) && fact == ir.NE && t.isAboveZero(r, c, test) {
		return true
	}
	r.asGuard = (same || swapped) && test == ir.NE && t.countsTo(r, c, fact)
	return r.asGuard
}

// impliesWide reports whether a loop counts from zero in 64 bits up to the extension of a limit, and the guard says in
// 32 bits that the limit is above zero.
func (t *topTester) impliesWide(r *rotated, c, g *ir.Instr, value bool) bool {
	zero, limit, fact := g.Args[0], g.Args[1], ir.ICmpPred(g.Kind)
	if !value {
		fact = fact.Negated()
	}
	if fact == ir.SGT || fact == ir.UGT {
		zero, limit, fact = limit, zero, fact.Swapped()
	}
	test := ir.ICmpPred(c.Kind)
	if !r.stays {
		test = test.Negated()
	}
	if !t.isZero(zero) || fact != ir.SLT && fact != ir.ULT || test != ir.NE {
		return false
	}
	for i, v := range c.Args {
		wide := t.fn.Instr(v)
		if wide.Op != ir.OpZExt && wide.Op != ir.OpSExt || wide.Args[0] != limit || t.isIn(wide.Block, r.loop) {
			continue
		}
		at := slices.Index(r.back.Args, c.Args[1-i])
		r.count, r.limit, r.isUnsigned = c.Args[1-i], limit, fact == ir.ULT
		r.asGuard = at >= 0 && t.isZero(r.entry.Args[at]) && t.countsUp(r, at)
		return r.asGuard
	}
	return false
}

func (t *topTester) isZero(v ir.ValueID) bool {
	in := t.fn.Instr(v)
	return in.Op == ir.OpConst && in.Imm == 0
}

// countsUp reports whether a parameter of the header grows by one in each iteration.
func (t *topTester) countsUp(r *rotated, at int) bool {
	next := t.fn.Instr(r.back.Args[at])
	if next.Op != ir.OpAdd || next.Args[0] != t.fn.Blocks[r.header].Params[at] {
		return false
	}
	one := t.fn.Instr(next.Args[1])
	return one.Op == ir.OpConst && one.Imm == 1
}

// isAboveZero reports whether a test that an unsigned number is larger than another begins with the other being zero.
func (t *topTester) isAboveZero(r *rotated, c *ir.Instr, test ir.ICmpPred) bool {
	least := c.Args[1]
	if test == ir.ULT {
		least = c.Args[0]
	} else if test != ir.UGT {
		return false
	}
	if at := slices.Index(r.back.Args, least); at >= 0 && t.isIn(t.fn.Instr(least).Block, r.loop) {
		least = r.entry.Args[at]
	}
	return t.isZero(least)
}

// countsTo reports whether a test a != b is that of a counter that goes up by one and is below the other, by a guard
// that says so.
func (t *topTester) countsTo(r *rotated, c *ir.Instr, fact ir.ICmpPred) bool {
	counter, limit := c.Args[0], c.Args[1]
	switch fact {
	case ir.SLT, ir.ULT:
	case ir.SGT, ir.UGT:
		counter, limit = limit, counter
	default:
		return false
	}
	at := slices.Index(r.back.Args, counter)
	if at < 0 || t.isIn(t.fn.Instr(limit).Block, r.loop) {
		return false
	}
	return t.countsUp(r, at)
}

// begins reports whether a value of the test is, with the values that the loop begins with, one of the guard's.
func (t *topTester) begins(r *rotated, v, guard ir.ValueID, depth int) bool {
	in, g := t.fn.Instr(v), t.fn.Instr(guard)
	switch {
	case in.Op == ir.OpConst && g.Op == ir.OpConst && in.Type == g.Type && in.Imm == g.Imm:
		return true
	case !t.isIn(in.Block, r.loop):
		return t.equal(v, guard, depth)
	}
	if at := slices.Index(r.back.Args, v); at >= 0 {
		return t.equal(r.entry.Args[at], guard, depth)
	}
	if depth == 0 || !sameOperation(in, g) {
		return false
	}
	for i := range in.Args {
		if !t.begins(r, in.Args[i], g.Args[i], depth-1) {
			return false
		}
	}
	return true
}

func sameOperation(a, b *ir.Instr) bool {
	return a.Op.Pure() && a.Op == b.Op && a.Type == b.Type && a.Kind == b.Kind && a.Imm == b.Imm && len(a.Args) > 0 &&
		len(a.Args) == len(b.Args)
}

// equal reports whether two values are computed in the same way.
func (t *topTester) equal(v, w ir.ValueID, depth int) bool {
	if v == w {
		return true
	}
	a, b := t.fn.Instr(v), t.fn.Instr(w)
	if a.Op == ir.OpConst && b.Op == ir.OpConst {
		return a.Type == b.Type && a.Imm == b.Imm
	}
	if depth == 0 || !sameOperation(a, b) {
		return false
	}
	for i := range a.Args {
		if !t.equal(a.Args[i], b.Args[i], depth-1) {
			return false
		}
	}
	return true
}

// leaves reports whether what leaves the loop is what goes to the next iteration, or was there before the loop.
func (t *topTester) leaves(r *rotated) bool {
	carried := func(v ir.ValueID) bool {
		return !t.isIn(t.fn.Instr(v).Block, r.loop) || slices.Contains(r.back.Args, v)
	}
	for _, v := range r.exit.Args {
		if !carried(v) {
			return false
		}
	}
	for _, v := range t.outside[r.loop] {
		if t.exits[r.loop] != 1 || !carried(v) {
			return false
		}
	}
	return true
}

// movable reports whether a value can be computed before an iteration.
func (t *topTester) movable(r *rotated, v ir.ValueID, depth int) bool {
	in := t.fn.Instr(v)
	if !t.isIn(in.Block, r.loop) || slices.Contains(r.back.Args, v) || in.Op == ir.OpConst {
		return true
	}
	if depth == 0 || !in.Op.Pure() || len(in.Args) == 0 {
		return false
	}
	return !slices.ContainsFunc(in.Args, func(a ir.ValueID) bool { return !t.movable(r, a, depth-1) })
}

// apply moves the test.
func (t *topTester) apply(r *rotated) {
	f := t.fn
	top := f.NewBlock()
	t.innermost = append(t.innermost, r.loop)
	header := &f.Blocks[r.header]
	m := &moved{t: t, r: r, top: top, replaced: map[ir.ValueID]ir.ValueID{}}
	for i, p := range header.Params {
		q := f.AddParam(top, f.Type(p))
		m.replaced[p] = q
		if _, ok := m.next(r.back.Args[i]); !ok && t.isIn(f.Instr(r.back.Args[i]).Block, r.loop) {
			m.carried = append(m.carried, carriedValue{r.back.Args[i], q})
		}
	}
	f.Blocks[top].Unroll, header.Unroll, header.Params = header.Unroll, 0, nil
	end := *f.Terminator(r.latch)
	cond, stays := m.test()
	into, out := ir.Edge{To: r.header}, ir.Edge{To: r.exit.To, Args: m.leaving(r.exit.Args)}
	if !stays {
		into, out = out, into
	}
	m.add(ir.Instr{Op: ir.OpBranch, Args: []ir.ValueID{cond}, Pos: end.Pos})
	f.Blocks[top].Succs = []ir.Edge{into, out}
	r.entry.To = top
	latch := &f.Blocks[r.latch]
	jump := f.NewValue(ir.Instr{Op: ir.OpJump, Block: r.latch, Pos: end.Pos})
	latch.Instrs[len(latch.Instrs)-1] = jump
	latch.Succs = []ir.Edge{{To: top, Args: r.back.Args}}
	m.replace()
	t.joinTests(r, top)
	if r.counted == nil {
		t.dropGuard(r, m)
	}
}

// carriedValue is a value that goes to the next iteration, and the parameter that it is there.
type carriedValue struct{ value, param ir.ValueID }

// moved is a loop whose test is being moved.
type moved struct {
	t        *topTester
	r        *rotated
	top      ir.BlockID
	carried  []carriedValue
	replaced map[ir.ValueID]ir.ValueID // parameters of the header
}

// next is the parameter that a value is in the next iteration.
func (m *moved) next(v ir.ValueID) (ir.ValueID, bool) {
	for _, c := range m.carried {
		if c.value == v {
			return c.param, true
		}
	}
	return 0, false
}

func (m *moved) add(in ir.Instr) ir.ValueID {
	in.Block = m.top
	v := m.t.fn.NewValue(in)
	m.t.fn.Blocks[m.top].Instrs = append(m.t.fn.Blocks[m.top].Instrs, v)
	return v
}

// test computes the condition at the top, and tells which of its values leads into the loop.
func (m *moved) test() (ir.ValueID, bool) {
	if m.r.counted != nil {
		return m.counterTest(), true
	}
	if !m.r.asGuard {
		return m.copy(m.r.cond), m.r.stays
	}
	if m.r.limit != 0 {
		return m.wideTest(), true
	}
	c, g := *m.t.fn.Instr(m.r.cond), m.t.fn.Instr(m.t.fn.Terminator(m.r.guard).Args[0])
	pred := ir.ICmpPred(g.Kind)
	if m.r.toward != 0 {
		pred = pred.Negated()
	}
	if !m.t.begins(m.r, c.Args[0], g.Args[0], topDepth) || !m.t.begins(m.r, c.Args[1], g.Args[1], topDepth) {
		pred = pred.Swapped()
	}
	c.Kind, c.Args = uint8(pred), []ir.ValueID{m.copy(c.Args[0]), m.copy(c.Args[1])}
	return m.add(c), true
}

// wideTest is the guard's test, extended as the guard compares: so it fails where the guard does.
func (m *moved) wideTest() ir.ValueID {
	pos := m.t.fn.Instr(m.r.cond).Pos
	pred, extend := ir.SLT, ir.OpSExt
	if m.r.isUnsigned {
		pred, extend = ir.ULT, ir.OpZExt
	}
	count := m.copy(m.r.count)
	limit := m.t.fn.NewValue(ir.Instr{Op: extend, Type: ir.I64, Block: m.r.guard, Args: []ir.ValueID{m.r.limit},
		Pos: pos})
	guard := &m.t.fn.Blocks[m.r.guard]
	guard.Instrs = slices.Insert(guard.Instrs, len(guard.Instrs)-1, limit)
	return m.add(ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(pred), Args: []ir.ValueID{count, limit}, Pos: pos})
}

// copy is a value as it is at the top.
func (m *moved) copy(v ir.ValueID) ir.ValueID {
	in := *m.t.fn.Instr(v)
	if !m.t.isIn(in.Block, m.r.loop) {
		return v
	}
	if q, ok := m.next(v); ok {
		return q
	}
	args := make([]ir.ValueID, len(in.Args))
	for i, a := range in.Args {
		args[i] = m.copy(a)
	}
	in.Args = args
	return m.add(in)
}

// leaving are the arguments of the exit, at the top.
func (m *moved) leaving(args []ir.ValueID) []ir.ValueID {
	out := make([]ir.ValueID, len(args))
	for i, v := range args {
		out[i] = v
		if m.t.isIn(m.t.fn.Instr(v).Block, m.r.loop) {
			out[i], _ = m.next(v)
		}
	}
	return out
}

// replace puts the new parameters for those of the header, and outside of the loop for the values that were carried.
func (m *moved) replace() {
	f := m.t.fn
	change := func(args []ir.ValueID, isOutside bool) {
		for i, v := range args {
			if q, ok := m.next(v); ok && isOutside {
				args[i] = q
			} else if q, ok := m.replaced[v]; ok {
				args[i] = q
			}
		}
	}
	for b := range f.Blocks {
		block := &f.Blocks[b]
		if ir.BlockID(b) == m.top {
			continue
		}
		isOutside := !m.t.isIn(ir.BlockID(b), m.r.loop)
		for _, v := range block.Instrs {
			change(f.Instr(v).Args, isOutside)
		}
		for i := range block.Succs {
			change(block.Succs[i].Args, isOutside)
		}
	}
}

// forwarded is an edge as it goes on through a block that does nothing but jump.
func (t *topTester) forwarded(e ir.Edge) ir.Edge {
	block := &t.fn.Blocks[e.To]
	if len(block.Instrs) != 1 || t.fn.Terminator(e.To).Op != ir.OpJump {
		return e
	}
	next := ir.Edge{To: block.Succs[0].To, Args: slices.Clone(block.Succs[0].Args)}
	for i, v := range next.Args {
		if at := slices.Index(block.Params, v); at >= 0 {
			next.Args[i] = e.Args[at]
		}
	}
	return next
}

// dropGuard leads all to the loop's test, if that takes who does not enter the loop to where the guard takes them.
func (t *topTester) dropGuard(r *rotated, m *moved) {
	f := t.fn
	guard, exit := &f.Blocks[r.guard], f.Blocks[m.top].Succs[0]
	if t.isIn(exit.To, r.loop) {
		exit = f.Blocks[m.top].Succs[1]
	}
	other := guard.Succs[1-r.toward]
	if exit.To != other.To {
		exit = t.forwarded(exit)
	}
	if !r.isPlain || other.To != exit.To {
		return
	}
	for i, v := range other.Args {
		begin := exit.Args[i]
		if at := slices.Index(f.Blocks[m.top].Params, begin); at >= 0 {
			begin = r.entry.Args[at]
		}
		if begin != v && !t.equal(begin, v, 0) {
			return
		}
	}
	jump := f.NewValue(ir.Instr{Op: ir.OpJump, Block: r.guard, Pos: f.Terminator(r.guard).Pos})
	guard.Instrs[len(guard.Instrs)-1] = jump
	guard.Succs = []ir.Edge{guard.Succs[r.toward]}
}
