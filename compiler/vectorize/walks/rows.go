package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Walks: accesses in loops by which each work-item goes along a row of memory of its own, far from its neighbour's, as
// where a work-item sums up a row of a matrix. Each lane then keeps a cache line busy for many rounds, and rows that are
// powers of two apart share few places in the cache: the more lanes are under way, the sooner lines are lost before they
// are used up. Bundles of such kernels have few lanes.

// maxWalk is the largest step from round to round, in bytes, by which a walk stays in a cache line for a while; farRows the
// distance between neighbours from which on their lines crowd the cache.
const (
	maxWalk = 32
	farRows = 512
)

// AlongRows says whether an innermost loop of a kernel walks so.
func AlongRows(f *ir.Func, info *uniform.Info) bool {
	cfg := ir.NewCFG(f)
	loops, innermost := cfg.Loops()
	far := distances{f, info, 1000, farRows}
	around := map[int]bool{-1: true} // loops around others, whose accesses are the fewer
	for _, l := range loops {
		around[l.Parent] = true
	}
	for b := range f.Blocks {
		if around[innermost[b]] {
			continue
		}
		w := walk{f, cfg, &loops[innermost[b]], innermost, 1000}
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Space != ir.SpaceGlobal {
				continue
			}
			if step, ok := w.step(in.Args[0]); ok && step != 0 && step <= maxWalk && step >= -maxWalk && far.isFar(in.Args[0], 1) {
				return true
			}
		}
	}
	return false
}

// walk finds out how values change from round to round of a loop, looking at so many values at most.
type walk struct {
	fn    *ir.Func
	cfg   *ir.CFG
	loop  *ir.Loop // which has none within it
	loops []int    // by block: the innermost loop
	left  int
}

// step is what a value has more in the next round, if that is a known number.
func (w *walk) step(v ir.ValueID) (int64, bool) {
	in := w.fn.Instr(v)
	if in.Op == ir.OpConst || !w.isInside(in.Block) {
		return 0, true
	}
	if w.left--; w.left < 0 {
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
		case x == 0 || !ok:
			y, okY := w.step(in.Args[1])
			return 0, ok && okY && y == 0
		case by.Op != ir.OpConst:
			return 0, false
		case in.Op == ir.OpShl:
			return x << (by.Imm & 63), true
		}
		return x * int64(int32(by.Imm)), true
	}
	for _, a := range in.Args {
		if step, ok := w.step(a); step != 0 || !ok {
			return 0, false
		}
	}
	return 0, in.Op.Pure()
}

// counterStep is the step of a parameter of the loop's header that a constant is added to in each round.
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

// added is the constant that a value is more than a parameter.
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
