package target

// Tuning is what a kind of processor is taken to cost: every cost, gain, share, threshold and size that the code
// generator weighs code by, for one instruction set. Whoever decides asks the table, and never which processor or
// instruction set it is. The values stand in compiler/amd64/tuning, one file for each kind of processor; docs/tuning.md
// shows them all, with their sources. Every field has its unit in a tag.
//
// Bounds on what the compiler searches, which are no property of a processor, are constants: limits.go of each package.
type Tuning struct {
	Bundles      Bundles
	Estimates    Estimates
	Variants     Variants
	Prepare      Prepare
	Walks        Walks
	Operations   Operations
	Latencies    Latencies
	Instructions Instructions
	Scalarised   Scalarised
	Tails        Tails
	Compaction   Compaction
	Interleaving Interleaving
	Accesses     Accesses
	Serial       Serial
	KnownLanes   KnownLanes
}

// ByLength is a number for vectors of 16, 32 and 64 bytes.
type ByLength [3]float64

// Bundles bounds the sub-groups of a bundle. The planner takes the largest number that fits, halving it from the ones
// here.
type Bundles struct {
	// MaxWork bounds the instructions of a kernel times the sub-groups of a bundle. Long code has independent
	// instructions enough without more sub-groups, and takes long to compile.
	MaxWork int `unit:"instructions × sub-groups"`
	// MaxWaitingWork is MaxWork of kernels with barriers. A bundle that holds a whole group never suspends.
	MaxWaitingWork int `unit:"instructions × sub-groups"`
	// WaitingRows is the most sub-groups of a bundle of rows of a kernel with barriers.
	WaitingRows int `unit:"sub-groups"`
	// LoopRows is the most sub-groups of a bundle of rows of a kernel with loops: how many independent operations
	// hide the latency of one.
	LoopRows int `unit:"sub-groups"`
	// StreamingRows is the most sub-groups of a kernel each of whose work-items walks along a row of memory of its
	// own: rows of many lanes at a time evict each other from the cache.
	StreamingRows int `unit:"sub-groups"`
	// StridingBytes is how much of each array a bundle takes in an iteration of a loop that stores and steps by the
	// number of all work-items. The next iteration is far away, where nothing is prefetched and few cache sets serve.
	StridingBytes int `unit:"bytes"`
	// SharedColumns is the most sub-groups of a bundle of columns whose loops read what rows or columns have in common.
	SharedColumns int `unit:"sub-groups"`
	// SharedWaitingColumns is SharedColumns of kernels with barriers.
	SharedWaitingColumns int `unit:"sub-groups"`
	// WaitingColumns is the most sub-groups of a bundle of columns that only is to hold more of a group with barriers.
	WaitingColumns int `unit:"sub-groups"`
	// LargestGroup is the size of the largest groups that a bundle is to hold whole.
	LargestGroup int `unit:"work-items"`
	// SmallTile is the size of groups of two dimensions that are to be packed into one bundle.
	SmallTile int `unit:"work-items"`
	// MaxScalarisedLanes bounds the lanes of a bundle in whose loops they run one after the other: nothing hides
	// latencies there, and each lane keeps memory of its own in the cache.
	MaxScalarisedLanes int `unit:"lanes"`
	// MaxDiverging bounds the sub-groups that share a loop which lanes leave in different iterations, unless those that
	// are left are compacted: all wait for the last lane.
	MaxDiverging int `unit:"sub-groups"`
	// SpillShare is how much more instructions may run because registers are spilled. What loops read from memory in
	// place does not count.
	SpillShare float64 `unit:"share"`
	// FrameShare is SpillShare of bundles that hold a whole group with barriers; smaller ones would keep the same
	// in the frame, at each barrier.
	FrameShare float64 `unit:"share"`
	// TailShare is SpillShare of loops with tails in which half as many sub-groups would wait for latencies.
	TailShare float64 `unit:"share"`
	// CompactionShare is SpillShare of loops whose lanes are compacted: the more sub-groups, the fuller vectors are
	// then.
	CompactionShare float64 `unit:"share"`
	// GroupBand is how many columns of groups are run at a time where groups of a column, and those of a row, read the
	// same memory: the nearest large cache keeps what that many columns read, besides a row's.
	GroupBand int `unit:"groups"`
	// MaxSpilledGeneral bounds the general registers that may be spilled if no vector or mask is.
	MaxSpilledGeneral int `unit:"registers"`
}

// Estimates says how far the planner trusts the cycle model where it lets a bundle grow beyond its registers.
type Estimates struct {
	// MaxSubGroups bounds the bundles that are estimated: larger ones keep more in the frame, and their code is
	// longer than a processor's cache of decoded instructions.
	MaxSubGroups int `unit:"sub-groups"`
	// LoopAround is what the loop over the bundles takes, which the model does not see.
	LoopAround float64 `unit:"cycles/bundle"`
	// SpillExtra is how much more than other instructions loads and stores of what is spilled cost.
	SpillExtra float64 `unit:"share"`
	// Slack is how much slower, by the estimate, a larger bundle may be.
	Slack float64 `unit:"factor"`
	// MaxSpilled is the share of the instructions that run that may be loads and stores of what is spilled.
	MaxSpilled float64 `unit:"share"`
	// MaxWork bounds the instructions times the sub-groups of bundles that are estimated.
	MaxWork int `unit:"instructions × sub-groups"`
}

// Variants weighs kernels that are compiled in other ways than they are written.
type Variants struct {
	// HalvesGain is how much cheaper vectors of half the length must be for groups whose rows fill half a vector. What
	// loops around the lanes take is not estimated.
	HalvesGain float64 `unit:"factor"`
	// InterchangeGain is how many times less the accesses of a kernel must cost with its dimensions interchanged.
	InterchangeGain int `unit:"factor"`
}

// Prepare bounds the copies that are made of a kernel's code.
type Prepare struct {
	// ChecksBounds tells to copy what follows a bounds check (`if (i < n)`) for bundles all of whose lanes pass it. It
	// pays where accesses under masks are slower than others.
	ChecksBounds bool `unit:"yes or no"`
	// MaxChecked bounds the code that follows a bounds check and is copied: long code seldom depends on its accesses.
	MaxChecked int `unit:"instructions"`
	// MaxRepeated bounds the kernels whose code runs a row of bundles in one call: entering takes some tens of cycles.
	MaxRepeated int `unit:"instructions"`
	// MaxUnmasked bounds a loop that is copied for bundles all of whose lanes stay in it.
	MaxUnmasked int `unit:"instructions"`
	// MaxUnmaskedLoops bounds the number of such loops of a kernel.
	MaxUnmaskedLoops int `unit:"loops"`
	// MaxSpecialized bounds the copy of a kernel that knows the size of its group.
	MaxSpecialized int `unit:"instructions"`
	// MaxSpecializedWork bounds the same times the sub-groups of a bundle.
	MaxSpecializedWork int `unit:"instructions × sub-groups"`
}

// Walks weighs the accesses of a kernel that is not compiled yet, by its IR alone. The costs are relative to each
// other.
type Walks struct {
	// Whole is the cost of an access whose lanes have the same address, or lie side by side.
	Whole int `unit:"vector accesses"`
	// Pieces is that of one whose lanes lie up to Near apart.
	Pieces int `unit:"vector accesses"`
	// Lanes is that of one which each lane makes elsewhere.
	Lanes int `unit:"vector accesses"`
	// Near is the distance up to which neighbours share cache lines, or follow each other in them.
	Near int64 `unit:"bytes"`
	// Iterations is how often a loop is taken to run.
	Iterations int `unit:"iterations"`
	// Depth is the number of nested loops that count.
	Depth int `unit:"loops"`
	// MaxStep is the largest step from iteration to iteration by which a lane stays in a cache line for a while.
	MaxStep int64 `unit:"bytes"`
	// Far is the distance of neighbouring lanes from which on their lines crowd the cache.
	Far int64 `unit:"bytes"`
}

// Operations is what an operation of the IR costs: the throughput of what is written for it, for the lanes of a
// sub-group together, or (Alone) for one lane in general registers. It decides whether a loop is written lane by lane.
type Operations struct {
	// Simple is an operation on one vector register.
	Simple float64 `unit:"cycles"`
	// Multiply is a product of integers or floats, in Simples, for types of one register.
	Multiply float64 `unit:"operations"`
	// DivideIntegers is a division or remainder of integers.
	DivideIntegers float64 `unit:"cycles/vector"`
	// DivideByUniform is the same by a divisor that all lanes share.
	DivideByUniform float64 `unit:"cycles"`
	// DivideFloats is a division or square root.
	DivideFloats float64 `unit:"cycles/vector"`
	// Branch is a jump, together or alone.
	Branch float64 `unit:"cycles"`
	// Diverge is what the masks of a branch on which lanes diverge take.
	Diverge float64 `unit:"cycles"`

	// IterationAlone is what an iteration takes for one lane besides its instructions.
	IterationAlone float64 `unit:"cycles"`
	// IntegerAlone is an operation on integers for one lane.
	IntegerAlone float64 `unit:"cycles"`
	// FloatAlone is an operation on floats for one lane.
	FloatAlone float64 `unit:"cycles"`
	// MultiplyAlone is a product for one lane.
	MultiplyAlone float64 `unit:"cycles"`
	// DivideIntegersAlone is a division of integers for one lane.
	DivideIntegersAlone float64 `unit:"cycles"`
	// DivideFloatsAlone is a division or square root for one lane.
	DivideFloatsAlone float64 `unit:"cycles"`
	// LoadAlone is a load for one lane.
	LoadAlone float64 `unit:"cycles"`
	// StoreAlone is a store for one lane.
	StoreAlone float64 `unit:"cycles"`

	// NearLoad is a load whose lanes lie some words apart.
	NearLoad float64 `unit:"cycles/vector"`
	// TableVector is a permutation of a vector of a table of constants, and the choice between two of them.
	TableVector float64 `unit:"cycles"`
	// NearStore is such a store.
	NearStore float64 `unit:"cycles/vector"`
	// RowWord is a word of a row that is read for each lane and transposed: a part of the loads and of the shuffles.
	RowWord float64 `unit:"cycles"`
	// Gather is the fixed part of a gather.
	Gather float64 `unit:"cycles"`
	// GatherLane is the part of a gather for each lane, from memory that is seldom in the nearest cache.
	GatherLane float64 `unit:"cycles/lane"`
	// GatherNearLane is the same from what is mostly in the nearest cache: local memory, and tables of NearBytes.
	GatherNearLane float64 `unit:"cycles/lane"`
	// NearBytes is the largest table that is taken to be there, beside what else a loop reads.
	NearBytes int64 `unit:"bytes"`
	// GatherSmall is what elements of less than 4 bytes add to a gather.
	GatherSmall float64 `unit:"cycles"`
	// Scatter is a scatter.
	Scatter float64 `unit:"cycles/vector"`
	// ByLane is the fixed part of an access that has no instruction and goes lane by lane through the frame.
	ByLane float64 `unit:"cycles"`
	// ByLaneLane is the part of it for each lane.
	ByLaneLane float64 `unit:"cycles/lane"`
}

// Latencies is how long an operation of the IR takes until its result is there, along what an iteration takes over from
// the one before.
type Latencies struct {
	// Integer is that of an operation not named below.
	Integer float64 `unit:"cycles"`
	// Float is that of a sum or product of floats.
	Float float64 `unit:"cycles"`

	// LoadAlone is that of a load for one lane, from the nearest cache.
	LoadAlone float64 `unit:"cycles"`
	// FarLoadAlone is that of a load from a cache between the nearest one and memory, where lists and trees lie.
	FarLoadAlone float64 `unit:"cycles"`
	// MultiplyAlone is that of a product of integers or floats for one lane.
	MultiplyAlone float64 `unit:"cycles"`
	// DivideAlone is that of a division or square root for one lane.
	DivideAlone float64 `unit:"cycles"`

	// Load is that of a gather.
	Load float64 `unit:"cycles"`
	// Multiply is that of a product of vectors.
	Multiply float64 `unit:"cycles"`
	// DivideByConstant is that of a division of integers by a constant.
	DivideByConstant float64 `unit:"cycles"`
	// DivideIntegers is that of another division of integers.
	DivideIntegers float64 `unit:"cycles"`
	// DivideFloats is that of a division or square root of floats.
	DivideFloats float64 `unit:"cycles"`
	// Compare is that of a comparison.
	Compare float64 `unit:"cycles"`

	// Mispredict is what a branch costs for one lane on average where lanes diverge and neither way leaves the loop.
	Mispredict float64 `unit:"cycles"`
}

// Instructions is the throughput of machine instructions that were written: what an iteration of a loop costs, for the
// numbers by which its tail decides at run time.
type Instructions struct {
	// Enter is what each instruction takes of the front end.
	Enter float64 `unit:"cycles"`
	// Vector is an instruction on vectors.
	Vector ByLength `unit:"cycles by length"`
	// Mask is an instruction on mask registers.
	Mask float64 `unit:"cycles"`
	// DivideIntegers is a division in general registers.
	DivideIntegers float64 `unit:"cycles"`
	// DivideOne is a division or square root of one float.
	DivideOne float64 `unit:"cycles"`
	// DivideFloats is a division or square root of vectors of floats.
	DivideFloats ByLength `unit:"cycles by length"`
	// DivideDoubles is the same of doubles.
	DivideDoubles ByLength `unit:"cycles by length"`
	// GatherWords is a gather of 4 bytes by indices of 4 bytes, mostly from the nearest cache, whoever is active.
	GatherWords ByLength `unit:"cycles by length"`
	// GatherQuadwords is a gather with indices or elements of 8 bytes.
	GatherQuadwords ByLength `unit:"cycles by length"`
	// ScatterWords is a scatter of 4 bytes by indices of 4 bytes.
	ScatterWords ByLength `unit:"cycles by length"`
	// ScatterQuadwords is a scatter with indices or elements of 8 bytes.
	ScatterQuadwords ByLength `unit:"cycles by length"`
}

// Scalarised weighs loops that are written for one lane after the other.
type Scalarised struct {
	// Gain is how much cheaper lanes one by one must be. Each lane mispredicts the entry and the exit of the loop.
	Gain float64 `unit:"factor"`
	// ScatterGain is Gain of loops that scatter. Below 1: a scatter keeps the processor from looking ahead.
	ScatterGain float64 `unit:"factor"`
	// MaxUnrolled is how many iterations are written in sequence at most.
	MaxUnrolled int `unit:"iterations"`
	// MaxUnrolledInstrs bounds the instructions of them all.
	MaxUnrolledInstrs int `unit:"instructions"`
}

// Tails weighs loops whose last lanes go on one after the other.
type Tails struct {
	// MaxInstrs bounds the loop, which is written twice.
	MaxInstrs int `unit:"instructions"`
	// MinRatio is how many times an iteration of one lane an iteration of the bundle must cost.
	MinRatio float64 `unit:"factor"`
	// Send is what it costs to send a lane on alone: two mispredicted branches, and the copies of its values.
	Send float64 `unit:"cycles"`
	// CheckAfter is about how long a loop runs between two checks how many lanes are left.
	CheckAfter float64 `unit:"cycles"`
	// MinCheckIterations is the fewest iterations between two checks.
	MinCheckIterations float64 `unit:"iterations"`
	// MaxCheckIterations is the most.
	MaxCheckIterations float64 `unit:"iterations"`
}

// Compaction weighs loops whose last lanes are moved together into one vector.
type Compaction struct {
	// Gain is how many times an iteration of the compacted vector an iteration of the bundle must cost.
	Gain float64 `unit:"factor"`
	// ScalarGain is how many times the same all its lanes must cost alone. After half of the iterations half of the
	// lanes may be done, so lanes alone are taken to cost half.
	ScalarGain float64 `unit:"factor"`
	// Move is what it costs to move lanes together and back besides the instructions: mispredicted branches, and loads
	// that wait for stores.
	Move float64 `unit:"cycles"`
	// FixedResults is how many values besides the results are put back lane by lane, at a cycle each.
	FixedResults int `unit:"values"`
}

// Interleaving tells from how many words on a group of accesses pays.
type Interleaving struct {
	// MinStored is the fewest words that each lane stores side by side.
	MinStored int `unit:"words"`
	// MinOfHalf is the fewest words of a lane that are loaded and transposed, if they fill half a vector at most.
	MinOfHalf int `unit:"words"`
	// MinOfEight is the same if they fill eight words at most.
	MinOfEight int `unit:"words"`
	// MinWords is the same of any number of words.
	MinWords int `unit:"words"`
	// MinOfEightSteps is the fewest accesses with a step of eight words that are permuted.
	MinOfEightSteps int `unit:"accesses"`
}

// Accesses tells which instructions of the processor are slower than what they stand for.
type Accesses struct {
	// UpdatesByLane tells to change private arrays (count[x] += n) in memory lane by lane, with no gather and scatter.
	UpdatesByLane bool `unit:"yes or no"`
	// NearGathersByLane tells to load up to 8 bytes of each lane one by one, with no gather, wherever they lie.
	NearGathersByLane bool `unit:"yes or no"`
	// MaxTableWords is the largest table of constants that is permuted.
	MaxTableWords int `unit:"words"`
	// FarGathersByLane tells to do so in global memory.
	FarGathersByLane bool `unit:"yes or no"`
	// MaxGathersByLane bounds such gathers of eight lanes in a version, of words and of less: 30 instructions.
	MaxGathersByLane int `unit:"gathers"`
	// PairsByLane tells to store pairs of words lane by lane, with no scatter of 8 bytes, where all lanes are active.
	PairsByLane bool `unit:"yes or no"`
	// MaxUnrolledCopy is the longest copy per lane (struct assignment) that is written without a loop.
	MaxUnrolledCopy uint64 `unit:"bytes"`
	// AtomicLanes is how many lanes' atomic operations stand side by side in a loop over the lanes. The processor
	// predicts by the place of the instruction whether one changes what the one before has changed.
	AtomicLanes int `unit:"lanes"`
}

// Serial says when the sub-groups of a bundle run one after the other.
type Serial struct {
	// MinSubGroups is the number of sub-groups from which on, in kernels with barriers.
	MinSubGroups int `unit:"sub-groups"`
	// MaxLockstep is how many run in lockstep at most in other kernels.
	MaxLockstep int `unit:"sub-groups"`
	// MaxUntested is the length of a block of values alone that runs without a test whether it has any lanes.
	MaxUntested int `unit:"instructions"`
}

// KnownLanes weighs an if whose lanes are known when the code is made: these one by one, or vectors under masks. The
// unit is a load or a store of one word.
type KnownLanes struct {
	// MaxInstrs bounds the code of the lanes of one sub-group.
	MaxInstrs int `unit:"instructions"`
	// Operation is an operation of a vector.
	Operation int `unit:"word accesses"`
	// Row is a contiguous access.
	Row int `unit:"word accesses"`
	// MaskedRow is the same under a mask.
	MaskedRow int `unit:"word accesses"`
	// Uniform is an access of one place.
	Uniform int `unit:"word accesses"`
	// MaskedUniform is the same under a mask.
	MaskedUniform int `unit:"word accesses"`
	// Gather is a gather: it waits until the stores before it have left for the cache.
	Gather int `unit:"word accesses"`
	// Scatter is a scatter.
	Scatter int `unit:"word accesses"`
	// InterleavedWord is what each word of a group of interleaved accesses adds.
	InterleavedWord int `unit:"word accesses"`
	// InterleavedLess is what a group of such words takes less than that.
	InterleavedLess int `unit:"word accesses"`
	// RewrittenWord is what each word adds where what is not stored is loaded and written again.
	RewrittenWord int `unit:"word accesses"`
	// MaskedInterleave is a group stored under masks, from which nothing is forwarded to later loads.
	MaskedInterleave int `unit:"word accesses"`
	// Mask is what a sub-group takes that needs a mask at all.
	Mask int `unit:"word accesses"`
}
