// Package flow turns the control flow of a kernel into masks and jumps: which blocks run for some lanes only, whose
// masks they share, and where control goes on from each.
//
// Reading order: control.go has the method, post_dominators.go and bitset.go what it computes with; cas_loop.go
// recognises loops of compare and swap, which run for one lane at a time.
package flow

import (
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// How control flow becomes masks and jumps.
//
// Blocks are laid out as in the lane form: forward edges go down, loops are contiguous. A branch on which lanes diverge
// gives each target the lanes that go there, as its pending mask; control then goes on to the next block in the layout
// that may have lanes, which is skipped if it has none. At the end of a loop control goes back to the header while
// lanes are pending there. A branch on which they do not diverge is a jump.
//
// Most of this can be decided now. For each block the analysis follows which blocks may have lanes pending when control
// is there (open) and which surely have had their pending mask written (written). From these it knows where control
// goes next, with or without a test.
//
// Few blocks need a mask of their own. A block takes over the mask of a block before it when
//   - the other dominates it and all its lanes come here, in the same iteration of the same loops (it post-dominates
//     the other): the join after an if has the mask from before the if; or
//   - all ways in are jumps from blocks with one and the same mask.
//
// So a kernel whose control flow is uniform has one mask, and a loop with a uniform condition has none of its own. Both
// rules are assumed where they may hold and taken back where a step of the analysis contradicts, until nothing changes.

// Flow is the outcome, by block where not said otherwise.
type Flow struct {
	fn         *ir.Func
	Layout     *lane.Layout
	Cfg        *ir.CFG
	iterations [][]ir.BlockID // by loop, -1's last: post-dominators within an iteration, see postDominatorsOf
	Diverges   []bool         // the lanes of a bundle diverge on its branch

	Root     []ir.BlockID // the block whose mask it has
	forced   []bool       // it must have a mask of its own
	source   []ir.BlockID // the dominator whose lanes all come here (first rule), -1: none
	Open     []Bitset     // of places
	Written  []Bitset     // of places
	IsOpened []bool       // control comes here
	Skipped  []bool       // it may turn out empty, and control goes on from it
	NeedZero []bool       // its pending mask is read where it may not have been written: it starts as zero
	changed  bool
}

// NewFlow analyses a function whose edges with values leave blocks with one way out. diverges reports whether the lanes
// of a bundle take both sides of a branch.
func NewFlow(f *ir.Func, cfg *ir.CFG, diverges func(ir.BlockID) bool) (*Flow, error) {
	n := len(f.Blocks)
	w := &Flow{fn: f, Layout: lane.NewLayout(f), Cfg: cfg, Diverges: make([]bool, n),
		forced: make([]bool, n), NeedZero: make([]bool, n)}
	for _, l := range w.Layout.Loops {
		if len(l.Headers) > 1 {
			return nil, fmt.Errorf("kernel %s: a loop with several entries has no machine code yet", f.Name)
		}
	}
	w.iterations = postDominatorsOf(f, w.Layout)
	for b := range f.Blocks {
		w.Diverges[b] = len(f.Blocks[b].Succs) > 1 && diverges(ir.BlockID(b))
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

// IsOwn reports whether a block has a mask of its own.
func (w *Flow) IsOwn(b ir.BlockID) bool { return w.Root[b] == b }

// force gives a block a mask of its own, against the assumption.
func (w *Flow) force(b ir.BlockID) {
	if !w.forced[b] {
		w.forced[b], w.changed = true, true
	}
}

// assumeMasks applies the two rules as far as nothing is known against them.
func (w *Flow) assumeMasks() {
	n := len(w.fn.Blocks)
	w.Root, w.source = make([]ir.BlockID, n), make([]ir.BlockID, n)
	for i := range w.source {
		w.source[i], w.Root[i] = -1, -1
	}
	for _, b := range w.Layout.Order {
		w.Root[b] = b
		if b == 0 || w.forced[b] {
			continue
		}
		if d := w.gathersFrom(b); d >= 0 {
			w.source[b], w.Root[b] = d, w.Root[d]
			continue
		}
		w.Root[b] = w.commonRoot(b)
	}
	for _, b := range w.Layout.Order { // what was assumed of back-edges
		if w.source[b] >= 0 || w.Root[b] == b {
			continue
		}
		for _, p := range w.Cfg.Preds[b] {
			if w.Root[p] != w.Root[b] {
				w.force(b)
			}
		}
	}
}

// gathersFrom is the nearest dominator all of whose lanes come to b in the same iteration, -1: none. It can only be the
// nearest in the same loop: one before that leads to it on a way without b, and from there on as it does.
func (w *Flow) gathersFrom(b ir.BlockID) ir.BlockID {
	l := w.Inner(b)
	if l >= 0 && w.Layout.Loops[l].First == w.Layout.Place[b] {
		return -1 // its dominators are outside
	}
	for d := b; d != 0; {
		d = w.Cfg.Idom[d]
		if d < 0 {
			break
		}
		if w.Inner(d) == l {
			if w.postDominates(b, d) {
				return d
			}
			break
		}
		d = w.topOfLoop(d, b)
	}
	return -1
}

// topOfLoop is the header of the loop right around d, if that header dominates d and b is not in the loop, else d: no
// block on the way up from d to it is in b's loop.
func (w *Flow) topOfLoop(d, b ir.BlockID) ir.BlockID {
	l := w.Inner(d)
	if l < 0 {
		return d
	}
	loop := &w.Layout.Loops[l]
	header, place := w.Layout.Order[loop.First], w.Layout.Place[b]
	if place >= loop.First && place <= loop.Last || !w.Cfg.Dominates(header, d) {
		return d
	}
	return header
}

func (w *Flow) Inner(b ir.BlockID) int { return w.Layout.Inner[w.Layout.Place[b]] }

// postDominates reports whether all ways from d lead through b, in the same iteration of their loop.
func (w *Flow) postDominates(b, d ir.BlockID) bool {
	first, post := 0, w.iterations[len(w.iterations)-1]
	if l := w.Inner(d); l >= 0 {
		first, post = w.Layout.Loops[l].First, w.iterations[l]
	}
	for p := post[w.Layout.Place[d]-first]; p >= 0; p = post[w.Layout.Place[p]-first] {
		if p == b {
			return true
		}
		if w.Layout.Place[p] > w.Layout.Place[b] {
			return false // no way leads up again in an iteration
		}
	}
	return false
}

// commonRoot is the mask of all blocks before b if they have one and jump; b itself if not.
func (w *Flow) commonRoot(b ir.BlockID) ir.BlockID {
	root := ir.BlockID(-1)
	for _, p := range w.Cfg.Preds[b] {
		if w.Diverges[p] {
			return b
		}
		if w.Root[p] < 0 { // a back-edge: looked at later
			continue
		}
		if root >= 0 && w.Root[p] != root {
			return b
		}
		root = w.Root[p]
	}
	if root < 0 {
		return b
	}
	return root
}

// follow finds out what is open where. It goes on after a contradiction, to find all at once: what contradicts an
// assumption does so too when others are taken back, for then more is open, never less. Places are visited in their
// order, so that most have heard all when their turn comes.
func (w *Flow) follow() {
	n := len(w.Layout.Order)
	w.Open, w.Written = make([]Bitset, n), make([]Bitset, n)
	w.IsOpened, w.Skipped = make([]bool, n), make([]bool, n)
	for i := range w.NeedZero {
		w.NeedZero[i] = false
	}
	queue := Bitset{}
	arrive := func(place int, open, written Bitset) { // the sets become the place's own
		if !w.IsOpened[place] {
			w.IsOpened[place], w.Open[place], w.Written[place] = true, open, written
			queue.Add(place)
			return
		}
		grown := w.Open[place].Merge(open)
		shrunk := w.Written[place].Intersect(written)
		if grown || shrunk {
			queue.Add(place)
		}
	}
	arrive(0, Bitset{}, Bitset{})
	for place := queue.Next(0, n); place >= 0; {
		queue.Remove(place)
		for _, s := range w.leave(place) {
			arrive(s.Place, s.open, s.written)
			if s.IsTested && !w.Skipped[s.Place] {
				w.Skipped[s.Place] = true
				queue.Add(s.Place)
			}
		}
		if place = queue.Next(place+1, n); place < 0 {
			place = queue.Next(0, n)
		}
	}
}

// Step is where control may go on: to a block that has lanes, or, if IsTested, only if it has some.
type Step struct {
	Place         int
	IsTested      bool
	open, written Bitset
}

// leave are the steps from a block: from its end, and, if it may be skipped, from its top.
func (w *Flow) leave(place int) []Step {
	steps := w.leaveEnd(place)
	if w.Skipped[place] {
		steps = append(steps, w.Scan(place, w.Open[place], w.Written[place], -1)...)
	}
	return steps
}

// IsSink reports whether lanes that go to a block are simply gone.
func (w *Flow) IsSink(b ir.BlockID) bool {
	block := &w.fn.Blocks[b]
	op := w.fn.Terminator(b).Op
	return len(block.Instrs) == 1 && len(block.Params) == 0 && len(w.fn.Terminator(b).Args) == 0 &&
		(op == ir.OpReturn || op == ir.OpUnreachable)
}

// WaysFrom are the steps of each way control may go on from a block.
func (w *Flow) WaysFrom(place int) [][]Step {
	var ways [][]Step
	b := w.Layout.Order[place]
	if succs := w.fn.Blocks[b].Succs; len(succs) > 1 && !w.Diverges[b] {
		for _, e := range succs {
			to := w.Layout.Place[e.To]
			ways = append(ways, w.Scan(place, w.Open[place].With(to), w.Written[place].With(to), to))
		}
	} else {
		ways = append(ways, w.leaveEnd(place))
	}
	if w.Skipped[place] {
		ways = append(ways, w.Scan(place, w.Open[place], w.Written[place], -1))
	}
	return ways
}

func (w *Flow) leaveEnd(place int) []Step {
	b := w.Layout.Order[place]
	succs := w.fn.Blocks[b].Succs
	open, written := w.Open[place], w.Written[place]
	switch {
	case len(succs) == 0:
		return w.Scan(place, open, written, -1)
	case len(succs) == 1:
		to := w.Layout.Place[succs[0].To]
		w.note(b, succs[0].To)
		return w.Scan(place, open.With(to), written.With(to), to)
	case w.Diverges[b]:
		for _, e := range succs {
			if !w.IsSink(e.To) {
				w.note(b, e.To)
				open.Add(w.Layout.Place[e.To])
				written.Add(w.Layout.Place[e.To])
			}
		}
		return w.Scan(place, open, written, -1)
	}
	var steps []Step
	for _, e := range succs {
		to := w.Layout.Place[e.To]
		w.note(b, e.To)
		steps = append(steps, w.Scan(place, open.With(to), written.With(to), to)...)
	}
	return steps
}

// note finds out whether the pending mask of the target of an edge must be valid before it is written.
func (w *Flow) note(from, to ir.BlockID) {
	place := w.Layout.Place[to]
	if at := w.Layout.Place[from]; w.Open[at].Has(place) && !w.Written[at].Has(place) {
		w.NeedZero[to] = true
	}
}

// Scan walks the layout from after a place to the first block that surely has lanes: sure, or one that gathers all
// lanes of a block that control has come through. It ends before that at a block further down that is tested: that goes
// on from its top if it has none.
func (w *Flow) Scan(place int, open, written Bitset, sure int) []Step {
	var steps []Step
	from := w.Layout.Order[place]
	loop, at := w.Layout.Inner[place], place+1
	for {
		limit := len(w.Layout.Order)
		if loop >= 0 {
			limit = w.Layout.Loops[loop].Last + 1
		}
		next := open.Next(at, limit)
		if next < 0 && loop < 0 {
			return steps
		}
		if next < 0 {
			header := w.Layout.Place[w.Layout.Loops[loop].Headers[0]]
			loop, at = w.Layout.Loops[loop].Parent, limit
			if header > place || !open.Has(header) {
				continue
			}
			next = header
		} else {
			at = next + 1
		}
		isSure := w.isSure(from, next, sure)
		if !isSure && !written.Has(next) {
			w.NeedZero[w.Layout.Order[next]] = true
		}
		open, written = open.Without(next), written.Without(next)
		steps = append(steps, Step{next, !isSure, open, written})
		if isSure || next > place {
			return steps
		}
	}
}

// isSure reports whether the block at a place has lanes whenever control comes there from a block.
func (w *Flow) isSure(from ir.BlockID, place, sure int) bool {
	b := w.Layout.Order[place]
	if place == sure {
		return true
	}
	if w.IsOwn(b) {
		return false
	}
	if d := w.source[b]; d < 0 || !w.Cfg.Dominates(d, from) {
		w.force(b)
	}
	return true
}

// HasLanesAnyway reports whether a block that b goes on to has lanes even if b has none: all those of a block before b.
func (w *Flow) HasLanesAnyway(b, to ir.BlockID) bool {
	d := w.source[to]
	return !w.IsOwn(to) && d >= 0 && d != b && w.Cfg.Dominates(d, b) && w.Layout.Place[to] > w.Layout.Place[b]
}
