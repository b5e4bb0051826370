package prepare

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// Unmasked loops. In a loop over elements each lane starts at its id and steps by the number of all work-items:
//
//	for (int i = get_global_id(0); i < n; i += get_global_size(0)) c[i] = a[i] + b[i];
//
// Lanes leave such a loop in different iterations, but those of one bundle mostly in the same one. So the loop is
// copied. A bundle stays in the copy as long as all its lanes do; the copy needs no masks, and lane strides are
// constant in each iteration. Then the lanes go on in the original loop, where most bundles find nothing to do.
//
//	header(i): branch i < n, body, end         whole(i): if all lanes of the bundle: body', else header(i)
//	body: ...; jump header(i + step)     =>    body': ...; jump whole(i + step)
//	end:                                       header(i): branch i < n, body, end
//	                                           body: ...; jump header(i + step)
//	                                           end:
//
// All lanes stay if the one nearest to the limit does. The same comparison finds bundles between whose lanes the
// counter wraps, which go on in the original loop: so a counter of 32 bits can be extended in the copy for any launch.
//
// A loop may have more exits, at which lanes do not diverge, as where each lane makes a number of iterations that all
// share, unless it comes to the end of the elements before:
//
//	for (int k = 0; k < count; k++) { if (i >= n) break; c[i] = a[i] + b[i]; i += get_global_size(0); }
//
// Nothing has effects before the last exit, so a bundle that takes one of them in the copy goes to the header of the
// original loop, which finds it again.

// UnmaskedLoop is the copy of a loop, in the function with the copy.
type UnmaskedLoop struct {
	uniform.Together
	Remainder []ir.BlockID // the original loop
	Side      int          // the edge on which lanes stay, of the block with the comparison
	Compare   ir.ValueID   // the value that is compared with the limit: the counter, or made from it
	Limit     ir.ValueID
	Pred      ir.ICmpPred // compare pred limit: stays

	isStay ir.ValueID   // the comparison, in the original loop
	joined []ir.ValueID // what else must hold, or not hold, for lanes to stay: the same for all
}

// unmaskedSearch copies loops.
type unmaskedSearch struct {
	limits    *target.Prepare
	fn        *ir.Func
	known     *uniform.Info // of the function without copies
	info      *uniform.Info // of fn
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	lane, sub uniform.Vary
	copies    []ir.ValueID // by new value: its original
	found     []*UnmaskedLoop
	done      map[ir.BlockID]bool // headers that were visited, and blocks of copied loops
}

// UnmaskedLoops is a kernel with copies of its loops, and what is known of its values; it returns no loops if there is
// nothing to copy.
func UnmaskedLoops(known *uniform.Known, t target.Machine, v bundle.Version,
	off switches.Set) (*ir.Func, *uniform.Info, []*UnmaskedLoop) {
	if off&(switches.UnmaskedLoops|switches.StrideAnalysis) != 0 || !known.Func().Kernel || v.Shape == bundle.Packed {
		return nil, nil, nil
	}
	s := &unmaskedSearch{limits: &t.Tuning.Prepare, known: off.Uniformity(known, v.Shape), done: map[ir.BlockID]bool{}}
	s.lane, s.sub = VariesBy(known.Func(), t.ISA, v)
	s.look(known.Func(), s.known)
	for len(s.found) < s.limits.MaxUnmaskedLoops {
		loop := s.next()
		if loop < 0 {
			break
		}
		s.tryCopy(loop)
	}
	return s.fn, s.info, s.found
}

// look goes on with a function.
func (s *unmaskedSearch) look(f *ir.Func, info *uniform.Info) {
	s.fn, s.info, s.cfg = f, info, ir.NewCFG(f)
	s.loops, s.innermost = s.cfg.Loops()
}

// next is the next loop, outermost first, that may be copied; -1 if there is none.
func (s *unmaskedSearch) next() int {
	for i := range s.loops {
		h := s.loops[i].Header
		if s.done[h] {
			continue
		}
		s.done[h] = true
		if s.isAlike(i) {
			return i
		}
	}
	return -1
}

// isAlike reports whether a loop may be copied: lanes diverge at one of its exits, nothing has effects before any, and
// it has accesses, and only instructions that may be copied.
func (s *unmaskedSearch) isAlike(loop int) bool {
	l, size, accessed := &s.loops[loop], 0, false
	exits, test := s.exitsOf(loop)
	if test < 0 {
		return false
	}
	for _, b := range l.Blocks {
		for _, v := range s.fn.Blocks[b].Instrs {
			in := s.fn.Instr(v)
			switch {
			case in.Op == ir.OpLoad, in.Op == ir.OpStore, in.Op == ir.OpAtomicRMW:
				accessed = true
				if in.Flags&ir.FlagVolatile != 0 {
					return false
				}
			case !in.Op.Pure() && !in.Op.Terminator():
				return false
			}
		}
		size += len(s.fn.Blocks[b].Instrs)
	}
	return accessed && size <= s.limits.MaxUnmasked && s.mayRunTwice(exits, test)
}

// exitsOf are the blocks that end with the exits of a loop: its header and blocks that each come only from the one
// before. test is the one at which lanes diverge, -1 if there is none, or several, or if the loop has other exits.
func (s *unmaskedSearch) exitsOf(loop int) (list []ir.BlockID, test ir.BlockID) {
	l, left := &s.loops[loop], 0
	for _, b := range l.Blocks {
		left += s.exits(loop, b)
	}
	test = -1
	for b := l.Header; left > 0; left-- {
		end := s.fn.Terminator(b)
		if end.Op != ir.OpBranch || s.exits(loop, b) != 1 || len(list) > 0 && len(s.cfg.Preds[b]) != 1 {
			return nil, -1
		}
		if s.isDivergent(end.Args[0]) {
			if test >= 0 {
				return nil, -1
			}
			test = b
		}
		list = append(list, b)
		b = s.fn.Blocks[b].Succs[s.inside(loop, b)].To
	}
	return list, test
}

// isDivergent reports whether a value differs between lanes of a bundle.
func (s *unmaskedSearch) isDivergent(v ir.ValueID) bool { return s.info.Varies(v)&(s.lane|s.sub) != 0 }

// inside is the edge of a block with an exit that stays in its loop.
func (s *unmaskedSearch) inside(loop int, b ir.BlockID) int {
	if ir.InLoop(s.loops, s.innermost, s.fn.Blocks[b].Succs[0].To, loop) {
		return 0
	}
	return 1
}

// mayRunTwice reports whether the blocks with a loop's exits have no effects. Before the test shows that a counter has
// not wrapped they read nothing by it.
func (s *unmaskedSearch) mayRunTwice(exits []ir.BlockID, test ir.BlockID) bool {
	isTested := false
	for _, b := range exits {
		isTested = isTested || b == test
		for _, v := range s.fn.Blocks[b].Instrs {
			in := s.fn.Instr(v)
			isRead := in.Op == ir.OpLoad && (isTested || !s.isDivergent(in.Args[0]))
			if !in.Op.Pure() && !in.Op.Terminator() && !isRead {
				return false
			}
		}
	}
	return true
}

// exits is the number of edges out of a loop from one of its blocks.
func (s *unmaskedSearch) exits(loop int, b ir.BlockID) (n int) {
	for _, e := range s.fn.Blocks[b].Succs {
		if !ir.InLoop(s.loops, s.innermost, e.To, loop) {
			n++
		}
	}
	return n
}

// tryCopy copies a loop if the value that its header compares has a constant lane stride in the copy.
func (s *unmaskedSearch) tryCopy(loop int) {
	w, ok := s.comparison(loop)
	if !ok {
		return
	}
	c := s.copyLoop(loop, w)
	list := make([]uniform.Together, 0, len(s.found)+1)
	for _, f := range append(s.found, w) {
		list = append(list, f.Together)
	}
	copies := append(s.copies[:len(s.copies):len(s.copies)], c.values...)
	info := uniform.AnalyzeTogether(c.fn, list, s.known, copies)
	if _, _, ok := info.StrideNeeds(w.Compare); !ok || info.Varies(w.Limit)&(s.lane|s.sub) != 0 {
		return
	}
	s.found, s.copies = append(s.found, w), copies
	for _, b := range w.Remainder {
		s.done[b] = true
	}
	header := c.blocks[w.Remainder[0]]
	s.look(c.fn, info)
	s.done[header] = true
}

// comparison returns the comparison of the header of a loop, if it is one of a counter with a limit.
func (s *unmaskedSearch) comparison(loop int) (*UnmaskedLoop, bool) {
	_, test := s.exitsOf(loop)
	w := &UnmaskedLoop{Side: s.inside(loop, test)}
	s.split(w, s.fn.Terminator(test).Args[0])
	in := s.fn.Instr(w.isStay)
	if in.Op != ir.OpICmp {
		return nil, false
	}
	w.Header, w.Compare, w.Limit, w.Pred = test, in.Args[0], in.Args[1], ir.ICmpPred(in.Kind)
	if s.counterOf(w.Compare, loop) == 0 {
		w.Compare, w.Limit, w.Pred = w.Limit, w.Compare, w.Pred.Swapped()
	}
	w.Counter = s.counterOf(w.Compare, loop)
	if w.Side == 1 {
		w.Pred = w.Pred.Negated()
	}
	return w, w.Counter != 0 && w.Pred != ir.EQ && w.Pred != ir.NE
}

// split takes the condition by which lanes stay apart: what differs between them, and what does not (`i < n && k < m`).
func (s *unmaskedSearch) split(w *UnmaskedLoop, condition ir.ValueID) {
	joins := ir.OpAnd
	if w.Side == 1 {
		joins = ir.OpOr
	}
	w.isStay = condition
	for in := s.fn.Instr(condition); in.Op == joins && len(w.joined) < maxJoined; in = s.fn.Instr(w.isStay) {
		x, y := in.Args[0], in.Args[1]
		if !s.isDivergent(x) {
			x, y = y, x
		}
		if s.isDivergent(y) {
			return
		}
		w.isStay, w.joined = x, append(w.joined, y)
	}
}

// maxJoined bounds the conditions that are taken off one.
const maxJoined = 4

// counterOf is the parameter of a loop's header from which a value is made in the loop by extensions and additions of
// uniform values, 0 if there is none.
func (s *unmaskedSearch) counterOf(v ir.ValueID, loop int) ir.ValueID {
	in := s.fn.Instr(v)
	switch {
	case in.Type != ir.I32 && in.Type != ir.I64 || !ir.InLoop(s.loops, s.innermost, in.Block, loop):
		return 0
	case in.Op == ir.OpParam && in.Block == s.loops[loop].Header:
		return v
	case in.Op == ir.OpSExt, in.Op == ir.OpZExt, in.Op == ir.OpAdd && !s.isDivergent(in.Args[1]):
		return s.counterOf(in.Args[0], loop)
	case in.Op == ir.OpAdd && !s.isDivergent(in.Args[0]):
		return s.counterOf(in.Args[1], loop)
	}
	return 0
}

// copyLoop makes the function with the copy, and completes w for it.
func (s *unmaskedSearch) copyLoop(loop int, w *UnmaskedLoop) *boundsCopy {
	f, l := *s.fn, &s.loops[loop]
	f.Instrs, f.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	c := &boundsCopy{fn: &f, copyOf: map[ir.ValueID]ir.ValueID{}, blocks: map[ir.BlockID]ir.BlockID{}}
	for _, b := range s.cfg.Order {
		if ir.InLoop(s.loops, s.innermost, b, loop) {
			w.Remainder = append(w.Remainder, b)
			c.blocks[b] = f.NewBlock()
			w.Loop = append(w.Loop, c.blocks[b])
		}
	}
	for _, b := range w.Remainder {
		c.copyBlock(b)
	}
	w.Header = c.blocks[w.Header]
	params := f.Blocks[c.blocks[l.Header]].Params
	exits, _ := s.exitsOf(loop)
	for _, b := range exits {
		f.Blocks[c.blocks[b]].Succs[1-s.inside(loop, b)] = ir.Edge{To: l.Header, Args: slices.Clone(params)}
	}
	s.branchOneByOne(c, w)
	for _, p := range s.cfg.Preds[l.Header] {
		if !ir.InLoop(s.loops, s.innermost, p, loop) {
			s.enterCopy(&f, p, l.Header, c.blocks[l.Header])
		}
	}
	w.Compare, w.Counter = c.copied([]ir.ValueID{w.Compare})[0], c.copyOf[w.Counter]
	w.Limit = c.copied([]ir.ValueID{w.Limit})[0]
	for _, b := range w.Loop {
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); len(in.Args) > 0 && in.Args[0] == w.Counter {
				w.Signed, w.Unsigned = w.Signed || in.Op == ir.OpSExt, w.Unsigned || in.Op == ir.OpZExt
			}
		}
	}
	return c
}

// branchOneByOne gives each part of the condition by which lanes stay a branch of its own in the copy, the last of
// which is that on which they may diverge.
func (s *unmaskedSearch) branchOneByOne(c *boundsCopy, w *UnmaskedLoop) {
	for _, condition := range w.joined {
		f, next := c.fn, c.fn.NewBlock()
		block := &f.Blocks[w.Header]
		end := *f.Terminator(w.Header)
		compare := *f.Instr(c.copyOf[w.isStay])
		compare.Block, end.Block = next, next
		stays := c.add(w.isStay, compare)
		end.Args = []ir.ValueID{stays}
		last := *f.Terminator(w.Header)
		last.Args = c.copied([]ir.ValueID{condition})
		f.Instrs[block.Instrs[len(block.Instrs)-1]] = last
		f.Blocks[next] = ir.Block{Instrs: []ir.ValueID{stays, c.add(0, end)}, Succs: block.Succs}
		block.Succs = slices.Clone(block.Succs)
		block.Succs[w.Side] = ir.Edge{To: next}
		w.Header, w.Loop = next, append(w.Loop, next)
	}
}

// enterCopy redirects the edges from a block to the header of a loop to that of the copy.
func (s *unmaskedSearch) enterCopy(f *ir.Func, from, header, copied ir.BlockID) {
	succs := slices.Clone(f.Blocks[from].Succs)
	for i := range succs {
		if succs[i].To == header {
			succs[i].To = copied
		}
	}
	f.Blocks[from].Succs = succs
}

// UnmaskedAt is the loop in which bundles decide at the end of a block whether to stay; nil if there is none.
func (f *Subject) UnmaskedAt(b ir.BlockID) *UnmaskedLoop { return UnmaskedAt(f.Unmasked, b) }

// UnmaskedAt is the loop of a list in which bundles decide at the end of a block, nil if there is none.
func UnmaskedAt(list []*UnmaskedLoop, b ir.BlockID) *UnmaskedLoop {
	for _, w := range list {
		if w.Header == b {
			return w
		}
	}
	return nil
}

// Stores reports whether a loop stores in global memory.
func (w *UnmaskedLoop) Stores(f *ir.Func) bool {
	return slices.ContainsFunc(w.Remainder, func(b ir.BlockID) bool {
		return slices.ContainsFunc(f.Blocks[b].Instrs, func(v ir.ValueID) bool {
			in := f.Instr(v)
			return in.Op == ir.OpStore && (in.Space == ir.SpaceGlobal || in.Space == ir.SpaceGeneric)
		})
	})
}

// RemainderHeaders are the headers of the original loops.
func RemainderHeaders(list []*UnmaskedLoop) map[ir.BlockID]bool {
	headers := map[ir.BlockID]bool{}
	for _, w := range list {
		headers[w.Remainder[0]] = true
	}
	return headers
}
