package access

// Limits of searches. They bound the time of the compiler, and are chosen by hand; an access beyond them is written in
// the plainer way, which is always right. What weighs one way against another stands in target.Tuning.
const (
	MaxRangeDepth  = 40    // operations between a value and what its range follows from
	maxStrideSteps = 64    // values of an expression whose symbolic stride is asked for
	maxButterfly   = 4     // operands of the exclusive ors of a butterfly's index that all lanes share
	maxTableStep   = 256   // bytes between the elements of a table of constants
	maxTableConst  = 65536 // constants that its index is made with

	maxRowDepth    = 12 // operations between an index and what mostly steps by one
	maxSameDepth   = 6  // operations between an operand of a sum and what mostly is the same for neighbours
	maxWindowDepth = 24 // operations between an index and what tells how far apart neighbours are
	maxParamDepth  = 8  // operations after which a parameter is taken to step as its loop assumes
)
