package regions

import (
	"slices"

	"heddle/compiler/lane"
	"heddle/compiler/vectorize/switches"
)

// Lanes that are left in a loop.
//
// A bundle stays in a loop in which its lanes diverge until the last of them is done; a lane that is done waits. Where
// the rounds differ much, as in searches and trial division, one lane of 64 may go on for a long time, and each of its
// rounds costs as much as one of all. So after some rounds such a loop looks how many lanes are left, and if they are
// few, they go on one after the other, in the code of lane_loop.go, from the state that they have in the vectors:
//
//	header: ...                       in vectors, under the mask of the active lanes
//	end of a round: if --countdown != 0: go to header
//	behind the loop: count the active lanes; if they are many: countdown = some, go to header
//	for each active lane:
//	    take the lane's values of what the loop reads, and of the parameters of its header
//	    run the loop to its end; keep what is read behind it
//	put the kept values of these lanes, and the masks of the ways out, to those of the lanes that were done before
//
// If they are too many for that, they may move together into one vector first: lane_join.go.
//
// When lanes come to their ends is not known. The guess is that they go on for as many rounds as they have gone, so
// they are sent apart if
//
//	lanes * (iterations * cycles of one for a lane alone + cycles to send it apart)
//	    <= iterations * cycles of one for the bundle
//
// with the cycles counted in the code that was written. Loops of few rounds never look. The countdown takes the place
// of the look whether the launch was cancelled, which is made as seldom.

// TailLoop is a loop whose last lanes go on one after the other.
type TailLoop struct {
	ScalarLoop
	Number       int  // of Regions.lefts
	IsCompacting bool // they may join in vectors first
}

// findTails chooses the loops, of those that lanes do not run one after the other from the start.
func (s *Regions) findTails(apart []*ScalarLoop) []*TailLoop {
	if s.Off&switches.DivergenceTails != 0 || len(s.CasLoops) > 0 {
		return nil
	}
	var found []*TailLoop
	for i := range s.Flow.Layout.Loops {
		l := &s.Flow.Layout.Loops[i]
		isInApart := slices.ContainsFunc(apart, func(o *ScalarLoop) bool { return o.Loop.Has(l.First) })
		if isInApart || s.IsRemainder(s.Flow.Layout.Order[l.First]) || !s.Flow.IsOpened[l.First] ||
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

// isShortInner reports whether a loop has no loops inside and few instructions.
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

// mayPayTail reports whether a round of a loop may cost a bundle as much as one costs two lanes alone.
func (s *Regions) mayPayTail(index int) bool {
	together, alone := s.iterationCosts(index)
	return together*float64(s.Version.Count) >= s.Tuning.Tails.MinRatio*alone
}

// TailOf is the loop that begins at a place, if its last lanes go on one after the other.
func (s *Regions) TailOf(place int) *TailLoop {
	for _, l := range s.Tails {
		if l.Loop.First == place {
			return l
		}
	}
	return nil
}
