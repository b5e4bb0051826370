package amd64

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
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
//	    keep the lane's values of what is read behind the loop, and which way it left
//	put the kept values, and the masks of the ways out, back into vectors
//
// The values pass through the frame. The inner code is written by a second selector, for which nothing differs by lanes:
// all values are the same, all branches are jumps. So it has all rules for uniform code, and needs none of its own.
//
// Between the work-items of a sub-group the language promises no order of accesses but that of barriers and of atomic
// operations (OpenCL C, memory consistency model: only what synchronizes orders the actions of two work-items), and no
// progress of one while another waits for it. Loops with barriers, atomic operations, fences or volatile accesses are
// left alone, so one lane may run to its end before the next begins. What a lane does by itself is done in its order.

// laneLoop is a loop of the layout that is written so.
type laneLoop struct {
	index   int // of the layout's loops
	loop    *laneRange
	escapes []ir.ValueID // made in it and read behind it
	exits   []int        // places that control leaves it for
}

// laneRange is the part of the layout that a loop takes.
type laneRange struct{ first, last int }

func (r *laneRange) has(place int) bool { return place >= r.first && place <= r.last }

// findLaneLoops chooses the loops, and makes the selector that writes them.
func (s *regionTable) findLaneLoops() {
	s.laneLoopAt = make([]*laneLoop, len(s.flow.layout.Order))
	if s.inParts || s.version.Count*s.ISA.Lanes() > teamLanes {
		return
	}
	found := s.findApart()
	lefts := s.findLeftLoops(found)
	if len(found) == 0 && len(lefts) == 0 {
		return
	}
	inner, err := s.laneRegions()
	if err != nil {
		return
	}
	s.inner, s.lefts = inner, lefts
	for _, l := range found {
		s.laneLoopAt[l.loop.first] = l
		s.laneLoops = append(s.laneLoops, l)
	}
	for _, l := range lefts {
		s.laneLoops = append(s.laneLoops, &l.laneLoop)
	}
	s.needInner()
}

// findApart chooses the loops that lanes run one after the other from the start.
func (s *regionTable) findApart() []*laneLoop {
	if s.off&laneLoops != 0 {
		return nil
	}
	var found []*laneLoop
	for i := range s.flow.layout.Loops {
		l := &s.flow.layout.Loops[i]
		inOther := slices.ContainsFunc(found, func(o *laneLoop) bool { return o.loop.has(l.First) })
		if inOther || !s.flow.isOpened[l.First] || !s.paysApart(i) {
			continue
		}
		if ll, ok := s.laneLoop(i); ok {
			found = append(found, ll)
		}
	}
	return found
}

// laneLoop looks whether a loop can be written lane by lane.
func (s *regionTable) laneLoop(index int) (*laneLoop, bool) {
	l := s.flow.layout.Loops[index]
	header := l.Headers[0]
	found := &laneLoop{index: index, loop: &laneRange{l.First, l.Last}}
	for place := l.First; place <= l.Last; place++ {
		b := s.flow.layout.Order[place]
		for _, v := range s.kernel.Blocks[b].Instrs {
			if !s.canRunAlone(v, found.loop) {
				return nil, false
			}
		}
		for _, e := range s.kernel.Blocks[b].Succs {
			to := s.flow.layout.Place[e.To]
			if slices.ContainsFunc(e.Args, func(a ir.ValueID) bool { return s.offsets[a] }) {
				return nil, false
			}
			if !found.loop.has(to) && !slices.Contains(found.exits, to) {
				found.exits = append(found.exits, to)
			}
		}
	}
	for place, b := range s.flow.layout.Order {
		if root := s.flow.root[b]; root >= 0 && !found.loop.has(place) && found.loop.has(s.flow.layout.Place[root]) && place > l.Last {
			return nil, false // all that are in the loop go on there together
		}
	}
	isParting := s.flow.isOwn(header)
	if len(found.exits) == 0 || !isParting && len(found.exits) > 1 || isParting && s.leavesTogether(found) {
		return nil, false
	}
	found.escapes = s.usedBehind(found.loop)
	for _, v := range found.escapes {
		switch f := s.byValue[v]; f.kind {
		case vector, mask:
			if !f.perSub && !s.isUniform(v) && s.version.Count > 1 {
				return nil, false // in bundles of columns: the same for all sub-groups, but not for all lanes
			}
		case scalar:
			if f.perSub || f.rows != 0 || isParting || s.waits() { // bundles that wait for others may have no lanes
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return found, true
}

// leavesTogether says whether all lanes of a loop's block leave it at once, and have no mask but that block's behind it.
func (s *regionTable) leavesTogether(l *laneLoop) bool {
	return slices.ContainsFunc(l.exits, func(place int) bool {
		b := s.flow.layout.Order[place]
		return !s.flow.isSink(b) && l.loop.has(s.flow.layout.Place[s.flow.root[b]])
	})
}

// canRunAlone says whether an instruction of a loop may be written for one lane at a time.
func (s *regionTable) canRunAlone(v ir.ValueID, loop *laneRange) bool {
	in := s.kernel.Instr(v)
	for _, a := range in.Args {
		if s.offsets[a] {
			return false
		}
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID, ir.OpCall, ir.OpResult, ir.OpArg:
		return false
	case ir.OpLoad, ir.OpStore:
		return in.Flags&ir.FlagVolatile == 0 && in.Space != ir.SpacePrivate && (in.Space != ir.SpaceGeneric || s.privateAll == 0)
	case ir.OpJump, ir.OpBranch, ir.OpSwitch, ir.OpPrefetch:
		return true
	}
	return in.Op.Pure()
}

// usedBehind are the values made in a loop and used outside of it.
func (s *regionTable) usedBehind(loop *laneRange) []ir.ValueID {
	var list []ir.ValueID
	note := func(values []ir.ValueID) {
		for _, v := range values {
			in := s.kernel.Instr(v)
			if in.Op != ir.OpConst && in.Op != ir.OpUndef && loop.has(s.flow.layout.Place[in.Block]) && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	for place, b := range s.flow.layout.Order {
		if loop.has(place) {
			continue
		}
		for _, v := range s.kernel.Blocks[b].Instrs {
			note(s.kernel.Instr(v).Args)
		}
		for _, e := range s.kernel.Blocks[b].Succs {
			note(e.Args)
		}
	}
	return list
}

// laneRegions decides for one lane: nothing varies.
func (s *regionTable) laneRegions() (*regionTable, error) {
	flow, err := newFlow(s.kernel, func(ir.BlockID) bool { return false })
	if err != nil {
		return nil, err
	}
	v := Version{Shape: bundle.Rows, Count: 1, SmallIDs: s.version.SmallIDs, Guarded: s.version.Guarded, Full: true}
	return s.another(forms{info: s.info, flow: flow, version: v}), nil
}

// another decides for the same function once more, with other forms.
func (s *regionTable) another(f forms) *regionTable {
	f.Target, f.kernel, f.off, f.offsets = s.Target, s.kernel, s.off, make([]bool, len(s.kernel.Instrs))
	n := &regionTable{accessTable: accessTable{forms: f}, begins: make([][]ir.ValueID, len(s.kernel.Blocks))}
	n.forms.decide()
	return n
}

// needInner finds out what the loops need, when they are written lane by lane.
func (s *regionTable) needInner() {
	var roots []ir.ValueID
	for _, l := range s.laneLoops {
		roots = append(roots, l.escapes...)
		if s.joiner != nil {
			roots = append(roots, s.kernel.Blocks[s.flow.layout.Order[l.loop.first]].Params...)
		}
		for _, b := range s.flow.layout.Order[l.loop.first : l.loop.last+1] {
			roots = append(roots, s.effectsOf(b)...)
		}
	}
	for _, n := range []*regionTable{s.inner, s.joiner} {
		if n != nil {
			n.needed, n.fused = make([]bool, len(s.kernel.Instrs)), make([]bool, len(s.kernel.Instrs))
			n.need(slices.Clone(roots), n.sources(), func(v ir.ValueID) bool { return s.laneLoopOf(v) == nil })
			n.fuse()
			n.findGroups()
		}
	}
	if s.joiner != nil {
		s.joiner.findBegins()
	}
}

// laneLoopOf is the loop of those written lane by lane that a value is made in, nil if it is made elsewhere.
func (s *regionTable) laneLoopOf(v ir.ValueID) *laneLoop {
	place := s.flow.layout.Place[s.kernel.Instr(v).Block]
	for _, l := range s.laneLoops {
		if l.loop.has(place) {
			return l
		}
	}
	return nil
}

// isApart says whether a value is made lane by lane only.
func (s *regionTable) isApart(v ir.ValueID) bool {
	l := s.laneLoopOf(v)
	return l != nil && s.laneLoopAt[l.loop.first] != nil && !s.isEntryOf(l, v)
}

// isEntryOf says whether a value is a parameter of the first block of such a loop, which what comes before it fills in.
func (s *regionTable) isEntryOf(l *laneLoop, v ir.ValueID) bool {
	in := s.kernel.Instr(v)
	return in.Op == ir.OpParam && s.flow.layout.Place[in.Block] == l.loop.first
}

// neededInside is what the loops need, by value.
func (s *regionTable) neededInside() []bool {
	switch {
	case s.inner == nil:
		return nil
	case s.joiner == nil:
		return s.inner.needed
	}
	list := slices.Clone(s.inner.needed)
	for v, isNeeded := range s.joiner.needed {
		list[v] = list[v] || isNeeded
	}
	return list
}

// wantedByOthers are the values made in a loop that may be read by another one that is written lane by lane.
func (s *regionTable) wantedByOthers(l *laneLoop) []ir.ValueID {
	if len(s.laneLoops) > 1 {
		return l.escapes
	}
	return nil
}
