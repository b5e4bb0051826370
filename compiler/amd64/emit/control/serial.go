package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
)

// blockSerially writes the instructions and the terminator of a block; instructions that differ by sub-groups are
// written once per sub-group, and so is a serialised if that begins there. It returns the place of the last block
// written.
func (s *Selector) blockSerially(b ir.BlockID) int {
	steps := s.SerialSteps[b]
	for i := range steps {
		step := &steps[i]
		if step.IsSerial {
			s.writeSerially(step)
			continue
		}
		for _, v := range step.List {
			s.written(v, s.Kernel.Instr(v))
		}
	}
	if n := len(steps); n > 0 && steps[n-1].If != nil {
		return steps[n-1].If.End - 1
	}
	s.Pos = uint32(s.Kernel.Terminator(b).Pos)
	s.leaveBlock(b)
	return s.Place
}

// writeSerially writes a step once per sub-group.
func (s *Selector) writeSerially(step *regions.SerialStep) {
	s.Serial.Inside = map[ir.ValueID]int{}
	for _, v := range step.List {
		s.Serial.Inside[v] = 1
	}
	if step.If != nil {
		s.noteInside(step.If)
	}
	s.Serial.IsFull = s.Masks() == nil
	end := s.Fn.NewLabel()
	for u := range s.Version.Count {
		s.forgetInside(max(s.Serial.Current, 1) - 1)
		s.Serial.Current, s.Serial.InBlock, s.Serial.Start = u+1, map[emit.LanesKey][]asm.Reg{}, int32(len(s.Fn.Insts))
		s.writeSubGroup(step, u, end)
	}
	s.Label(end)
	s.forgetInside(s.Serial.Current - 1)
	s.Serial.Current, s.Serial.InBlock = 0, nil
	for v := range s.Serial.Inside { // later uses find their lanes after the serialised code
		s.SetDefined(v)
	}
	s.Serial.Inside = nil
}

// writeSubGroup writes a step for a sub-group. It jumps to end if all later sub-groups are skipped, too.
func (s *Selector) writeSubGroup(step *regions.SerialStep, u int, end int32) {
	way, next := regions.Masked, s.Fn.NewLabel()
	if step.Known != nil {
		way = step.Known.Ways[u]
	}
	if step.Skip != nil && way == regions.Masked {
		if step.Skip.Sub[u].IsEmpty {
			return
		}
		s.skipSubGroup(step.Skip, step.Skip.Sub[u].Tests, next, end)
	}
	for _, v := range step.List {
		s.written(v, s.Kernel.Instr(v))
	}
	switch {
	case way == regions.ByLane:
		s.writeByLane(step.Known, u)
	case way != regions.Masked:
		s.writeWay(step.Known, int(way-regions.First))
	default:
		if step.If != nil {
			s.writeIf(step.If)
		}
		s.Label(next)
	}
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

// forgetInside drops the vectors and reciprocals of values that were made in the code of one sub-group.
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
	after, back := s.enterIf(branch)
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
	s.Label(after)
	back()
}
