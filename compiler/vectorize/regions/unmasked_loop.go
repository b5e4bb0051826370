package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
)

// IsRemainder reports whether a block is of a loop that bundles come to when not all their lanes stay.
func (s *Regions) IsRemainder(b ir.BlockID) bool {
	return slices.ContainsFunc(s.Unmasked, func(w *prepare.UnmaskedLoop) bool {
		return slices.Contains(w.Remainder, b)
	})
}

// StepsUnmasked reports whether what is compared, and the counter, are kept as their values in lane 0.
func (s *Regions) StepsUnmasked(w *prepare.UnmaskedLoop) bool {
	isKept := func(v ir.ValueID) bool { k := s.ByValue[v].Kind; return k == forms.Affine || k == forms.Scalar }
	return isKept(w.Compare) && isKept(w.Counter)
}
