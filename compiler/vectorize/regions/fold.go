package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/prepare"
)

// GroupItems is how many work-items all groups have, if that is known; v is their number in the kernel.
func (s *Regions) GroupItems(v ir.ValueID) (int, bool) {
	if prepare.KnowsGroup(s.Version) {
		return s.Items(), true
	}
	n, ok := s.ConstOf(v)
	return int(n), ok
}
