package variant

// Limits of no-alias copies. Each promotion analyses the control flow again, each launch checks all pairs, and each
// load looks at what stands around it, so all are bounded; kernels have a few of them.
const (
	maxPromotions    = 32  // loops
	maxPairs         = 32  // pairs of arguments
	maxEarlyLoads    = 64  // of a kernel
	maxEarlyDistance = 200 // instructions
)
