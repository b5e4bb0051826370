package passes

// Limits of the passes. Those on depth and count bound the time of the compiler, in proportion to the source; code
// beyond them stays as it is, which is always right. Those on size weigh longer code against fewer instructions. They
// are estimates where no reason is given.

// The driver.
const (
	minParallelValues = 1000 // values of a module from which on a second worker pays: some hundred microseconds of work
)

// Inlining, in values of the IR.
const (
	defaultInlineBudget = 20_000  // of the caller; longer code gains little by being inlined and takes long to build
	kernelInlineBudget  = 100_000 // the same where the caller is a kernel
	maxInlineRounds     = 4       // of calls that were in what was inlined
	maxInlined          = 1 << 20 // into all functions that are no kernels: some 50 MB; beyond it those stay small
	alwaysInlined       = 64      // of a callee that is inlined in spite of the budget: its call costs as much
)

// Hoisting of loads out of branches.
const (
	maxHoistDepth = 8  // operations from a load to what its address is computed from
	maxHoistLoads = 16 // of each way of a branch
)

// Unrolling. Sizes are instructions of all copies together.
const (
	unrolledPlain    = 400   // a loop with one exit
	unrolledExits    = 128   // a loop with several exits
	unrolledArrays   = 4096  // a loop whose counter indexes a private array, which may become values
	unrolledByHint   = 16384 // a loop with the hint opencl_unroll_hint
	unrolledFunction = 16384 // all loops of a function, besides unrolledGrowth times its size
	unrolledGrowth   = 2

	maxUnrollRuns   = 6  // runs of the pass over one function: the depth of nests
	maxExitValues   = 40 // values that splitsItems follows from the condition of an exit
	maxCounterDepth = 8  // operations between an index of a private array and the counter of the loop
)

// Copies of loops whose counters work-items of a sub-group share.
const (
	maxSharedCopies = 4   // of a function
	maxSharedSize   = 600 // instructions of a loop
	maxSharedDepth  = 8   // operations from a limit back to arguments, or of a sum
)

// Strip-mining.
const (
	stripIterations = 16 // of a strip: 64 bytes, a cache line, of words
	stripSize       = 24 // instructions of an iteration, at most
	stripVisited    = 64 // values that an address is computed from in the loop, at most
	maxNearStride   = 16 // bytes from lane to lane up to which interleaved accesses serve
)

// Private memory.
const (
	maxCopyBytes      = 512 // of a copy that sroa splits; a larger array is better moved as a whole
	maxSplitTries     = 8   // of sroa, each of which gives up some allocas; then all that have copies are given up
	maxPointerSteps   = 3   // of mem2reg, along pointers to pointers
	maxWidenedBytes   = 512 // of all private arrays of a function whose elements become words: they stay in the caches
	maxKnownLocations = 32  // of loadelim, at a time; the oldest is dropped first
)

// Simplification and control flow.
const (
	maxPruneRuns     = 20 // over the parameters of all blocks, each on the results of the one before; few need a third
	maxRewrites      = 8  // of one instruction in place
	maxThread        = 16 // empty blocks that an edge skips at once; also ends the walk in a cycle of empty blocks
	maxDivisionTerms = 6  // depth of sums that are taken apart when they are divided

	maxDominators = 16 // branches above a difference that widen looks at
	maxTruthDepth = 4  // conjunctions and disjunctions of such a branch
)
