package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Loops over elements in which each lane starts at its id and steps by the number of all work-items:
//
//	for (int i = get_global_id(0); i < n; i += get_global_size(0)) c[i] = a[i] + b[i];
//
// Lanes leave such a loop in different rounds, but of a bundle mostly all in the same one. So the loop is copied. In the copy a
// bundle stays as long as all its lanes do; there nothing needs masks, and what steps evenly from lane to lane does so in each
// round. Then the lanes go on in the loop that was there, in most bundles without finding anything to do.
//
//	header(i): branch i < n, body, end         whole(i): if all lanes of the bundle: body', else header(i)
//	body: ...; jump header(i + step)     =>    body': ...; jump whole(i + step)
//	end:                                       header(i): branch i < n, body, end
//	                                           body: ...; jump header(i + step)
//	                                           end:
//
// Whether all lanes stay says the one that is nearest to the limit. The same comparison finds bundles between whose lanes the
// counter wraps, which go on in the loop that was there too: so a counter of 32 bits can be extended in the copy, whatever the
// launch.

// wholeLoop is a loop that was copied so, in the function with the copy.
type wholeLoop struct {
	uniform.Together
	rest    []ir.BlockID // the loop that was there
	side    int          // the header's edge on which lanes stay
	compare ir.ValueID   // what is compared with the limit: the counter, or made of it
	limit   ir.ValueID
	pred    ir.ICmpPred // compare pred limit: stays
}

// maxWhole bounds the instructions of such a loop, and mostWholes how many there are.
const (
	maxWhole   = 300
	mostWholes = 4
)

// wholeSearch copies loops.
type wholeSearch struct {
	fn        *ir.Func
	known     *uniform.Info // of the function without copies
	info      *uniform.Info // of fn
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	lane, sub uniform.Vary
	copies    []ir.ValueID // by value added: of which one it is a copy
	found     []*wholeLoop
	done      map[ir.BlockID]bool // headers that were looked at, and blocks of loops that were copied
}

// wholeLoops is a kernel with copies of its loops, and what is known of its values; no loops if there is nothing to copy.
func wholeLoops(known *uniform.Known, v Version, off analysisSet) (*ir.Func, *uniform.Info, []*wholeLoop) {
	if off&(wholeCopies|strideAnalysis) != 0 || !known.Func().Kernel || v.Shape == bundle.Packed {
		return nil, nil, nil
	}
	s := &wholeSearch{known: off.uniformity(known, v.Shape), done: map[ir.BlockID]bool{}}
	s.lane, s.sub = variesBy(v.Shape)
	s.look(known.Func(), s.known)
	for len(s.found) < mostWholes {
		loop := s.next()
		if loop < 0 {
			break
		}
		s.tryCopy(loop)
	}
	return s.fn, s.info, s.found
}

// look takes a function for the one to go on with.
func (s *wholeSearch) look(f *ir.Func, info *uniform.Info) {
	s.fn, s.info, s.cfg = f, info, ir.NewCFG(f)
	s.loops, s.innermost = s.cfg.Loops()
}

// next is an outermost loop of those that may be copied; -1: there is none.
func (s *wholeSearch) next() int {
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

// isAlike says whether a loop has one way out, at its header, on which lanes part and before which nothing has effects, and
// instructions that may be copied, accesses among them.
func (s *wholeSearch) isAlike(loop int) bool {
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
				if in.Flags&ir.FlagVolatile != 0 || b == l.Header && in.Op != ir.OpLoad { // the header runs twice in a row
					return false
				}
			case !in.Op.Pure() && !in.Op.Terminator():
				return false
			}
		}
		size += len(s.fn.Blocks[b].Instrs)
	}
	return accessed && size <= maxWhole
}

// exits is the number of ways out of a loop from one of its blocks.
func (s *wholeSearch) exits(loop int, b ir.BlockID) (n int) {
	for _, e := range s.fn.Blocks[b].Succs {
		if !ir.InLoop(s.loops, s.innermost, e.To, loop) {
			n++
		}
	}
	return n
}

// tryCopy copies a loop if what its header compares steps evenly in the copy.
func (s *wholeSearch) tryCopy(loop int) {
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
	if _, _, ok := info.StrideNeeds(w.compare); !ok || info.Varies(w.limit)&(s.lane|s.sub) != 0 {
		return
	}
	s.found, s.copies = append(s.found, w), copies
	for _, b := range w.rest {
		s.done[b] = true
	}
	s.look(c.fn, info)
	s.done[w.Header] = true
}

// comparison finds what the header of a loop compares.
func (s *wholeSearch) comparison(loop int) (*wholeLoop, bool) {
	h := s.loops[loop].Header
	end := s.fn.Terminator(h)
	in := s.fn.Instr(end.Args[0])
	if in.Op != ir.OpICmp {
		return nil, false
	}
	w := &wholeLoop{compare: in.Args[0], limit: in.Args[1], pred: ir.ICmpPred(in.Kind)}
	if s.counterOf(w.compare, h) == 0 {
		w.compare, w.limit, w.pred = w.limit, w.compare, swapped[w.pred]
	}
	w.Counter = s.counterOf(w.compare, h)
	if !ir.InLoop(s.loops, s.innermost, s.fn.Blocks[h].Succs[0].To, loop) {
		w.side, w.pred = 1, negated[w.pred]
	}
	return w, w.Counter != 0 && w.pred != ir.EQ && w.pred != ir.NE
}

// The predicates negated, and with the operands exchanged.
var (
	negated = [...]ir.ICmpPred{ir.EQ: ir.NE, ir.NE: ir.EQ, ir.SLT: ir.SGE, ir.SLE: ir.SGT, ir.SGT: ir.SLE, ir.SGE: ir.SLT,
		ir.ULT: ir.UGE, ir.ULE: ir.UGT, ir.UGT: ir.ULE, ir.UGE: ir.ULT}
	swapped = [...]ir.ICmpPred{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.SLT: ir.SGT, ir.SLE: ir.SGE, ir.SGT: ir.SLT, ir.SGE: ir.SLE,
		ir.ULT: ir.UGT, ir.ULE: ir.UGE, ir.UGT: ir.ULT, ir.UGE: ir.ULE}
)

// counterOf is the parameter of a loop's header that a value is, or is made of by extending it and adding what is the same for
// all lanes; 0: there is none.
func (s *wholeSearch) counterOf(v ir.ValueID, header ir.BlockID) ir.ValueID {
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

// copyLoop makes the function with the copy, to which w belongs from then on.
func (s *wholeSearch) copyLoop(loop int, w *wholeLoop) *guardCopy {
	f, l := *s.fn, &s.loops[loop]
	f.Instrs, f.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	c := &guardCopy{fn: &f, copyOf: map[ir.ValueID]ir.ValueID{}, blocks: map[ir.BlockID]ir.BlockID{}}
	for _, b := range s.cfg.Order {
		if ir.InLoop(s.loops, s.innermost, b, loop) {
			w.rest = append(w.rest, b)
			c.blocks[b] = f.NewBlock()
			w.Loop = append(w.Loop, c.blocks[b])
		}
	}
	for _, b := range w.rest {
		c.copyBlock(b)
	}
	w.Header = c.blocks[l.Header]
	f.Blocks[w.Header].Succs[1-w.side] = ir.Edge{To: l.Header, Args: slices.Clone(f.Blocks[w.Header].Params)}
	for _, p := range s.cfg.Preds[l.Header] {
		if !ir.InLoop(s.loops, s.innermost, p, loop) {
			s.enterCopy(&f, p, l.Header, w.Header)
		}
	}
	w.compare, w.Counter = c.copied([]ir.ValueID{w.compare})[0], c.copyOf[w.Counter]
	w.limit = c.copied([]ir.ValueID{w.limit})[0]
	for _, b := range w.Loop {
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); len(in.Args) > 0 && in.Args[0] == w.Counter {
				w.Signed, w.Unsigned = w.Signed || in.Op == ir.OpSExt, w.Unsigned || in.Op == ir.OpZExt
			}
		}
	}
	return c
}

// enterCopy lets the edges from a block to the header of a loop lead to that of the copy.
func (s *wholeSearch) enterCopy(f *ir.Func, from, header, copied ir.BlockID) {
	succs := slices.Clone(f.Blocks[from].Succs)
	for i := range succs {
		if succs[i].To == header {
			succs[i].To = copied
		}
	}
	f.Blocks[from].Succs = succs
}

// wholeAt is the loop in whose header bundles decide at the end of a block whether to stay; nil: it is none.
func (f *subject) wholeAt(b ir.BlockID) *wholeLoop { return wholeAt(f.wholes, b) }

func wholeAt(list []*wholeLoop, b ir.BlockID) *wholeLoop {
	for _, w := range list {
		if w.Header == b {
			return w
		}
	}
	return nil
}

// stores says whether a loop stores in global memory.
func (w *wholeLoop) stores(f *ir.Func) bool {
	return slices.ContainsFunc(w.rest, func(b ir.BlockID) bool {
		return slices.ContainsFunc(f.Blocks[b].Instrs, func(v ir.ValueID) bool {
			in := f.Instr(v)
			return in.Op == ir.OpStore && (in.Space == ir.SpaceGlobal || in.Space == ir.SpaceGeneric)
		})
	})
}

// restHeaders are the headers of the loops that were copied.
func restHeaders(list []*wholeLoop) map[ir.BlockID]bool {
	headers := map[ir.BlockID]bool{}
	for _, w := range list {
		headers[w.rest[0]] = true
	}
	return headers
}

// isRest says whether a block is of a loop that bundles come to when not all their lanes stay.
func (s *regionTable) isRest(b ir.BlockID) bool {
	return slices.ContainsFunc(s.wholes, func(w *wholeLoop) bool { return slices.Contains(w.rest, b) })
}

// branchWhole stays in the loop if all lanes of the bundle may.
func (s *selector) branchWhole(b ir.BlockID, w *wholeLoop) {
	some, succs := s.Fn.NewLabel(), s.kernel.Blocks[b].Succs
	if s.stepsWhole(w) {
		s.unlessAllStay(w, some)
		s.take(b, succs[w.side].To)
	} else {
		s.jump(some)
	}
	s.label(some)
	s.take(b, succs[1-w.side].To)
}

// stepsWhole says whether what is compared, and the counter, are kept as their values in lane 0.
func (s *accessTable) stepsWhole(w *wholeLoop) bool {
	isKept := func(v ir.ValueID) bool { k := s.byValue[v].kind; return k == affine || k == scalar }
	return isKept(w.compare) && isKept(w.Counter)
}

// unlessAllStay jumps if the counter has wrapped between lanes of the bundle or a lane leaves the loop.
func (s *selector) unlessAllStay(w *wholeLoop, out int32) {
	isSigned := w.pred == ir.SLT || w.pred == ir.SLE || w.pred == ir.SGT || w.pred == ir.SGE
	if w.compare != w.Counter || isSigned && w.Unsigned || !isSigned && w.Signed {
		for u := range s.copies(s.byValue[w.Counter]) {
			s.extremes(w.Counter, u, w.Signed, w.Unsigned, out)
		}
	}
	for u := range s.copies(s.byValue[w.compare]) {
		low, high := s.extremes(w.compare, u, isSigned, !isSigned, out)
		nearest := high
		if w.pred == ir.SGT || w.pred == ir.SGE || w.pred == ir.UGT || w.pred == ir.UGE {
			nearest = low
		}
		s.jumpUnless(nearest, w, u, out)
	}
}

// extremes are the least and the largest value of the lanes of the sub-groups that share a register, if there is no wrapping
// between lanes; else it jumps.
func (s *selector) extremes(v ir.ValueID, u int, signed, unsigned bool, out int32) (low, high asm.Reg) {
	f, first := s.byValue[v], s.own(v, u)[0]
	least, most := int64(0), int64(0)
	reach := func(by int64) { least, most = min(least, least+by), max(most, most+by) }
	reach(int64(s.ISA.Lanes()-1) * int64(f.step))
	if s.stepsBySub(f) {
		reach(s.subOffset(f, s.version.Count-1))
	}
	moved := func(by int64) asm.Reg {
		if by == 0 {
			return first
		}
		sum, op := s.general(), asm.Add
		s.moveGeneral(sum, first)
		if by < 0 {
			op, by = asm.Sub, -by // what carries is what wraps
		}
		s.aluImm(op, max(4, uint8(s.kernel.Type(v).Bytes())), sum, by)
		if signed {
			s.jumpIf(asm.CondO, out)
		}
		if unsigned {
			s.jumpIf(asm.CondB, out)
		}
		return sum
	}
	return moved(least), moved(most)
}

// jumpUnless jumps if a lane's value leaves the loop.
func (s *selector) jumpUnless(value asm.Reg, w *wholeLoop, u int, out int32) {
	size := max(4, uint8(s.kernel.Type(w.compare).Bytes()))
	if c, ok := s.signedConst(w.limit); ok && c == int64(int32(c)) {
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: value, Imm: c})
	} else {
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: value, B: s.lane0Reg(w.limit, u)})
	}
	s.jumpIf(conditions[negated[w.pred]], out)
}
