package amd64

import (
	"iter"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// Parts: code for one sub-group of a bundle after the other.
//
// As a rule the sub-groups of a bundle run in lockstep, instruction by instruction. Bundles of kernels with barriers are
// large, so that few wait at a barrier; in lockstep, what an if needs for all its sub-groups at a time, masks above all,
// is more than there are registers, and sub-groups none of whose lanes take the if run it all the same. So such an if is
// written once per sub-group, as a part of its own: the block that parts the lanes, from where its code differs by
// sub-groups, and the blocks up to where all lanes meet again. Within a part a test for lanes is of one mask, and leads
// behind the part.
//
// Where nothing parts the lanes, instructions of a block in sequence that differ by sub-groups are written in parts too,
// if sub-groups lie in a row: what they compute on the way needs registers for one sub-group then.
//
// The order of accesses changes only between sub-groups, which nothing orders but barriers, and these are in no part.
// What the sub-groups share is computed before the parts of a block. In the other blocks of an if it is computed in each
// part again, because others may be left out.

// minPartCount is the number of sub-groups from which on they run part by part.
const minPartCount = 4

// mostInLockstep is how many run in lockstep where nothing waits.
const mostInLockstep = 8

// partWriting is the state of writing parts; the zero value is lockstep.
type partWriting struct {
	isOn    bool                   // the kernel is written in parts where it may be
	only    int                    // 1 + the sub-group that code is being written for; 0: all
	inside  map[ir.ValueID]int     // by value made in the parts under way: not 0; others were made before
	inBlock map[lanesKey][]asm.Reg // vectors of what steps evenly, for the block of the part under way
	start   int32                  // where its instructions begin
	whole   map[ir.BlockID]bool    // by root: all lanes of the part under way are known to be there
	isFull  bool                   // all lanes of the parts under way begin them
}

// each are the sub-groups that code is being written for.
func (s *selector) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		if s.parts.only > 0 {
			yield(s.parts.only - 1)
			return
		}
		for u := range s.version.Count {
			if !yield(u) {
				return
			}
		}
	}
}

// current are the masks of these sub-groups.
func (s *selector) current(masks []asm.Reg) []asm.Reg {
	if u := s.parts.only; u > 0 {
		return masks[u-1 : u]
	}
	return masks
}

// eachCopy are those of them that have registers of their own of a form; 0 if all share one set.
func (s *selector) eachCopy(f form) iter.Seq[int] {
	if f.perSub {
		return s.each()
	}
	return func(yield func(int) bool) { yield(0) }
}

// usesParts says whether a version is written in parts.
func usesParts(f *ir.Func, v Version) bool {
	return v.Count >= minPartCount && f.Kernel && (waits(f) || v.Count > mostInLockstep)
}

// waits says whether a function has barriers.
func waits(f *ir.Func) bool {
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if f.Instr(v).Op == ir.OpBarrier {
				return true
			}
		}
	}
	return false
}

// isPartable says whether an instruction may be written for one sub-group at a time.
func (s *regionTable) isPartable(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLoad, ir.OpStore:
		return in.Flags&ir.FlagVolatile == 0
	}
	return in.Op.Pure() || in.Op == ir.OpAlloca
}

// isSharedValue says whether all sub-groups have one value, in one set of registers.
func (s *regionTable) isSharedValue(v ir.ValueID, in *ir.Instr) bool {
	return in.Type != ir.Void && !s.byValue[v].perSub
}

// blockInParts writes the instructions of a block, those that differ by sub-groups in parts, and the way out of it; if
// it begins an if that is written in parts, that too. It gives the place of the last block written.
func (s *selector) blockInParts(b ir.BlockID) int {
	block := &s.kernel.Blocks[b]
	end := s.ifEnd(s.place)
	var waiting []ir.ValueID // instructions to be written in parts
	isWaiting, stored := map[ir.ValueID]bool{}, false
	flush := func() {
		s.writeParts(waiting, nil)
		waiting, stored = nil, false
		clear(isWaiting)
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		in := s.kernel.Instr(v)
		if !s.needed[v] || s.fused[v] {
			s.defined[v] = int32(len(s.Fn.Insts))
			continue
		}
		isShared := s.isSharedValue(v, in) || s.version.Shape != bundle.Rows
		depends := in.Op == ir.OpLoad && stored
		for _, a := range in.Args {
			depends = depends || isWaiting[a]
		}
		if c := s.clusterAt[v]; c != nil {
			depends = depends || stored
		}
		if s.isSameStore(in) {
			flush() // of what is the same everywhere one store will do, behind what came before it
			s.written(v, in)
			continue
		}
		if !isShared && s.isPartable(in) {
			waiting, isWaiting[v] = append(waiting, v), true
			stored = stored || in.Op == ir.OpStore
			continue
		}
		if depends || !s.isPartable(in) {
			flush()
		}
		s.written(v, in)
	}
	if end < 0 {
		flush()
		s.Pos = uint32(s.kernel.Terminator(b).Pos)
		s.leaveBlock(b)
		return s.place
	}
	s.writeParts(waiting, &ifParts{first: s.place, end: end})
	return end - 1
}

// ifParts are the places of an if: that of the block that parts the lanes, and that behind the last.
type ifParts struct{ first, end int }

// writeParts writes instructions, and behind them an if, once per sub-group.
func (s *selector) writeParts(list []ir.ValueID, branch *ifParts) {
	if len(list) == 0 && branch == nil {
		return
	}
	s.parts.inside = map[ir.ValueID]int{}
	for _, v := range list {
		s.parts.inside[v] = 1
	}
	if branch != nil {
		s.noteInside(branch)
	}
	s.parts.isFull = s.masks() == nil
	skip, end := s.skipOf(list, branch), s.Fn.NewLabel()
	known := s.knownWays(branch)
	for u := range s.version.Count {
		s.forgetInside(max(s.parts.only, 1) - 1)
		s.parts.only, s.parts.inBlock, s.parts.start = u+1, map[lanesKey][]asm.Reg{}, int32(len(s.Fn.Insts))
		next := s.Fn.NewLabel()
		if known != nil && s.writeKnown(list, known, u) {
			continue
		}
		if skip != nil && s.skipPart(skip, u, next, end) {
			continue
		}
		for _, v := range list {
			s.written(v, s.kernel.Instr(v))
		}
		if branch != nil {
			s.writeIf(branch)
		}
		s.label(next)
	}
	s.label(end)
	s.forgetInside(s.parts.only - 1)
	s.parts.only, s.parts.inBlock = 0, nil
	for v := range s.parts.inside { // whatever asks for their lanes later finds them behind the parts
		s.defined[v] = int32(len(s.Fn.Insts))
	}
	s.parts.inside = nil
}

// noteInside notes the values that the blocks of an if make, but the first.
func (s *selector) noteInside(branch *ifParts) {
	for _, b := range s.flow.layout.Order[branch.first+1 : branch.end] {
		for _, p := range s.kernel.Blocks[b].Params {
			s.parts.inside[p] = 1
		}
		for _, v := range s.kernel.Blocks[b].Instrs {
			s.parts.inside[v] = 1
		}
	}
}

// forgetInside drops the vectors and reciprocals of values that were made in the part of a sub-group.
func (s *selector) forgetInside(u int) {
	for v := range s.parts.inside {
		for _, sub := range [...]int{u, 0, -1 - u, -1, wordOfSub + u, wordOfSub} { // as lanesOf, broadcastOf and uniformWord name them
			delete(s.inLanes, lanesKey{v, sub})
		}
	}
	for key := range s.reciprocals {
		if s.parts.inside[key.value] != 0 {
			delete(s.reciprocals, key)
		}
	}
}

// writeIf writes the way out of the first block of an if, and its other blocks, for one sub-group.
func (s *selector) writeIf(branch *ifParts) {
	order := s.flow.layout.Order
	behind, back := s.enterIf(branch)
	s.place = branch.first
	b := order[s.place]
	s.Pos = uint32(s.kernel.Terminator(b).Pos)
	s.leaveBlock(b)
	for s.place = branch.first + 1; s.place < branch.end; s.place++ {
		if s.flow.isOpened[s.place] {
			s.block(order[s.place])
		}
	}
	s.place = branch.first
	s.label(behind)
	back()
}

// maxIfBlocks bounds the blocks of an if that is written in parts.
const maxIfBlocks = 32

// ifEnd is the place behind an if that begins at a place and can be written in parts; -1: there is none.
func (s *regionTable) ifEnd(first int) int {
	order := s.flow.layout.Order
	e := order[first]
	if !s.flow.parts[e] {
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

// mayBeInIf says whether a block can be written for one sub-group at a time, in an if that begins with e.
func (s *regionTable) mayBeInIf(e, b ir.BlockID) bool {
	if s.flow.inner(b) != s.flow.inner(e) || !s.flow.cfg.Dominates(e, b) {
		return false
	}
	for _, v := range s.kernel.Blocks[b].Instrs {
		in := s.kernel.Instr(v)
		if s.acrossAt[v] != nil || s.needed[v] && !s.isPartable(in) && !accesses(in.Op) && !in.Op.Terminator() {
			return false
		}
	}
	return true
}

// endsIf says whether all lanes of the block at first meet at end: there, or at the end of the kernel.
func (s *regionTable) endsIf(first, end int) bool {
	order := s.flow.layout.Order
	if end == len(order) {
		return s.flow.inner(order[first]) < 0 && s.mayBeInIf(order[first], order[end-1])
	}
	e, x := order[first], order[end]
	if s.flow.inner(x) != s.flow.inner(e) || s.flow.root[x] != s.flow.root[e] || !s.flow.cfg.Dominates(e, x) {
		return false
	}
	for _, p := range s.kernel.Blocks[x].Params {
		if s.needed[p] && !s.byValue[p].perSub {
			return false
		}
	}
	return true
}

// sharesNothingBehind says whether no vector that all sub-groups share is made in the blocks of an if, but the first, and
// read behind them: each part makes it anew, for its own lanes, so that behind the parts it would hold those of the last.
func (s *regionTable) sharesNothingBehind(first, end int) bool {
	inside, shared := map[ir.BlockID]bool{}, map[ir.ValueID]bool{}
	for _, b := range s.flow.layout.Order[first:end] {
		inside[b] = true
	}
	readsAny := func(args []ir.ValueID) bool {
		return slices.ContainsFunc(args, func(a ir.ValueID) bool { return shared[a] })
	}
	for _, b := range s.flow.layout.Order[first+1 : end] {
		for _, list := range [...][]ir.ValueID{s.kernel.Blocks[b].Params, s.kernel.Blocks[b].Instrs} {
			for _, v := range list {
				f := s.byValue[v]
				isMade := s.needed[v] && !f.perSub && (f.kind == vector || f.kind == mask)
				// what is not needed, as a part of an address, is made by those who read it
				if isMade || !s.needed[v] && readsAny(s.kernel.Instr(v).Args) {
					shared[v] = true
				}
			}
		}
	}
	if len(shared) == 0 {
		return true
	}
	for _, b := range s.flow.layout.Order {
		if inside[b] {
			continue
		}
		for _, v := range s.kernel.Blocks[b].Instrs {
			if readsAny(s.kernel.Instr(v).Args) {
				return false
			}
		}
		for _, e := range s.kernel.Blocks[b].Succs {
			if readsAny(e.Args) {
				return false
			}
		}
	}
	return true
}

// staysInIf says whether control goes from the blocks of an if only downwards, within it or to its end.
func (s *regionTable) staysInIf(first, end int) bool {
	for place := first; place < end; place++ {
		if !s.flow.isOpened[place] {
			continue
		}
		if !s.leadsInIf(first, end, place) {
			return false
		}
	}
	return true
}

func (s *regionTable) leadsInIf(first, end, place int) bool {
	order := s.flow.layout.Order
	for _, way := range s.flow.waysFrom(place) {
		if len(way) == 0 {
			if end != len(order) {
				return false
			}
			continue
		}
		next := way[0]
		if next.place <= place || next.place > end || next.place == end && next.isTested {
			return false
		}
	}
	return true
}
