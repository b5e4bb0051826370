package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Groups of accesses that go lane by lane.
//
// A store of bytes to different places has no instruction for all lanes, so it is a loop over the lanes. If what it
// stores, or where, was loaded from different places just before, that load can be made in the same loop: as bytes are
// copied, counted up, looked up. In vectors the load would be a gather of the 4 bytes around each byte. That costs more
// than the loads of the bytes one by one, and much more if one of the 4 has been written shortly before: the machine
// hands on what is still on its way to memory only to loads that lie in one such store.
//
// A group is a store, and before it in its block the loads that only it wants, with what is computed between. It is
// written where the store stands: no load passes an effect. Stores before it belong to it as well, as of two bytes that
// are exchanged, if between the first and the last of them nothing but the group's own instructions touches memory.
// Work-items that touch each other's bytes without a barrier between were never ordered.

// ScalarGroup is such a group.
type ScalarGroup struct {
	Store   ir.ValueID   // the last, where it is written
	Members []ir.ValueID // in the order of the block
	Inside  map[ir.ValueID]bool
}

// findScalarGroups finds the groups of a block.
func (s *Regions) findScalarGroups(b ir.BlockID) {
	if s.Off.Has(switches.ScalarGroups) || len(s.Kernel.Instrs) > maxGrouped {
		return
	}
	block := &s.Kernel.Blocks[b]
	for i := len(block.Instrs) - 2; i >= 0; i-- {
		if v := block.Instrs[i]; s.ScalarGroupOf[v] == nil && s.isStoredByLane(v) {
			s.findScalarGroup(block.Instrs[max(0, i-s.Tuning.ScalarGroups.MaxSpan) : i+1])
		}
	}
}

// isStoredByLane reports whether an instruction stores lane by lane.
func (s *Regions) isStoredByLane(v ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	if in.Op != ir.OpStore || s.Kernel.Type(in.Args[1]) == ir.F16 || !s.IsOwnAccess(v, in) {
		return false
	}
	t := s.Kernel.Type(in.Args[1])
	a := s.AddressOf(in.Args[0], t)
	return !s.IsInPiece(&a, t) && !s.CanScatter(&a, t)
}

// findScalarGroup finds the group of the last of some instructions, a store.
func (s *Regions) findScalarGroup(list []ir.ValueID) {
	g := &ScalarGroup{Store: list[len(list)-1], Inside: map[ir.ValueID]bool{}}
	used := map[ir.ValueID]int32{}
	add := func(v ir.ValueID) {
		g.Inside[v] = true
		for _, a := range s.Kernel.Instr(v).Args {
			used[a]++
		}
	}
	add(g.Store)
	mayLoad, mayStore, stores := true, true, 1
	for i := len(list) - 2; i >= 0; i-- {
		v := list[i]
		in := s.Kernel.Instr(v)
		isWanted := used[v] > 0 && used[v] == s.Uses[v]
		switch {
		case isWanted && (mayLoad && s.IsGathered(v, in) || isGroupWork(in)):
			add(v)
		case mayStore && stores < s.Tuning.ScalarGroups.MaxStores && s.ScalarGroupOf[v] == nil && s.isStoredByLane(v):
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

// isGroupWork reports whether an instruction computes something that is done as well for one lane.
func isGroupWork(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpTrunc, ir.OpZExt,
		ir.OpSExt, ir.OpBitcast, ir.OpPtrAdd, ir.OpMul:
		return forms.IsScalarType(in.Type) && in.Type != ir.I1
	}
	return false
}

// keepLoaded leaves of a group its accesses and what depends on its loads: the rest is done better in vectors. It takes
// the group if that is little work.
func (s *Regions) keepLoaded(g *ScalarGroup, list []ir.ValueID) {
	work := 0
	for _, v := range list {
		if !g.Inside[v] {
			continue
		}
		in := s.Kernel.Instr(v)
		isKept := in.Op == ir.OpLoad || in.Op == ir.OpStore
		for _, a := range in.Args {
			isKept = isKept || g.Inside[a]
		}
		if !isKept {
			delete(g.Inside, v)
			continue
		}
		switch in.Op {
		case ir.OpLoad, ir.OpStore, ir.OpPtrAdd, ir.OpZExt, ir.OpTrunc:
		default:
			work++
		}
		g.Members = append(g.Members, v)
	}
	if work > s.Tuning.ScalarGroups.MaxWork {
		return
	}
	for _, v := range g.Members {
		s.ScalarGroupOf[v] = g
	}
}

// looseIn are the values of a group that are only stored, or computed from in ways that look at no higher bits.
func (s *Regions) looseIn(g *ScalarGroup) map[ir.ValueID]bool {
	loose := map[ir.ValueID]bool{}
	isStrict := map[ir.ValueID]bool{}
	for i := len(g.Members) - 1; i >= 0; i-- {
		in := s.Kernel.Instr(g.Members[i])
		for k, a := range in.Args {
			switch in.Op {
			case ir.OpStore:
				isStrict[a] = isStrict[a] || k == 0
			case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpTrunc:
				isStrict[a] = isStrict[a] || !loose[g.Members[i]]
			default:
				isStrict[a] = true
			}
		}
		if i > 0 {
			v := g.Members[i-1]
			loose[v] = !isStrict[v]
		}
	}
	return loose
}
