package amd64

import (
	"iter"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

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
func (s *values) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		if s.parts.only > 0 {
			yield(s.parts.only - 1)
			return
		}
		for u := range s.Version.Count {
			if !yield(u) {
				return
			}
		}
	}
}

// current are the masks of these sub-groups.
func (s *values) current(masks []asm.Reg) []asm.Reg {
	if u := s.parts.only; u > 0 {
		return masks[u-1 : u]
	}
	return masks
}

// eachCopy are those of them that have registers of their own of a form; 0 if all share one set.
func (s *values) eachCopy(f forms.Form) iter.Seq[int] {
	if f.PerSub {
		return s.each()
	}
	return func(yield func(int) bool) { yield(0) }
}

// blockInParts writes the instructions of a block, those that differ by sub-groups in parts, and the way out of it; if
// it begins an if that is written in parts, that too. It gives the place of the last block written.
func (s *selector) blockInParts(b ir.BlockID) int {
	block := &s.Kernel.Blocks[b]
	end := s.SerialIfEnd(s.place)
	var waiting []ir.ValueID // instructions to be written in parts
	isWaiting, stored := map[ir.ValueID]bool{}, false
	flush := func() {
		s.writeParts(waiting, nil)
		waiting, stored = nil, false
		clear(isWaiting)
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		in := s.Kernel.Instr(v)
		if !s.Needed[v] || s.Fused[v] {
			s.defined[v] = int32(len(s.Fn.Insts))
			continue
		}
		isShared := s.IsSharedValue(v, in) || s.Version.Shape != bundle.Rows
		depends := in.Op == ir.OpLoad && stored
		for _, a := range in.Args {
			depends = depends || isWaiting[a]
		}
		if c := s.InterleaveAt[v]; c != nil {
			depends = depends || stored
		}
		if s.IsSameStore(in) {
			flush() // of what is the same everywhere one store will do, behind what came before it
			s.written(v, in)
			continue
		}
		if !isShared && s.IsSerialisable(in) {
			waiting, isWaiting[v] = append(waiting, v), true
			stored = stored || in.Op == ir.OpStore
			continue
		}
		if depends || !s.IsSerialisable(in) {
			flush()
		}
		s.written(v, in)
	}
	if end < 0 {
		flush()
		s.Pos = uint32(s.Kernel.Terminator(b).Pos)
		s.leaveBlock(b)
		return s.place
	}
	s.writeParts(waiting, &regions.SerialIf{First: s.place, End: end})
	return end - 1
}

// writeParts writes instructions, and behind them an if, once per sub-group.
func (s *selector) writeParts(list []ir.ValueID, branch *regions.SerialIf) {
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
	skip, end := s.SkipOf(list, branch), s.Fn.NewLabel()
	known := s.KnownWays(branch)
	for u := range s.Version.Count {
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
			s.written(v, s.Kernel.Instr(v))
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
func (s *selector) noteInside(branch *regions.SerialIf) {
	for _, b := range s.Flow.Layout.Order[branch.First+1 : branch.End] {
		for _, p := range s.Kernel.Blocks[b].Params {
			s.parts.inside[p] = 1
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
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
func (s *selector) writeIf(branch *regions.SerialIf) {
	order := s.Flow.Layout.Order
	behind, back := s.enterIf(branch)
	s.place = branch.First
	b := order[s.place]
	s.Pos = uint32(s.Kernel.Terminator(b).Pos)
	s.leaveBlock(b)
	for s.place = branch.First + 1; s.place < branch.End; s.place++ {
		if s.Flow.IsOpened[s.place] {
			s.block(order[s.place])
		}
	}
	s.place = branch.First
	s.label(behind)
	back()
}
