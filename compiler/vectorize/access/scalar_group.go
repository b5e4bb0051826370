package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// IsOwnAccess says whether an access is not written with others, or in a way of its own.
func (s *Accesses) IsOwnAccess(v ir.ValueID, in *ir.Instr) bool {
	return s.Needed[v] && s.InterleaveAt[v] == nil && s.CrossRowAt[v] == nil && !s.Offsets[in.Args[0]] && in.Flags&ir.FlagVolatile == 0
}

// IsInPiece says whether what lanes access lies in one piece, or may turn out to.
func (s *Accesses) IsInPiece(a *Address, t ir.Type) bool {
	switch a.Pattern {
	case AtOne, InRow, RowUnlessWrapped:
		return true
	case ByIndex32:
		return uint64(a.Scale) == t.Bytes() && s.IsSpeculativeRow(a.Index)
	}
	return false
}

// IsGathered says whether an instruction loads from different places.
func (s *Accesses) IsGathered(v ir.ValueID, in *ir.Instr) bool {
	if in.Op != ir.OpLoad || in.Type == ir.F16 || s.ByValue[v].Kind != forms.Vector || s.IsUniform(v) || !s.IsOwnAccess(v, in) {
		return false
	}
	a := s.AddressOf(in.Args[0], in.Type)
	return !s.IsInPiece(&a, in.Type)
}
