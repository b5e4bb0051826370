package regions

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Loops that lanes run one after the other.
//
// A loop in which each lane goes its own way through memory has little to gain from vectors: bytes are read and written
// lane by lane anyway, rows far apart crowd the cache with a line per lane, and lanes that are done wait for the last
// one. Such a loop is written for a single lane, in general registers, inside of a loop over the lanes that come to it:
//
//	for each active lane of the bundle:
//	    take the lane's values of what the loop reads, and of its parameters at the entry
//	    run the loop to its end
//	    keep the lane's values of what is read after the loop, and which way it left
//	put the kept values, and the masks of the ways out, back into vectors
//
// The values pass through the frame. The inner code is written by a second selector, for which nothing differs by
// lanes: all values are the same, all branches are jumps. So it has all rules for uniform code, and needs none of its
// own.
//
// Between the work-items of a sub-group the language promises no order of accesses but that of barriers and of atomic
// operations (OpenCL C, memory consistency model: only what synchronizes orders the actions of two work-items), and no
// progress of one while another waits for it. Loops with barriers, atomic operations, fences or volatile accesses are
// left alone, so one lane may run to its end before the next begins. What a lane does by itself is done in its order.

// ScalarLoop is a loop of the layout that is written so.
type ScalarLoop struct {
	Index   int // of the layout's loops
	Loop    *loopRange
	Escapes []ir.ValueID // made in it and read after it
	Exits   []int        // places that control leaves it for
}

// loopRange is the part of the layout that a loop takes.
type loopRange struct{ First, Last int }

func (r *loopRange) Has(place int) bool { return place >= r.First && place <= r.Last }

// findScalarLoops chooses the loops, and makes the selector that writes them.
func (s *Regions) findScalarLoops() {
	s.ScalarLoopAt = make([]*ScalarLoop, len(s.Flow.Layout.Order))
	if s.IsSerial || s.Version.Count*s.ISA.Lanes() > TeamLanes {
		return
	}
	found := s.findSerialised()
	lefts := s.findTails(found)
	if len(found) == 0 && len(lefts) == 0 {
		return
	}
	inner, err := s.scalarRegions()
	if err != nil {
		return
	}
	s.Scalarised, s.Tails = inner, lefts
	for _, l := range found {
		s.ScalarLoopAt[l.Loop.First] = l
		s.scalarLoops = append(s.scalarLoops, l)
	}
	for _, l := range lefts {
		s.scalarLoops = append(s.scalarLoops, &l.ScalarLoop)
	}
	s.needInner()
}

// findSerialised chooses the loops that lanes run one after the other from the start.
func (s *Regions) findSerialised() []*ScalarLoop {
	if s.Off&switches.ScalarLoops != 0 {
		return nil
	}
	var found []*ScalarLoop
	for i := range s.Flow.Layout.Loops {
		l := &s.Flow.Layout.Loops[i]
		inOther := slices.ContainsFunc(found, func(o *ScalarLoop) bool { return o.Loop.Has(l.First) })
		if inOther || !s.Flow.IsOpened[l.First] || !s.paysSerialised(i) {
			continue
		}
		if ll, ok := s.scalarLoop(i); ok {
			found = append(found, ll)
		}
	}
	return found
}

// scalarLoop looks whether a loop can be written lane by lane.
func (s *Regions) scalarLoop(index int) (*ScalarLoop, bool) {
	l := s.Flow.Layout.Loops[index]
	header := l.Headers[0]
	found := &ScalarLoop{Index: index, Loop: &loopRange{l.First, l.Last}}
	for place := l.First; place <= l.Last; place++ {
		b := s.Flow.Layout.Order[place]
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if !s.canRunAlone(v, found.Loop) {
				return nil, false
			}
		}
		for _, e := range s.Kernel.Blocks[b].Succs {
			to := s.Flow.Layout.Place[e.To]
			if slices.ContainsFunc(e.Args, func(a ir.ValueID) bool { return s.Offsets[a] }) {
				return nil, false
			}
			if !found.Loop.Has(to) && !slices.Contains(found.Exits, to) {
				found.Exits = append(found.Exits, to)
			}
		}
	}
	for place, b := range s.Flow.Layout.Order {
		if root := s.Flow.Root[b]; root >= 0 && !found.Loop.Has(place) && found.Loop.Has(s.Flow.Layout.Place[root]) &&
			place > l.Last {
			return nil, false // all that are in the loop go on there together
		}
	}
	diverges := s.Flow.IsOwn(header)
	if len(found.Exits) == 0 || !diverges && len(found.Exits) > 1 || diverges && s.leavesTogether(found) {
		return nil, false
	}
	found.Escapes = s.liveOut(found.Loop)
	for _, v := range found.Escapes {
		switch f := s.ByValue[v]; f.Kind {
		case forms.Vector, forms.Mask:
			if !f.PerSub && !s.IsUniform(v) && s.Version.Count > 1 {
				return nil, false // in bundles of columns: the same for all sub-groups, but not for all lanes
			}
		case forms.Scalar:
			// bundles that wait for others may have no lanes
			if f.PerSub || f.Rows != 0 || diverges || s.Kernel.HasBarrier() {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return found, true
}

// leavesTogether reports whether all lanes of a loop's block leave it at once, and have no mask but that block's after
// it.
func (s *Regions) leavesTogether(l *ScalarLoop) bool {
	return slices.ContainsFunc(l.Exits, func(place int) bool {
		b := s.Flow.Layout.Order[place]
		return !s.Flow.IsSink(b) && l.Loop.Has(s.Flow.Layout.Place[s.Flow.Root[b]])
	})
}

// canRunAlone reports whether an instruction of a loop may be written for one lane at a time.
func (s *Regions) canRunAlone(v ir.ValueID, loop *loopRange) bool {
	in := s.Kernel.Instr(v)
	for _, a := range in.Args {
		if s.Offsets[a] {
			return false
		}
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID, ir.OpCall, ir.OpResult, ir.OpArg:
		return false
	case ir.OpLoad, ir.OpStore:
		return in.Flags&ir.FlagVolatile == 0 && in.Space != ir.SpacePrivate &&
			(in.Space != ir.SpaceGeneric || s.PrivateAll == 0)
	case ir.OpJump, ir.OpBranch, ir.OpSwitch, ir.OpPrefetch:
		return true
	}
	return in.Op.Pure()
}

// liveOut are the values made in a loop and used outside of it.
func (s *Regions) liveOut(loop *loopRange) []ir.ValueID {
	var list []ir.ValueID
	note := func(values []ir.ValueID) {
		for _, v := range values {
			in := s.Kernel.Instr(v)
			if in.Op != ir.OpConst && in.Op != ir.OpUndef && loop.Has(s.Flow.Layout.Place[in.Block]) &&
				!slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	for place, b := range s.Flow.Layout.Order {
		if loop.Has(place) {
			continue
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			note(s.Kernel.Instr(v).Args)
		}
		for _, e := range s.Kernel.Blocks[b].Succs {
			note(e.Args)
		}
	}
	return list
}

// scalarRegions decides for one lane: nothing varies.
func (s *Regions) scalarRegions() (*Regions, error) {
	flow, err := flow.NewFlow(s.Kernel, s.Flow.Cfg, func(ir.BlockID) bool { return false })
	if err != nil {
		return nil, err
	}
	v := bundle.Version{Shape: bundle.Rows, Count: 1, SmallIDs: s.Version.SmallIDs, Guarded: s.Version.Guarded,
		FullBundles: true}
	return s.another(forms.Forms{Info: s.Info, Flow: flow, Version: v}), nil
}

// another decides for the same function once more, with other forms.
func (s *Regions) another(f forms.Forms) *Regions {
	f.Machine, f.Kernel, f.Off, f.Offsets = s.Machine, s.Kernel, s.Off, make([]bool, len(s.Kernel.Instrs))
	n := &Regions{Accesses: access.Accesses{Forms: f}, Begins: make([][]ir.ValueID, len(s.Kernel.Blocks))}
	n.Forms.Decide()
	return n
}

// needInner finds out what the loops need, when they are written lane by lane.
func (s *Regions) needInner() {
	var roots []ir.ValueID
	for _, l := range s.scalarLoops {
		roots = append(roots, l.Escapes...)
		if s.Compacted != nil {
			roots = append(roots, s.Kernel.Blocks[s.Flow.Layout.Order[l.Loop.First]].Params...)
		}
		for _, b := range s.Flow.Layout.Order[l.Loop.First : l.Loop.Last+1] {
			roots = append(roots, s.effectsOf(b)...)
		}
	}
	for _, n := range []*Regions{s.Scalarised, s.Compacted} {
		if n != nil {
			n.Needed, n.Fused = make([]bool, len(s.Kernel.Instrs)), make([]bool, len(s.Kernel.Instrs))
			n.need(slices.Clone(roots), n.sources(), func(v ir.ValueID) bool { return s.scalarLoopOf(v) == nil })
			n.fuse()
			n.findGroups()
			n.DecideRows(n.elsewhere)
			n.findPieces()
		}
	}
	if s.Compacted != nil {
		s.Compacted.findBegins()
	}
}

// scalarLoopOf is the loop of those written lane by lane that a value is made in, nil if it is made elsewhere.
func (s *Regions) scalarLoopOf(v ir.ValueID) *ScalarLoop {
	place := s.Flow.Layout.Place[s.Kernel.Instr(v).Block]
	for _, l := range s.scalarLoops {
		if l.Loop.Has(place) {
			return l
		}
	}
	return nil
}

// isSerialised reports whether a value is made lane by lane only.
func (s *Regions) isSerialised(v ir.ValueID) bool {
	l := s.scalarLoopOf(v)
	return l != nil && s.ScalarLoopAt[l.Loop.First] != nil && !s.IsEntryOf(l, v)
}

// IsEntryOf reports whether a value is a parameter of the first block of such a loop, which what comes before it fills
// in.
func (s *Regions) IsEntryOf(l *ScalarLoop, v ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	return in.Op == ir.OpParam && s.Flow.Layout.Place[in.Block] == l.Loop.First
}

// neededInside is what the loops need, by value.
func (s *Regions) neededInside() []bool {
	switch {
	case s.Scalarised == nil:
		return nil
	case s.Compacted == nil:
		return s.Scalarised.Needed
	}
	list := slices.Clone(s.Scalarised.Needed)
	for v, isNeeded := range s.Compacted.Needed {
		list[v] = list[v] || isNeeded
	}
	return list
}

// wantedByOthers are the values made in a loop that may be read by another one that is written lane by lane.
func (s *Regions) wantedByOthers(l *ScalarLoop) []ir.ValueID {
	if len(s.scalarLoops) > 1 {
		return l.Escapes
	}
	return nil
}
