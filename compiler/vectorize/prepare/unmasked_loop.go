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

// UnmaskedLoop is the copy of a loop, in the function with the copy.
type UnmaskedLoop struct {
	uniform.Together
	Remainder []ir.BlockID // the original loop
	Side      int          // the header's edge on which lanes stay
	Compare   ir.ValueID   // the value that is compared with the limit: the counter, or made from it
	Limit     ir.ValueID
	Pred      ir.ICmpPred // compare pred limit: stays
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

// isAlike reports whether a loop may be copied: it has a single exit, a divergent branch at its header, before which
// nothing has effects; and it has accesses, and only instructions that may be copied.
func (s *unmaskedSearch) isAlike(loop int) bool {
	l, size, accessed := &s.loops[loop], 0, false
	end := s.fn.Terminator(l.Header)
	if end.Op != ir.OpBranch || s.info.Varies(end.Args[0])&(s.lane|s.sub) == 0 || s.exits(loop, l.Header) != 1 {
		return false
	}
	for _, b := range l.Blocks {
		if b != l.Header && s.exits(loop, b) > 0 {
			return false
		}
		for _, v := range s.fn.Blocks[b].Instrs {
			in := s.fn.Instr(v)
			switch {
			case in.Op == ir.OpLoad, in.Op == ir.OpStore, in.Op == ir.OpAtomicRMW:
				accessed = true
				hasEffects := b == l.Header && in.Op != ir.OpLoad // the header runs twice
				if in.Flags&ir.FlagVolatile != 0 || hasEffects {
					return false
				}
			case !in.Op.Pure() && !in.Op.Terminator():
				return false
			}
		}
		size += len(s.fn.Blocks[b].Instrs)
	}
	return accessed && size <= s.limits.MaxUnmasked
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
	s.look(c.fn, info)
	s.done[w.Header] = true
}

// comparison returns the comparison of the header of a loop, if it is one of a counter with a limit.
func (s *unmaskedSearch) comparison(loop int) (*UnmaskedLoop, bool) {
	h := s.loops[loop].Header
	end := s.fn.Terminator(h)
	in := s.fn.Instr(end.Args[0])
	if in.Op != ir.OpICmp {
		return nil, false
	}
	w := &UnmaskedLoop{Compare: in.Args[0], Limit: in.Args[1], Pred: ir.ICmpPred(in.Kind)}
	if s.counterOf(w.Compare, h) == 0 {
		w.Compare, w.Limit, w.Pred = w.Limit, w.Compare, w.Pred.Swapped()
	}
	w.Counter = s.counterOf(w.Compare, h)
	if !ir.InLoop(s.loops, s.innermost, s.fn.Blocks[h].Succs[0].To, loop) {
		w.Side, w.Pred = 1, w.Pred.Negated()
	}
	return w, w.Counter != 0 && w.Pred != ir.EQ && w.Pred != ir.NE
}

// counterOf is the parameter of a loop's header from which a value is made by extensions and additions of uniform
// values, 0 if there is none.
func (s *unmaskedSearch) counterOf(v ir.ValueID, header ir.BlockID) ir.ValueID {
	in := s.fn.Instr(v)
	isSame := func(v ir.ValueID) bool { return s.info.Varies(v)&(s.lane|s.sub) == 0 }
	switch {
	case in.Block != header || in.Type != ir.I32 && in.Type != ir.I64:
		return 0
	case in.Op == ir.OpParam:
		return v
	case in.Op == ir.OpSExt, in.Op == ir.OpZExt, in.Op == ir.OpAdd && isSame(in.Args[1]):
		return s.counterOf(in.Args[0], header)
	case in.Op == ir.OpAdd && isSame(in.Args[0]):
		return s.counterOf(in.Args[1], header)
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
	w.Header = c.blocks[l.Header]
	f.Blocks[w.Header].Succs[1-w.Side] = ir.Edge{To: l.Header, Args: slices.Clone(f.Blocks[w.Header].Params)}
	for _, p := range s.cfg.Preds[l.Header] {
		if !ir.InLoop(s.loops, s.innermost, p, loop) {
			s.enterCopy(&f, p, l.Header, w.Header)
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

// UnmaskedAt is the loop whose header a block is, where bundles decide whether to stay; nil if there is none.
func (f *Subject) UnmaskedAt(b ir.BlockID) *UnmaskedLoop { return UnmaskedAt(f.Unmasked, b) }

// UnmaskedAt is the loop of a list whose header a block is, nil if there is none.
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
