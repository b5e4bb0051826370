package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Edge ways. Kernels on tiles are often written twice: `if (all of the tile is inside) { loops } else { the same loops,
// with a test at each access }`. The condition is the same for all lanes of a bundle, and the second way is for the few
// groups at an edge. Nothing in the source says so, but nobody writes a way without tests for what seldom happens.
//
// Blocks of the second way are treated as rare (ir.Block.Rare): their values get registers last, and what they spill
// does not keep bundles small.

// findEdgeWays finds the first blocks of such ways.
func (s *Regions) findEdgeWays() {
	if s.Off.Has(switches.EdgeWays) {
		return
	}
	for _, b := range s.Flow.Layout.Order {
		succs := s.Kernel.Blocks[b].Succs
		if len(succs) != 2 || s.Flow.Diverges[b] || s.HasMask(b) || s.Flow.Inner(b) >= 0 {
			continue
		}
		first, second := s.wayOf(succs[0].To), s.wayOf(succs[1].To)
		switch {
		case first == plainLoops && second == divergingLoops:
			s.edgeWays = append(s.edgeWays, succs[1].To)
		case first == divergingLoops && second == plainLoops:
			s.edgeWays = append(s.edgeWays, succs[0].To)
		}
	}
}

// way is what one way of a branch has.
type way uint8

const (
	otherWay       way = iota
	plainLoops         // loops, and lanes stay together in them
	divergingLoops     // lanes diverge in loops
)

// wayOf looks at the blocks that only one side of a branch leads to.
func (s *Regions) wayOf(side ir.BlockID) (has way) {
	if len(s.Flow.Cfg.Preds[side]) != 1 {
		return otherWay
	}
	for _, b := range s.Flow.Layout.Order {
		if s.Flow.Inner(b) < 0 || !s.Flow.Cfg.Dominates(side, b) {
			continue
		}
		if s.Flow.Diverges[b] {
			return divergingLoops
		}
		has = plainLoops
	}
	return has
}

// IsRare reports whether a block, and what it dominates, is seldom executed.
func (s *Regions) IsRare(b ir.BlockID) bool {
	return s.Kernel.Blocks[b].Rare || slices.Contains(s.edgeWays, b)
}
