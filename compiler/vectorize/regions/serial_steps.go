package regions

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// SerialStep is a part of a block: instructions that are written for all sub-groups together, or once for each.
type SerialStep struct {
	List     []ir.ValueID
	IsSerial bool
	Team     int           // the number of sub-groups for which it is written at a time
	IfTeam   int           // the same for the if
	If       *SerialIf     // written after the instructions of the list, for each sub-group; nil: nothing
	Skip     *SubGroupSkip // of the if; nil: none
	Known    *KnownIf      // of the if; nil: its lanes are not known
}

// WayOf is how the if is written for a sub-group.
func (s *SerialStep) WayOf(u int) KnownWay {
	if s.Known == nil {
		return Masked
	}
	return s.Known.Ways[u]
}

// findSerialSteps takes the blocks apart that are written in steps.
func (s *Regions) findSerialSteps() {
	if !s.IsSerial {
		return
	}
	s.SerialSteps = map[ir.BlockID][]SerialStep{}
	for place := 0; place < len(s.Flow.Layout.Order); place++ {
		b := s.Flow.Layout.Order[place]
		if !s.Flow.IsOpened[place] || s.CasLoopOf[b] != nil {
			continue
		}
		steps := s.serialSteps(place)
		if last := len(steps) - 1; last >= 0 && steps[last].If != nil {
			place = steps[last].If.End - 1
		}
		s.SerialSteps[b] = steps
	}
}

// serialSteps are those of a block, and of the if that it begins. What differs by sub-groups waits, so that much of it
// is written in one step, until somebody asks for it.
func (s *Regions) serialSteps(place int) (steps []SerialStep) {
	block := &s.Kernel.Blocks[s.Flow.Layout.Order[place]]
	var waiting []ir.ValueID
	isWaiting, stored := map[ir.ValueID]bool{}, false
	flush := func() {
		if len(waiting) > 0 {
			steps = append(steps, SerialStep{List: waiting, IsSerial: true, Team: s.teamOfList(waiting)})
		}
		waiting, stored = nil, false
		clear(isWaiting)
	}
	together := func(v ir.ValueID) {
		if n := len(steps); n == 0 || steps[n-1].IsSerial {
			steps = append(steps, SerialStep{})
		}
		steps[len(steps)-1].List = append(steps[len(steps)-1].List, v)
	}
	waits := func(a ir.ValueID) bool { return isWaiting[a] }
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		in := s.Kernel.Instr(v)
		if !s.Needed[v] || s.Fused[v] { // its operands are asked for where it is used, in an address for one
			isWaiting[v] = slices.ContainsFunc(in.Args, waits)
			together(v)
			continue
		}
		isShared := s.isSharedValue(v, in) || s.Version.Shape != bundle.Rows || s.IsForAll(v)
		depends := stored && (in.Op == ir.OpLoad || s.InterleaveAt[v] != nil) || slices.ContainsFunc(in.Args, waits)
		switch {
		case s.IsSameStore(in) || in.Op == ir.OpStore && s.IsForAll(v):
			flush() // of what is the same everywhere one store will do, after what came before it
			together(v)
		case !isShared && s.isSerialisable(in):
			waiting, isWaiting[v] = append(waiting, v), true
			stored = stored || in.Op == ir.OpStore
		default:
			if depends || !s.isSerialisable(in) {
				flush()
			}
			together(v)
		}
	}
	end := s.serialIfEnd(place)
	if end < 0 {
		flush()
		return steps
	}
	step := SerialStep{List: waiting, IsSerial: true, If: &SerialIf{First: place, End: end}}
	step.IfTeam = s.teamOfIf(step.If)
	step.Team = max(step.IfTeam, s.teamOfList(waiting))
	step.Known = s.knownWays(step.If)
	step.Known.join(step.IfTeam)
	if step.Team == 1 {
		step.Skip = s.skipOf(step.List, step.If)
	}
	return append(steps, step)
}
