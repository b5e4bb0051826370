package forms

import "heddle/compiler/ir"

// IsFlat says whether a value is the same for all work-items of the bundle, and had in a general register.
func (s *Forms) IsFlat(v ir.ValueID) bool {
	return s.IsSame(v) && s.Lane0(v).Kind == Scalar && s.ByValue[v].Kind != Vector
}
