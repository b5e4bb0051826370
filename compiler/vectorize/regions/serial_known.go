package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Sub-groups whose lanes are known when the code is made. Where the local id of each lane is known (items.go) and all
// are work-items, the lanes that take a way of `if (l < 32)` are known too. A sub-group of which all lanes go one way
// has no masks: only the blocks on that way are written, as if there were no if. One with no lanes in `if (l < d)` is
// nothing at all. If few lanes do something simple, they do it one after the other (parts_lanes.go).

// KnownIf is a serialised if whose lanes are known.
type KnownIf struct {
	SerialIf
	Lanes []uint64               // by sub-group: the bits of those that go the first way
	Sides [2]map[ir.BlockID]bool // blocks on the ways
	Body  *LaneBody              // what a way does, if lanes can do it one by one; else nil
	Ways  []KnownWay             // by sub-group
}

// KnownWay is how an if whose lanes are known is written for a sub-group.
type KnownWay uint8

const (
	Masked KnownWay = iota // as if they were not known
	First                  // all lanes go the first way
	Second
	ByLane // some lanes one after the other
)

// knownWays looks whether the lanes of an if are known; nil: they are not, or its ways meet before its end.
func (s *Regions) knownWays(branch *SerialIf) *KnownIf {
	if branch == nil || !s.Version.FullBundles {
		return nil
	}
	e := s.Flow.Layout.Order[branch.First]
	end := s.Kernel.Terminator(e)
	if end.Op != ir.OpBranch || s.HasMask(e) {
		return nil
	}
	items := s.ItemsOf(end.Args[0])
	if items == nil {
		return nil
	}
	k := &KnownIf{SerialIf: *branch, Lanes: make([]uint64, s.Version.Count)}
	for i, bit := range items {
		k.Lanes[i/s.ISA.Lanes()] |= bit & 1 << (i % s.ISA.Lanes())
	}
	for way, edge := range s.Kernel.Blocks[e].Succs {
		k.Sides[way] = map[ir.BlockID]bool{}
		s.fillSide(k.Sides[way], branch, edge.To)
	}
	for b := range k.Sides[0] {
		if k.Sides[1][b] {
			return nil
		}
	}
	k.Body = s.findLaneBody(k)
	for u := range s.Version.Count {
		k.Ways = append(k.Ways, s.knownWay(k, u))
	}
	return k
}

// knownWay decides for a sub-group.
func (s *Regions) knownWay(k *KnownIf, u int) KnownWay {
	switch {
	case k.Body != nil && s.paysByLane(k, u):
		return ByLane
	case k.Lanes[u] == 0:
		return Second
	case k.Lanes[u] == 1<<s.ISA.Lanes()-1:
		return First
	}
	return Masked
}

// join decides for teams of sub-groups: all of one go the same way, or it has masks.
func (k *KnownIf) join(team int) {
	if k == nil || team == 1 {
		return
	}
	for first := 0; first < len(k.Ways); first += team {
		ways := k.Ways[first : first+team]
		for i, way := range ways {
			if way != ways[0] || way == ByLane {
				ways[i], ways[0] = Masked, Masked
			}
		}
		if ways[0] == Masked {
			for i := range ways {
				ways[i] = Masked
			}
		}
	}
}

// fillSide finds the blocks of an if that control may come to from b. What only returns is no part of a way.
func (s *Regions) fillSide(side map[ir.BlockID]bool, branch *SerialIf, b ir.BlockID) {
	place := s.Flow.Layout.Place[b]
	if side[b] || place <= branch.First || place >= branch.End ||
		s.Kernel.Kernel && s.Kernel.Terminator(b).Op == ir.OpReturn && len(s.Kernel.Blocks[b].Instrs) == 1 {
		return
	}
	side[b] = true
	for _, edge := range s.Kernel.Blocks[b].Succs {
		s.fillSide(side, branch, edge.To)
	}
}

// LaneBody is what the lanes of an if do that can do it one by one: one block, of loads and stores at places known for
// each work-item, and what is computed from them.
type LaneBody struct {
	Way    int          // of the branch that leads there
	Shared []ir.ValueID // instructions whose values all lanes share
	List   []ir.ValueID // the others that are needed, in their order
	Places map[ir.ValueID]access.LanePlace
	vector []laneCost // by access: what it costs in vectors
}

type laneCost struct{ whole, some int }
