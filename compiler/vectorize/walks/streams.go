package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
)

// Streams. In some loops each work-item accesses consecutive elements of a row of its own, far from its neighbour's, as
// where a work-item sums up a row of a matrix. Each lane then keeps a cache line busy for many iterations, and rows
// that are a power of two apart compete for few sets of the cache: the more lanes there are, the sooner lines are
// evicted before they are used up. Bundles of such kernels have few lanes.

// StreamsPerLane reports whether an innermost loop of a kernel has such an access.
func StreamsPerLane(f *ir.Func, info *uniform.Info, limits *target.Walks) bool {
	cfg := ir.NewCFG(f)
	loops, innermost := cfg.Loops()
	far := strides{f, info, maxVisited, limits.Far}
	isOuter := map[int]bool{-1: true} // loops that hold others: their accesses run less often
	for _, l := range loops {
		isOuter[l.Parent] = true
	}
	for b := range f.Blocks {
		if isOuter[innermost[b]] {
			continue
		}
		w := walk{f, cfg, &loops[innermost[b]], innermost, maxVisited}
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Space != ir.SpaceGlobal {
				continue
			}
			step, ok := w.step(in.Args[0])
			isStream := ok && step != 0 && step <= limits.MaxStep && step >= -limits.MaxStep
			if isStream && far.isLarge(in.Args[0], 1) {
				return true
			}
		}
	}
	return false
}

// walk computes the steps of values from iteration to iteration of a loop.
type walk struct {
	fn     *ir.Func
	cfg    *ir.CFG
	loop   *ir.Loop // an innermost one
	loops  []int    // by block: its innermost loop
	budget int      // values that may still be visited
}

// step is the difference of a value between an iteration and the next, if it is a known constant.
func (w *walk) step(v ir.ValueID) (int64, bool) {
	in := w.fn.Instr(v)
	if in.Op == ir.OpConst || !w.isInside(in.Block) { // loop-invariant
		return 0, true
	}
	if w.budget--; w.budget < 0 {
		return 0, false
	}
	switch in.Op {
	case ir.OpParam:
		return w.counterStep(v, in.Block)
	case ir.OpSExt, ir.OpZExt, ir.OpTrunc, ir.OpExpect:
		return w.step(in.Args[0])
	case ir.OpAdd, ir.OpPtrAdd, ir.OpSub:
		x, okX := w.step(in.Args[0])
		y, okY := w.step(in.Args[1])
		if in.Op == ir.OpSub {
			y = -y
		}
		return x + y, okX && okY
	case ir.OpMul, ir.OpShl:
		x, ok := w.step(in.Args[0])
		by := w.fn.Instr(in.Args[1])
		switch {
		case x == 0 || !ok: // invariant if both factors are
			y, okY := w.step(in.Args[1])
			return 0, ok && okY && y == 0
		case by.Op != ir.OpConst: // the step is not a known number
			return 0, false
		case in.Op == ir.OpShl:
			return x << (by.Imm & 63), true
		}
		return x * int64(int32(by.Imm)), true
	}
	for _, a := range in.Args { // other operations: invariant if all operands are
		if step, ok := w.step(a); step != 0 || !ok {
			return 0, false
		}
	}
	return 0, in.Op.Pure()
}

// counterStep is the step of an induction variable: a parameter of the loop's header to which all back edges add one
// constant.
func (w *walk) counterStep(p ir.ValueID, b ir.BlockID) (int64, bool) {
	if b != w.loop.Header {
		return 0, false
	}
	place := 0
	for w.fn.Blocks[b].Params[place] != p {
		place++
	}
	found, step := false, int64(0)
	for _, pred := range w.cfg.Preds[b] {
		if !w.isInside(pred) {
			continue
		}
		for _, e := range w.fn.Blocks[pred].Succs {
			if e.To != b {
				continue
			}
			by, ok := w.added(e.Args[place], p)
			if !ok || found && by != step {
				return 0, false
			}
			found, step = true, by
		}
	}
	return step, found
}

// added is the difference of a value and a parameter, if it is a known constant.
func (w *walk) added(v, p ir.ValueID) (int64, bool) {
	if v == p {
		return 0, true
	}
	in := w.fn.Instr(v)
	if in.Op != ir.OpAdd && in.Op != ir.OpPtrAdd || in.Args[0] != p {
		return 0, false
	}
	by := w.fn.Instr(in.Args[1])
	if by.Op != ir.OpConst {
		return 0, false
	}
	shift := 64 - by.Type.Bits()
	return int64(by.Imm<<shift) >> shift, true
}

func (w *walk) isInside(b ir.BlockID) bool { return w.loops[b] == w.loops[w.loop.Header] }
