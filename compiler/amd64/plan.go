package amd64

import (
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/parallel"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/regions"
	"heddle/compiler/vectorize/switches"
	"heddle/compiler/vectorize/walks"
)

// How many sub-groups make a bundle. Several in lockstep hide each other's latencies and share what is the same for all,
// but need registers each, above all for masks. Nothing tells better how many registers than the allocator, so bundles
// of several sizes are compiled until the largest that fits is found; that one will be run as a rule.
//
// Bundles of columns share what varies in one dimension only: in the inner loop of a matrix product, a row of one matrix
// is the same for all columns of the other. They pay if a loop reads such memory.

// maxBundle bounds the instructions of a kernel times the sub-groups of a bundle: long code has latencies to hide anyway.
const maxBundle = 1600

// maxWaitingBundle is maxBundle for kernels with barriers: a bundle that is all of a group waits for nobody, so half as many
// lanes make twice as many sub-groups.
var maxWaitingBundle = [...]int{AVX512: 3200, AVX2: 6400}

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
	p := Plan{Rows: 1, Packed: 1, Waits: k.suspends(), Tiled: walks.HasLargeLaneStride(k.function, k.known.Info())}
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
	if p.Waits && k.asksFor(1) && k.off&switches.RowBundles == 0 {
		p.Packed = min(smallTile/isa.Lanes(), p.Rows)
	}
	if p.Waits {
		p.Most = k.planMost(isa, p.Rows)
	}
	p.Halves = isa == AVX512 && k.prefersHalves()
	return p
}

// largestAlone is the number of work-items of the largest groups that a bundle is to hold.
const largestAlone = 1024

// planMost is how many sub-groups a bundle that is all of a group may have if others have so many, 0 if no more: twice as
// many, or any number if there are collective functions, which are a loop in it, if that is not too long; or what becomes
// straight code in which few sub-groups do anything.
func (k *Kernel) planMost(isa ISA, rows int) int {
	for n := min(abi.MaxCount, largestAlone/isa.Lanes()); n > rows; n /= 2 {
		if (n == 2*rows || k.folds()) && k.size()*n <= maxWaitingBundle[isa] || k.specializes(isa, n) {
			return n
		}
	}
	return 0
}

// specializes says whether versions for whole groups of so many sub-groups are made of a copy in straight code.
func (k *Kernel) specializes(isa ISA, count int) bool {
	v := Version{Shape: bundle.Rows, Count: count, SmallIDs: true, Guarded: k.Guard() != nil, Full: true, Alone: true}
	if _, ok := k.RoundsArgument(); ok {
		v.Rounds = uint32(count * isa.Lanes())
	}
	return prepare.Specialized(k.module, k.known, isa, v, k.off) != k.known
}

// planRows chooses how many sub-groups a bundle of rows has.
func (k *Kernel) planRows(isa ISA) int {
	if n := k.planStriding(isa); n > 0 {
		return n
	}
	switch {
	case k.off&switches.RowBundles != 0:
		return 1
	case isa == AVX2 && k.suspends():
		return k.firstFitting(isa, bundle.Rows, 32, 16, 8, 4, 2)
	case isa == AVX2 && walks.StreamsPerLane(k.function, k.known.Info()):
		return k.firstFitting(isa, bundle.Rows, 2)
	case k.suspends():
		return k.firstFitting(isa, bundle.Rows, 16, 8, 4, 2)
	case isa == AVX512 && walks.StreamsPerLane(k.function, k.known.Info()):
		return 1
	case k.wantsEight(isa) && k.loops():
		return k.paced(isa, k.firstFitting(isa, bundle.Rows, 8, 4, 2))
	}
	return k.paced(isa, k.firstFitting(isa, bundle.Rows, mostPaced, 2))
}

// stridingBytes is how much of each array a bundle should take in a round, where the next round is far away: the first lines of
// what lies there are as slow as any that processors do not see coming, and rounds of a power of two apart share the few places
// that a cache has for their lines.
const stridingBytes = 512

// planStriding is how many sub-groups a bundle of rows has in a kernel with loops that store and step by the number of all
// work-items, as long as they are short; 0 for other kernels.
func (k *Kernel) planStriding(isa ISA) int {
	if k.off&switches.RowBundles != 0 || k.suspends() {
		return 0
	}
	n := stridingBytes / isa.VectorBytes()
	f, _, list := prepare.UnmaskedLoops(k.known, Version{Shape: bundle.Rows, SmallIDs: true, Guarded: k.Guard() != nil}, k.off)
	if slices.ContainsFunc(list, func(w *prepare.UnmaskedLoop) bool { return w.Stores(f) }) && k.fits(isa, bundle.Rows, n) {
		return n
	}
	return 0
}

// wantsEight says whether eight operations side by side are what hides latencies: of floats with AVX2 they are, and on Zen, of
// integers too, since four begin in a cycle and take two.
func (k *Kernel) wantsEight(isa ISA) bool { return isa == AVX2 || k.core == Zen }

// mostPaced is how many sub-groups make a bundle whose registers do not suffice: more keep more in the frame, and code that is
// longer than what a core keeps of instructions it has decoded is slow.
const mostPaced = 4

// What the estimate of a bundle's cycles does not know, found by measuring: what the loop around it takes.
const cyclesAround = 6.0

// paceFigures are what else it does not know, for a kind of processor.
type paceFigures struct {
	spillExtra  float64 // how much more than others loads and stores of what is spilled cost
	slack       float64 // a larger bundle may be so much slower by the estimate
	mostSpilled float64 // where more of what runs is loads and stores of what is spilled, bundles are no larger for the estimate
	mostInstrs  int     // nor where instructions times sub-groups are more

	joinShare float64 // see fitsLeft
}

// Zen's schedulers hold fewer of the instructions that wait, so that in long code, too, other sub-groups are what fills the time.
var paceFiguresOf = [...]paceFigures{
	Intel: {spillExtra: 0.5, slack: 1.01, mostSpilled: 0.3, mostInstrs: maxBundle, joinShare: 3.0 / 16},
	Zen:   {spillExtra: 0.25, slack: 1.08, mostSpilled: 0.32, mostInstrs: 4 * maxBundle, joinShare: 9.0 / 32},
}

// paced is how many sub-groups a bundle is to have where so many stay in registers: more, if they are as fast in spite of what
// is spilled, since one hides another's latencies. Where lanes leave loops in different rounds nobody knows.
func (k *Kernel) paced(isa ISA, fitting int) int {
	figures := &paceFiguresOf[k.core]
	mayGrow := func(n int) bool { return n <= mostPaced && k.size()*n <= figures.mostInstrs }
	if !mayGrow(2 * fitting) {
		return fitting
	}
	best, least := fitting, k.pace(isa, fitting)
	for n := 2 * fitting; least > 0 && mayGrow(n); n *= 2 {
		cycles := k.pace(isa, n)
		if cycles == 0 || cycles > figures.slack*least {
			break // larger ones spill more, and take longest to compile
		}
		best, least = n, min(least, cycles)
	}
	return best
}

// isPaced says whether pace may ask for a version.
func isPaced(v Version) bool { return v.Shape == bundle.Rows && v.Full && v.Count <= mostPaced }

// pace is about how many cycles a sub-group takes in bundles of so many, 0 if that is not known.
func (k *Kernel) pace(isa ISA, n int) float64 {
	v := k.compiled(versionKey{isa, Version{Shape: bundle.Rows, Count: n, SmallIDs: true, Guarded: k.Guard() != nil, Full: true}})
	if v.err != nil || v.code.Cycles == 0 {
		return 0
	}
	spilled := v.registers.Cost / v.registers.Work
	if v.registers.LoopWork > 0 {
		spilled = v.registers.LoopCost / v.registers.LoopWork
	}
	figures := &paceFiguresOf[k.core]
	if spilled > figures.mostSpilled {
		return 0
	}
	return (v.code.Cycles + cyclesAround) / float64(n) * (1 + figures.spillExtra*spilled)
}

// planColumns chooses how many sub-groups a bundle of columns has, 0 if there are to be none. For groups of two dimensions
// of a kernel with barriers, bundles of columns hold more of them than rows, and where rows are shorter than vectors,
// several packed sub-groups make a bundle.
func (k *Kernel) planColumns(isa ISA) int {
	if k.off&switches.ColumnBundles != 0 {
		return 0
	}
	if walks.ShareColumns(k.function, k.off.Uniformity(k.known, bundle.Rows)) {
		counts := []int{8, 4, 2}
		if isa == AVX512 && k.suspends() {
			counts = []int{16, 8, 4, 2}
		}
		if n := k.firstFitting(isa, bundle.Columns, counts...); n > 1 {
			return n
		}
	}
	if n := k.transposing(isa); n > 0 {
		return n
	}
	if k.suspends() && k.asksFor(1) {
		if n := k.firstFitting(isa, bundle.Columns, 16, 8, 4, 2); n > 1 {
			return n
		}
	}
	return 0
}

// smallTile is the number of work-items of groups that are to be packed into one bundle.
const smallTile = 64

// transposing is the number of sub-groups of a bundle of columns in which accesses become transposed, 0 if there are none.
func (k *Kernel) transposing(isa ISA) int {
	if !k.asksFor(1) {
		return 0
	}
	for _, size := range []int{4, 8, 16} {
		n := isa.VectorBytes() / size
		if k.size()*n > maxBundle {
			continue
		}
		v := Version{Shape: bundle.Columns, Count: n, SmallIDs: true, Guarded: k.Guard() != nil, Full: true}
		s, err := regions.Decide(prepare.NewSubject(k.module, k.known, k.target(isa), v, k.off))
		if err == nil && s.Transposes() && k.firstFitting(isa, bundle.Columns, n) == n {
			return n
		}
	}
	return 0
}

// firstFitting is the first of some falling numbers of sub-groups whose bundle keeps its vectors in registers, 1 if there
// is none. Without barriers, where many do not fit, the smallest is tried before the others: it takes the least time to
// compile, and if it does not fit, none does.
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

// mostApart is how many lanes a bundle may have in whose loops they run one after the other: nobody hides anybody's latencies
// there, and each lane keeps memory of its own in the cache.
const mostApart = 32

// mostParting is how many sub-groups have loops in common that lanes leave in different rounds and in which those that are
// left do not move together: all wait for the last lane.
const mostParting = 4

// fits says whether a bundle of so many sub-groups keeps its vectors in registers.
func (k *Kernel) fits(isa ISA, shape bundle.Shape, n int) bool {
	most := maxBundle
	if k.suspends() {
		most = maxWaitingBundle[isa]
	}
	if k.size()*n > most {
		return false
	}
	v := k.compiled(versionKey{isa, Version{Shape: shape, Count: n, SmallIDs: true, Guarded: k.Guard() != nil, Full: true, Alone: k.suspends()}})
	if v.err == nil && v.code.Apart && !k.suspends() && n*isa.Lanes() > mostApart {
		return false
	}
	if v.err == nil && n > mostParting && v.code.Parts && !v.code.Joins && !k.suspends() {
		return false
	}
	return v.err == nil && (k.fitsRegisters(isa, &v.registers) || k.fitsFrame(&v.registers) || k.fitsLeft(v.code, &v.registers))
}

// leftShare is how much more instructions may run because of what is kept in the frame, where loops that the last lanes of a
// bundle go on with one after the other would wait with half as many sub-groups: for what they gather, and for what a round
// takes over from the one before. That they wait for the last lane is no reason for small bundles there.
const leftShare = 1.0 / 4

// fitsLeft says whether a bundle pays although such loops spill. Where lanes that are left move together it may spill by the
// kind's joinShare: the more sub-groups, the fuller are vectors then.
func (k *Kernel) fitsLeft(c *Code, r *alloc.Result) bool {
	share := 0.0
	switch {
	case c.Idles:
		share = leftShare
	case c.Joins:
		share = paceFiguresOf[k.core].joinShare
	}
	return share > 0 && !k.suspends() && r.LoopCost <= share*r.LoopWork
}

// spillShare is how much more instructions may run because registers are spilled. What loops read in place from memory
// does not count.
const spillShare = 1.0 / 32

// spillsLittle says whether what is spilled costs little: in loops, if there are any; what surrounds them may cost as much
// as a loop.
func spillsLittle(r *alloc.Result) bool {
	if r.LoopWork == 0 {
		return r.Cost <= spillShare*r.Work
	}
	return r.LoopCost <= spillShare*r.LoopWork && r.Cost-r.LoopCost <= r.LoopWork
}

// fitsRegisters says whether values stay in registers, but for suspensions and for little. Spilled masks
// and general registers cost less than to leave a bundle at a barrier and enter another.
func (k *Kernel) fitsRegisters(isa ISA, r *alloc.Result) bool {
	if spillsLittle(r) {
		return true
	}
	if r.Spilled[asm.Vector] == 0 && r.Spilled[asm.Mask] == 0 {
		return r.Spilled[asm.General] <= 4 || k.suspends()
	}
	free := [...]int{AVX512: 32, AVX2: 16}[isa]
	return r.MaxPressure[asm.Vector] <= free && (r.MaxPressure[asm.Mask] <= 7 || k.suspends())
}

// frameShare is how much more instructions of a bundle that holds a whole group may run because of what is kept in the
// frame. Smaller bundles keep the same there, at each barrier.
const frameShare = 1.0 / 4

// fitsFrame says whether a large bundle pays although vectors are spilled.
func (k *Kernel) fitsFrame(r *alloc.Result) bool {
	return k.suspends() && r.Spilled[asm.General] <= 4 && r.Cost <= frameShare*r.Work
}

// suspends says whether the kernel has barriers. The more of a work-group is in a bundle, the less often they are left
// and entered again.
func (k *Kernel) suspends() bool { return k.function.HasBarrier() }

// folds says whether the kernel has collective functions.
func (k *Kernel) folds() bool {
	for b := range k.function.Blocks {
		for _, v := range k.function.Blocks[b].Instrs {
			if k.function.Instr(v).Op == ir.OpFold {
				return true
			}
		}
	}
	return false
}

// calls says whether the kernel has calls; it is long then.
func (k *Kernel) calls() bool {
	for b := range k.function.Blocks {
		for _, v := range k.function.Blocks[b].Instrs {
			if k.function.Instr(v).Op == ir.OpCall {
				return true
			}
		}
	}
	return false
}

// loops says whether the kernel has loops.
func (k *Kernel) loops() bool {
	loops, _ := ir.NewCFG(k.function).Loops()
	return len(loops) > 0
}

// size is the number of instructions.
func (k *Kernel) size() int { return prepare.Instructions(k.function) }
