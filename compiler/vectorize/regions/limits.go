package regions

// Limits. Those on searches bound the time of the compiler; code beyond them is written in the plainer way, which is
// always right. They are chosen by hand. What weighs code by what it costs stands in target.Tuning.
const (
	maxChain       = 200 // values that carriedLatency follows from the end of an iteration back to its beginning
	maxHeaderPairs = 8   // parameters of a loop's header that are looked at in pairs
	maxIfBlocks    = 32  // of an if that is written for one sub-group after the other
	maxWays        = 16  // through a kernel that are looked at, whether they are for edges
	maxWholeWays   = 512 // instructions that an if has in all sub-groups, if it is written without masks as well

	maxLocalID    = 1 << 20 // more than a group has work-items, with the lanes of a bundle that are none
	maxLocal      = 1 << 30 // of numbers computed from local ids
	maxLocalShift = 8
	maxLocalDepth = 4
)
