package alloc

// Tuning constants. Unless something else is said they were chosen by hand; the dates are those of the commits that
// brought them. None depends on the processor. Costs are counted in instructions that load, store or compute.

// Estimated frequencies.
var (
	// loopWeights is the weight of a block by the depth of its loop: a trip count of 10 is assumed, as in package
	// cyclemodel. Deeper loops count like the last. Since 2026-11-21 (ac22ec2).
	loopWeights = [...]float32{1, 10, 100, 1e3, 1e4, 1e5, 1e6}
)

const (
	maxWeighedDepth = int32(len(loopWeights) - 1)

	// rareShare is how often a block in a rare stretch runs, for each time that a block beside it does. Since
	// 2026-11-22 (8795667).
	rareShare = 1.0 / 64
)

// Costs of spilling.
const (
	// foldShare is the cost of reading a spilled register as a memory operand, for each load that it replaces. Since
	// 2026-11-21 (137d220).
	foldShare = 1.0 / 2
	// rematShare is the cost of making a value again, for each load of a spilled one. Since 2026-11-21 (ac22ec2).
	rematShare = 1.0 / 2
	// sizeOffset is added to the positions of a range when its cost is divided by its size, so that short ranges do not
	// weigh infinitely more than long ones. Since 2026-11-21 (ac22ec2).
	sizeOffset = 16
	// evenCut is the number of occurrences above which a stretch is cut in its middle third, so that repeated cuts take
	// no quadratic time. Since 2026-11-21 (ac22ec2).
	evenCut = 64
)

// Constants of long code (localize.go). Since 2026-11-21 (c431e87).
const (
	maxRemats  = 256 // constants up to which all stay as they are
	keptRemats = 48  // of more constants, those that stay: the ones that are read in the most blocks
)

// Crowds (crowd.go). Since 2026-11-21 (89b7961).
const (
	crowdLive  = 256     // ranges that there may be at each place, on average
	crowdFloor = 100_000 // spans that all ranges of a function may have in any case
	farRange   = 8       // chunks of the shortest range that may be far
	longInside = 64      // chunks of the longest loop, or stretch of a block, that a crowd's registers are cached in
)
