package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Parts whose lanes are known when the code is made. Where the local id of each lane is known (items.go) and all are
// work-items, the lanes that take a way of `if (l < 32)` are known too. A sub-group of which all lanes go one way has no
// masks: only the blocks on that way are written, as if there were no if. One with no lanes in `if (l < d)` is nothing at
// all. If few lanes do something simple, they do it one after the other (parts_lanes.go).

// knownIf is an if in parts whose lanes are known.
type knownIf struct {
	ifParts
	lanes []uint64               // by sub-group: the bits of those that go the first way
	sides [2]map[ir.BlockID]bool // blocks on the ways
	body  *laneBody              // what a way does, if lanes can do it one by one; else nil
}

// knownWays looks whether the lanes of an if are known; nil: they are not, or its ways meet before its end.
func (s *regionTable) knownWays(branch *ifParts) *knownIf {
	if branch == nil || !s.version.Full {
		return nil
	}
	e := s.flow.layout.Order[branch.first]
	end := s.kernel.Terminator(e)
	if end.Op != ir.OpBranch || s.hasMask(e) {
		return nil
	}
	items := s.itemsOf(end.Args[0])
	if items == nil {
		return nil
	}
	k := &knownIf{ifParts: *branch, lanes: make([]uint64, s.version.Count)}
	for i, bit := range items {
		k.lanes[i/s.ISA.Lanes()] |= bit & 1 << (i % s.ISA.Lanes())
	}
	for way, edge := range s.kernel.Blocks[e].Succs {
		k.sides[way] = map[ir.BlockID]bool{}
		s.fillSide(k.sides[way], branch, edge.To)
	}
	for b := range k.sides[0] {
		if k.sides[1][b] {
			return nil
		}
	}
	k.body = s.findLaneBody(k)
	return k
}

// fillSide finds the blocks of an if that control may come to from b. What only returns is no part of a way.
func (s *regionTable) fillSide(side map[ir.BlockID]bool, branch *ifParts, b ir.BlockID) {
	place := s.flow.layout.Place[b]
	if side[b] || place <= branch.first || place >= branch.end || s.kernel.Kernel && s.kernel.Terminator(b).Op == ir.OpReturn && len(s.kernel.Blocks[b].Instrs) == 1 {
		return
	}
	side[b] = true
	for _, edge := range s.kernel.Blocks[b].Succs {
		s.fillSide(side, branch, edge.To)
	}
}

// writeKnown writes a part of an if, behind the instructions of list, as its lanes are known; false: it is to be written
// as if they were not.
func (s *selector) writeKnown(list []ir.ValueID, k *knownIf, u int) bool {
	way, isWhole := 0, true
	switch k.lanes[u] {
	case 0:
		way = 1
	case 1<<s.ISA.Lanes() - 1:
	default:
		isWhole = false
	}
	isByLane := k.body != nil && s.paysByLane(k, u)
	if !isWhole && !isByLane {
		return false
	}
	for _, v := range list {
		s.written(v, s.kernel.Instr(v))
	}
	if isByLane {
		s.writeByLane(k, u)
		return true
	}
	s.writeWay(k, way)
	return true
}

// writeWay writes the blocks of an if for a sub-group all of whose lanes go one way.
func (s *selector) writeWay(k *knownIf, way int) {
	order := s.flow.layout.Order
	behind, back := s.enterIf(&k.ifParts)
	e := order[k.first]
	s.begin(s.begins[e])
	s.parts.whole = map[ir.BlockID]bool{s.flow.root[s.kernel.Blocks[e].Succs[way].To]: true}
	for s.place = k.first + 1; s.place < k.end; s.place++ {
		switch b := order[s.place]; {
		case !s.flow.isOpened[s.place]:
		case k.sides[way][b]:
			s.block(b)
		default: // ways past it lead here
			s.label(s.enters[s.place])
			s.label(s.bodies[s.place])
		}
	}
	s.parts.whole = nil
	s.place = k.first
	s.label(behind)
	back()
}

// isWhole says whether all lanes of the sub-group that code is being written for are known to run a block.
func (s *selector) isWhole(b ir.BlockID) bool { return s.parts.whole[s.flow.root[b]] }

// isKnownMask says whether a truth value is known for each work-item. It has no code; who wants its lanes makes them.
func (s *accessTable) isKnownMask(v ir.ValueID) bool {
	return s.byValue[v].kind == mask && s.byValue[v].perSub && s.itemsOf(v) != nil
}

// knownMask makes the mask of a sub-group.
func (s *selector) knownMask(v ir.ValueID, u int) []asm.Reg {
	lanes, n := uint64(0), s.ISA.Lanes()
	for l, bit := range s.itemsOf(v)[u*n : (u+1)*n] {
		lanes |= bit & 1 << l
	}
	return []asm.Reg{s.constWords(lanes, 4)}
}

// enterIf gives the blocks of an if labels of their own for the present part; back undoes that.
func (s *selector) enterIf(branch *ifParts) (behind int32, back func()) {
	bodies, enters, finish := s.bodies, s.enters, s.finish
	s.bodies, s.enters = append([]int32(nil), bodies...), append([]int32(nil), enters...)
	behind = s.Fn.NewLabel()
	for place := branch.first + 1; place < branch.end; place++ {
		s.bodies[place], s.enters[place] = s.Fn.NewLabel(), s.Fn.NewLabel()
	}
	if branch.end < len(s.flow.layout.Order) {
		s.bodies[branch.end] = behind
	} else {
		s.finish = behind
	}
	return behind, func() {
		s.bodies, s.enters, s.finish = bodies, enters, finish
	}
}

// laneBody is what the lanes of an if do that can do it one by one: one block, of loads and stores at places known for each
// work-item, and what is computed from them.
type laneBody struct {
	way    int          // of the branch that leads there
	shared []ir.ValueID // instructions whose values all lanes share
	list   []ir.ValueID // the others that are needed, in their order
	places map[ir.ValueID]lanePlace
	vector []laneCost // by access: what it costs in vectors
}

// lanePlace is where an access goes.
type lanePlace struct {
	base    address // of lane 0 of a sub-group, or with offsets of what all lanes share
	step    int32   // from lane to lane
	offsets []int64 // by work-item; nil: none
}

type laneCost struct{ whole, some int }
