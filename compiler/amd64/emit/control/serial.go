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
	for u := 0; u < s.Version.Count; u += step.Team {
		s.beginTeam(u, step.Team)
		s.writeSubGroup(step, u, end)
	}
	s.Label(end)
	s.forgetTeam()
	s.Serial.Current, s.Serial.InBlock = 0, nil
	for v := range s.Serial.Inside { // later uses find their lanes after the serialised code
		s.SetDefined(v)
	}
	s.Serial.Inside = nil
}

// writeSubGroup writes a step for a sub-group, or for those of the language's. It jumps to end if all later sub-groups
// are skipped, too.
func (s *Selector) writeSubGroup(step *regions.SerialStep, u int, end int32) {
	next := s.Fn.NewLabel()
	if step.Skip != nil && step.WayOf(u) == regions.Masked {
		if step.Skip.Sub[u].IsEmpty {
			return
		}
		if step.Skip.Sub[u].Whole != nil {
			s.writeWhole(step, u, next)
		}
		s.skipSubGroup(step.Skip, step.Skip.Sub[u].Tests, next, end)
	}
	for _, v := range step.List {
		s.written(v, s.Kernel.Instr(v))
	}
	if step.If != nil {
		s.writeIfOf(step, u)
	}
	s.Label(next)
}

// writeIfOf writes the if of a step for the sub-groups under way, the first of which is u.
func (s *Selector) writeIfOf(step *regions.SerialStep, u int) {
	for first := u; first < u+step.Team; first += step.IfTeam {
		if step.IfTeam < step.Team {
			s.beginTeam(first, step.IfTeam)
		}
		switch way := step.WayOf(first); way {
		case regions.ByLane:
			s.writeByLane(step.Known, first)
		case regions.Masked:
			s.writeIf(step.If)
		default:
			s.writeWay(step.Known, int(way-regions.First))
		}
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

// beginTeam goes on with the code of some sub-groups.
func (s *Selector) beginTeam(u, team int) {
	s.forgetTeam()
	s.Serial.Current, s.Serial.Team = u+1, team
	s.Serial.InBlock, s.Serial.Start = map[emit.LanesKey][]asm.Reg{}, int32(len(s.Fn.Insts))
}

// forgetTeam drops what was made for the sub-groups under way.
func (s *Selector) forgetTeam() {
	first := max(s.Serial.Current, 1) - 1
	for u := first; u < first+s.Serial.Team; u++ {
		s.forgetInside(u)
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
