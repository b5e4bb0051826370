package access

import "fmt"

// Strategy is what the selector writes for an access.
type Strategy uint8

// The ways, the cheaper first.
const (
	strategyNone             Strategy = iota
	strategyUniform                   // into a general register
	strategyBroadcast                 // one element for all lanes
	strategySingle                    // one element of all lanes that store the same
	StrategyRow                       // one vector
	strategyRowUnlessWrapped          // one vector, behind a look whether it may
	StrategyButterfly                 // one vector and a permutation
	StrategyInterleave                // vectors and permutations
	StrategyTransposed                // vectors along the other dimension, and permutations
	strategyGather
	StrategySharedWord
	strategyScatter
	StrategyByLane
	StrategyScalarised // by a lane alone, in a loop that lanes run one after the other
)

var StrategyNames = [...]string{strategyNone: "not needed", strategyUniform: "uniform", strategyBroadcast: "uniform, broadcast", strategySingle: "uniform",
	StrategyRow: "contiguous", strategyRowUnlessWrapped: "contiguous if it does not wrap", StrategyButterfly: "contiguous, exchanged", StrategyInterleave: "strided cluster", StrategyTransposed: "transposed", strategyGather: "gather", StrategySharedWord: "gather, shared", strategyScatter: "scatter", StrategyByLane: "lane by lane", StrategyScalarised: "by one lane at a time"}

// String says in words how the addresses of the lanes lie.
func (a *Address) String() string {
	switch a.Pattern {
	case AtOne:
		return "the same for all lanes"
	case InRow:
		return "one behind the other"
	case InSteps:
		return fmt.Sprintf("%d bytes apart", a.Step)
	case ByIndex32:
		return fmt.Sprintf("a 32-bit index per lane, times %d", a.Scale)
	case RowUnlessWrapped:
		return "one behind the other, unless the index wraps"
	case ByIndex64:
		return fmt.Sprintf("a 64-bit index per lane, times %d", a.Scale)
	}
	return "a pointer per lane"
}
