package amd64

import (
	"math/bits"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
)

// Few lanes, one after the other. The last rounds of a reduction or of a scan are done by 16, 8, 4, 2 and 1 work-items, at
// places far apart. Gathers and scatters take as long for one lane as for all; and worse, a gather waits until the
// stores before it have left for the cache, since the processor forwards to it neither what another scatter wrote nor
// vectors that lie otherwise. Loads and stores of single words are forwarded at once.
//
// So where the lanes that take an if are known, as well as the places they access, code is written for each lane by itself:
// the same operations, on vectors of which lane 0 counts. Nothing is gathered, so no mask is needed. What it costs is
// about the instructions of a lane times the lanes, and it is done where vectors cost more.

// maxLaneInstrs bounds the code of the lanes of one sub-group.
const maxLaneInstrs = 200

// findLaneBody looks whether lanes can do an if one by one.
func (s *regionTable) findLaneBody(k *knownIf) *laneBody {
	order := s.flow.layout.Order
	way := 0
	if len(k.sides[0]) == 0 {
		way = 1
	}
	if len(k.sides[way]) != 1 || len(k.sides[1-way]) != 0 {
		return nil
	}
	e := order[k.first]
	b := s.kernel.Blocks[e].Succs[way].To
	if len(s.kernel.Blocks[b].Params) > 0 || len(s.kernel.Blocks[b].Succs) != 1 || len(s.kernel.Blocks[b].Succs[0].Args) > 0 {
		return nil
	}
	l := &laneBody{way: way, places: map[ir.ValueID]lanePlace{}}
	if !s.fillLaneBody(l, b) {
		return nil
	}
	s.weighVectors(l, b)
	return l
}

// fillLaneBody finds what stores need, from the last instruction on.
func (s *regionTable) fillLaneBody(l *laneBody, b ir.BlockID) bool {
	instrs, wanted := s.kernel.Blocks[b].Instrs, map[ir.ValueID]bool{}
	read := s.madeOfLoads(b)
	for i := len(instrs) - 2; i >= 0; i-- {
		v := instrs[i]
		in := s.kernel.Instr(v)
		f := s.byValue[v]
		switch {
		case in.Op == ir.OpStore:
			if !s.isLaneAccess(l, v, in) || read.hasAny(l.places[v].shared()) {
				return false
			}
			l.list = append(l.list, v)
			s.want(wanted, b, in.Args[1:])
			s.wantPlace(wanted, b, l.places[v])
		case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile != 0, !in.Op.Pure() && in.Op != ir.OpLoad:
			return false
		case !wanted[v]:
		case in.Op.Pure() && !f.perSub && !read[v]:
			l.shared = append(l.shared, v)
			for _, a := range in.Args {
				wanted[a] = wanted[a] || s.kernel.Instr(a).Block == b
			}
		case in.Op == ir.OpLoad:
			if f.kind != vector || !s.isLaneAccess(l, v, in) || read.hasAny(l.places[v].shared()) {
				return false
			}
			l.list = append(l.list, v)
			s.wantPlace(wanted, b, l.places[v])
		default:
			if f.kind != vector && f.kind != mask || !s.areLaneArgs(in, b) || in.Type.Bits() > 32 {
				return false
			}
			l.list = append(l.list, v)
			s.want(wanted, b, in.Args)
		}
		if in.Op == ir.OpStore && !s.areLaneArgs(&ir.Instr{Args: in.Args[1:]}, b) {
			return false
		}
	}
	slices.Reverse(l.list)
	slices.Reverse(l.shared)
	return len(l.list) > 0
}

// valueSet is a set of values.
type valueSet map[ir.ValueID]bool

func (s valueSet) hasAny(values []ir.ValueID) bool {
	return slices.ContainsFunc(values, func(v ir.ValueID) bool { return s[v] })
}

// madeOfLoads are the values of a block that loads of the same block bring, and what is computed from these. Each lane reads
// for itself, so nothing of that is there before the first lane begins, though it may be the same for all lanes.
func (s *regionTable) madeOfLoads(b ir.BlockID) valueSet {
	read := valueSet{}
	for _, v := range s.kernel.Blocks[b].Instrs {
		if in := s.kernel.Instr(v); in.Op == ir.OpLoad || read.hasAny(in.Args) {
			read[v] = true
		}
	}
	return read
}

// want notes values made in block b that are not known for each work-item.
func (s *regionTable) want(wanted map[ir.ValueID]bool, b ir.BlockID, args []ir.ValueID) {
	for _, a := range args {
		if in := s.kernel.Instr(a); in.Block == b && in.Op != ir.OpConst && s.itemsOf(a) == nil {
			wanted[a] = true
		}
	}
}

// wantPlace notes values made in block b that all lanes' addresses are made of.
func (s *regionTable) wantPlace(wanted map[ir.ValueID]bool, b ir.BlockID, p lanePlace) {
	for _, a := range p.shared() {
		wanted[a] = wanted[a] || s.kernel.Instr(a).Block == b
	}
}

// areLaneArgs says whether each operand can be had for one lane: it is known, made by the lane itself, or the same for all.
func (s *regionTable) areLaneArgs(in *ir.Instr, b ir.BlockID) bool {
	for _, a := range in.Args {
		arg := s.kernel.Instr(a)
		_, isConst := s.constOf(a)
		isOwn := arg.Block == b && s.byValue[a].perSub
		if arg.Type.Bits() > 32 || !isConst && !isOwn && s.itemsOf(a) == nil && s.byValue[a].perSub {
			return false
		}
		if !isConst && !isOwn && s.itemsOf(a) == nil && s.byValue[a].kind == affine {
			return false
		}
	}
	return true
}

// isLaneAccess says whether the place of an access is known for each work-item, and notes it.
func (s *regionTable) isLaneAccess(l *laneBody, v ir.ValueID, in *ir.Instr) bool {
	t := accessType(s.kernel, in)
	if t.Bytes() != 4 || in.Flags&ir.FlagVolatile != 0 || s.acrossAt[v] != nil || s.offsets[in.Args[0]] {
		return false
	}
	place, ok := s.lanePlaceOf(in.Args[0], t)
	if !ok {
		return false
	}
	l.places[v] = place
	return true
}

// lanePlaceOf is where a pointer leads, if that is known for each work-item: in steps, or by itself.
func (s *accessTable) lanePlaceOf(p ir.ValueID, t ir.Type) (lanePlace, bool) {
	a := s.addressOf(p, t)
	switch a.pattern {
	case atOne:
		return lanePlace{base: a}, !s.byValue[a.base].perSub
	case inRow, inSteps:
		f := s.byValue[a.base]
		return lanePlace{base: a, step: a.step}, !f.perSub && (a.plus == 0 || !s.byValue[a.plus].perSub)
	}
	base, offsets := s.itemOffsets(p)
	if offsets == nil || s.byValue[base].perSub || s.byValue[base].kind != scalar {
		return lanePlace{}, false
	}
	return lanePlace{base: s.addressOf(base, t), offsets: offsets}, true
}

// needPlaces asks for what an access lane by lane, at places that do not step evenly, is made of.
func (s *accessTable) needPlaces(p ir.ValueID, t ir.Type, need func(ir.ValueID)) {
	if place, ok := s.lanePlaceOf(p, t); ok {
		for _, v := range place.shared() {
			need(v)
		}
	}
}

// shared are the values that all lanes share.
func (p lanePlace) shared() []ir.ValueID { return p.base.values() }

// weighVectors estimates what accesses cost in vectors, in instructions of one lane's kind.
func (s *regionTable) weighVectors(l *laneBody, b ir.BlockID) {
	weighed := map[*cluster]bool{}
	for _, v := range l.list {
		in := s.kernel.Instr(v)
		if !accesses(in.Op) {
			l.vector = append(l.vector, laneCost{1, 1})
			continue
		}
		a := s.addressOf(in.Args[0], accessType(s.kernel, in))
		cost := laneCost{gatherCost, gatherCost}
		switch {
		case a.pattern == inRow:
			cost = laneCost{1, 2}
		case a.pattern == atOne:
			cost = laneCost{1, 4}
		case in.Op == ir.OpStore:
			cost = laneCost{scatterCost, scatterCost}
		}
		if c := s.clusterAt[v]; c != nil {
			cost.whole = 0
			if !weighed[c] {
				cost.whole = s.clusterCost(c)
			}
			weighed[c] = true
		}
		l.vector = append(l.vector, cost)
	}
}

// clusterCost is what a cluster costs.
func (s *regionTable) clusterCost(c *cluster) int {
	cost := 7*c.words() - 6
	switch {
	case !c.isStore || !slices.Contains(c.covered, false):
		return cost
	case s.isRewritten(c):
		return cost + c.words()
	}
	return partStoreCost
}

// What accesses in vectors cost, in loads and stores of a word: a gather; a scatter, which AVX2 does in a loop; vectors stored
// under masks, from which nothing is forwarded to the loads of the next round; and that a sub-group needs a mask at all.
const (
	gatherCost    = 28
	scatterCost   = 64
	partStoreCost = 40
	someCost      = 8
)

// paysByLane says whether the lanes of a sub-group had better do the body of an if one by one.
func (s *regionTable) paysByLane(k *knownIf, u int) bool {
	lanes := k.lanesOn(k.body.way, u, s.ISA)
	n := bits.OnesCount64(lanes)
	cost := n * len(k.body.list)
	if n == 0 || cost > maxLaneInstrs || !k.body.reaches(u*s.ISA.Lanes(), lanes) {
		return false
	}
	inVectors := 0
	for _, c := range k.body.vector {
		if n == s.ISA.Lanes() {
			inVectors += c.whole
		} else {
			inVectors += c.some
		}
	}
	if n < s.ISA.Lanes() {
		inVectors += someCost
	}
	return cost <= inVectors
}

// reaches says whether the places of lanes, counted from a work-item on, can be written as displacements.
func (l *laneBody) reaches(first int, lanes uint64) bool {
	for _, p := range l.places {
		for left := lanes; left != 0 && p.offsets != nil; left &= left - 1 {
			if by := p.offsets[first+bits.TrailingZeros64(left)]; by < -farOffset || by > farOffset {
				return false
			}
		}
	}
	return true
}

// lanesOn are the lanes of a sub-group that go a way.
func (k *knownIf) lanesOn(way, u int, isa ISA) uint64 {
	if way == 0 {
		return k.lanes[u]
	}
	return k.lanes[u] ^ (1<<isa.Lanes() - 1)
}

// writeByLane writes the body of an if for each lane of a sub-group that takes it.
func (s *selector) writeByLane(k *knownIf, u int) {
	kept := s.place
	s.place = s.flow.layout.Place[s.kernel.Blocks[s.flow.layout.Order[k.first]].Succs[k.body.way].To]
	s.parts.whole = map[ir.BlockID]bool{s.flow.root[s.flow.layout.Order[s.place]]: true}
	s.parts.start = int32(len(s.Fn.Insts))
	for _, v := range k.body.shared {
		s.written(v, s.kernel.Instr(v))
	}
	w := laneWriter{selector: s, body: k.body, u: u}
	for lanes := k.lanesOn(k.body.way, u, s.ISA); lanes != 0; lanes &= lanes - 1 {
		w.item, w.made = u*s.ISA.Lanes()+bits.TrailingZeros64(lanes), map[ir.ValueID][]asm.Reg{}
		for _, v := range k.body.list {
			in := s.kernel.Instr(v)
			s.Pos = uint32(in.Pos)
			first := len(s.Fn.Insts)
			w.write(v, in)
			s.setRegion(first, in)
		}
	}
	s.parts.whole, s.place = nil, kept
}

// laneWriter writes the instructions of one work-item. Lane 0 of its vectors counts.
type laneWriter struct {
	*selector
	body *laneBody
	u    int
	item int
	made map[ir.ValueID][]asm.Reg
}

func (w *laneWriter) write(v ir.ValueID, in *ir.Instr) {
	switch in.Op {
	case ir.OpLoad:
		w.note(v, wayByLane)
		w.made[v] = []asm.Reg{w.Temp()}
		w.loadSpread(w.made[v], in.Type, w.mem(v))
	case ir.OpStore:
		w.note(v, wayByLane)
		w.store(v, in)
	default:
		o := vec.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: w.kernel.Type(in.Args[0])}
		if in.Op == ir.OpSelect {
			o.From = in.Type
		}
		var args [3][]asm.Reg
		for i, a := range in.Args {
			args[i] = w.operand(a)
		}
		w.made[v] = []asm.Reg{w.Fn.NewReg(w.classOf(w.byValue[v].kind))}
		if !w.Lower(o, w.made[v], args[0], args[1], args[2]) {
			w.fail("%v of %v has no machine code", in.Op, in.Type)
		}
	}
}

func (w *laneWriter) store(v ir.ValueID, in *ir.Instr) {
	if bits, ok := w.known(in.Args[1]); ok {
		w.Emit(asm.Inst{Op: asm.Mov, Size: 4, HasMem: true, Mem: w.mem(v), Imm: int64(int32(bits))})
		return
	}
	w.Emit(asm.Inst{Op: asm.Vmovss, Len: asm.L128, B: w.operand(in.Args[1])[0], HasMem: true, Mem: w.mem(v)})
}

// known is a value that the work-item is known to have.
func (w *laneWriter) known(v ir.ValueID) (uint64, bool) {
	if bits, ok := w.constOf(v); ok {
		return bits, true
	}
	if items := w.itemsOf(v); items != nil {
		return items[w.item], true
	}
	return 0, false
}

func (w *laneWriter) operand(v ir.ValueID) []asm.Reg {
	if bits, ok := w.known(v); ok {
		return w.constLanes(w.kernel.Type(v), bits)
	}
	if r, ok := w.made[v]; ok {
		return r
	}
	return w.lanesOf(v, w.u)
}

func (w *laneWriter) mem(v ir.ValueID) asm.Mem {
	p := w.body.places[v]
	m := w.memAt(&p.base, w.u)
	m.Disp += int32(w.item%w.ISA.Lanes()) * p.step
	if p.offsets != nil {
		m.Disp += int32(p.offsets[w.item])
	}
	return m
}
