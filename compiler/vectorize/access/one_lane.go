package access

import "heddle/compiler/ir"

// IsJointAddress says whether sub-groups can share what lanes share of an address.
func (s *Accesses) IsJointAddress(p ir.ValueID, t ir.Type) bool {
	a := s.AddressOf(p, t)
	return a.Pattern == ByPointers || a.Firsts == nil && s.IsJoint(a.Base) && (a.Plus == 0 || s.IsJoint(a.Plus))
}
