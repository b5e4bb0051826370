package reorder

// Tuning constants. None depends on the processor, and no measurement that decided between several values is recorded:
// all were chosen by hand. The dates are those of the commits that brought them.

// Limits of reassociation (2026-11-22, 1a59ae6: SHA-256 on Zen 5).
const (
	// maxSumSink is the largest number of instructions by which an addition moves down: both of its operands live
	// longer by that, where its result alone did.
	maxSumSink = 16
)

// Limits of sinking (2026-11-22, cb16198).
const (
	minSinkInsts  = 64 // instructions of the shortest stretch that is looked at
	minSinkExcess = 64 // least excess that is worth the effort: lacking registers, summed over instructions
	sinkGain      = 4  // the excess must become smaller by this factor
	maxSinkChain  = 32 // instructions of the longest dependency chain that may move as one
)

// Limits of fission (2026-11-22, 4ded6b4: Keccak on Zen 5).
const (
	minFissionInsts = 64   // instructions of the shortest loop that is looked at
	maxFissionInsts = 4096 // instructions of the longest
	maxFissions     = 4    // loops of a function that are split
)

// Costs of hoisting (2026-11-22, 20d579e).
const (
	// neededPenalty is added to the cost, in instructions, of giving up a value of which other hoisted values are made:
	// all of them would have to stay, too.
	neededPenalty = 100
)
