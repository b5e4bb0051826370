package control

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/regions"
)

// Lanes that are left in a loop and join.
//
// Lanes that go on while the others of their bundle wait (lane_left.go) may be too many to go one after the other, and
// still fill one vector, or a few, where the bundle has more. They are moved together, and the loop goes on in a copy
// for a single sub-group:
//
//	spill all lanes of the live-in values and of the header parameters to the frame
//	while lanes are active, and vectors are cheaper than scalar code:
//	    for each vector's worth of active lanes:
//	        list their lane numbers, and gather their values from the frame
//	        run the loop until all lanes have left, or for as many iterations as the bundle has run so far
//	        scatter the header parameters and live-out values to the frame; record the exit of each lane
//	run the remaining lanes in scalar code, from the frame
//
// So lanes are compacted again after twice, four, eight times as many iterations.
//
// The copy is written by a selector of its own, for one sub-group whose lanes are arbitrary work-items: values that are
// affine elsewhere are vectors here, and only values that are uniform in the work-group have one register (uniformity
// without dimensions). Uniform values that change in the loop, such as counters, are equal for lanes with equal
// iteration counts. They stay in their registers: each vector starts from the same value, and vectors that reach the
// bound of iterations end with the same value.

// maxCompactedIterations bounds the iterations between two polls for cancellation.
const maxCompactedIterations = 4096

// compacted is a loop over compacted lanes.
type compacted struct {
	loopValues
	chunk     asm.Reg   // bits of the lanes in the vector
	goOn      asm.Reg   // bits of the lanes that are active after that
	countdown asm.Reg   // iterations left
	back      int32     // label: after the loop
	fresh     []asm.Reg // carried registers after the iterations
	results   []compactedResult
}

// compactedResult is a value that is scattered to the frame, from the lanes of the vector to the lanes of the bundle.
type compactedResult struct {
	from, to int32
	size     uint8
}

// newCompacted prepares a loop. Its values have the frame slots of the scalarised loop.
func (s *Selector) newCompacted(t *loopValues) *compacted {
	j := &compacted{loopValues: *t, chunk: s.General(), goOn: s.General(), countdown: s.General(),
		back: s.Fn.NewLabel()}
	j.inner, j.list, j.compacted, j.each = s.compactWriter, s.Temp(), j, nil
	j.startMasks()
	return j
}

// startMasks gives the blocks of the loop, and its exit blocks, pending masks like those of the bundle's blocks.
func (j *compacted) startMasks() {
	s, n := j.outer, j.inner
	start := func(b ir.BlockID) {
		if s.Active[b] == nil {
			return
		}
		n.Active[b] = n.NewMasks()
		n.pending[b] = n.Active[b]
		if s.pending[b][0] != s.Active[b][0] {
			n.pending[b] = n.NewMasks()
		}
	}
	clear(n.Active)
	clear(n.pending)
	for _, b := range j.places() {
		start(b)
	}
}

// places are the blocks of the loop and those it is left for.
func (j *compacted) places() []ir.BlockID {
	order := j.outer.Flow.Layout.Order
	list := slices.Clone(order[j.loop.Loop.First : j.loop.Loop.Last+1])
	for _, place := range j.loop.Exits {
		list = append(list, order[place])
	}
	return list
}

// clearMasks empties those masks that are read before they are written, and starts the lives of registers that are
// written in part.
func (j *compacted) clearMasks() {
	n, header := j.inner, j.header()
	for _, b := range j.places() {
		if m := n.pending[b]; m != nil && b != header &&
			(n.Flow.NeedZero[b] || !j.loop.Loop.Has(n.Flow.Layout.Place[b])) {
			j.outer.SetMask(m[0], false)
		}
	}
	for b, values := range n.Begins {
		if j.loop.Loop.Has(n.Flow.Layout.Place[b]) {
			continue
		}
		for _, v := range values {
			if in := n.Kernel.Instr(v); j.loop.Loop.Has(n.Flow.Layout.Place[in.Block]) && !n.IsEntryOf(j.loop, v) {
				n.BeginLanes(n.Own(v, 0))
			}
		}
	}
}

func (j *compacted) header() ir.BlockID { return j.outer.Flow.Layout.Order[j.loop.Loop.First] }

// isAfterCompacted reports whether a place is outside of the loop that is being written for joined lanes.
func (s *Selector) isAfterCompacted(place int) bool {
	return s.taken != nil && s.taken.compacted != nil && !s.taken.loop.Loop.Has(place)
}

// leaveCompacted jumps out of the loop, given the blocks that are pending.
func (s *Selector) leaveCompacted(open flow.Bitset) {
	j := s.taken.compacted
	if !open.Has(j.loop.Loop.First) {
		s.SetMask(s.pending[j.header()][0], false)
	}
	s.Jump(j.back)
}

// nextCompactedIteration writes the back edge, which is taken while iterations are left.
func (s *Selector) nextCompactedIteration(header int) {
	j := s.taken.compacted
	s.AluImm(asm.Sub, 4, j.countdown, 1)
	s.JumpIf(asm.CondNE, s.bodies[header])
	s.Jump(j.back)
}

// gatherLanes reads the listed lanes of a slot.
func (t *loopValues) gatherLanes(v ir.ValueID, slot int32) {
	s, n, typ := t.outer, t.inner, t.outer.Kernel.Type(v)
	m := asm.Mem{Base: asm.RBP, Disp: emit.LoopBias + slot}
	n.takeWords(typ, n.Regs(v), func(dst []asm.Reg) {
		if emit.SizeOf(typ) == 4 {
			m.Index, m.Scale = t.list, 4
			n.EmitGather(asm.Vpgatherdd, asm.Whole(s.ISA), dst[0], m, n.SomeMask(asm.NoReg))
			return
		}
		for i, r := range dst {
			m.Index, m.Scale = n.Half(t.list, i), 8
			n.EmitGather(asm.Vpgatherdq, asm.Whole(s.ISA), r, m, n.SomeMask(asm.NoReg))
		}
	})
}

// leave writes the code after the iterations of a vector.
func (j *compacted) leave() {
	s, n := j.outer, j.inner
	n.Label(j.back)
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
			s.Alu(asm.Or, 8, j.way(i), j.inBundle(n.pending[s.Flow.Layout.Order[place]][0]))
		}
	}
	rest, done := j.inBundle(n.pending[j.header()][0]), s.Fn.NewLabel()
	s.Alu(asm.Or, 8, j.goOn, rest)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: rest, B: rest})
	s.JumpIf(asm.CondE, done)
	j.copy(j.fresh, j.carriedOf(n))
	s.Label(done)
}

// keepVector leaves a value where putBack finds it.
func (j *compacted) keepVector(v ir.ValueID, slot int32) {
	n, typ := j.inner, j.outer.Kernel.Type(v)
	r := compactedResult{from: j.frame.bytes, to: slot, size: emit.SizeOf(typ)}
	j.frame.bytes += int32(r.size) * int32(n.ISA.Lanes())
	n.KeepLanes(n.loopSlotMem(r.from, asm.NoReg, r.size), n.asWords(typ, n.LanesOf(v, 0)))
	j.results = append(j.results, r)
}

// putBack moves the results of each lane to its place.
func (j *compacted) putBack() {
	if len(j.results) == 0 {
		return
	}
	s, at := j.outer, j.outer.General()
	s.MoveImm(at, 0)
	s.EachLane(j.chunk, func(lane asm.Reg) {
		for _, r := range j.results {
			value := s.General()
			s.Emit(asm.Inst{Op: asm.Mov, Size: r.size, Dst: value, HasMem: true,
				Mem: s.loopSlotMem(r.from, at, r.size)})
			s.Emit(asm.Inst{Op: asm.Mov, Size: r.size, B: value, HasMem: true, Mem: s.loopSlotMem(r.to, lane, r.size)})
		}
		s.AluImm(asm.Add, 4, at, 1)
	})
}

// inBundle are the bits of a mask of joined lanes, where these lanes are in the bundle.
func (j *compacted) inBundle(m asm.Reg) asm.Reg {
	bits := j.outer.General()
	j.outer.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: bits, A: j.inner.BitsOf(m), B: j.chunk})
	return bits
}

// carriedOf are a selector's registers of the parameters that all lanes share.
func (j *compacted) carriedOf(s *Selector) (list []asm.Reg) {
	for _, p := range j.outer.Kernel.Blocks[j.header()].Params {
		if j.outer.IsCarried(p) {
			list = append(list, s.Own(p, 0)...)
		}
	}
	return list
}

// writeIterations lets the selector for joined lanes write the loop.
func (j *compacted) writeIterations() []asm.Inst {
	for _, r := range j.carriedOf(j.outer) {
		j.fresh = append(j.fresh, j.outer.Fn.NewReg(j.outer.Fn.ClassOf(r)))
	}
	body := j.write(j.leave)
	var start []asm.Inst
	j.aside(&start, j.clearMasks)
	return append(start, body...)
}

// cost is what it takes to join and to come back, in cycles.
func (j *compacted) cost() float64 {
	costs := &j.outer.Tuning.Compaction
	moved := float64(j.outer.ISA.Lanes() * (len(j.results) + costs.FixedResults))
	return costs.Move + j.outer.cyclesOf(j.frame.before) + j.outer.cyclesOf(j.each) + moved
}

// run writes how lanes go on in vectors, for a number of iterations. What is left of them goes to the same register.
func (j *compacted) run(body []asm.Inst, lanes, iterations asm.Reg) {
	s := j.outer
	todo, ones, top := s.General(), s.General(), s.Fn.NewLabel()
	s.Fn.Seldom = append(s.Fn.Seldom, top)
	s.MoveGeneral(todo, lanes)
	s.MoveImm(j.goOn, 0)
	carried := j.carriedOf(s)
	j.copy(j.fresh, carried)
	s.Label(top)
	s.MoveImm(ones, 1<<s.ISA.Lanes()-1)
	s.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: j.chunk, A: ones, B: todo})
	s.Alu(asm.Xor, 8, todo, j.chunk)
	j.listLanes()
	some := s.General()
	s.Emit(asm.Inst{Op: asm.Pext, Size: 8, Dst: some, A: j.chunk, B: j.chunk})
	s.MaskFromBits(j.inner.pending[j.header()][0], some)
	s.MoveGeneral(j.countdown, iterations)
	s.Fn.Insts = append(append(s.Fn.Insts, j.each...), body...)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: todo, B: todo})
	s.JumpIf(asm.CondNE, top)
	j.copy(carried, j.fresh)
	s.MoveGeneral(lanes, j.goOn)
}

// listLanes makes the vector of the numbers of the lanes under way; what is left of it gets one of them.
func (j *compacted) listLanes() {
	s, at, first := j.outer, j.outer.General(), j.outer.General()
	all, slot := s.Temp(), j.frame.bytes
	j.frame.bytes += int32(s.ISA.VectorBytes())
	whole := s.loopSlotMem(slot, asm.NoReg, 4)
	s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 8, Dst: first, B: j.chunk})
	s.Broadcast(all, first, 4)
	s.KeepLanes(whole, []asm.Reg{all})
	s.MoveImm(at, 0)
	s.EachLane(j.chunk, func(lane asm.Reg) {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 4, B: lane, HasMem: true, Mem: s.loopSlotMem(slot, at, 4)})
		s.AluImm(asm.Add, 4, at, 1)
	})
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: j.list, HasMem: true, Mem: whole})
}

// runCompacting writes how lanes go on that may join: in vectors as long as that is cheaper, then one after the other.
func (s *Selector) runCompacting(l *regions.TailLoop, t *loopValues, body []asm.Inst, lanes asm.Reg, n *tailNumbers,
	c *tailCosts) {
	j := s.newCompacted(t)
	iterations := j.writeIterations()
	c.joined, c.joining = j.cycles, j.cost()
	again, join, done := s.Fn.NewLabel(), s.Fn.NewLabel(), s.Fn.NewLabel()
	left, some := s.General(), s.General()
	s.Fn.Seldom = append(s.Fn.Seldom, again)
	s.MoveGeneral(left, lanes)
	s.startBody(t)
	s.Label(again)
	s.poll()
	inTurn, joined := s.costAlone(l, left, n), s.costCompacted(l, left, n)
	s.Alu(asm.Add, 8, joined, joined)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: inTurn, B: joined})
	s.JumpIf(asm.CondAE, join)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: inTurn, B: s.costTogether(l, n)})
	s.JumpIf(asm.CondA, join)
	s.loopOverLanes(t, body, left)
	s.Jump(done)
	s.Label(join)
	s.MoveImm(some, maxCompactedIterations)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: s.tail(l).iterations, B: some})
	s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondB, Size: 8, Dst: some, B: s.tail(l).iterations})
	j.run(iterations, left, some)
	s.Alu(asm.Add, 8, s.tail(l).iterations, some)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: left, B: left})
	s.JumpIf(asm.CondNE, again)
	s.Label(done)
	s.endBody(t, lanes)
}
