package regions

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/vectorize/forms"
)

// isSerialisable reports whether an instruction may be written for one sub-group at a time.
func (s *Regions) isSerialisable(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLoad, ir.OpStore:
		return in.Flags&ir.FlagVolatile == 0
	}
	return in.Op.Pure() || in.Op == ir.OpAlloca || in.Op.IsSubGroup()
}

// teamOf is how many sub-groups of a bundle an instruction must be written for at a time: what passes between the
// work-items of a sub-group of the language that takes several vectors needs all of these.
func (s *Regions) teamOf(in *ir.Instr) int {
	switch in.Op {
	case ir.OpSubGroupBallot, ir.OpSubGroupShuffle, ir.OpSubGroupFold:
		return max(1, int(s.Kernel.SubGroup)/s.ISA.Lanes())
	}
	return 1
}

// teamOfList is the same for instructions.
func (s *Regions) teamOfList(list []ir.ValueID) int {
	team := 1
	for _, v := range list {
		team = max(team, s.teamOf(s.Kernel.Instr(v)))
	}
	return team
}

// teamOfIf is the same for the blocks of an if but the first.
func (s *Regions) teamOfIf(branch *SerialIf) int {
	team := 1
	for _, b := range s.Flow.Layout.Order[branch.First+1 : branch.End] {
		team = max(team, s.teamOfList(s.Kernel.Blocks[b].Instrs))
	}
	return team
}

// isSharedValue reports whether all sub-groups have one value, in one set of registers.
func (s *Regions) isSharedValue(v ir.ValueID, in *ir.Instr) bool {
	return in.Type != ir.Void && !s.ByValue[v].PerSub
}

// SerialIf are the places of an if: that of the block on which lanes diverge, and that after the last.
type SerialIf struct{ First, End int }

// serialIfEnd is the place after an if that begins at a place and can be serialised; -1: there is none.
func (s *Regions) serialIfEnd(first int) int {
	order := s.Flow.Layout.Order
	e := order[first]
	if !s.Flow.Diverges[e] {
		return -1
	}
	for end := first + 1; end <= len(order) && end <= first+maxIfBlocks; end++ {
		if end > first+1 && !s.mayBeInIf(e, order[end-1]) {
			return -1
		}
		if s.endsIf(first, end) && s.staysInIf(first, end) && s.sharesNothingAfter(first, end) {
			return end
		}
	}
	return -1
}

// IsForAll reports whether an instruction is written for all sub-groups at once, of operands that those whose turn
// comes later do not have yet in code for one after the other.
func (s *Regions) IsForAll(v ir.ValueID) bool { return s.IsDense(v) || s.CrossRowAt[v] != nil }

// mayBeInIf reports whether a block can be written for one sub-group at a time, in an if that begins with e. Where ways
// of an if meet before its end there is no mask, so there may be dense values.
func (s *Regions) mayBeInIf(e, b ir.BlockID) bool {
	if s.Flow.Inner(b) != s.Flow.Inner(e) || !s.Flow.Cfg.Dominates(e, b) ||
		slices.ContainsFunc(s.Kernel.Blocks[b].Params, s.IsForAll) {
		return false
	}
	for _, v := range s.Kernel.Blocks[b].Instrs {
		in := s.Kernel.Instr(v)
		if s.IsForAll(v) || s.Needed[v] && !s.isSerialisable(in) && !forms.Accesses(in.Op) && !in.Op.Terminator() {
			return false
		}
	}
	return true
}

// endsIf reports whether all lanes of the block at first meet at end: there, or at the end of the kernel.
func (s *Regions) endsIf(first, end int) bool {
	order := s.Flow.Layout.Order
	if end == len(order) {
		return s.Flow.Inner(order[first]) < 0 && s.mayBeInIf(order[first], order[end-1])
	}
	e, x := order[first], order[end]
	if s.Flow.Inner(x) != s.Flow.Inner(e) || s.Flow.Root[x] != s.Flow.Root[e] || !s.Flow.Cfg.Dominates(e, x) {
		return false
	}
	for _, p := range s.Kernel.Blocks[x].Params {
		if s.Needed[p] && (!s.ByValue[p].PerSub || s.IsForAll(p)) {
			return false
		}
	}
	return true
}

// sharesNothingAfter reports whether no vector that all sub-groups share is made in the blocks of an if, but the
// first, and read after them: each sub-group makes it anew, for its own lanes, so that after the if it would hold those
// of the last.
func (s *Regions) sharesNothingAfter(first, end int) bool {
	inside, shared := map[ir.BlockID]bool{}, map[ir.ValueID]bool{}
	for _, b := range s.Flow.Layout.Order[first:end] {
		inside[b] = true
	}
	readsAny := func(args []ir.ValueID) bool {
		return slices.ContainsFunc(args, func(a ir.ValueID) bool { return shared[a] })
	}
	for _, b := range s.Flow.Layout.Order[first+1 : end] {
		for _, list := range [...][]ir.ValueID{s.Kernel.Blocks[b].Params, s.Kernel.Blocks[b].Instrs} {
			for _, v := range list {
				f := s.ByValue[v]
				isMade := s.Needed[v] && !f.PerSub && (f.Kind == forms.Vector || f.Kind == forms.Mask)
				// what is not needed, as a part of an address, is made by those who read it
				if isMade || !s.Needed[v] && readsAny(s.Kernel.Instr(v).Args) {
					shared[v] = true
				}
			}
		}
	}
	if len(shared) == 0 {
		return true
	}
	for _, b := range s.Flow.Layout.Order {
		if inside[b] {
			continue
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if readsAny(s.Kernel.Instr(v).Args) {
				return false
			}
		}
		for _, e := range s.Kernel.Blocks[b].Succs {
			if readsAny(e.Args) {
				return false
			}
		}
	}
	return true
}

// staysInIf reports whether control goes from the blocks of an if only downwards, within it or to its end.
func (s *Regions) staysInIf(first, end int) bool {
	for place := first; place < end; place++ {
		if !s.Flow.IsOpened[place] {
			continue
		}
		if !s.leadsInIf(first, end, place) {
			return false
		}
	}
	return true
}

func (s *Regions) leadsInIf(first, end, place int) bool {
	order := s.Flow.Layout.Order
	for _, way := range s.Flow.WaysFrom(place) {
		if len(way) == 0 {
			if end != len(order) {
				return false
			}
			continue
		}
		next := way[0]
		if next.Place <= place || next.Place > end || next.Place == end && next.IsTested {
			return false
		}
	}
	return true
}

// Serialisation: code for one sub-group of a bundle after the other.
//
// As a rule the sub-groups of a bundle run in lockstep, instruction by instruction. Bundles of kernels with barriers
// are large, so that few wait at a barrier; in lockstep, what an if needs for all its sub-groups at a time, masks above
// all, is more than there are registers, and sub-groups none of whose lanes take the if run it all the same. So such an
// if is written once per sub-group: the block on which the lanes diverge, from where its code differs
// by sub-groups, and the blocks up to where all lanes meet again. For one sub-group a test for lanes is of one
// mask, and leads past its code.
//
// Where lanes do not diverge, instructions of a block in sequence that differ by sub-groups are serialised too, if
// sub-groups lie in a row: what they compute on the way needs registers for one sub-group then.
//
// The order of accesses changes only between sub-groups, which nothing orders but barriers, and these are never
// serialised. What the sub-groups share is computed before the serialised code of a block. In the other blocks of an if
// it is computed for each sub-group again, because others may be left out.

// serialisesSubGroups reports whether a version serialises sub-groups.
func serialisesSubGroups(t *target.Tuning, f *ir.Func, v bundle.Version) bool {
	return v.Count >= t.Serial.MinSubGroups && f.Kernel && (f.HasBarrier() || v.Count > t.Serial.MaxLockstep)
}
