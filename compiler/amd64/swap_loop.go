package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Loops that compare and swap until nobody came between:
//
//	do { old = *p; fresh = f(old); } while (atomic_cmpxchg(p, old, fresh) != old);
//
// as programs write sums of floats, and whatever else the machine has no atomic operation for. In vectors, the lanes read
// one after the other, compute, and swap one after the other: long enough for another core to take the cache lines away in
// between, and for each other, for of lanes with one address all but the first must go round again. So one lane goes round
// until it has swapped, then the next: the time between its load and its swap is that of f.
//
// A loop is such a one (isSwapLoop) if it has no effect but the swap, and goes round again only if the swap failed, which
// expected what was at its place when the round began, or what the swap before it found there. A round then fails only if
// another work-item has changed the place meanwhile, never because a lane waits for another one of its sub-group: one
// that spins on a lock, say, would wait forever for lanes whose turn has not come.

// swapLoop is such a loop.
type swapLoop struct {
	blocks []ir.BlockID
	exit   ir.BlockID // where all ways out lead, without values
	swap   ir.ValueID
	latch  ir.BlockID // goes back
	test   ir.BlockID // goes there if the swap failed
	reload ir.ValueID // parameter that every lane reads from the swap's place when its turn comes; 0: none
}

// swapLoopsOf finds the loops, by header.
func swapLoopsOf(f *ir.Func) map[ir.BlockID]*swapLoop {
	isAny := false
	for i := range f.Instrs {
		isAny = isAny || f.Instrs[i].Op == ir.OpAtomicCmpXchg
	}
	if !isAny {
		return nil
	}
	found := map[ir.BlockID]*swapLoop{}
	cfg := ir.NewCFG(f)
	loops, _ := cfg.Loops()
	for i, l := range loops {
		isOuter := slices.ContainsFunc(loops[i+1:], func(other ir.Loop) bool { return other.Parent == i })
		s := &swapLoop{blocks: l.Blocks, latch: -1}
		if !isOuter && s.findWays(f) && s.findSwap(f) && s.goesRoundIfFailed(f) {
			s.findReload(f, cfg)
			found[l.Header] = s
		}
	}
	return found
}

func (l *swapLoop) has(b ir.BlockID) bool { return slices.Contains(l.blocks, b) }

// makesPlaceOf says whether the address of an access is made in one of the loops: for one lane, from whole pointers.
func (s *regionTable) makesPlaceOf(access *ir.Instr) bool {
	l := s.swapIn[access.Block]
	return l != nil && l == s.swapIn[s.kernel.Instr(access.Args[0]).Block]
}

// findWays finds the one way back and the one block behind the loop.
func (l *swapLoop) findWays(f *ir.Func) bool {
	l.exit = -1
	for _, b := range l.blocks {
		for _, e := range f.Blocks[b].Succs {
			switch {
			case e.To == l.blocks[0]:
				if l.latch >= 0 && l.latch != b {
					return false
				}
				l.latch = b
			case !l.has(e.To):
				if l.exit >= 0 && l.exit != e.To || len(e.Args) > 0 {
					return false
				}
				l.exit = e.To
			}
		}
	}
	return l.latch >= 0 && l.exit >= 0
}

// findSwap finds the one swap, and makes sure that there is no other effect.
func (l *swapLoop) findSwap(f *ir.Func) bool {
	for _, b := range l.blocks {
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); {
			case in.Op == ir.OpAtomicCmpXchg && l.swap == 0:
				l.swap = v
			case in.Op == ir.OpLoad, in.Op == ir.OpAtomicLoad:
				if in.Space == ir.SpacePrivate || in.Type == ir.F16 {
					return false
				}
			case in.Op == ir.OpJump, in.Op == ir.OpBranch:
			case !in.Op.Pure() || in.Op == ir.OpAlloca || in.Type == ir.F16:
				return false
			}
		}
	}
	return l.swap != 0
}

// goesRoundIfFailed says whether the way back is taken only behind a swap that failed although it expected what was found
// at its place.
func (l *swapLoop) goesRoundIfFailed(f *ir.Func) bool {
	at, to := l.latch, l.blocks[0]
	if len(f.Blocks[at].Succs) == 1 { // a block that only brings the values of the next round
		before := ir.BlockID(-1)
		for _, b := range l.blocks {
			for _, e := range f.Blocks[b].Succs {
				if e.To != at {
					continue
				}
				if before >= 0 {
					return false
				}
				before = b
			}
		}
		if before < 0 {
			return false
		}
		at, to = before, at
	}
	l.test = at
	t := f.Terminator(at)
	if t.Op != ir.OpBranch || f.Blocks[at].Succs[0].To == f.Blocks[at].Succs[1].To {
		return false
	}
	swap, test := f.Instr(l.swap), f.Instr(t.Args[0])
	failing := ir.NE
	if f.Blocks[at].Succs[1].To == to {
		failing = ir.EQ
	}
	if test.Op != ir.OpICmp || ir.ICmpPred(test.Kind) != failing {
		return false
	}
	x, y := sameBits(f, test.Args[0]), sameBits(f, test.Args[1])
	want := sameBits(f, swap.Args[1])
	if !(x == l.swap && y == want || x == want && y == l.swap) || f.Type(test.Args[0]).Bits() != swap.Type.Bits() {
		return false
	}
	return l.isFound(f, want, swap.Args[0])
}

// isFound says whether a value is what the round, or the swap of the round before it, found at a place.
func (l *swapLoop) isFound(f *ir.Func, v, place ir.ValueID) bool {
	in := f.Instr(v)
	switch in.Op {
	case ir.OpLoad, ir.OpAtomicLoad:
		return l.has(in.Block) && in.Args[0] == place && in.Type.Bits() == f.Type(l.swap).Bits()
	case ir.OpParam:
		i := slices.Index(f.Blocks[l.blocks[0]].Params, v)
		if i < 0 {
			return false
		}
		for _, e := range f.Blocks[l.latch].Succs {
			if e.To == l.blocks[0] && sameBits(f, e.Args[i]) != l.swap {
				return false
			}
		}
		return true
	}
	return false
}

// findReload finds the parameter that brings what the swap of the round before found. What it brings at first may be old
// when a lane's turn comes, so that its first round would fail, and find the present value: that is read at once instead,
// if a round ends the loop by swapping or not at all, or if what comes at first was read just so, for the loop alone.
func (l *swapLoop) findReload(f *ir.Func, cfg *ir.CFG) {
	header := l.blocks[0]
	swap, params := f.Instr(l.swap), f.Blocks[header].Params
	if len(params) != 1 || sameBits(f, swap.Args[1]) != params[0] || l.has(f.Instr(swap.Args[0]).Block) {
		return
	}
	isRead := true
	for _, p := range cfg.Preds[header] {
		for _, e := range f.Blocks[p].Succs {
			if e.To == header && !l.has(p) {
				isRead = isRead && isReadAtEnd(f, cfg, p, e.Args[0], swap.Args[0])
			}
		}
	}
	if isRead || l.leavesBySwapOnly(f) {
		l.reload = params[0]
	}
}

// isReadAtEnd says whether a value that leaves block b was read from a place, is used for nothing else, and could as well
// be read at the block's end: nothing behind its load touches memory, or lets others do so. Else a loop that can end
// without a swap might end, or not, by what the place holds later.
func isReadAtEnd(f *ir.Func, cfg *ir.CFG, b ir.BlockID, v, place ir.ValueID) bool {
	first := sameBits(f, v)
	in := f.Instr(first)
	isPlain := in.Op == ir.OpLoad || in.Op == ir.OpAtomicLoad && in.Order == ir.Relaxed
	if !isPlain || in.Args[0] != place || !isUsedOnce(f, v) {
		return false
	}
	for {
		for _, behind := range slices.Backward(f.Blocks[b].Instrs) {
			if behind == first {
				return true
			}
			if op := f.Instr(behind).Op; !op.Pure() && !op.Terminator() {
				return false
			}
		}
		if len(cfg.Preds[b]) != 1 {
			return false
		}
		b = cfg.Preds[b][0]
	}
}

// isUsedOnce says whether a value, and what it has the bits of, has one use.
func isUsedOnce(f *ir.Func, v ir.ValueID) bool {
	uses := 0
	count := func(args []ir.ValueID) {
		for _, a := range args {
			if sameBits(f, a) == sameBits(f, v) {
				uses++
			}
		}
	}
	for b := range f.Blocks {
		for _, u := range f.Blocks[b].Instrs {
			if f.Instr(u).Op != ir.OpBitcast {
				count(f.Instr(u).Args)
			}
		}
		for _, e := range f.Blocks[b].Succs {
			count(e.Args)
		}
	}
	return uses == 1
}

// leavesBySwapOnly says whether the one way out of the loop is that of a swap that did not fail. A round that may leave
// because of what a failed swap found must find it, not swap.
func (l *swapLoop) leavesBySwapOnly(f *ir.Func) bool {
	for _, b := range l.blocks {
		for _, e := range f.Blocks[b].Succs {
			if b != l.test && !l.has(e.To) {
				return false
			}
		}
	}
	return true
}

// sameBits is the value that a value has the bits of.
func sameBits(f *ir.Func, v ir.ValueID) ir.ValueID {
	for f.Instr(v).Op == ir.OpBitcast {
		v = f.Instr(v).Args[0]
	}
	return v
}

// leaveReloads takes away, from the sources of parameters, what loops get at first and read themselves; and finds the
// loads that nobody else wants.
func (s *regionTable) leaveReloads(into map[ir.ValueID][]ir.ValueID) (unwanted map[ir.ValueID]bool) {
	unwanted = map[ir.ValueID]bool{}
	for _, l := range s.swaps {
		if l.reload == 0 {
			continue
		}
		for _, v := range into[l.reload] {
			if from := sameBits(s.kernel, v); s.kernel.Instr(from).Op == ir.OpAtomicLoad && s.kernel.Instr(from).Order == ir.Relaxed {
				unwanted[from] = true // unless needed
			}
		}
		into[l.reload] = nil
		for _, e := range s.kernel.Blocks[l.latch].Succs {
			if e.To == l.blocks[0] {
				into[l.reload] = append(into[l.reload], e.Args[0])
			}
		}
	}
	return unwanted
}

// writeSwapLoop writes the loop that begins at the present place, and gives the place of its last block. Where the lanes of
// the loop come together, they go on.
func (s *selector) writeSwapLoop(l *swapLoop) int {
	s.enter(l.blocks[0])
	w := s.newSwapWriter(l)
	for _, p := range s.kernel.Blocks[l.blocks[0]].Params {
		s.defined[p] = int32(len(s.Fn.Insts))
	}
	for _, v := range w.accesses() {
		s.note(v, wayByLane)
	}
	for _, subs := range s.teams(w.isJoint()) {
		w.write(subs)
	}
	s.sendAll(l.blocks[0], l.exit)
	last := s.place
	for _, b := range l.blocks {
		last = max(last, s.flow.layout.Place[b])
	}
	to := s.flow.layout.Place[l.exit]
	s.goOn(last, s.flow.open[last].with(to), s.flow.written[last].with(to), to)
	return last
}

// swapWriter writes one of these loops.
type swapWriter struct {
	*selector
	loop   *swapLoop
	inside map[ir.ValueID]bool // made in the loop, and needed
	ins    []ir.ValueID        // made outside
	outs   []ir.ValueID        // read behind it
	one    *oneLane
	starts map[ir.BlockID]int32
	behind int32
}

func (s *selector) newSwapWriter(l *swapLoop) *swapWriter {
	w := &swapWriter{selector: s, loop: l, inside: map[ir.ValueID]bool{}}
	for _, b := range l.blocks {
		for _, v := range append(slices.Clone(s.kernel.Blocks[b].Params), s.kernel.Blocks[b].Instrs...) {
			w.inside[v] = s.needed[v] || v == l.reload
		}
	}
	seen := map[ir.ValueID]bool{}
	for _, b := range s.flow.layout.Order {
		block := &s.kernel.Blocks[b]
		isInside := l.has(b)
		read := func(args []ir.ValueID) {
			for _, v := range args {
				made := s.kernel.Instr(v).Block
				switch {
				case seen[v] || !s.needed[v] && v != l.reload:
				case isInside && !l.has(made):
					w.ins, seen[v] = append(w.ins, v), true
				case !isInside && l.has(made):
					w.outs, seen[v] = append(w.outs, v), true
				}
			}
		}
		for _, v := range block.Instrs {
			read(s.kernel.Instr(v).Args)
		}
		for _, e := range block.Succs {
			read(e.Args)
		}
	}
	return w
}

// isJoint says whether the lanes of several sub-groups can go through one loop.
func (w *swapWriter) isJoint() bool {
	for _, v := range w.accesses() {
		in := w.kernel.Instr(v)
		if !w.inside[in.Args[0]] && !w.isJointAddress(in.Args[0], accessType(w.kernel, in)) {
			return false
		}
	}
	for _, v := range w.outs {
		if k := w.byValue[v].kind; k != vector && k != mask {
			return false
		}
	}
	return true
}

// accesses are the loads and the swap.
func (w *swapWriter) accesses() []ir.ValueID {
	var list []ir.ValueID
	for _, b := range w.loop.blocks {
		for _, v := range w.kernel.Blocks[b].Instrs {
			if w.needed[v] && accesses(w.kernel.Instr(v).Op) {
				list = append(list, v)
			}
		}
	}
	return list
}

// write writes the loop for some sub-groups.
func (w *swapWriter) write(subs []int) {
	w.one = w.newOneLane(subs, w.inside)
	for _, v := range w.accesses() {
		in := w.kernel.Instr(v)
		if !w.isMadeInside(in.Args[0]) {
			w.one.takePointer(in.Args[0], accessType(w.kernel, in))
		}
	}
	for _, v := range w.ins {
		w.one.takeIn(v)
	}
	params := w.kernel.Blocks[w.loop.blocks[0]].Params
	for _, p := range params {
		if w.needed[p] {
			w.one.takeIn(p)
		}
	}
	for _, v := range w.outs {
		w.one.giveOut(v)
	}
	w.one.run(w.rounds)
}

func (w *swapWriter) isMadeInside(v ir.ValueID) bool { return w.loop.has(w.kernel.Instr(v).Block) }

// rounds writes the blocks for one lane.
func (w *swapWriter) rounds() {
	w.starts, w.behind = map[ir.BlockID]int32{}, w.Fn.NewLabel()
	for _, v := range w.accesses() {
		if p := w.kernel.Instr(v).Args[0]; !w.isMadeInside(p) {
			w.one.place(p)
		}
	}
	for _, b := range w.loop.blocks {
		w.starts[b] = w.Fn.NewLabel()
		for _, p := range w.kernel.Blocks[b].Params {
			if w.inside[p] {
				w.ownParam(p)
			}
		}
	}
	for i, b := range w.loop.blocks {
		w.label(w.starts[b])
		for _, p := range w.kernel.Blocks[b].Params {
			w.defined[p] = int32(len(w.Fn.Insts))
		}
		for _, v := range w.kernel.Blocks[b].Instrs {
			if in := w.kernel.Instr(v); !in.Op.Terminator() && w.needed[v] && !w.isTested(b, v) {
				w.one.write(v)
			}
		}
		w.leaveRound(i, b)
	}
	w.label(w.behind)
}

// ownParam gives a parameter registers that the rounds of a lane may write, with what the lane came with.
func (w *swapWriter) ownParam(p ir.ValueID) {
	var first []asm.Reg
	if w.kernel.Instr(p).Block == w.loop.blocks[0] {
		first = w.own(p, 0)
	}
	w.one.keepAlone(p)
	if p == w.loop.reload {
		w.one.loadAlone(p, w.one.place(w.kernel.Instr(w.loop.swap).Args[0]), uint8(w.kernel.Type(p).Bytes()))
		return
	}
	for i, r := range w.own(p, 0) {
		if first != nil {
			w.Emit(asm.Inst{Op: moveOps[w.Fn.ClassOf(r)], Dst: r, B: first[min(i, len(first)-1)]})
		}
	}
}

// leaveRound writes the way out of a block.
func (w *swapWriter) leaveRound(i int, b ir.BlockID) {
	block, t := &w.kernel.Blocks[b], w.kernel.Terminator(b)
	w.Pos = uint32(t.Pos)
	next := ir.BlockID(-1)
	if i+1 < len(w.loop.blocks) {
		next = w.loop.blocks[i+1]
	}
	if len(block.Succs) == 1 {
		w.follow(&block.Succs[0], next)
		return
	}
	other := w.Fn.NewLabel()
	if w.isTested(b, t.Args[0]) {
		w.jumpIf(w.compareScalar(w.kernel.Instr(t.Args[0]), 0)^1, other)
	} else {
		c := w.lane0Reg(t.Args[0], 0)
		w.Emit(asm.Inst{Op: asm.Test, Size: 4, A: c, B: c})
		w.jumpIf(asm.CondE, other)
	}
	w.follow(&block.Succs[0], -1)
	w.label(other)
	w.follow(&block.Succs[1], next)
}

// isTested says whether a value is a comparison that only the branch behind it uses.
func (w *swapWriter) isTested(b ir.BlockID, v ir.ValueID) bool {
	in := w.kernel.Instr(v)
	return in.Op == ir.OpICmp && in.Block == b && w.uses[v] == 1 && slices.Contains(w.kernel.Terminator(b).Args, v)
}

// follow goes along an edge.
func (w *swapWriter) follow(e *ir.Edge, next ir.BlockID) {
	if !w.loop.has(e.To) {
		w.jump(w.behind)
		return
	}
	w.bring(e)
	if e.To == w.loop.blocks[0] {
		w.poll()
	}
	if e.To != next {
		w.jump(w.starts[e.To])
	}
}

// bring copies the values of an edge, all at once.
func (w *swapWriter) bring(e *ir.Edge) {
	var to, from []asm.Reg
	for i, p := range w.kernel.Blocks[e.To].Params {
		if !w.inside[p] {
			continue
		}
		dst := w.own(p, 0)
		to = append(to, dst...)
		if w.byValue[p].kind == scalar {
			from = append(from, w.lane0Reg(e.Args[i], 0))
		} else {
			from = append(from, w.lanesOf(e.Args[i], 0)[:len(dst)]...)
		}
	}
	for i, r := range from {
		from[i] = w.saved(r)
	}
	for i, r := range to {
		w.Emit(asm.Inst{Op: moveOps[w.Fn.ClassOf(r)], Dst: r, B: from[i]})
	}
}
