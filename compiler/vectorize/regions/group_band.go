package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
	"heddle/compiler/vectorize/walks"
)

// Band is how many columns of groups are run at a time, 0 if they run row by row. Where groups may pass something on to
// each other by atomic operations, or print, their order stays.
func (s *Regions) Band() int {
	if s.Off.Has(switches.GroupBands) || !s.Kernel.Kernel || s.ordersGroups() || !walks.SharesPanels(s.Kernel) {
		return 0
	}
	return s.Tuning.Bundles.GroupBand
}

// ordersGroups reports whether anything else than loads and stores has an effect outside of a group.
func (s *Regions) ordersGroups() bool {
	for b := range s.Kernel.Blocks {
		if slices.ContainsFunc(s.Kernel.Blocks[b].Instrs, func(v ir.ValueID) bool {
			in := s.Kernel.Instr(v)
			isPrivate := in.Space == ir.SpaceLocal || in.Space == ir.SpacePrivate
			if in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile != 0 && !isPrivate {
				return true // groups may wait for others
			}
			return !in.Op.Pure() && !in.Op.Terminator() && in.Op != ir.OpLoad && in.Op != ir.OpStore &&
				in.Op != ir.OpAlloca && in.Op != ir.OpBarrier && in.Space != ir.SpaceLocal
		}) {
			return true
		}
	}
	return false
}
