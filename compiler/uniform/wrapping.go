package uniform

import "heddle/compiler/ir"

// wrapping finds out whether 32-bit arithmetic in addresses can wrap: never, not in launches that satisfy a guard, or
// possibly.
type wrapping struct {
	*bounds
	feeds  []bool       // by value: addresses are computed from it
	status []wrapStatus // by value
}

type wrapStatus uint8

const (
	wrapUnasked wrapStatus = iota
	wrapUnknown
	wrapGuarded // not if the guard holds
	wrapNever   // not if all ids and sizes are small
)

// smallLimit bounds all ids and sizes in small launches, and localLimit all local ids.
const (
	smallLimit = 1 << 31
	localLimit = 1 << 20
)

// largestLaunch and smallestLaunch bound launches: a condition that holds for the one holds for all small ones; one
// that does not hold for the other holds for none that is worth a guard.
var (
	largestLaunch = Launch{Global: [3]uint64{smallLimit, smallLimit, smallLimit},
		Local:  [3]uint64{localLimit, localLimit, localLimit},
		Groups: [3]uint64{smallLimit, smallLimit, smallLimit}}
	smallestLaunch = Launch{Global: [3]uint64{256, 2, 2}, Local: [3]uint64{64, 1, 1}, Groups: [3]uint64{4, 2, 2},
		Args: make([]byte, 1<<16+16)}
)

func newWrapping(f *ir.Func, cfg *ir.CFG, c *control) *wrapping {
	w := &wrapping{bounds: newBounds(f, cfg, c), feeds: make([]bool, len(f.Instrs)),
		status: make([]wrapStatus, len(f.Instrs))}
	w.markFeeds()
	return w
}

// markFeeds goes from addresses to their operands.
func (w *wrapping) markFeeds() {
	var work []ir.ValueID
	mark := func(v ir.ValueID) {
		if !w.feeds[v] {
			w.feeds[v] = true
			work = append(work, v)
		}
	}
	for _, b := range w.cfg.Order {
		for _, v := range w.fn.Blocks[b].Instrs {
			if in := w.fn.Instr(v); in.Op == ir.OpPtrAdd {
				mark(in.Args[1])
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		switch in := w.fn.Instr(v); in.Op {
		case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpZExt, ir.OpSExt, ir.OpTrunc, ir.OpExpect:
			for _, arg := range in.Args {
				mark(arg)
			}
		case ir.OpParam:
			for _, arg := range w.cfg.Incoming(w.fn, v) {
				mark(arg)
			}
		}
	}
}

// statusOf reports whether the value of an instruction can have wrapped, or been cut.
func (w *wrapping) statusOf(v ir.ValueID) wrapStatus {
	if w.status[v] == wrapUnasked {
		w.status[v] = w.find(v)
	}
	return w.status[v]
}

func (w *wrapping) find(v ir.ValueID) wrapStatus {
	if !w.feeds[v] {
		return wrapUnknown
	}
	p, ok := w.proof(v)
	if !ok {
		return wrapUnknown
	}
	var values [maxGuardSteps]interval
	g := Guard{steps: w.guard.steps, proofs: []proof{p}}
	switch {
	case g.holds(&largestLaunch, values[:]):
		return wrapNever
	case g.holds(&smallestLaunch, values[:]):
		return wrapGuarded
	}
	return wrapUnknown
}

// proof is the condition that an instruction's value equals its mathematical one: a truncated one must also not be
// negative, and what is extended with its sign must not be.
func (w *wrapping) proof(v ir.ValueID) (proof, bool) {
	in := w.fn.Instr(v)
	step := w.bounds.of(v)
	if step == 0 {
		return proof{}, false
	}
	switch in.Op {
	case ir.OpTrunc:
		return proof{step: step, limit: 1 << (in.Type.Bits() - 1)}, true
	case ir.OpSExt:
		from := w.fn.Type(in.Args[0])
		return proof{step: w.bounds.of(in.Args[0]), limit: 1 << (from.Bits() - 1)}, from != ir.I1
	}
	return proof{step: step}, true
}

// guardFor makes the guard of the values that need one, with its steps; nil for none.
func (w *wrapping) guardFor(needed func(v ir.ValueID) bool) *Guard {
	g := &Guard{steps: w.guard.steps}
	for v, status := range w.status {
		if status == wrapGuarded && needed(ir.ValueID(v)) {
			p, _ := w.proof(ir.ValueID(v))
			g.proofs = append(g.proofs, p)
		}
	}
	w.alignIDs(g)
	if g.proofs == nil {
		return nil
	}
	g.prune()
	return g
}

// prune drops the steps that no proof needs.
func (g *Guard) prune() {
	used := make([]bool, len(g.steps))
	used[0] = true
	for _, p := range g.proofs {
		used[p.step] = true
	}
	for i := len(g.steps) - 1; i > 0; i-- { // steps come after their operands
		if s := &g.steps[i]; used[i] && s.op >= guardAdd {
			used[s.x], used[s.y] = true, true
			if s.op == guardUp {
				used[s.imm] = true
			}
		}
	}
	number := make([]int32, len(g.steps))
	var kept []guardStep
	for i, s := range g.steps {
		if !used[i] {
			continue
		}
		number[i] = int32(len(kept))
		s.x, s.y = number[s.x], number[s.y]
		if s.op == guardUp {
			s.imm = uint64(number[s.imm])
		}
		kept = append(kept, s)
	}
	g.steps = kept
	for i := range g.proofs {
		g.proofs[i].step = number[g.proofs[i].step]
	}
}
