package tripcount

import "heddle/compiler/ir"

// The work of a kernel is counted before it runs: the instructions of each block times the iterations of the loops
// around it. Trip counts take the kernel's arguments for constants, so `for (i = 0; i < n; i++)` is counted. The result
// is too high where lanes leave early, and unknown where memory or ids decide how often a loop iterates.

// accessWork is the work of an access to memory, in instructions: lanes may access it one by one. It is estimated.
const accessWork = 8

// ImageWork is the same of an access to an image: coordinates, the elements around them, and their conversion.
const ImageWork = 256

// maxIterations bounds the iterations of a loop that are evaluated, because that happens at a launch.
const maxIterations = 16384

// Work is an upper bound of the instructions that a work-item of a kernel runs with these arguments; false if it is
// unknown or above the limit. Accesses to memory count as several.
func Work(f *ir.Func, args []byte, limit uint64) (work uint64, ok bool) {
	cfg := ir.NewCFG(f)
	w := &worker{Loops: Of(f, cfg), limit: limit}
	w.Counter.args = args
	if !w.isReducible() || !w.countLoops() {
		return 0, false
	}
	for _, b := range cfg.Order {
		n := uint64(0)
		for _, v := range f.Blocks[b].Instrs {
			switch in := &f.Instrs[v]; {
			case in.Op == ir.OpCall:
				return 0, false
			case in.Op == ir.OpImageRead || in.Op == ir.OpImageWrite:
				n += ImageWork
			case in.Op == ir.OpResult: // of a read of an image
			case in.Op.Pure() || in.Op.Terminator() || in.Space == ir.SpaceArgs || in.Space == ir.SpaceConstant:
				n++
			default:
				n += accessWork
			}
		}
		if l := w.Innermost[b]; l >= 0 {
			n *= w.iterations[l]
		}
		if work += n; work > limit {
			return 0, false
		}
	}
	return work, true
}

// worker counts the iterations of all loops of a function.
type worker struct {
	*Loops
	limit      uint64
	iterations []uint64 // by loop: how often its header runs, over all iterations of the loops around it
}

// isReducible reports whether all cycles are natural loops.
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

// countLoops fills in the iterations; false if those of a loop are unknown or too many.
func (w *worker) countLoops() bool {
	for l := range w.Loops.Loops {
		around := uint64(1)
		if parent := w.Loops.Loops[l].Parent; parent >= 0 {
			around = w.iterations[parent]
		}
		shape := w.Measure(l)
		most := min(w.limit/(around*uint64(shape.Size))+1, maxIterations)
		exit, ok := w.CountedExit(&shape, int(most))
		if !ok {
			return false
		}
		w.iterations = append(w.iterations, around*uint64(exit.Iterations+1))
	}
	return true
}
