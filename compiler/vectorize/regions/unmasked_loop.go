package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/prepare"
)

// IsRemainder says whether a block is of a loop that bundles come to when not all their lanes stay.
func (s *Regions) IsRemainder(b ir.BlockID) bool {
	return slices.ContainsFunc(s.Unmasked, func(w *prepare.UnmaskedLoop) bool { return slices.Contains(w.Remainder, b) })
}
