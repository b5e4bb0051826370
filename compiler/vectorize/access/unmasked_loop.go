package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
)

// StepsUnmasked says whether what is compared, and the counter, are kept as their values in lane 0.
func (s *Accesses) StepsUnmasked(w *prepare.UnmaskedLoop) bool {
	isKept := func(v ir.ValueID) bool { k := s.ByValue[v].Kind; return k == forms.Affine || k == forms.Scalar }
	return isKept(w.Compare) && isKept(w.Counter)
}
