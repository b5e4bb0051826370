package passes

import "heddle/compiler/ir"

// How much a kernel has to do, counted before it runs: the instructions of each block times the rounds of the loops around
// it. The rounds are those of loop_count.go, with the kernel's arguments for constants, so `for (i = 0; i < n; i++)` is
// counted. That is more than is done where lanes leave early, and nothing is known of loops that memory or ids decide.

// accessWork is what an access to memory that work-items may make apart counts, in other instructions.
const accessWork = 8

// Work is how many instructions of a kernel a work-item runs at most with these arguments; false if that is not known, or
// if it is more than the limit. Accesses to memory count as several.
func Work(f *ir.Func, args []byte, limit uint64) (work uint64, ok bool) {
	cfg := ir.NewCFG(f)
	w := &worker{unroller: unroller{fn: f, cfg: cfg}, limit: limit}
	w.loops, w.innermost = cfg.Loops()
	w.counter.fn, w.counter.args = f, args
	if !w.isReducible() || !w.countLoops() {
		return 0, false
	}
	for _, b := range cfg.Order {
		n := uint64(0)
		for _, v := range f.Blocks[b].Instrs {
			switch in := &f.Instrs[v]; {
			case in.Op == ir.OpCall:
				return 0, false
			case in.Op.Pure() || in.Op.Terminator() || in.Space == ir.SpaceArgs || in.Space == ir.SpaceConstant:
				n++
			default:
				n += accessWork
			}
		}
		if l := w.innermost[b]; l >= 0 {
			n *= w.rounds[l]
		}
		if work += n; work > limit {
			return 0, false
		}
	}
	return work, true
}

// worker counts the rounds of all loops of a function.
type worker struct {
	unroller
	limit  uint64
	rounds []uint64 // by loop: how often its header is run, with the rounds of the loops around it
}

// isReducible says whether all cycles are natural loops.
func (w *worker) isReducible() bool {
	for _, b := range w.cfg.Order {
		for i := range w.fn.Blocks[b].Succs {
			if to := w.fn.Blocks[b].Succs[i].To; w.cfg.Rank[to] <= w.cfg.Rank[b] && !w.cfg.Dominates(to, b) {
				return false
			}
		}
	}
	return true
}

// countLoops fills in the rounds; false if those of a loop are not known or too many.
func (w *worker) countLoops() bool {
	for l := range w.loops {
		around := uint64(1)
		if parent := w.loops[l].Parent; parent >= 0 {
			around = w.rounds[parent]
		}
		shape := w.measure(l)
		most := w.limit/(around*uint64(shape.size)) + 1
		if most > unrolledByHint {
			most = unrolledByHint // rounds that would take long to count
		}
		plan, ok := w.exitCounted(&shape, int(most))
		if !ok {
			return false
		}
		w.rounds = append(w.rounds, around*uint64(plan.copies+1))
	}
	return true
}
