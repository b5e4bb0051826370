package regions

import (
	"math/bits"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// Few lanes, one after the other. The last rounds of a reduction or of a scan are done by 16, 8, 4, 2 and 1 work-items,
// at places far apart. Gathers and scatters take as long for one lane as for all; and worse, a gather waits until the
// stores before it have left for the cache, since the processor forwards to it neither what another scatter wrote nor
// vectors that lie otherwise. Loads and stores of single words are forwarded at once.
//
// So where the lanes that take an if are known, as well as the places they access, code is written for each lane by
// itself: the same operations, on vectors of which lane 0 counts. Nothing is gathered, so no mask is needed. What it
// costs is about the instructions of a lane times the lanes, and it is done where vectors cost more.

// findLaneBody looks whether lanes can do an if one by one.
func (s *Regions) findLaneBody(k *KnownIf) *LaneBody {
	order := s.Flow.Layout.Order
	way := 0
	if len(k.Sides[0]) == 0 {
		way = 1
	}
	if len(k.Sides[way]) != 1 || len(k.Sides[1-way]) != 0 {
		return nil
	}
	e := order[k.First]
	b := s.Kernel.Blocks[e].Succs[way].To
	if len(s.Kernel.Blocks[b].Params) > 0 || len(s.Kernel.Blocks[b].Succs) != 1 ||
		len(s.Kernel.Blocks[b].Succs[0].Args) > 0 {
		return nil
	}
	l := &LaneBody{Way: way, Places: map[ir.ValueID]access.LanePlace{}}
	if !s.fillLaneBody(l, b) {
		return nil
	}
	s.weighVectors(l, b)
	return l
}

// fillLaneBody finds what stores need, from the last instruction on.
func (s *Regions) fillLaneBody(l *LaneBody, b ir.BlockID) bool {
	instrs, wanted := s.Kernel.Blocks[b].Instrs, map[ir.ValueID]bool{}
	read := s.madeOfLoads(b)
	for i := len(instrs) - 2; i >= 0; i-- {
		v := instrs[i]
		in := s.Kernel.Instr(v)
		f := s.ByValue[v]
		switch {
		case in.Op == ir.OpStore:
			if !s.isLaneAccess(l, v, in) || read.hasAny(l.Places[v].Shared()) {
				return false
			}
			l.List = append(l.List, v)
			s.want(wanted, b, in.Args[1:])
			s.wantPlace(wanted, b, l.Places[v])
		case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile != 0, !in.Op.Pure() && in.Op != ir.OpLoad:
			return false
		case !wanted[v]:
		case in.Op.Pure() && !f.PerSub && !read[v]:
			l.Shared = append(l.Shared, v)
			for _, a := range in.Args {
				wanted[a] = wanted[a] || s.Kernel.Instr(a).Block == b
			}
		case in.Op == ir.OpLoad:
			if f.Kind != forms.Vector || !s.isLaneAccess(l, v, in) || read.hasAny(l.Places[v].Shared()) {
				return false
			}
			l.List = append(l.List, v)
			s.wantPlace(wanted, b, l.Places[v])
		default:
			if f.Kind != forms.Vector && f.Kind != forms.Mask || !s.areLaneArgs(in, b) || in.Type.Bits() > 32 {
				return false
			}
			l.List = append(l.List, v)
			s.want(wanted, b, in.Args)
		}
		if in.Op == ir.OpStore && !s.areLaneArgs(&ir.Instr{Args: in.Args[1:]}, b) {
			return false
		}
	}
	slices.Reverse(l.List)
	slices.Reverse(l.Shared)
	return len(l.List) > 0
}

// valueSet is a set of values.
type valueSet map[ir.ValueID]bool

func (s valueSet) hasAny(values []ir.ValueID) bool {
	return slices.ContainsFunc(values, func(v ir.ValueID) bool { return s[v] })
}

// madeOfLoads are the values of a block that loads of the same block bring, and what is computed from these. Each lane
// reads for itself, so nothing of that is there before the first lane begins, though it may be the same for all lanes.
func (s *Regions) madeOfLoads(b ir.BlockID) valueSet {
	read := valueSet{}
	for _, v := range s.Kernel.Blocks[b].Instrs {
		if in := s.Kernel.Instr(v); in.Op == ir.OpLoad || read.hasAny(in.Args) {
			read[v] = true
		}
	}
	return read
}

// want notes values made in block b that are not known for each work-item.
func (s *Regions) want(wanted map[ir.ValueID]bool, b ir.BlockID, args []ir.ValueID) {
	for _, a := range args {
		if in := s.Kernel.Instr(a); in.Block == b && in.Op != ir.OpConst && s.ItemsOf(a) == nil {
			wanted[a] = true
		}
	}
}

// wantPlace notes values made in block b that all lanes' addresses are made of.
func (s *Regions) wantPlace(wanted map[ir.ValueID]bool, b ir.BlockID, p access.LanePlace) {
	for _, a := range p.Shared() {
		wanted[a] = wanted[a] || s.Kernel.Instr(a).Block == b
	}
}

// areLaneArgs reports whether each operand can be had for one lane: it is known, made by the lane itself, the same for
// all, or in a vector that was made before.
func (s *Regions) areLaneArgs(in *ir.Instr, b ir.BlockID) bool {
	for _, a := range in.Args {
		arg := s.Kernel.Instr(a)
		_, isConst := s.ConstOf(a)
		isOwn := arg.Block == b && s.ByValue[a].PerSub
		isBefore := arg.Block != b && s.ByValue[a].Kind == forms.Vector && arg.Op != ir.OpParam
		if arg.Type.Bits() > 32 || !isConst && !isOwn && !isBefore && s.ItemsOf(a) == nil && s.ByValue[a].PerSub {
			return false
		}
		if !isConst && !isOwn && s.ItemsOf(a) == nil && s.ByValue[a].Kind == forms.Affine {
			return false
		}
	}
	return true
}

// isLaneAccess reports whether the place of an access is known for each work-item, and notes it.
func (s *Regions) isLaneAccess(l *LaneBody, v ir.ValueID, in *ir.Instr) bool {
	t := s.Kernel.AccessType(in)
	if t.Bytes() != 4 || in.Flags&ir.FlagVolatile != 0 || s.CrossRowAt[v] != nil || s.Offsets[in.Args[0]] {
		return false
	}
	place, ok := s.LanePlaceOf(in.Args[0], t)
	if !ok {
		return false
	}
	l.Places[v] = place
	return true
}

// weighVectors estimates what accesses cost in vectors, in instructions of one lane's kind.
func (s *Regions) weighVectors(l *LaneBody, b ir.BlockID) {
	weighed, costs := map[*access.Interleave]bool{}, &s.Tuning.KnownLanes
	for _, v := range l.List {
		in := s.Kernel.Instr(v)
		if !forms.Accesses(in.Op) {
			l.vector = append(l.vector, laneCost{costs.Operation, costs.Operation})
			continue
		}
		a := s.AddressOf(in.Args[0], s.Kernel.AccessType(in))
		cost := laneCost{costs.Gather, costs.Gather}
		switch {
		case a.Pattern == access.InRow:
			cost = laneCost{costs.Row, costs.MaskedRow}
		case a.Pattern == access.AtOne:
			cost = laneCost{costs.Uniform, costs.MaskedUniform}
		case in.Op == ir.OpStore:
			cost = laneCost{costs.Scatter, costs.Scatter}
		}
		if c := s.InterleaveAt[v]; c != nil {
			cost.whole = 0
			if !weighed[c] {
				cost.whole = s.interleaveCost(c)
			}
			weighed[c] = true
		}
		l.vector = append(l.vector, cost)
	}
}

// interleaveCost is what an interleaved access group costs.
func (s *Regions) interleaveCost(c *access.Interleave) int {
	costs := &s.Tuning.KnownLanes
	cost := costs.InterleavedWord*c.Words() - costs.InterleavedLess
	switch {
	case !c.IsStore || !slices.Contains(c.Covered, false):
		return cost
	case s.IsRewritten(c):
		return cost + costs.RewrittenWord*c.Words()
	}
	return costs.MaskedInterleave
}

// paysByLane reports whether the lanes of a sub-group do the body of an if faster one by one.
func (s *Regions) paysByLane(k *KnownIf, u int) bool {
	lanes := k.LanesOn(k.Body.Way, u, s.ISA)
	n := bits.OnesCount64(lanes)
	cost := n * len(k.Body.List)
	if n == 0 || cost > s.Tuning.KnownLanes.MaxInstrs || !k.Body.reaches(u*s.ISA.Lanes(), lanes) {
		return false
	}
	inVectors := 0
	for _, c := range k.Body.vector {
		if n == s.ISA.Lanes() {
			inVectors += c.whole
		} else {
			inVectors += c.some
		}
	}
	if n < s.ISA.Lanes() {
		inVectors += s.Tuning.KnownLanes.Mask
	}
	return cost <= inVectors
}

// reaches reports whether the places of lanes, counted from a work-item on, can be written as displacements.
func (l *LaneBody) reaches(first int, lanes uint64) bool {
	for _, p := range l.Places {
		for left := lanes; left != 0 && p.Offsets != nil; left &= left - 1 {
			if by := p.Offsets[first+bits.TrailingZeros64(left)]; by < -access.FarOffset || by > access.FarOffset {
				return false
			}
		}
	}
	return true
}

// LanesOn are the lanes of a sub-group that go a way.
func (k *KnownIf) LanesOn(way, u int, isa target.ISA) uint64 {
	if way == 0 {
		return k.Lanes[u]
	}
	return k.Lanes[u] ^ (1<<isa.Lanes() - 1)
}
