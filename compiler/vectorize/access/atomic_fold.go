package access

import "heddle/compiler/vectorize/forms"

// IsSharedPlace says whether all sub-groups have the same address.
func (s *Accesses) IsSharedPlace(a *Address) bool {
	f := s.ByValue[a.Whole()]
	return a.Firsts == nil && f.Kind == forms.Scalar && !f.PerSub && !s.StepsBySub(f)
}
