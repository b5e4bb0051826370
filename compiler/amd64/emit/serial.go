package emit

import (
	"iter"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// serialState is the state of serialised code; the zero value is lockstep.
type serialState struct {
	Current int                    // 1 + the first sub-group that code is being written for; 0: all
	Team    int                    // how many it is being written for
	Inside  map[ir.ValueID]int     // by value made in the serialised code under way: not 0; others were made before
	InBlock map[LanesKey][]asm.Reg // vectors of what steps evenly, for the block and sub-group under way
	Start   int32                  // where its instructions begin
	Whole   map[ir.BlockID]bool    // by root: all lanes of the sub-group under way are known to be there
	IsFull  bool                   // all lanes begin the serialised code
}

// Each are the sub-groups that code is being written for.
func (s *Values) Each() iter.Seq[int] {
	return func(yield func(int) bool) {
		first, end := 0, s.Version.Count
		if s.Serial.Current > 0 {
			first = s.Serial.Current - 1
			end = first + s.Serial.Team
		}
		for u := first; u < end; u++ {
			if !yield(u) {
				return
			}
		}
	}
}

// Current are the masks of these sub-groups.
func (s *Values) Current(masks []asm.Reg) []asm.Reg {
	if u := s.Serial.Current; u > 0 {
		return masks[u-1 : u-1+s.Serial.Team]
	}
	return masks
}

// EachCopy are those of them that have registers of their own of a form; 0 if all share one set.
func (s *Values) EachCopy(f forms.Form) iter.Seq[int] {
	if f.PerSub {
		return s.Each()
	}
	return func(yield func(int) bool) { yield(0) }
}

// IsWhole reports whether all lanes of the sub-group that code is being written for are known to run a block.
func (s *Values) IsWhole(b ir.BlockID) bool { return s.Serial.Whole[s.Flow.Root[b]] }

// knownMask makes the mask of a sub-group.
func (s *Values) knownMask(v ir.ValueID, u int) []asm.Reg {
	return []asm.Reg{s.ConstWords(s.knownTruth(v, u), 4)}
}

// knownTruth has a bit for each lane of a sub-group in which a truth value is known to hold.
func (s *Values) knownTruth(v ir.ValueID, u int) (lanes uint64) {
	n := s.ISA.Lanes()
	for l, bit := range s.KnownLanes(v)[u*n : (u+1)*n] {
		lanes |= bit & 1 << l
	}
	return lanes
}
