package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/target"
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
	return t.Bytes() >= MinGathered && s.ISA == target.AVX512 && a.Pattern != AtOne
}
