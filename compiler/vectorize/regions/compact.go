package regions

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// compactedRegions takes the decisions for the code of compacted lanes.
func (s *Regions) compactedRegions() *Regions {
	v := bundle.Version{Shape: bundle.Packed, Count: 1, SmallIDs: s.Version.SmallIDs, Guarded: s.Version.Guarded,
		FullBundles: true}
	lane, sub := prepare.VariesBy(s.Kernel, s.ISA, v)
	return s.another(forms.Forms{Info: s.Info.WithoutDimensions(), Flow: s.Flow, Version: v, Lane: lane, Sub: sub,
		KeepsAll: s.KeepsAll})
}

// canCompact reports whether the tail of a loop can run in compacted vectors, given that it can run in scalar code.
func (s *Regions) canCompact(l *ScalarLoop) bool {
	n := s.Compacted
	for _, b := range s.Flow.Layout.Order[l.Loop.First : l.Loop.Last+1] {
		if t := s.Kernel.Terminator(b); len(s.Kernel.Blocks[b].Succs) > 1 && !s.Flow.Diverges[b] &&
			n.Lane0(t.Args[0]).Kind != forms.Scalar {
			return false
		}
	}
	for _, p := range s.Kernel.Blocks[s.Flow.Layout.Order[l.Loop.First]].Params {
		if k := n.ByValue[p].Kind; k == forms.Affine || k == forms.Scalar && !s.IsCarried(p) {
			return false
		}
	}
	return !slices.ContainsFunc(l.Escapes, func(v ir.ValueID) bool {
		k := n.ByValue[v].Kind
		return k != forms.Vector && k != forms.Mask
	})
}

// IsCarried reports whether a header parameter is uniform, and kept in one register, in the bundle and in compacted
// vectors.
func (s *Regions) IsCarried(p ir.ValueID) bool {
	f, g := s.ByValue[p], s.Compacted.ByValue[p]
	return !f.PerSub && f.Rows == 0 && f.Kind == g.Kind &&
		(f.Kind == forms.Scalar || f.Kind == forms.Vector && s.IsSame(p) && s.Compacted.IsSame(p))
}

// mayPayCompacting reports whether compaction is likely to pay: an iteration of the bundle costs much more than one of
// a compacted vector, and that less than scalar iterations of its lanes. Gathers gain nothing from compaction: their
// cost is per lane.
func (s *Regions) mayPayCompacting(index int) bool {
	if s.Compacted.gathersIn(index) {
		return false
	}
	together, alone := s.iterationCosts(index)
	bundle := s.NotBelow(together*float64(s.Version.Count), index)
	one, _ := s.Compacted.iterationCosts(index)
	one = s.NotBelow(one, index)
	alone = max(alone, s.AloneAtLeast(index))
	gains := &s.Tuning.Compaction
	return bundle >= gains.Gain*one && alone*float64(s.ISA.Lanes()) >= gains.ScalarGain*one
}

// gathersIn reports whether a loop has gathers.
func (s *Regions) gathersIn(index int) bool {
	l := &s.Flow.Layout.Loops[index]
	for _, b := range s.Flow.Layout.Order[l.First : l.Last+1] {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if in := s.Kernel.Instr(v); in.Op == ir.OpLoad && s.AddressOf(in.Args[0], in.Type).Pattern != access.AtOne {
				return true
			}
		}
	}
	return false
}

// NotBelow are the cycles of a vector iteration: its throughput, but at least the latency of its loop-carried
// dependency.
func (s *Regions) NotBelow(cycles float64, index int) float64 {
	l := &s.Flow.Layout.Loops[index]
	return max(cycles, s.carriedLatency(l.Headers[0], &loopRange{l.First, l.Last}, s.latencyTogether))
}

// compacts reports whether the tail of a loop may be compacted.
func (s *Regions) compacts(l *ScalarLoop) bool {
	if s.Off&switches.LaneCompaction != 0 ||
		s.Off&(switches.TailCostModel|switches.ScalarTails) == switches.TailCostModel ||
		s.Version.Count == 1 || s.PrivateAll > 0 {
		return false
	}
	if s.Compacted == nil {
		s.Compacted = s.compactedRegions()
	}
	return s.canCompact(l) && (s.Off&switches.TailCostModel != 0 || s.mayPayCompacting(l.Index))
}
