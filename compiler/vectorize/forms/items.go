package forms

import "heddle/compiler/bundle"

// Values known for each work-item. Where one bundle is all of a group, in a row, lane l of sub-group u is the work-item with
// the local id u*W+l. So whatever is computed from local ids and constants alone is known when the code is made:
// guards like `l < 32` or `l % 8 == 0`, and offsets like those of `t[8*l+7]` or `t[l + l/32]`, whose steps are uneven or
// come of arithmetic that may wrap. Code for lanes known to be active needs no masks (parts_known.go), and offsets that
// step evenly within each sub-group are as good as those that do by their form.

// KnowsItems says whether the local ids of the lanes are known.
func (s *Forms) KnowsItems() bool {
	return s.Version.Alone && s.Version.Shape == bundle.Rows && s.Kernel.Kernel
}

// Items is the number of lanes of a bundle.
func (s *Forms) Items() int { return s.Version.Count * s.ISA.Lanes() }
