package amd64

import (
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// How control flow becomes masks and jumps.
//
// Blocks are laid out as in the lane form: forward edges go down, loops are contiguous. A branch that parts the lanes
// gives each target the lanes that go there, as its pending mask; control then goes on to the next block in the layout
// that may have lanes, which is skipped if it has none. At the end of a loop control goes back to the header while lanes
// are pending there. A branch that does not part the lanes is a jump.
//
// Most of this can be decided now. For each block the analysis follows which blocks may have lanes pending when control
// is there (open) and which surely have had their pending mask written (written). From these it knows where control goes
// next, with or without a test.
//
// Few blocks need a mask of their own. A block takes over the mask of a block before it when
//   - the other dominates it and all its lanes come here, in the same round of the same loops (it post-dominates the
//     other): the join behind an if has the mask from before the if; or
//   - all ways in are jumps from blocks with one and the same mask.
//
// So a kernel whose control flow is uniform has one mask, and a loop with a uniform condition has none of its own. Both
// rules are assumed where they may hold and taken back where a step of the analysis contradicts, until nothing changes.

// flow is the outcome, by block where not said otherwise.
type flow struct {
	fn     *ir.Func
	layout *lane.Layout
	cfg    *ir.CFG
	rounds [][]ir.BlockID // by loop, -1's last: post-dominators within a round of it, see roundsOf
	parts  []bool         // its branch parts the lanes of a bundle

	root     []ir.BlockID // the block whose mask it has
	forced   []bool       // it must have a mask of its own
	source   []ir.BlockID // the dominator whose lanes all come here (first rule), -1: none
	open     []bitset     // of places
	written  []bitset     // of places
	isOpened []bool       // control comes here
	skipped  []bool       // it may turn out empty, and control goes on from it
	needZero []bool       // its pending mask is read where it may not have been written: it starts as zero
	changed  bool
}

// newFlow analyses a function whose edges with values leave blocks with one way out. parts tells the branches on which
// the lanes of a bundle part.
func newFlow(f *ir.Func, parts func(ir.BlockID) bool) (*flow, error) {
	n := len(f.Blocks)
	w := &flow{fn: f, layout: lane.NewLayout(f), cfg: ir.NewCFG(f), parts: make([]bool, n),
		forced: make([]bool, n), needZero: make([]bool, n)}
	for _, l := range w.layout.Loops {
		if len(l.Headers) > 1 {
			return nil, fmt.Errorf("kernel %s: a loop with several entries has no machine code yet", f.Name)
		}
	}
	w.rounds = roundsOf(f, w.layout)
	for b := range f.Blocks {
		w.parts[b] = len(f.Blocks[b].Succs) > 1 && parts(ir.BlockID(b))
	}
	for w.changed = true; w.changed; {
		w.changed = false
		w.assumeMasks()
		if !w.changed {
			w.follow()
		}
	}
	return w, nil
}

// isOwn says whether a block has a mask of its own.
func (w *flow) isOwn(b ir.BlockID) bool { return w.root[b] == b }

// force gives a block a mask of its own, against the assumption.
func (w *flow) force(b ir.BlockID) {
	if !w.forced[b] {
		w.forced[b], w.changed = true, true
	}
}

// assumeMasks applies the two rules as far as nothing is known against them.
func (w *flow) assumeMasks() {
	n := len(w.fn.Blocks)
	w.root, w.source = make([]ir.BlockID, n), make([]ir.BlockID, n)
	for i := range w.source {
		w.source[i], w.root[i] = -1, -1
	}
	for _, b := range w.layout.Order {
		w.root[b] = b
		if b == 0 || w.forced[b] {
			continue
		}
		if d := w.gathersFrom(b); d >= 0 {
			w.source[b], w.root[b] = d, w.root[d]
			continue
		}
		w.root[b] = w.commonRoot(b)
	}
	for _, b := range w.layout.Order { // what was assumed of back-edges
		if w.source[b] >= 0 || w.root[b] == b {
			continue
		}
		for _, p := range w.cfg.Preds[b] {
			if w.root[p] != w.root[b] {
				w.force(b)
			}
		}
	}
}

// gathersFrom is the nearest dominator all of whose lanes come to b in the same round, -1: none. It can only be the nearest
// in the same loop: one before that leads to it on a way without b, and from there on as it does.
func (w *flow) gathersFrom(b ir.BlockID) ir.BlockID {
	l := w.inner(b)
	if l >= 0 && w.layout.Loops[l].First == w.layout.Place[b] {
		return -1 // its dominators are outside
	}
	for d := b; d != 0; {
		d = w.cfg.Idom[d]
		if d < 0 {
			break
		}
		if w.inner(d) == l {
			if w.postDominates(b, d) {
				return d
			}
			break
		}
		d = w.topOfLoop(d, b)
	}
	return -1
}

// topOfLoop is the header of the loop right around d, if that header dominates d and b is not in the loop, else d: no block
// on the way up from d to it is in b's loop.
func (w *flow) topOfLoop(d, b ir.BlockID) ir.BlockID {
	l := w.inner(d)
	if l < 0 {
		return d
	}
	loop := &w.layout.Loops[l]
	header, place := w.layout.Order[loop.First], w.layout.Place[b]
	if place >= loop.First && place <= loop.Last || !w.cfg.Dominates(header, d) {
		return d
	}
	return header
}

func (w *flow) inner(b ir.BlockID) int { return w.layout.Inner[w.layout.Place[b]] }

// postDominates says whether all ways from d lead through b, in the same round of their loop.
func (w *flow) postDominates(b, d ir.BlockID) bool {
	first, post := 0, w.rounds[len(w.rounds)-1]
	if l := w.inner(d); l >= 0 {
		first, post = w.layout.Loops[l].First, w.rounds[l]
	}
	for p := post[w.layout.Place[d]-first]; p >= 0; p = post[w.layout.Place[p]-first] {
		if p == b {
			return true
		}
		if w.layout.Place[p] > w.layout.Place[b] {
			return false // no way leads up again in a round
		}
	}
	return false
}

// commonRoot is the mask of all blocks before b if they have one and jump; b itself if not.
func (w *flow) commonRoot(b ir.BlockID) ir.BlockID {
	root := ir.BlockID(-1)
	for _, p := range w.cfg.Preds[b] {
		if w.parts[p] {
			return b
		}
		if w.root[p] < 0 { // a back-edge: looked at later
			continue
		}
		if root >= 0 && w.root[p] != root {
			return b
		}
		root = w.root[p]
	}
	if root < 0 {
		return b
	}
	return root
}

// follow finds out what is open where. It goes on behind a contradiction, to find all at once: what contradicts an
// assumption does so too when others are taken back, for then more is open, never less. Places are visited in their order,
// so that most have heard all when their turn comes.
func (w *flow) follow() {
	n := len(w.layout.Order)
	w.open, w.written = make([]bitset, n), make([]bitset, n)
	w.isOpened, w.skipped = make([]bool, n), make([]bool, n)
	for i := range w.needZero {
		w.needZero[i] = false
	}
	queue := bitset{}
	arrive := func(place int, open, written bitset) {
		isNew := !w.isOpened[place]
		if isNew {
			w.isOpened[place], w.open[place], w.written[place] = true, bitset{}, written.clone()
		}
		grown := w.open[place].merge(open)
		shrunk := w.written[place].intersect(written)
		if isNew || grown || shrunk {
			queue.add(place)
		}
	}
	arrive(0, bitset{}, bitset{})
	for place := queue.next(0, n); place >= 0; {
		queue.remove(place)
		for _, s := range w.leave(place) {
			arrive(s.place, s.open, s.written)
			if s.isTested && !w.skipped[s.place] {
				w.skipped[s.place] = true
				queue.add(s.place)
			}
		}
		if place = queue.next(place+1, n); place < 0 {
			place = queue.next(0, n)
		}
	}
}

// step is where control may go on: to a block that has lanes, or, if isTested, only if it has some.
type step struct {
	place         int
	isTested      bool
	open, written bitset
}

// leave are the steps from a block: from its end, and, if it may be skipped, from its top.
func (w *flow) leave(place int) []step {
	steps := w.leaveEnd(place)
	if w.skipped[place] {
		steps = append(steps, w.scan(place, w.open[place], w.written[place], -1)...)
	}
	return steps
}

// isSink says whether lanes that go to a block are simply gone.
func (w *flow) isSink(b ir.BlockID) bool {
	block := &w.fn.Blocks[b]
	op := w.fn.Terminator(b).Op
	return len(block.Instrs) == 1 && len(block.Params) == 0 && len(w.fn.Terminator(b).Args) == 0 && (op == ir.OpReturn || op == ir.OpUnreachable)
}

// waysFrom are the steps of each way control may go on from a block.
func (w *flow) waysFrom(place int) [][]step {
	var ways [][]step
	b := w.layout.Order[place]
	if succs := w.fn.Blocks[b].Succs; len(succs) > 1 && !w.parts[b] {
		for _, e := range succs {
			to := w.layout.Place[e.To]
			ways = append(ways, w.scan(place, w.open[place].with(to), w.written[place].with(to), to))
		}
	} else {
		ways = append(ways, w.leaveEnd(place))
	}
	if w.skipped[place] {
		ways = append(ways, w.scan(place, w.open[place], w.written[place], -1))
	}
	return ways
}

func (w *flow) leaveEnd(place int) []step {
	b := w.layout.Order[place]
	succs := w.fn.Blocks[b].Succs
	open, written := w.open[place], w.written[place]
	switch {
	case len(succs) == 0:
		return w.scan(place, open, written, -1)
	case len(succs) == 1:
		to := w.layout.Place[succs[0].To]
		w.note(b, succs[0].To)
		return w.scan(place, open.with(to), written.with(to), to)
	case w.parts[b]:
		open, written = open.clone(), written.clone()
		for _, e := range succs {
			if !w.isSink(e.To) {
				w.note(b, e.To)
				open.add(w.layout.Place[e.To])
				written.add(w.layout.Place[e.To])
			}
		}
		return w.scan(place, open, written, -1)
	}
	var steps []step
	for _, e := range succs {
		to := w.layout.Place[e.To]
		w.note(b, e.To)
		steps = append(steps, w.scan(place, open.with(to), written.with(to), to)...)
	}
	return steps
}

// note finds out whether the pending mask of the target of an edge must be valid before it is written.
func (w *flow) note(from, to ir.BlockID) {
	place := w.layout.Place[to]
	if at := w.layout.Place[from]; w.open[at].has(place) && !w.written[at].has(place) {
		w.needZero[to] = true
	}
}

// scan walks the layout from behind a place to the first block that surely has lanes: sure, or one that gathers all
// lanes of a block that control has come through. It ends before that at a block further down that is tested: that goes
// on from its top if it has none.
func (w *flow) scan(place int, open, written bitset, sure int) []step {
	var steps []step
	from := w.layout.Order[place]
	loop, at := w.layout.Inner[place], place+1
	for {
		limit := len(w.layout.Order)
		if loop >= 0 {
			limit = w.layout.Loops[loop].Last + 1
		}
		next := open.next(at, limit)
		if next < 0 && loop < 0 {
			return steps
		}
		if next < 0 {
			header := w.layout.Place[w.layout.Loops[loop].Headers[0]]
			loop, at = w.layout.Loops[loop].Parent, limit
			if header > place || !open.has(header) {
				continue
			}
			next = header
		} else {
			at = next + 1
		}
		isSure := w.isSure(from, next, sure)
		if !isSure && !written.has(next) {
			w.needZero[w.layout.Order[next]] = true
		}
		open, written = open.without(next), written.without(next)
		steps = append(steps, step{next, !isSure, open, written})
		if isSure || next > place {
			return steps
		}
	}
}

// isSure says whether the block at a place has lanes whenever control comes there from a block.
func (w *flow) isSure(from ir.BlockID, place, sure int) bool {
	b := w.layout.Order[place]
	if place == sure {
		return true
	}
	if w.isOwn(b) {
		return false
	}
	if d := w.source[b]; d < 0 || !w.cfg.Dominates(d, from) {
		w.force(b)
	}
	return true
}

// hasLanesAnyway says whether a block that b goes on to has lanes even if b has none: all those of a block before b.
func (w *flow) hasLanesAnyway(b, to ir.BlockID) bool {
	d := w.source[to]
	return !w.isOwn(to) && d >= 0 && d != b && w.cfg.Dominates(d, b) && w.layout.Place[to] > w.layout.Place[b]
}
