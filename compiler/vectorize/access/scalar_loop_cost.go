package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/walks"
)

// IsNear says whether the lanes of an access are in a row, or a few words apart.
func (s *Accesses) IsNear(a *Address, t ir.Type) bool {
	switch a.Pattern {
	case InRow, RowUnlessWrapped:
		return true
	case InSteps:
		return a.Step < walks.NearStep && a.Step > -walks.NearStep
	case ByIndex32:
		return uint64(a.Scale) == t.Bytes() && s.IsSpeculativeRow(a.Index)
	}
	return false
}
