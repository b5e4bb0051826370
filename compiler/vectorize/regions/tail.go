package regions

import (
	"slices"

	"heddle/compiler/lane"
	"heddle/compiler/vectorize/switches"
)

// Divergence tails.
//
// A bundle runs a divergent loop until its last lane leaves; the other lanes idle under the mask. Where trip counts
// vary widely, as in searches and trial division, one lane of 64 may run for a long time, and each of its iterations
// costs as much as an iteration of the whole bundle. So the loop counts its active lanes from time to time. If few are
// active, the tail is scalarised: the remaining lanes finish one after the other in scalar code (scalar_loop.go), from
// their state in the vectors:
//
//	header: ...                       in vectors, under the mask of the active lanes
//	latch: if --countdown != 0: go to header
//	check: count the active lanes; if they are many: reset countdown, go to header
//	for each active lane:
//	    extract the lane's live-in values and header parameters
//	    run the loop to its end; keep the live-out values
//	merge the live-out values, and the masks of the exits, with those of the lanes that had left before
//
// If too many lanes are active for that, they may be compacted into one vector first (compact.go).
//
// Remaining trip counts are unknown. The estimate is that a lane iterates as often again as it has so far, so the tail
// is scalarised if
//
//	lanes * (iterations * scalar cycles of an iteration + cycles to extract and merge a lane)
//	    <= iterations * vector cycles of an iteration
//
// with the cycles of the emitted code. Loops with small trip counts never reach the check. The countdown also replaces
// the poll for cancellation.

// TailLoop is a loop with a divergence tail.
type TailLoop struct {
	ScalarLoop
	Number       int  // of Regions.lefts
	IsCompacting bool // the tail may be compacted into vectors first
}

// findTails chooses the loops with tails, of those that are not scalarised as a whole.
func (s *Regions) findTails(scalar []*ScalarLoop) []*TailLoop {
	if s.Off&switches.DivergenceTails != 0 || len(s.CasLoops) > 0 {
		return nil
	}
	var found []*TailLoop
	for i := range s.Flow.Layout.Loops {
		l := &s.Flow.Layout.Loops[i]
		isInScalar := slices.ContainsFunc(scalar, func(o *ScalarLoop) bool { return o.Loop.Has(l.First) })
		if isInScalar || s.IsRemainder(s.Flow.Layout.Order[l.First]) || !s.Flow.IsOpened[l.First] ||
			!s.Flow.IsOwn(l.Headers[0]) || !s.isShortInner(i) {
			continue
		}
		ll, ok := s.scalarLoop(i)
		if !ok {
			continue
		}
		left := &TailLoop{ScalarLoop: *ll, Number: len(found), IsCompacting: s.compacts(ll)}
		if left.IsCompacting || s.mayPayTail(i) {
			found = append(found, left)
		}
	}
	if !slices.ContainsFunc(found, func(l *TailLoop) bool { return l.IsCompacting }) {
		s.Compacted = nil
	}
	return found
}

// isShortInner reports whether a loop is innermost and short.
func (s *Regions) isShortInner(index int) bool {
	if slices.ContainsFunc(s.Flow.Layout.Loops, func(l lane.Loop) bool { return l.Parent == index }) {
		return false
	}
	l, size := &s.Flow.Layout.Loops[index], 0
	for _, b := range s.Flow.Layout.Order[l.First : l.Last+1] {
		size += len(s.Kernel.Blocks[b].Instrs)
	}
	return size <= s.Tuning.Tails.MaxInstrs
}

// mayPayTail reports whether a vector iteration may cost as much as the scalar iterations of two lanes.
func (s *Regions) mayPayTail(index int) bool {
	together, alone := s.iterationCosts(index)
	return together*float64(s.Version.Count) >= s.Tuning.Tails.MinRatio*alone
}

// TailOf is the loop that begins at a place, if it has a tail.
func (s *Regions) TailOf(place int) *TailLoop {
	for _, l := range s.Tails {
		if l.Loop.First == place {
			return l
		}
	}
	return nil
}
