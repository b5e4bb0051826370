package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/stride"
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
	lanes := alongLanes(f, info)
	isOuter := map[int]bool{-1: true} // loops that hold others: their accesses run less often
	for _, l := range loops {
		isOuter[l.Parent] = true
	}
	for b := range f.Blocks {
		inner := innermost[b]
		if isOuter[inner] {
			continue
		}
		loop := stride.Loop{Fn: f, CFG: cfg, Header: loops[inner].Header,
			IsInside: func(b ir.BlockID) bool { return innermost[b] == inner }}
		iterations := stride.Finder{Fn: f, Along: loop.Along, Wraps: stride.Seldom, Budget: maxVisited}
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Space != ir.SpaceGlobal {
				continue
			}
			step, isWhole := iterations.Of(in.Args[0])
			if isStream := isWhole && !step.IsZero() && !step.Exceeds(limits.MaxStep); !isStream {
				continue
			}
			if apart, _ := lanes.Of(in.Args[0]); apart.Exceeds(limits.Far) {
				return true
			}
		}
	}
	return false
}
