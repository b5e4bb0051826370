package variant

// Limits of no-alias copies. Each promotion analyses the control flow again, and each launch checks all pairs, so both
// are bounded; kernels have a few of them.
const (
	maxPromotions = 32 // loops
	maxPairs      = 32 // pairs of arguments
)
