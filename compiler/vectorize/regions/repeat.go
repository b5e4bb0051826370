package regions

import (
	"heddle/compiler/bundle"
)

// Code for bundles all of whose lanes are work-items runs a row of them in one call: at its end it steps to the next
// bundle and begins again. That costs some instructions, where leaving and entering costs some tens of cycles, which is
// what a bundle of a short kernel takes. What lives on from bundle to bundle is chosen at last (package reorder).

// HasBundleLoop reports whether the code runs the number of bundles that its frame says.
func (s *Regions) HasBundleLoop() bool {
	v := s.Version
	return s.Kernel.Kernel && v.FullBundles && !v.WholeGroup && v.Shape != bundle.Packed &&
		len(s.Kernel.Instrs) <= s.Tuning.Prepare.MaxRepeated && !s.Kernel.HasBarrier()
}
