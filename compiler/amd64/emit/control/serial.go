package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
)

// blockSerially writes the instructions of a block, those that differ by sub-groups in parts, and the way out of it; if
// it begins an if that is written in parts, that too. It gives the place of the last block written.
func (s *Selector) blockSerially(b ir.BlockID) int {
	block := &s.Kernel.Blocks[b]
	end := s.SerialIfEnd(s.Place)
	var waiting []ir.ValueID // instructions to be written in parts
	isWaiting, stored := map[ir.ValueID]bool{}, false
	flush := func() {
		s.writeSerially(waiting, nil)
		waiting, stored = nil, false
		clear(isWaiting)
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		in := s.Kernel.Instr(v)
		if !s.Needed[v] || s.Fused[v] {
			s.Defined[v] = int32(len(s.Fn.Insts))
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
		return s.Place
	}
	s.writeSerially(waiting, &regions.SerialIf{First: s.Place, End: end})
	return end - 1
}

// writeSerially writes instructions, and behind them an if, once per sub-group.
func (s *Selector) writeSerially(list []ir.ValueID, branch *regions.SerialIf) {
	if len(list) == 0 && branch == nil {
		return
	}
	s.Serial.Inside = map[ir.ValueID]int{}
	for _, v := range list {
		s.Serial.Inside[v] = 1
	}
	if branch != nil {
		s.noteInside(branch)
	}
	s.Serial.IsFull = s.Masks() == nil
	skip, end := s.SkipOf(list, branch), s.Fn.NewLabel()
	known := s.KnownWays(branch)
	for u := range s.Version.Count {
		s.forgetInside(max(s.Serial.Current, 1) - 1)
		s.Serial.Current, s.Serial.InBlock, s.Serial.Start = u+1, map[emit.LanesKey][]asm.Reg{}, int32(len(s.Fn.Insts))
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
		s.Label(next)
	}
	s.Label(end)
	s.forgetInside(s.Serial.Current - 1)
	s.Serial.Current, s.Serial.InBlock = 0, nil
	for v := range s.Serial.Inside { // whatever asks for their lanes later finds them behind the parts
		s.Defined[v] = int32(len(s.Fn.Insts))
	}
	s.Serial.Inside = nil
}

// noteInside notes the values that the blocks of an if make, but the first.
func (s *Selector) noteInside(branch *regions.SerialIf) {
	for _, b := range s.Flow.Layout.Order[branch.First+1 : branch.End] {
		for _, p := range s.Kernel.Blocks[b].Params {
			s.Serial.Inside[p] = 1
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			s.Serial.Inside[v] = 1
		}
	}
}

// forgetInside drops the vectors and reciprocals of values that were made in the part of a sub-group.
func (s *Selector) forgetInside(u int) {
	for v := range s.Serial.Inside {
		// as LanesOf, broadcastOf and uniformWord name them
		for _, sub := range [...]int{u, 0, -1 - u, -1, emit.WordOfSub + u, emit.WordOfSub} {
			delete(s.InLanes, emit.LanesKey{Value: v, Sub: sub})
		}
	}
	for key := range s.Reciprocals {
		if s.Serial.Inside[key.Value] != 0 {
			delete(s.Reciprocals, key)
		}
	}
}

// writeIf writes the way out of the first block of an if, and its other blocks, for one sub-group.
func (s *Selector) writeIf(branch *regions.SerialIf) {
	order := s.Flow.Layout.Order
	behind, back := s.enterIf(branch)
	s.Place = branch.First
	b := order[s.Place]
	s.Pos = uint32(s.Kernel.Terminator(b).Pos)
	s.leaveBlock(b)
	for s.Place = branch.First + 1; s.Place < branch.End; s.Place++ {
		if s.Flow.IsOpened[s.Place] {
			s.block(order[s.Place])
		}
	}
	s.Place = branch.First
	s.Label(behind)
	back()
}
