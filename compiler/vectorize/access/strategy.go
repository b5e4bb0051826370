package access

import (
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// LoadStrategy says what load writes.
func LoadStrategy(f forms.Form, a *Address, in *ir.Instr) Strategy {
	switch {
	case f.Kind == forms.Scalar:
		return strategyUniform
	case a.Pattern == AtOne:
		return strategyBroadcast
	case a.Pattern == InRow:
		return StrategyRow
	case a.Pattern == RowUnlessWrapped:
		return strategyRowUnlessWrapped
	case in.Type.Bytes() < MinGathered && !CanGatherSmall(in.Type, in.Align):
		return StrategyByLane
	}
	return strategyGather
}

// IsSameStore says whether all lanes of all sub-groups store one value to one place.
func (s *Accesses) IsSameStore(in *ir.Instr) bool {
	return in.Op == ir.OpStore && !s.Offsets[in.Args[0]] && s.IsSame(in.Args[0]) && s.IsSame(in.Args[1])
}

// StoreStrategy says what store writes.
func (s *Accesses) StoreStrategy(in *ir.Instr, a *Address, t ir.Type) Strategy {
	switch {
	case a.Pattern == AtOne && s.IsUniform(in.Args[1]):
		return strategySingle
	case a.Pattern == InRow:
		return StrategyRow
	case a.Pattern == RowUnlessWrapped:
		return strategyRowUnlessWrapped
	case !s.CanScatter(a, t):
		return StrategyByLane
	}
	return strategyScatter
}

// MinGathered is the size of the smallest elements that the machine gathers and scatters.
const MinGathered = 4

// CanScatter says whether the machine has an instruction for what scatter writes.
func (s *Accesses) CanScatter(a *Address, t ir.Type) bool {
	return t.Bytes() >= MinGathered && s.ISA.HasScatter() && a.Pattern != AtOne
}

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

// CanGatherSmall says whether all elements lie in 4 bytes of their own: words of 2 bytes must be aligned.
func CanGatherSmall(t ir.Type, align uint8) bool { return t.Bytes() <= max(1, uint64(align)) }
