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
	if in.Op.IsSubGroup() { // those of several vectors need all of them
		return s.Kernel.SubGroup <= uint64(s.ISA.Lanes())
	}
	return in.Op.Pure() || in.Op == ir.OpAlloca
}

// isSharedValue reports whether all sub-groups have one value, in one set of registers.
func (s *Regions) isSharedValue(v ir.ValueID, in *ir.Instr) bool {
	return in.Type != ir.Void && !s.ByValue[v].PerSub
}

// SerialIf are the places of an if: that of the block that parts the lanes, and that behind the last.
type SerialIf struct{ First, End int }

// serialIfEnd is the place behind an if that begins at a place and can be written in parts; -1: there is none.
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
		if s.endsIf(first, end) && s.staysInIf(first, end) && s.sharesNothingBehind(first, end) {
			return end
		}
	}
	return -1
}

// mayBeInIf reports whether a block can be written for one sub-group at a time, in an if that begins with e.
func (s *Regions) mayBeInIf(e, b ir.BlockID) bool {
	if s.Flow.Inner(b) != s.Flow.Inner(e) || !s.Flow.Cfg.Dominates(e, b) {
		return false
	}
	for _, v := range s.Kernel.Blocks[b].Instrs {
		in := s.Kernel.Instr(v)
		if s.CrossRowAt[v] != nil || s.Needed[v] && !s.isSerialisable(in) && !forms.Accesses(in.Op) &&
			!in.Op.Terminator() {
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
		if s.Needed[p] && !s.ByValue[p].PerSub {
			return false
		}
	}
	return true
}

// sharesNothingBehind reports whether no vector that all sub-groups share is made in the blocks of an if, but the
// first, and read behind them: each part makes it anew, for its own lanes, so that behind the parts it would hold those
// of the last.
func (s *Regions) sharesNothingBehind(first, end int) bool {
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

// Parts: code for one sub-group of a bundle after the other.
//
// As a rule the sub-groups of a bundle run in lockstep, instruction by instruction. Bundles of kernels with barriers
// are large, so that few wait at a barrier; in lockstep, what an if needs for all its sub-groups at a time, masks above
// all, is more than there are registers, and sub-groups none of whose lanes take the if run it all the same. So such an
// if is written once per sub-group, as a part of its own: the block that parts the lanes, from where its code differs
// by sub-groups, and the blocks up to where all lanes meet again. Within a part a test for lanes is of one mask, and
// leads behind the part.
//
// Where nothing parts the lanes, instructions of a block in sequence that differ by sub-groups are written in parts
// too, if sub-groups lie in a row: what they compute on the way needs registers for one sub-group then.
//
// The order of accesses changes only between sub-groups, which nothing orders but barriers, and these are in no part.
// What the sub-groups share is computed before the parts of a block. In the other blocks of an if it is computed in
// each part again, because others may be left out.

// serialisesSubGroups reports whether a version is written in parts.
func serialisesSubGroups(t *target.Tuning, f *ir.Func, v bundle.Version) bool {
	return v.Count >= t.Serial.MinSubGroups && f.Kernel && (f.HasBarrier() || v.Count > t.Serial.MaxLockstep)
}
