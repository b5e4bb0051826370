package walks

// Tuning constants. Where no source is named the value was chosen by hand.

// NearStep is the distance in bytes between neighbouring lanes up to which they share cache lines or use lines that
// follow each other: the size of a cache line. Since 2026-11-21 (ad93918).
const NearStep = 64

// Limits of a stream of its own for each lane, in bytes. Since 2026-11-21 (6cbd880).
const (
	maxStreamStep     = 32  // step per iteration: a stream with a larger one leaves a cache line after one iteration
	minStreamDistance = 512 // distance between neighbouring lanes above which their cache lines compete for sets
)

// Relative costs of one vector access. Since 2026-11-22 (0fb0690).
const (
	costWhole  = 1  // uniform, or contiguous
	costPieces = 3  // a stride of at most NearStep: a few contiguous pieces
	costLanes  = 16 // one access for each lane
)

// Estimated frequency of blocks. Since 2026-11-22 (0fb0690).
const (
	costTrips = 8 // assumed trip count of a loop; packages alloc and cyclemodel assume 10
	costDepth = 3 // loops around a block that count
)

// maxVisited bounds how many values one analysis visits, so that it stays linear on large expressions.
const maxVisited = 1000
