package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Edge ways. Kernels on tiles are often written twice: `if (all of the tile is inside) { loops } else { the same loops,
// with a test at each access }`. The condition is the same for all lanes of a bundle, and the second way is for the few
// groups at an edge. Nothing in the source says so, but a way without tests is hardly written for what seldom happens.
//
// Blocks of the second way are treated as rare (ir.Block.Rare): their values get registers last, and what they spill
// does not keep bundles small.

// findEdgeWays finds the first blocks of such ways.
func (s *Regions) findEdgeWays() {
	if s.Off.Has(switches.EdgeWays) {
		return
	}
	var plain, diverging []ir.BlockID
	seen := 0
	for _, b := range s.Flow.Layout.Order {
		if seen == maxWays || !s.beginsWay(b) {
			continue
		}
		seen++
		switch s.wayOf(b) {
		case plainLoops:
			plain = append(plain, b)
		case divergingLoops:
			diverging = append(diverging, b)
		}
	}
	for _, b := range diverging {
		if slices.ContainsFunc(plain, func(other ir.BlockID) bool {
			return !s.reaches(b, other) && !s.reaches(other, b)
		}) {
			s.edgeWays = append(s.edgeWays, b)
		}
	}
}

// beginsWay reports whether a block outside of loops is come to by branches on which lanes do not diverge alone, with
// all lanes that the kernel began with.
func (s *Regions) beginsWay(b ir.BlockID) bool {
	whole := s.Flow.Root[s.Flow.Layout.Order[0]]
	return s.Flow.Inner(b) < 0 && s.Flow.Root[b] == whole && len(s.Flow.Cfg.Preds[b]) > 0 &&
		!slices.ContainsFunc(s.Flow.Cfg.Preds[b], func(from ir.BlockID) bool {
			return len(s.Kernel.Blocks[from].Succs) != 2 || s.Flow.Diverges[from] || s.Flow.Inner(from) >= 0
		})
}

// way is what a part of a kernel has.
type way uint8

const (
	otherWay       way = iota
	plainLoops         // loops, and lanes stay together in them
	divergingLoops     // lanes diverge in loops
)

// wayOf looks at what a block dominates.
func (s *Regions) wayOf(first ir.BlockID) (has way) {
	for _, b := range s.Flow.Layout.Order {
		if s.Flow.Inner(b) < 0 || !s.Flow.Cfg.Dominates(first, b) {
			continue
		}
		if s.Flow.Diverges[b] {
			return divergingLoops
		}
		has = plainLoops
	}
	return has
}

// reaches reports whether control may come from one block to another.
func (s *Regions) reaches(from, to ir.BlockID) bool {
	seen, work := make([]bool, len(s.Kernel.Blocks)), []ir.BlockID{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if seen[b] {
			continue
		}
		seen[b] = true
		for _, e := range s.Kernel.Blocks[b].Succs {
			work = append(work, e.To)
		}
	}
	return false
}

// IsRare reports whether a block, and what it dominates, is seldom executed.
func (s *Regions) IsRare(b ir.BlockID) bool {
	return s.Kernel.Blocks[b].Rare || slices.Contains(s.edgeWays, b)
}
