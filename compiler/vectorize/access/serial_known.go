package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// IsKnownMask says whether a truth value is known for each work-item. It has no code; who wants its lanes makes them.
func (s *Accesses) IsKnownMask(v ir.ValueID) bool {
	return s.ByValue[v].Kind == forms.Mask && s.ByValue[v].PerSub && s.ItemsOf(v) != nil
}

// LanePlace is where an access goes.
type LanePlace struct {
	Base    Address // of lane 0 of a sub-group, or with offsets of what all lanes share
	Step    int32   // from lane to lane
	Offsets []int64 // by work-item; nil: none
}
