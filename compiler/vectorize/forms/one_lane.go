package forms

import "heddle/compiler/ir"

// IsJoint says whether the sub-groups of a bundle have a value in one general register, or go on in its steps.
func (s *Forms) IsJoint(v ir.ValueID) bool {
	if _, isConst := s.ConstOf(v); isConst {
		return true
	}
	f := s.ByValue[v]
	return !f.PerSub && f.Rows == 0 && (f.Kind == Scalar || s.IsRowStep(f))
}
