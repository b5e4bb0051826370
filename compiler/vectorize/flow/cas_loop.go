package flow

import (
	"slices"

	"heddle/compiler/ir"
)

// Loops that compare and swap until no other change came between:
//
//	do { old = *p; fresh = f(old); } while (atomic_cmpxchg(p, old, fresh) != old);
//
// as programs write sums of floats, and whatever else the machine has no atomic operation for. In vectors, the lanes
// read one after the other, compute, and swap one after the other: long enough for another core to take the cache lines
// away in between, and for each other, for of the lanes with one address all but the first must try again. So one lane
// iterates until it has swapped, then the next: the time between its load and its swap is that of f.
//
// A loop is such a loop if it has no effect but the swap, and iterates again only if the swap failed, which expected
// what was at its place when the iteration began, or what the swap before it found there. An iteration then fails only
// if another work-item has changed the place meanwhile, never because a lane waits for another one of its sub-group:
// one that spins on a lock, say, would wait forever for lanes whose turn has not come.

// CASLoop is such a loop.
type CASLoop struct {
	Blocks []ir.BlockID
	Exit   ir.BlockID // where all ways out lead, without values
	Swap   ir.ValueID
	Latch  ir.BlockID // goes back
	test   ir.BlockID // goes there if the swap failed
	Reload ir.ValueID // parameter that every lane reads from the swap's place when its turn comes; 0: none
}

// CASLoops finds the loops, by header.
func CASLoops(f *ir.Func) map[ir.BlockID]*CASLoop {
	isAny := false
	for i := range f.Instrs {
		isAny = isAny || f.Instrs[i].Op == ir.OpAtomicCmpXchg
	}
	if !isAny {
		return nil
	}
	found := map[ir.BlockID]*CASLoop{}
	cfg := ir.NewCFG(f)
	uses := countUses(f)
	loops, _ := cfg.Loops()
	isOuter := make([]bool, len(loops))
	for _, l := range loops {
		if l.Parent >= 0 {
			isOuter[l.Parent] = true
		}
	}
	for i, l := range loops {
		s := &CASLoop{Blocks: l.Blocks, Latch: -1}
		if !isOuter[i] && s.findWays(f) && s.findSwap(f) && s.repeatsIfFailed(f) {
			s.findReload(f, cfg, uses)
			found[l.Header] = s
		}
	}
	return found
}

func (l *CASLoop) Has(b ir.BlockID) bool { return slices.Contains(l.Blocks, b) }

// findWays finds the one way back and the one block after the loop.
func (l *CASLoop) findWays(f *ir.Func) bool {
	l.Exit = -1
	for _, b := range l.Blocks {
		for _, e := range f.Blocks[b].Succs {
			switch {
			case e.To == l.Blocks[0]:
				if l.Latch >= 0 && l.Latch != b {
					return false
				}
				l.Latch = b
			case !l.Has(e.To):
				if l.Exit >= 0 && l.Exit != e.To || len(e.Args) > 0 {
					return false
				}
				l.Exit = e.To
			}
		}
	}
	return l.Latch >= 0 && l.Exit >= 0
}

// findSwap finds the one swap, and makes sure that there is no other effect.
func (l *CASLoop) findSwap(f *ir.Func) bool {
	for _, b := range l.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); {
			case in.Op == ir.OpAtomicCmpXchg && l.Swap == 0:
				l.Swap = v
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
	return l.Swap != 0
}

// repeatsIfFailed reports whether the way back is taken only after a swap that failed although it expected what was
// found at its place.
func (l *CASLoop) repeatsIfFailed(f *ir.Func) bool {
	at, to := l.Latch, l.Blocks[0]
	if len(f.Blocks[at].Succs) == 1 { // a block that only brings the values of the next iteration
		before := ir.BlockID(-1)
		for _, b := range l.Blocks {
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
	swap, test := f.Instr(l.Swap), f.Instr(t.Args[0])
	failing := ir.NE
	if f.Blocks[at].Succs[1].To == to {
		failing = ir.EQ
	}
	if test.Op != ir.OpICmp || ir.ICmpPred(test.Kind) != failing {
		return false
	}
	x, y := SameBits(f, test.Args[0]), SameBits(f, test.Args[1])
	want := SameBits(f, swap.Args[1])
	if !(x == l.Swap && y == want || x == want && y == l.Swap) || f.Type(test.Args[0]).Bits() != swap.Type.Bits() {
		return false
	}
	return l.isFound(f, want, swap.Args[0])
}

// isFound reports whether a value is what the iteration, or the swap of the iteration before it, found at a place.
func (l *CASLoop) isFound(f *ir.Func, v, place ir.ValueID) bool {
	in := f.Instr(v)
	switch in.Op {
	case ir.OpLoad, ir.OpAtomicLoad:
		return l.Has(in.Block) && in.Args[0] == place && in.Type.Bits() == f.Type(l.Swap).Bits()
	case ir.OpParam:
		i := slices.Index(f.Blocks[l.Blocks[0]].Params, v)
		if i < 0 {
			return false
		}
		for _, e := range f.Blocks[l.Latch].Succs {
			if e.To == l.Blocks[0] && SameBits(f, e.Args[i]) != l.Swap {
				return false
			}
		}
		return true
	}
	return false
}

// findReload finds the parameter that brings what the swap of the iteration before found. What it brings at first may
// be old when a lane's turn comes, so that its first iteration would fail, and find the present value: that is read at
// once instead, if an iteration ends the loop by swapping or not at all, or if what comes at first was read just so,
// for the loop alone.
func (l *CASLoop) findReload(f *ir.Func, cfg *ir.CFG, uses []int32) {
	header := l.Blocks[0]
	swap, params := f.Instr(l.Swap), f.Blocks[header].Params
	if len(params) != 1 || SameBits(f, swap.Args[1]) != params[0] || l.Has(f.Instr(swap.Args[0]).Block) {
		return
	}
	isRead := true
	for _, p := range cfg.Preds[header] {
		for _, e := range f.Blocks[p].Succs {
			if e.To == header && !l.Has(p) {
				isRead = isRead && uses[SameBits(f, e.Args[0])] == 1 && isReadAtEnd(f, cfg, p, e.Args[0], swap.Args[0])
			}
		}
	}
	if isRead || l.leavesBySwapOnly(f) {
		l.Reload = params[0]
	}
}

// isReadAtEnd reports whether a value that leaves block b was read from a place, and could as well be read at the
// block's end: nothing after its load touches memory, or lets others do so. Else a loop that can end without a swap
// might end, or not, by what the place holds later.
func isReadAtEnd(f *ir.Func, cfg *ir.CFG, b ir.BlockID, v, place ir.ValueID) bool {
	first := SameBits(f, v)
	in := f.Instr(first)
	isPlain := in.Op == ir.OpLoad || in.Op == ir.OpAtomicLoad && in.Order == ir.Relaxed
	if !isPlain || in.Args[0] != place {
		return false
	}
	for {
		for _, later := range slices.Backward(f.Blocks[b].Instrs) {
			if later == first {
				return true
			}
			if op := f.Instr(later).Op; !op.Pure() && !op.Terminator() {
				return false
			}
		}
		if len(cfg.Preds[b]) != 1 {
			return false
		}
		b = cfg.Preds[b][0]
	}
}

// countUses counts the uses of values, together with those of values that have their bits, by the value that is no
// bitcast.
func countUses(f *ir.Func) []int32 {
	uses := make([]int32, len(f.Instrs))
	count := func(args []ir.ValueID) {
		for _, a := range args {
			uses[SameBits(f, a)]++
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
	return uses
}

// leavesBySwapOnly reports whether the one way out of the loop is that of a swap that did not fail. An iteration that
// may leave because of what a failed swap found must find it, not swap.
func (l *CASLoop) leavesBySwapOnly(f *ir.Func) bool {
	for _, b := range l.Blocks {
		for _, e := range f.Blocks[b].Succs {
			if b != l.test && !l.Has(e.To) {
				return false
			}
		}
	}
	return true
}

// SameBits is the value that a value has the bits of.
func SameBits(f *ir.Func, v ir.ValueID) ir.ValueID {
	for f.Instr(v).Op == ir.OpBitcast {
		v = f.Instr(v).Args[0]
	}
	return v
}
