package amd64

import (
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/parallel"
	"heddle/compiler/target"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/regions"
	"heddle/compiler/vectorize/switches"
	"heddle/compiler/vectorize/walks"
)

// How many sub-groups make a bundle. Several in lockstep hide each other's latencies and share what is the same for
// all, but need registers each, above all for masks. Nothing tells better how many registers than the allocator, so
// bundles of several sizes are compiled until the largest that fits is found; that one will be run as a rule.
//
// Bundles of columns share what varies in one dimension only: in the inner loop of a matrix product, a row of one
// matrix is the same for all columns of the other. They pay if a loop reads such memory.

// planFor chooses for an instruction set.
func (k *Kernel) planFor(isa ISA) Plan {
	once := &k.plans[isa]
	once.do.Do(func() {
		plan := k.makePlan(isa)
		once.ready.Store(&plan)
	})
	return *once.ready.Load()
}

func (k *Kernel) makePlan(isa ISA) Plan {
	p := Plan{Rows: 1, Packed: 1, HasBarriers: k.suspends(), Tiled: k.hasLargeLaneStride(isa)}
	if n := k.subGroupVectors(isa); n > 0 {
		p.Rows, p.Packed = n, n
		if p.HasBarriers && !k.calls() && !k.function().Yields() {
			p.MaxWholeGroup = k.maxWholeOfSubGroups(isa, n)
		}
		return p
	}
	if k.calls() {
		return p
	}
	parallel.For(parallel.Workers(2), 2, func(_, piece int) {
		if piece == 0 {
			p.Rows = k.planRows(isa)
		} else {
			p.Columns = k.planColumns(isa)
		}
	})
	if p.HasBarriers && k.asksFor(1) && k.off&switches.Interleave == 0 {
		p.Packed = min(k.limits(isa).SmallTile/isa.Lanes(), p.Rows)
	}
	if p.HasBarriers {
		p.MaxWholeGroup = k.maxWholeGroup(isa, p.Rows)
	}
	p.HalfVectors = isa == AVX512 && k.prefersHalfVectors()
	return p
}

// subGroupVectors is how many vectors a sub-group of the language takes, 0 if the kernel does not see them.
func (k *Kernel) subGroupVectors(isa ISA) int {
	if k.subGroup == 0 {
		return 0
	}
	return max(1, k.subGroup/isa.Lanes())
}

// maxWholeOfSubGroups is how many vectors a bundle that is all of a group may have in a kernel that sees its
// sub-groups, each of which takes n, 0 if no more: barriers are no code in it.
func (k *Kernel) maxWholeOfSubGroups(isa ISA, n int) int {
	limits := k.limits(isa)
	for most := min(abi.MaxCount, limits.LargestGroup/isa.Lanes()); most > n; most /= 2 {
		if k.size()*most <= limits.MaxWaitingWork {
			return most
		}
	}
	return 0
}

// maxWholeGroup is how many sub-groups a bundle that is all of a group may have if others have rows, 0 if no more:
// twice as many, or any number if there are collective functions, which are a loop in it, if that is not too long; or
// what becomes straight code in which few sub-groups do anything.
func (k *Kernel) maxWholeGroup(isa ISA, rows int) int {
	limits := k.limits(isa)
	for n := min(abi.MaxCount, limits.LargestGroup/isa.Lanes()); n > rows; n /= 2 {
		if (n == 2*rows || k.folds()) && k.size()*n <= limits.MaxWaitingWork || k.specializes(isa, n) {
			return n
		}
	}
	return 0
}

// specializes reports whether versions for whole groups of count sub-groups are made of a copy in straight code.
func (k *Kernel) specializes(isa ISA, count int) bool {
	v := Version{Shape: bundle.Rows, Count: count, SmallIDs: true, Guarded: k.Guard() != nil, FullBundles: true,
		WholeGroup: true}
	if _, ok := k.TripArgument(); ok {
		v.TripCount = uint32(count * isa.Lanes())
	}
	return prepare.Specialized(k.module(), k.known(), k.target(isa), v, k.off) != k.known()
}

// planRows chooses how many sub-groups a bundle of rows has.
func (k *Kernel) planRows(isa ISA) int {
	if n := k.planStriding(isa); n > 0 {
		return n
	}
	limits := k.limits(isa)
	switch {
	case k.off&switches.Interleave != 0:
		return 1
	case k.suspends():
		return k.largestFitting(isa, bundle.Rows, limits.WaitingRows)
	case walks.StreamsPerLane(k.function(), k.known().Info(), &k.target(isa).Tuning.Walks):
		return k.largestFitting(isa, bundle.Rows, limits.StreamingRows)
	case k.loops():
		return k.paced(isa, k.largestFitting(isa, bundle.Rows, limits.LoopRows))
	}
	return k.paced(isa, k.largestFitting(isa, bundle.Rows, k.estimates(isa).MaxSubGroups))
}

// planStriding is how many sub-groups a bundle of rows has in a kernel with loops that store and step by the number of
// all work-items, as long as they are short; 0 for other kernels.
func (k *Kernel) planStriding(isa ISA) int {
	if k.off&switches.Interleave != 0 || k.suspends() {
		return 0
	}
	n := k.limits(isa).StridingBytes / isa.VectorBytes()
	f, _, list := prepare.UnmaskedLoops(k.known(), k.target(isa),
		Version{Shape: bundle.Rows, SmallIDs: true, Guarded: k.Guard() != nil}, k.off)
	if slices.ContainsFunc(list, func(w *prepare.UnmaskedLoop) bool {
		return w.Stores(f)
	}) && k.fits(isa, bundle.Rows, n) {
		return n
	}
	return 0
}

func (k *Kernel) hasLargeLaneStride(isa ISA) bool {
	return walks.HasLargeLaneStride(k.function(), k.known().Info(), &k.target(isa).Tuning.Walks)
}

// limits are those of bundles for an instruction set, and estimates those of the cycle model.
func (k *Kernel) limits(isa ISA) *target.Bundles      { return &k.target(isa).Tuning.Bundles }
func (k *Kernel) estimates(isa ISA) *target.Estimates { return &k.target(isa).Tuning.Estimates }

// paced is how many sub-groups a bundle is to have where fitting ones stay in registers: more, if they are as fast in
// spite of what is spilled, since one hides another's latencies. Where lanes diverge in loops that is not known.
func (k *Kernel) paced(isa ISA, fitting int) int {
	limits := k.estimates(isa)
	mayGrow := func(n int) bool { return n <= limits.MaxSubGroups && k.size()*n <= limits.MaxWork }
	if !mayGrow(2 * fitting) {
		return fitting
	}
	best, least := fitting, k.pace(isa, fitting)
	for n := 2 * fitting; least > 0 && mayGrow(n); n *= 2 {
		cycles := k.pace(isa, n)
		if cycles == 0 || cycles > limits.Slack*least {
			break // larger ones spill more, and take longest to compile
		}
		best, least = n, min(least, cycles)
	}
	return best
}

// isPaced reports whether pace may ask for a version.
func isPaced(t Target, v Version) bool {
	return v.Shape == bundle.Rows && v.FullBundles && v.Count <= t.Tuning.Estimates.MaxSubGroups
}

// pace is about how many cycles a sub-group takes in bundles of n, 0 if that is not known.
func (k *Kernel) pace(isa ISA, n int) float64 {
	v := k.compiled(versionKey{isa, Version{Shape: bundle.Rows, Count: n, SmallIDs: true, Guarded: k.Guard() != nil,
		FullBundles: true}})
	if v.err != nil || v.code.Cycles == 0 {
		return 0
	}
	spilled := v.registers.Cost / v.registers.Work
	if v.registers.LoopWork > 0 {
		spilled = v.registers.LoopCost / v.registers.LoopWork
	}
	limits := k.estimates(isa)
	if spilled > limits.MaxSpilled {
		return 0
	}
	return (v.code.Cycles + limits.LoopAround) / float64(n) * (1 + limits.SpillExtra*spilled)
}

// planColumns chooses how many sub-groups a bundle of columns has, 0 if there are to be none. For groups of two
// dimensions of a kernel with barriers, bundles of columns hold more of them than rows, and where rows are shorter than
// vectors, several packed sub-groups make a bundle.
func (k *Kernel) planColumns(isa ISA) int {
	if k.off&switches.UnrollAndJam != 0 {
		return 0
	}
	limits := k.limits(isa)
	if walks.ShareColumns(k.function(), k.off.Uniformity(k.known(), bundle.Rows)) {
		most := limits.SharedColumns
		if k.suspends() {
			most = limits.SharedWaitingColumns
		}
		if n := k.largestFitting(isa, bundle.Columns, most); n > 1 {
			return n
		}
	}
	if n := k.transposing(isa); n > 0 {
		return n
	}
	if k.suspends() && k.asksFor(1) {
		if n := k.largestFitting(isa, bundle.Columns, limits.WaitingColumns); n > 1 {
			return n
		}
	}
	return 0
}

// transposing is the number of sub-groups of a bundle of columns in which accesses become transposed, 0 if there are
// none.
func (k *Kernel) transposing(isa ISA) int {
	if !k.asksFor(1) {
		return 0
	}
	for _, size := range []int{4, 8, 16} {
		n := isa.VectorBytes() / size
		if k.size()*n > k.limits(isa).MaxWork {
			continue
		}
		v := Version{Shape: bundle.Columns, Count: n, SmallIDs: true, Guarded: k.Guard() != nil, FullBundles: true}
		s, err := k.Decide(isa, v)
		if err == nil && s.Transposes() && k.firstFitting(isa, bundle.Columns, n) == n {
			return n
		}
	}
	return 0
}

// Decide decides how a version is made, and writes no code.
func (k *Kernel) Decide(isa ISA, v Version) (*regions.Regions, error) {
	return regions.Decide(prepare.NewSubject(k.module(), k.known(), k.target(isa), v, k.off))
}

// largestFitting is the first of a number of sub-groups, half of it, a quarter and so on whose bundle fits, 1 if none
// does.
func (k *Kernel) largestFitting(isa ISA, shape bundle.Shape, most int) int {
	var counts []int
	for n := most; n > 1; n /= 2 {
		counts = append(counts, n)
	}
	if len(counts) == 0 {
		return 1
	}
	return k.firstFitting(isa, shape, counts...)
}

// firstFitting is the first of some falling numbers of sub-groups whose bundle keeps its vectors in registers, 1 if
// there is none. Without barriers, where many do not fit, the smallest is tried before the others: it takes the least
// time to compile, and if it does not fit, none does.
func (k *Kernel) firstFitting(isa ISA, shape bundle.Shape, counts ...int) int {
	if least := counts[len(counts)-1]; !k.suspends() && !k.fits(isa, shape, least) {
		return 1
	}
	for _, n := range counts {
		if k.fits(isa, shape, n) {
			return n
		}
	}
	return 1
}

// fits reports whether a bundle of n sub-groups keeps its vectors in registers.
func (k *Kernel) fits(isa ISA, shape bundle.Shape, n int) bool {
	limits := k.limits(isa)
	most := limits.MaxWork
	if k.suspends() {
		most = limits.MaxWaitingWork
	}
	if k.size()*n > most {
		return false
	}
	v := k.compiled(versionKey{isa, Version{Shape: shape, Count: n, SmallIDs: true, Guarded: k.Guard() != nil,
		FullBundles: true, WholeGroup: k.suspends()}})
	if v.err == nil && v.code.HasScalarLoops && !k.suspends() && n*isa.Lanes() > limits.MaxScalarisedLanes {
		return false
	}
	if v.err == nil && n > limits.MaxDiverging && v.code.HasDivergentLoops && !v.code.CompactsLanes && !k.suspends() {
		return false
	}
	return v.err == nil && (k.fitsRegisters(isa, &v.registers) || k.fitsFrame(limits, &v.registers) ||
		k.fitsTails(limits, v.code, &v.registers))
}

// fitsTails reports whether a bundle pays although loops spill that the last lanes of a bundle go on with one after the
// other, or together. That they wait for the last lane is no reason for small bundles where half as many sub-groups
// would wait too: for what they gather, and for what an iteration takes over from the one before.
func (k *Kernel) fitsTails(limits *target.Bundles, c *Code, r *alloc.Result) bool {
	share := 0.0
	switch {
	case c.IsLatencyBound:
		share = limits.TailShare
	case c.CompactsLanes:
		share = limits.CompactionShare
	}
	return share > 0 && !k.suspends() && r.LoopCost <= share*r.LoopWork
}

// spillsLittle reports whether what is spilled costs little: in loops, if there are any; what surrounds them may cost
// as much as a loop.
func spillsLittle(limits *target.Bundles, r *alloc.Result) bool {
	if r.LoopWork == 0 {
		return r.Cost <= limits.SpillShare*r.Work
	}
	return r.LoopCost <= limits.SpillShare*r.LoopWork && r.Cost-r.LoopCost <= r.LoopWork
}

// fitsRegisters reports whether values stay in registers, but for suspensions and for little. Spilled masks
// and general registers cost less than to leave a bundle at a barrier and enter another.
func (k *Kernel) fitsRegisters(isa ISA, r *alloc.Result) bool {
	limits := k.limits(isa)
	if spillsLittle(limits, r) {
		return true
	}
	if r.Spilled[asm.Vector] == 0 && r.Spilled[asm.Mask] == 0 {
		return r.Spilled[asm.General] <= limits.MaxSpilledGeneral || k.suspends()
	}
	free := asm.RegisterLimits(isa)
	return r.MaxPressure[asm.Vector] <= free[asm.Vector] && (r.MaxPressure[asm.Mask] <= free[asm.Mask] || k.suspends())
}

// fitsFrame reports whether a large bundle pays although vectors are spilled. What tests whether a group is inside may
// be spilled, too.
func (k *Kernel) fitsFrame(limits *target.Bundles, r *alloc.Result) bool {
	return k.suspends() && (k.group != noGroup || r.Spilled[asm.General] <= limits.MaxSpilledGeneral) &&
		r.Cost <= limits.FrameShare*r.Work
}

// suspends reports whether the kernel has barriers. The more of a work-group is in a bundle, the less often they are
// left and entered again.
func (k *Kernel) suspends() bool { return k.function().HasBarrier() }

// folds reports whether the kernel has collective functions.
func (k *Kernel) folds() bool {
	f := k.function()
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if f.Instr(v).Op == ir.OpFold {
				return true
			}
		}
	}
	return false
}

// calls reports whether the kernel has calls; it is long then.
func (k *Kernel) calls() bool {
	f := k.function()
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if f.Instr(v).Op == ir.OpCall {
				return true
			}
		}
	}
	return false
}

// loops reports whether the kernel has loops.
func (k *Kernel) loops() bool {
	loops, _ := ir.NewCFG(k.function()).Loops()
	return len(loops) > 0
}

// size is the number of instructions, of a copy that knows the size of its groups without those for groups at edges.
func (k *Kernel) size() int {
	n := prepare.Instructions(k.function())
	if k.group != noGroup {
		for _, b := range k.function().Blocks {
			if b.Rare {
				n -= len(b.Instrs)
			}
		}
	}
	return n
}
