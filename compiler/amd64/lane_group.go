package amd64

import (
	"heddle/compiler/ir"
)

// Groups of accesses that go lane by lane.
//
// A store of bytes to different places has no instruction for all lanes, so it is a loop over the lanes. If what it
// stores, or where, was loaded from different places just before, that load can be made in the same loop: as bytes are
// copied, counted up, looked up. In vectors the load would be a gather of the 4 bytes around each byte. That costs more
// than the loads of the bytes one by one, and much more if one of the 4 has been written shortly before: the machine hands
// on what is still on its way to memory only to loads that lie in one such store.
//
// A group is a store, and before it in its block the loads that only it wants, with what is computed between. It is
// written where the store stands: no load passes an effect. Stores before it belong to it as well, as of two bytes that
// are exchanged, if between the first and the last of them nothing but the group's own instructions touches memory.
// Work-items that touch each other's bytes without a barrier between were never ordered.

// laneGroup is such a group.
type laneGroup struct {
	store   ir.ValueID   // the last, where it is written
	members []ir.ValueID // in the order of the block
	inside  map[ir.ValueID]bool
}

// maxGroupWork bounds what a group computes, which vectors would do for all lanes at once.
const maxGroupWork = 6

// groupsPerRound is how many lanes have their code side by side where all are active.
const groupsPerRound = 8

// longGroup is the number of instructions of a group from which on there are half as many.
const longGroup = 12

// maxGroupStores bounds the stores of a group.
const maxGroupStores = 4

// maxGroupSpan is how far before its store a group may begin.
const maxGroupSpan = 128

// findLaneGroups finds the groups of a block.
func (s *regionTable) findLaneGroups(b ir.BlockID) {
	block := &s.kernel.Blocks[b]
	for i := len(block.Instrs) - 2; i >= 0; i-- {
		if v := block.Instrs[i]; s.groupOf[v] == nil && s.isStoredByLane(v) {
			s.findLaneGroup(block.Instrs[max(0, i-maxGroupSpan) : i+1])
		}
	}
}

// isStoredByLane says whether an instruction stores lane by lane.
func (s *regionTable) isStoredByLane(v ir.ValueID) bool {
	in := s.kernel.Instr(v)
	if in.Op != ir.OpStore || s.kernel.Type(in.Args[1]) == ir.F16 || !s.isOwnAccess(v, in) {
		return false
	}
	t := s.kernel.Type(in.Args[1])
	a := s.addressOf(in.Args[0], t)
	return !s.isInPiece(&a, t) && !s.canScatter(&a, t)
}

// isOwnAccess says whether an access is not written with others, or in a way of its own.
func (s *accessTable) isOwnAccess(v ir.ValueID, in *ir.Instr) bool {
	return s.needed[v] && s.clusterAt[v] == nil && s.acrossAt[v] == nil && !s.offsets[in.Args[0]] && in.Flags&ir.FlagVolatile == 0
}

// isInPiece says whether what lanes access lies in one piece, or may turn out to.
func (s *accessTable) isInPiece(a *address, t ir.Type) bool {
	switch a.pattern {
	case atOne, inRow, mostlyRow:
		return true
	case byIndex32:
		return uint64(a.scale) == t.Bytes() && s.isLikelyRow(a.index)
	}
	return false
}

// findLaneGroup finds the group of the last of some instructions, a store.
func (s *regionTable) findLaneGroup(list []ir.ValueID) {
	g := &laneGroup{store: list[len(list)-1], inside: map[ir.ValueID]bool{}}
	used := map[ir.ValueID]int32{}
	add := func(v ir.ValueID) {
		g.inside[v] = true
		for _, a := range s.kernel.Instr(v).Args {
			used[a]++
		}
	}
	add(g.store)
	mayLoad, mayStore, stores := true, true, 1
	for i := len(list) - 2; i >= 0; i-- {
		v := list[i]
		in := s.kernel.Instr(v)
		isWanted := used[v] > 0 && used[v] == s.uses[v]
		switch {
		case isWanted && (mayLoad && s.isGathered(v, in) || isGroupWork(in)):
			add(v)
		case mayStore && stores < maxGroupStores && s.groupOf[v] == nil && s.isStoredByLane(v):
			stores++
			add(v)
		case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0:
			mayStore = false
		case !in.Op.Pure():
			mayLoad, mayStore = false, false
		}
	}
	s.keepLoaded(g, list)
}

// isGathered says whether an instruction loads from different places.
func (s *accessTable) isGathered(v ir.ValueID, in *ir.Instr) bool {
	if in.Op != ir.OpLoad || in.Type == ir.F16 || s.byValue[v].kind != vector || s.isUniform(v) || !s.isOwnAccess(v, in) {
		return false
	}
	a := s.addressOf(in.Args[0], in.Type)
	return !s.isInPiece(&a, in.Type)
}

// isGroupWork says whether an instruction computes something that is done as well for one lane.
func isGroupWork(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpTrunc, ir.OpZExt, ir.OpSExt,
		ir.OpBitcast, ir.OpPtrAdd, ir.OpMul:
		return isScalarType(in.Type) && in.Type != ir.I1
	}
	return false
}

// keepLoaded leaves of a group its accesses and what depends on its loads: the rest is done better in vectors. It takes the
// group if that is little work.
func (s *regionTable) keepLoaded(g *laneGroup, list []ir.ValueID) {
	work := 0
	for _, v := range list {
		if !g.inside[v] {
			continue
		}
		in := s.kernel.Instr(v)
		isKept := in.Op == ir.OpLoad || in.Op == ir.OpStore
		for _, a := range in.Args {
			isKept = isKept || g.inside[a]
		}
		if !isKept {
			delete(g.inside, v)
			continue
		}
		switch in.Op {
		case ir.OpLoad, ir.OpStore, ir.OpPtrAdd, ir.OpZExt, ir.OpTrunc:
		default:
			work++
		}
		g.members = append(g.members, v)
	}
	if work > maxGroupWork {
		return
	}
	for _, v := range g.members {
		s.groupOf[v] = g
	}
}

// groupInstr writes a group where its store stands; false: the instruction is in none.
func (s *selector) groupInstr(v ir.ValueID) bool {
	g := s.groupOf[v]
	if g == nil {
		return false
	}
	if v != g.store {
		return true
	}
	canJoin := true
	for _, m := range g.members {
		in := s.kernel.Instr(m)
		if accesses(in.Op) {
			s.note(m, wayByLane)
			canJoin = canJoin && (g.inside[in.Args[0]] || s.isJointAddress(in.Args[0], accessType(s.kernel, in)))
		}
	}
	for _, subs := range s.teams(canJoin) {
		s.writeGroup(g, subs)
	}
	return true
}

// writeGroup writes a group for some sub-groups.
func (s *selector) writeGroup(g *laneGroup, subs []int) {
	c := s.newOneLane(subs, g.inside)
	c.perRound = groupsPerRound
	if len(g.members) > longGroup {
		c.perRound = groupsPerRound / 2
	}
	c.loose = s.looseIn(g)
	wanted := map[ir.ValueID]bool{}
	want := func(v ir.ValueID) {
		wanted[v] = true
		if !g.inside[v] {
			c.takeIn(v)
		}
	}
	for i := len(g.members) - 1; i >= 0; i-- {
		m := g.members[i]
		in := s.kernel.Instr(m)
		if in.Op != ir.OpStore && !wanted[m] {
			continue
		}
		args := in.Args
		if accesses(in.Op) {
			c.wantPlace(args[0], accessType(s.kernel, in), want)
			args = args[1:]
		}
		for _, a := range args {
			want(a)
		}
	}
	c.run(func() {
		for _, m := range g.members {
			if wanted[m] || s.kernel.Instr(m).Op == ir.OpStore {
				c.write(m)
			}
		}
	})
}

// looseIn are the values of a group that are only stored, or computed from in ways that look at no higher bits.
func (s *regionTable) looseIn(g *laneGroup) map[ir.ValueID]bool {
	loose := map[ir.ValueID]bool{}
	isStrict := map[ir.ValueID]bool{}
	for i := len(g.members) - 1; i >= 0; i-- {
		in := s.kernel.Instr(g.members[i])
		for k, a := range in.Args {
			switch in.Op {
			case ir.OpStore:
				isStrict[a] = isStrict[a] || k == 0
			case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpTrunc:
				isStrict[a] = isStrict[a] || !loose[g.members[i]]
			default:
				isStrict[a] = true
			}
		}
		if i > 0 {
			v := g.members[i-1]
			loose[v] = !isStrict[v]
		}
	}
	return loose
}

// wantPlace asks for what the address of an access takes.
func (c *oneLane) wantPlace(p ir.ValueID, t ir.Type, want func(ir.ValueID)) {
	if !c.inside[p] {
		c.takePointer(p, t)
		return
	}
	a := c.parsed(p)
	want(a.base)
	if a.index != 0 {
		want(a.index)
	}
}
