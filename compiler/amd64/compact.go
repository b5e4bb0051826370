package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/regions"
)

// Lanes that are left in a loop and join.
//
// Lanes that go on while the others of their bundle wait (lane_left.go) may be too many to go one after the other, and still
// fill one vector, or a few, where the bundle has more. They are moved together, and the loop goes on in a copy for a single
// sub-group:
//
//	leave all lanes of what the loop reads, and of the parameters of its header, in the frame
//	while lanes are left, and this is cheaper than one after the other:
//	    for each as many of them as a vector has lanes:
//	        list their numbers, and gather their values from the frame
//	        run the loop until all are done, or for as many rounds as all have gone so far
//	        put the parameters and what is read behind the loop to their places in the frame; note who left by which way
//	the others go on one after the other, from the frame
//
// So they join again, closer, after twice, four, eight times as many rounds.
//
// The copy is written by a selector of its own, for one sub-group whose lanes stand for any work-items: what steps evenly
// from lane to lane elsewhere does not here, and only what is the same for a whole work-group is kept once (the uniformity
// without dimensions). What is the same for all lanes and changes in the loop, such as a counter, is the same for those that
// have gone as many rounds, so it stays in its register: each vector begins with what it was, and all that do not end leave
// the same behind.

// maxJoinedRounds bounds the rounds between two looks whether the launch was cancelled.
const maxJoinedRounds = 4096

// joining is about what it costs to move lanes together and back, in cycles: jumps that are guessed wrong, and loads that wait
// for stores.
const joining = 60

// joined is a loop that lanes go on with in one vector.
type joined struct {
	laneValues
	chunk     asm.Reg   // bits of the lanes under way
	goOn      asm.Reg   // bits of those that are not done behind that
	countdown asm.Reg   // rounds left
	back      int32     // label: behind the loop
	fresh     []asm.Reg // what carried registers hold behind the rounds
	results   []joinedResult
}

// joinedResult is a value that is put back into the frame: from one place for the lanes of a vector to another for all.
type joinedResult struct {
	from, to int32
	size     uint8
}

// newJoined prepares a loop, whose values lie in the frame where those of single lanes do.
func (s *selector) newJoined(t *laneValues) *joined {
	j := &joined{laneValues: *t, chunk: s.general(), goOn: s.general(), countdown: s.general(), back: s.Fn.NewLabel()}
	j.inner, j.list, j.joined, j.each = s.joinedWriter, s.Temp(), j, nil
	j.startMasks()
	return j
}

// startMasks gives the blocks of the loop, and those behind it, masks as the bundle's blocks have.
func (j *joined) startMasks() {
	s, n := j.outer, j.inner
	start := func(b ir.BlockID) {
		if s.active[b] == nil {
			return
		}
		n.active[b] = n.newMasks()
		n.pending[b] = n.active[b]
		if s.pending[b][0] != s.active[b][0] {
			n.pending[b] = n.newMasks()
		}
	}
	clear(n.active)
	clear(n.pending)
	for _, b := range j.places() {
		start(b)
	}
}

// places are the blocks of the loop and those it is left for.
func (j *joined) places() []ir.BlockID {
	order := j.outer.Flow.Layout.Order
	list := slices.Clone(order[j.loop.Loop.First : j.loop.Loop.Last+1])
	for _, place := range j.loop.Exits {
		list = append(list, order[place])
	}
	return list
}

// clearMasks empties those masks that are read before they are written, and starts the lives of registers that are written in part.
func (j *joined) clearMasks() {
	n, header := j.inner, j.header()
	for _, b := range j.places() {
		if m := n.pending[b]; m != nil && b != header && (n.Flow.NeedZero[b] || !j.loop.Loop.Has(n.Flow.Layout.Place[b])) {
			j.outer.setMask(m[0], false)
		}
	}
	for b, values := range n.Begins {
		if j.loop.Loop.Has(n.Flow.Layout.Place[b]) {
			continue
		}
		for _, v := range values {
			if in := n.Kernel.Instr(v); j.loop.Loop.Has(n.Flow.Layout.Place[in.Block]) && !n.IsEntryOf(j.loop, v) {
				n.beginLanes(n.own(v, 0))
			}
		}
	}
}

func (j *joined) header() ir.BlockID { return j.outer.Flow.Layout.Order[j.loop.Loop.First] }

// isBehindJoined says whether a place is outside of the loop that is being written for joined lanes.
func (s *selector) isBehindJoined(place int) bool {
	return s.taken != nil && s.taken.joined != nil && !s.taken.loop.Loop.Has(place)
}

// leaveJoined goes behind the loop, given what is open.
func (s *selector) leaveJoined(open flow.Bitset) {
	j := s.taken.joined
	if !open.Has(j.loop.Loop.First) {
		s.setMask(s.pending[j.header()][0], false)
	}
	s.jump(j.back)
}

// nextJoinedRound goes up to the header as long as rounds are left.
func (s *selector) nextJoinedRound(header int) {
	j := s.taken.joined
	s.aluImm(asm.Sub, 4, j.countdown, 1)
	s.jumpIf(asm.CondNE, s.bodies[header])
	s.jump(j.back)
}

// gatherLanes reads the listed lanes of a slot.
func (t *laneValues) gatherLanes(v ir.ValueID, slot int32) {
	s, n, typ := t.outer, t.inner, t.outer.Kernel.Type(v)
	m := asm.Mem{Base: asm.RBP, Disp: laneLoopBias + slot}
	n.takeWords(typ, n.regs[v], func(dst []asm.Reg) {
		if sizeOf(typ) == 4 {
			m.Index, m.Scale = t.list, 4
			n.emitGather(asm.Vpgatherdd, asm.Whole(s.ISA), dst[0], m, n.someMask(asm.NoReg))
			return
		}
		for i, r := range dst {
			m.Index, m.Scale = n.half(t.list, i), 8
			n.emitGather(asm.Vpgatherdq, asm.Whole(s.ISA), r, m, n.someMask(asm.NoReg))
		}
	})
}

// leave writes what is done behind the rounds of a vector.
func (j *joined) leave() {
	s, n := j.outer, j.inner
	n.label(j.back)
	for _, p := range s.Kernel.Blocks[j.header()].Params {
		if slot, ok := j.frame.slots[p]; ok {
			j.keepVector(p, slot)
		}
	}
	for _, v := range j.loop.Escapes {
		if slot, ok := j.slots[v]; ok {
			j.keepVector(v, slot)
		}
	}
	j.putBack()
	for i, place := range j.loop.Exits {
		if j.asksWay(place) {
			s.alu(asm.Or, 8, j.way(i), j.inBundle(n.pending[s.Flow.Layout.Order[place]][0]))
		}
	}
	rest, done := j.inBundle(n.pending[j.header()][0]), s.Fn.NewLabel()
	s.alu(asm.Or, 8, j.goOn, rest)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: rest, B: rest})
	s.jumpIf(asm.CondE, done)
	j.copy(j.fresh, j.carriedOf(n))
	s.label(done)
}

// keepVector leaves a value where putBack finds it.
func (j *joined) keepVector(v ir.ValueID, slot int32) {
	n, typ := j.inner, j.outer.Kernel.Type(v)
	r := joinedResult{from: j.frame.bytes, to: slot, size: sizeOf(typ)}
	j.frame.bytes += int32(r.size) * int32(n.ISA.Lanes())
	n.keepLanes(n.laneLoopMem(r.from, asm.NoReg, r.size), n.asWords(typ, n.lanesOf(v, 0)))
	j.results = append(j.results, r)
}

// putBack moves the results of each lane to its place.
func (j *joined) putBack() {
	if len(j.results) == 0 {
		return
	}
	s, at := j.outer, j.outer.general()
	s.moveImm(at, 0)
	s.eachLane(j.chunk, func(lane asm.Reg) {
		for _, r := range j.results {
			value := s.general()
			s.Emit(asm.Inst{Op: asm.Mov, Size: r.size, Dst: value, HasMem: true, Mem: s.laneLoopMem(r.from, at, r.size)})
			s.Emit(asm.Inst{Op: asm.Mov, Size: r.size, B: value, HasMem: true, Mem: s.laneLoopMem(r.to, lane, r.size)})
		}
		s.aluImm(asm.Add, 4, at, 1)
	})
}

// inBundle are the bits of a mask of joined lanes, where these lanes are in the bundle.
func (j *joined) inBundle(m asm.Reg) asm.Reg {
	bits := j.outer.general()
	j.outer.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: bits, A: j.inner.bitsOf(m), B: j.chunk})
	return bits
}

// carriedOf are a selector's registers of the parameters that all lanes share.
func (j *joined) carriedOf(s *selector) (list []asm.Reg) {
	for _, p := range j.outer.Kernel.Blocks[j.header()].Params {
		if j.outer.IsCarried(p) {
			list = append(list, s.own(p, 0)...)
		}
	}
	return list
}

// writeRounds lets the selector for joined lanes write the loop.
func (j *joined) writeRounds() []asm.Inst {
	for _, r := range j.carriedOf(j.outer) {
		j.fresh = append(j.fresh, j.outer.Fn.NewReg(j.outer.Fn.ClassOf(r)))
	}
	body := j.write(j.leave)
	var start []asm.Inst
	j.aside(&start, j.clearMasks)
	return append(start, body...)
}

// cost is what it takes to join and to come back, in cycles.
func (j *joined) cost() float64 {
	return joining + j.outer.cyclesOf(j.frame.before) + j.outer.cyclesOf(j.each) + float64(j.outer.ISA.Lanes()*(len(j.results)+2))
}

// run writes how lanes go on in vectors, so many rounds. What is left of them goes to the same register.
func (j *joined) run(body []asm.Inst, lanes, rounds asm.Reg) {
	s := j.outer
	todo, ones, top := s.general(), s.general(), s.Fn.NewLabel()
	s.Fn.Seldom = append(s.Fn.Seldom, top)
	s.moveGeneral(todo, lanes)
	s.moveImm(j.goOn, 0)
	carried := j.carriedOf(s)
	j.copy(j.fresh, carried)
	s.label(top)
	s.moveImm(ones, 1<<s.ISA.Lanes()-1)
	s.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: j.chunk, A: ones, B: todo})
	s.alu(asm.Xor, 8, todo, j.chunk)
	j.listLanes()
	some := s.general()
	s.Emit(asm.Inst{Op: asm.Pext, Size: 8, Dst: some, A: j.chunk, B: j.chunk})
	s.maskFromBits(j.inner.pending[j.header()][0], some)
	s.moveGeneral(j.countdown, rounds)
	s.Fn.Insts = append(append(s.Fn.Insts, j.each...), body...)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: todo, B: todo})
	s.jumpIf(asm.CondNE, top)
	j.copy(carried, j.fresh)
	s.moveGeneral(lanes, j.goOn)
}

// listLanes makes the vector of the numbers of the lanes under way; what is left of it gets one of them.
func (j *joined) listLanes() {
	s, at, first := j.outer, j.outer.general(), j.outer.general()
	all, slot := s.Temp(), j.frame.bytes
	j.frame.bytes += int32(s.ISA.VectorBytes())
	whole := s.laneLoopMem(slot, asm.NoReg, 4)
	s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 8, Dst: first, B: j.chunk})
	s.broadcast(all, first, 4)
	s.keepLanes(whole, []asm.Reg{all})
	s.moveImm(at, 0)
	s.eachLane(j.chunk, func(lane asm.Reg) {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 4, B: lane, HasMem: true, Mem: s.laneLoopMem(slot, at, 4)})
		s.aluImm(asm.Add, 4, at, 1)
	})
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: j.list, HasMem: true, Mem: whole})
}

// runJoining writes how lanes go on that may join: in vectors as long as that is cheaper, then one after the other.
func (s *selector) runJoining(l *regions.TailLoop, t *laneValues, body []asm.Inst, lanes asm.Reg, n *leftNumbers, c *leftCosts) {
	j := s.newJoined(t)
	rounds := j.writeRounds()
	c.joined, c.joining = j.cycles, j.cost()
	again, join, done := s.Fn.NewLabel(), s.Fn.NewLabel(), s.Fn.NewLabel()
	left, some := s.general(), s.general()
	s.Fn.Seldom = append(s.Fn.Seldom, again)
	s.moveGeneral(left, lanes)
	s.startBody(t)
	s.label(again)
	s.poll()
	inTurn, joined := s.costAlone(l, left, n), s.costJoined(l, left, n)
	s.alu(asm.Add, 8, joined, joined)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: inTurn, B: joined})
	s.jumpIf(asm.CondAE, join)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: inTurn, B: s.costTogether(l, n)})
	s.jumpIf(asm.CondA, join)
	s.loopOverLanes(t, body, left)
	s.jump(done)
	s.label(join)
	s.moveImm(some, maxJoinedRounds)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: s.left(l).rounds, B: some})
	s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondB, Size: 8, Dst: some, B: s.left(l).rounds})
	j.run(rounds, left, some)
	s.alu(asm.Add, 8, s.left(l).rounds, some)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: left, B: left})
	s.jumpIf(asm.CondNE, again)
	s.label(done)
	s.endBody(t, lanes)
}
