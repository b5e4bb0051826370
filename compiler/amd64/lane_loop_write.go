package amd64

import (
	"cmp"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// How a loop that lanes run one after the other is written: see lane_loop.go.

// laneValues is what a loop takes from outside, lane by lane.
type laneValues struct {
	outer, inner *selector
	loop         *regions.ScalarLoop
	lane         asm.Reg // number in the bundle of the lane under way
	cancel       asm.Reg // address of the word that says whether the launch was cancelled
	frame        *laneFrame
	each         []asm.Inst             // takes what comes in for a lane
	same         map[ir.ValueID]asm.Reg // what is read behind the loop and the same for all lanes
	slots        map[ir.ValueID]int32   // in the frame, of what is read behind the loop
	next         int32                  // label: the lane is done
	at           int32                  // of lanes that are left: where vectors are made of what is kept otherwise; -1: behind its definition
	cycles       float64                // of a round
	joined       *joined                // what is written is for lanes that join; nil: for one lane
	list         asm.Reg                // their numbers
}

// laneFrame is what lies in the frame around a loop, the same for lanes that go on alone and for those that join.
type laneFrame struct {
	bytes   int32                // so far
	slots   map[ir.ValueID]int32 // of what comes in
	before  []asm.Inst           // leaves the lanes of that there, once
	ways    []asm.Reg            // sets of the lanes that leave by each exit, NoReg: nobody asks
	isTwice bool                 // both kinds are written
}

// writeLaneLoop writes a loop, and gives the place of its last block.
func (s *selector) writeLaneLoop(l *regions.ScalarLoop) int {
	header := s.Flow.Layout.Order[l.Loop.First]
	s.enter(header)
	for _, p := range s.Kernel.Blocks[header].Params {
		s.defined[p] = int32(len(s.Fn.Insts))
	}
	for _, b := range s.Flow.Layout.Order[l.Loop.First : l.Loop.Last+1] {
		s.begin(s.Begins[b])
		s.startCountdowns(b)
	}
	t := s.newLaneValues(l)
	body := t.writeBody()
	s.noteApart(l)
	s.runBody(t, body, s.bundleBits())
	return l.Loop.Last
}

func (s *selector) newLaneValues(l *regions.ScalarLoop) *laneValues {
	return &laneValues{outer: s, inner: s.aloneWriter, loop: l, lane: s.general(), cancel: s.cancelWord(), same: map[ir.ValueID]asm.Reg{},
		frame: &laneFrame{slots: map[ir.ValueID]int32{}, ways: make([]asm.Reg, len(l.Exits))}, next: s.Fn.NewLabel(), at: -1}
}

// writeBody lets the inner selector write the loop for a lane.
func (t *laneValues) writeBody() []asm.Inst {
	t.slots = t.slotsOfEscapes()
	return t.write(t.leave)
}

// runBody writes the loop over the lanes around that, and where control goes on.
func (s *selector) runBody(t *laneValues, body []asm.Inst, lanes asm.Reg) {
	s.startBody(t)
	s.loopOverLanes(t, body, lanes)
	s.endBody(t, lanes)
}

// startBody writes what is done once before the lanes.
func (s *selector) startBody(t *laneValues) {
	s.startWays(t.frame.ways)
	for _, v := range t.loop.Escapes {
		if r, ok := t.same[v]; ok {
			s.beginLanes([]asm.Reg{r})
		}
	}
	s.Fn.Insts = append(s.Fn.Insts, t.frame.before...)
}

func (s *selector) loopOverLanes(t *laneValues, body []asm.Inst, lanes asm.Reg) {
	top := s.eachLaneIn(lanes, t.lane, func() {
		s.Fn.Insts = append(append(s.Fn.Insts, t.each...), body...)
		s.label(t.next)
	})
	if t.at >= 0 {
		s.Fn.Seldom = append(s.Fn.Seldom, top)
	}
}

// endBody writes what is done once all lanes are done.
func (s *selector) endBody(t *laneValues, lanes asm.Reg) {
	l := t.loop
	s.laneBytes = max(s.laneBytes, t.frame.bytes)
	for _, v := range l.Escapes {
		if r, ok := t.same[v]; ok {
			s.moveGeneral(s.own(v, 0)[0], r)
		}
		s.defined[v] = int32(len(s.Fn.Insts))
		s.forgetLanes(v) // vectors of what a parameter was at the entry
	}
	s.takeKept(l, t.slots, lanes)
	s.leaveLaneLoop(l, t.frame.ways)
}

// forgetLanes forgets the vectors made of a value that is kept otherwise, and now changes.
func (s *selector) forgetLanes(v ir.ValueID) {
	for u := range s.Version.Count {
		delete(s.inLanes, lanesKey{v, u})
		delete(s.inLanes, lanesKey{v, -1 - u})
		delete(s.inLanes, lanesKey{v, wordOfSub + u})
	}
}

// noteApart tells the listing of a loop's accesses.
func (s *selector) noteApart(l *regions.ScalarLoop) {
	for _, b := range s.Flow.Layout.Order[l.Loop.First : l.Loop.Last+1] {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if forms.Accesses(s.Kernel.Instr(v).Op) && s.Scalarised.Needed[v] {
				s.note(v, access.StrategyScalarised)
			}
		}
	}
}

// bundleBits are the bits of the active lanes of all sub-groups, in one register.
func (s *selector) bundleBits() asm.Reg {
	masks := make([]asm.Reg, s.Version.Count)
	for u := range masks {
		masks[u] = s.activeMask(u)
	}
	return s.bitsOfAll(masks)
}

// write lets the inner selector write the loop, and leave where control comes out of it.
func (t *laneValues) write(leave func()) []asm.Inst {
	n, fn := t.inner, t.outer.Fn
	kept := fn.Insts
	fn.Insts = nil
	n.Writer, n.cancel, n.taken, n.outside = t.outer.Writer, t.outer.cancel, t, t.take
	n.Entry = nil // both add constants; which there are, they know together
	n.printBytes, n.laneSlots = t.outer.printBytes, 0
	n.late, n.inLanes, n.reciprocals = nil, map[lanesKey][]asm.Reg{}, map[reciprocalKey]*reciprocal{}
	clear(n.regs)
	clear(n.defined)
	for n.place = t.loop.Loop.First; n.place <= t.loop.Loop.Last; n.place++ {
		if n.Flow.IsOpened[n.place] {
			n.place = n.block(n.Flow.Layout.Order[n.place])
		}
	}
	t.cycles = t.roundOf(fn.Insts)
	leave()
	slices.SortStableFunc(n.late, func(a, b lateCode) int { return cmp.Compare(a.at, b.at) })
	var body []asm.Inst
	from := int32(0)
	for _, l := range n.late {
		body = append(append(body, fn.Insts[from:l.at]...), l.insts...)
		from = l.at
	}
	body = vec.TidyJumps(withoutUnusedLabels(vec.TidyJumps(append(body, fn.Insts[from:]...))))
	if t.joined == nil {
		body = t.repeated(body)
	}
	fn.Insts = kept
	t.outer.Entry = append(t.outer.Entry, n.Entry...)
	t.outer.laneSlots = max(t.outer.laneSlots, n.laneSlots)
	if n.err != nil && t.outer.err == nil {
		t.outer.err = n.err
	}
	return body
}

// postDominatorsIn are the cycles of a round, given its instructions.
func (t *laneValues) roundOf(insts []asm.Inst) float64 {
	cycles := t.outer.cyclesOf(insts)
	if t.joined != nil {
		return t.outer.NotBelow(cycles, t.loop.Index)
	}
	return max(cycles, t.outer.AloneAtLeast(t.loop.Index))
}

// aside runs write and adds what it emits to a list instead of the code.
func (t *laneValues) aside(list *[]asm.Inst, write func()) {
	fn := t.outer.Fn
	kept := fn.Insts
	fn.Insts = *list
	write()
	*list, fn.Insts = fn.Insts, kept
}

// slot is a place in the frame for a value of all lanes of the bundle.
func (t *laneValues) slot(size uint8) int32 {
	at := t.frame.bytes
	t.frame.bytes += int32(size) * int32(t.outer.ISA.Lanes()*t.outer.Version.Count)
	return at
}

// slotsOfEscapes are those of the values that are read behind the loop.
func (t *laneValues) slotsOfEscapes() map[ir.ValueID]int32 {
	list := map[ir.ValueID]int32{}
	for _, v := range t.loop.Escapes {
		if t.outer.Needed[v] {
			list[v] = t.slot(sizeOf(t.outer.Kernel.Type(v)))
		}
	}
	return list
}

// laneLoopMem is a lane of a slot; NoReg: the first.
func (s *selector) laneLoopMem(slot int32, lane asm.Reg, size uint8) asm.Mem {
	m := asm.Mem{Base: asm.RBP, Disp: laneLoopBias + slot}
	if lane != asm.NoReg {
		m.Index, m.Scale = lane, size
	}
	return m
}

// take gives the inner selector registers for a value from outside; false if it is made inside.
func (t *laneValues) take(v ir.ValueID) bool {
	s, n := t.outer, t.inner
	isEntry := s.IsEntryOf(t.loop, v)
	if t.loop.Loop.Has(s.Flow.Layout.Place[s.Kernel.Instr(v).Block]) && !isEntry {
		return false
	}
	f, g := s.ByValue[v], n.ByValue[v]
	isOne := !f.PerSub && f.Rows == 0
	isShared := isOne && f.Kind == g.Kind && (f.Kind == forms.Scalar || f.Kind == forms.Vector && s.IsSame(v))
	isMoved := isEntry && t.frame.isTwice // by lanes that joined
	if isMoved {
		isShared = s.IsCarried(v)
	}
	if isShared && !isEntry {
		n.regs[v] = s.own(v, 0)
		return true
	}
	n.regs[v] = n.newRegs(v)
	switch {
	case isShared:
		t.aside(&t.each, func() { t.copy(n.regs[v], s.own(v, 0)) })
	case isOne && f.Kind == forms.Affine && g.Kind == forms.Scalar && s.Version.Shape == bundle.Rows && !isMoved:
		t.aside(&t.each, func() { t.stepped(n.regs[v][0], v) })
	default:
		t.throughFrame(v)
	}
	return true
}

func (t *laneValues) copy(dst, src []asm.Reg) {
	for i := range dst {
		t.inner.Emit(asm.Inst{Op: moveOps[t.inner.Fn.ClassOf(dst[i])], Dst: dst[i], B: src[i]})
	}
}

// stepped computes the lane's value of what steps evenly along a row of sub-groups.
func (t *laneValues) stepped(dst asm.Reg, v ir.ValueID) {
	s := t.outer
	size := max(4, uint8(s.Kernel.Type(v).Bytes()))
	from := asm.Mem{Base: s.own(v, 0)[0], Index: t.lane, Scale: 1}
	switch step := s.ByValue[v].Step; step {
	case 1, 2, 4, 8:
		from.Scale = uint8(step)
	default:
		from.Index = s.general()
		s.Emit(asm.Inst{Op: asm.Imul3, Size: size, Dst: from.Index, B: t.lane, Imm: int64(step)})
	}
	s.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: dst, HasMem: true, Mem: from})
}

// throughFrame leaves all lanes of a value in the frame and reads that of a lane there. Truth values are words.
func (t *laneValues) throughFrame(v ir.ValueID) {
	s, n := t.outer, t.inner
	typ := s.Kernel.Type(v)
	size := sizeOf(typ)
	slot, isThere := t.frame.slots[v]
	if !isThere {
		slot = t.slot(size)
		t.frame.slots[v] = slot
		t.leaveLanes(v, slot)
	}
	if t.joined != nil {
		t.aside(&t.each, func() { t.gatherLanes(v, slot) })
		return
	}
	t.aside(&t.each, func() {
		from, dst := s.laneLoopMem(slot, t.lane, size), n.regs[v]
		switch {
		case n.ByValue[v].Kind == forms.Scalar:
			s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: dst[0], HasMem: true, Mem: from})
		case n.ByValue[v].Kind == forms.Mask:
			truth := s.general()
			s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: truth, HasMem: true, Mem: from})
			n.maskFromBool(dst[0], truth)
		default:
			n.loadSpread(dst, wordOf(size), from)
		}
	})
}

// leaveLanes leaves all lanes of a value in a slot.
func (t *laneValues) leaveLanes(v ir.ValueID, slot int32) {
	s, typ := t.outer, t.outer.Kernel.Type(v)
	size := sizeOf(typ)
	if t.at >= 0 && s.ByValue[v].Kind != forms.Vector && s.ByValue[v].Kind != forms.Mask {
		defer func(kept int32) { s.defined[v] = kept }(s.defined[v])
		s.defined[v] = t.at
	}
	t.aside(&t.frame.before, func() {
		for u := range s.Version.Count {
			s.keepLanes(s.laneLoopMem(slot+int32(u*s.ISA.Lanes())*int32(size), asm.NoReg, size), s.asWords(typ, s.lanesOf(v, u)))
		}
	})
}

// wordOf is an integer type of a size.
func wordOf(size uint8) ir.Type {
	if size == 8 {
		return ir.I64
	}
	return ir.I32
}

// asWords are registers of numbers, also of truth values.
func (s *selector) asWords(t ir.Type, lanes []asm.Reg) []asm.Reg {
	if t != ir.I1 {
		return lanes
	}
	word := []asm.Reg{s.Temp()}
	if !s.Lower(vec.Operation{Op: ir.OpZExt, Type: ir.I32, From: ir.I1}, word, lanes, nil, nil) {
		s.fail("truth values have no machine code as numbers")
	}
	return word
}

func (s *selector) keepLanes(to asm.Mem, lanes []asm.Reg) {
	for _, r := range lanes {
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: r, HasMem: true, Mem: to})
		to.Disp += int32(s.ISA.VectorBytes())
	}
}

// startWays begins the sets of lanes that leave by each way, where that must be known.
func (s *selector) startWays(ways []asm.Reg) {
	for _, r := range ways {
		if r != asm.NoReg {
			s.moveImm(r, 0)
		}
	}
}

// leave writes where control comes out of the loop: what is read behind it is kept, and the way is noted.
func (t *laneValues) leave() {
	s, n := t.outer, t.inner
	for i, place := range t.loop.Exits {
		n.label(n.bodies[place])
		n.bodies[place] = n.Fn.NewLabel() // it may be another loop's first
		to := s.Flow.Layout.Order[place]
		for _, v := range t.loop.Escapes {
			if slot, ok := t.slots[v]; ok && s.Flow.Cfg.Dominates(s.Kernel.Instr(v).Block, to) {
				t.keep(v, slot)
			}
		}
		if t.asksWay(place) {
			way := t.way(i)
			bit, one := s.general(), s.general()
			s.moveImm(one, 1)
			s.Emit(asm.Inst{Op: asm.Shlx, Size: 8, Dst: bit, A: t.lane, B: one})
			s.alu(asm.Or, 8, way, bit)
		}
		if i < len(t.loop.Exits)-1 {
			n.jump(t.next)
		}
	}
}

// asksWay says whether it must be known which lanes leave for a place.
func (t *laneValues) asksWay(place int) bool {
	to := t.outer.Flow.Layout.Order[place]
	return len(t.loop.Exits) > 1 && t.outer.pending[to] != nil && !t.outer.Flow.IsSink(to)
}

// way is the set of the lanes that leave by an exit.
func (t *laneValues) way(i int) asm.Reg {
	if t.frame.ways[i] == asm.NoReg {
		t.frame.ways[i] = t.outer.general()
	}
	return t.frame.ways[i]
}

// keep leaves a lane's value in the frame, or, if it is the same for all lanes, in a register. That of the outer code may
// still be wanted by the next lane, as a parameter at the entry.
func (t *laneValues) keep(v ir.ValueID, slot int32) {
	s, n := t.outer, t.inner
	if s.ByValue[v].Kind == forms.Scalar {
		if _, ok := t.same[v]; !ok {
			t.same[v] = s.general()
		}
		n.moveGeneral(t.same[v], n.lane0Reg(v, 0))
		return
	}
	size := sizeOf(s.Kernel.Type(v))
	to := s.laneLoopMem(slot, t.lane, size)
	if n.ByValue[v].Kind != forms.Vector {
		s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: n.lane0Reg(v, 0), HasMem: true, Mem: to})
		return
	}
	op := asm.Vmovss
	if size == 8 {
		op = asm.Vmovsd
	}
	s.Emit(asm.Inst{Op: op, Len: asm.L128, B: n.own(v, 0)[0], HasMem: true, Mem: to})
}

// takeKept reads back what the lanes have kept.
func (s *selector) takeKept(l *regions.ScalarLoop, slots map[ir.ValueID]int32, lanes asm.Reg) {
	for _, v := range l.Escapes {
		slot, ok := slots[v]
		f, t := s.ByValue[v], s.Kernel.Type(v)
		if !ok || f.Kind == forms.Scalar {
			continue
		}
		size := sizeOf(t)
		for u := range s.eachCopy(f) {
			s.writeLanes(v, u, func(dst []asm.Reg) {
				if !f.PerSub && s.IsUniform(v) {
					first := s.general()
					s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 8, Dst: first, B: lanes})
					s.takeWords(t, dst, func(word []asm.Reg) { s.loadSpread(word, wordOf(size), s.laneLoopMem(slot, first, size)) })
					return
				}
				from := s.laneLoopMem(slot+int32(u*s.ISA.Lanes())*int32(size), asm.NoReg, size)
				s.takeWords(t, dst, func(word []asm.Reg) { s.loadRow(word, wordOf(size), from, asm.NoReg) })
			})
		}
	}
}

// takeWords lets load fill registers, with numbers instead of truth values.
func (s *selector) takeWords(t ir.Type, dst []asm.Reg, load func([]asm.Reg)) {
	if t != ir.I1 {
		load(dst)
		return
	}
	word := []asm.Reg{s.Temp()}
	load(word)
	isTrue := vec.Operation{Op: ir.OpICmp, Kind: uint8(ir.NE), Type: ir.I1, From: ir.I32}
	if !s.Lower(isTrue, dst, word, s.constLanes(ir.I32, 0), nil) {
		s.fail("numbers have no machine code as truth values")
	}
}

// leaveLaneLoop sends the lanes their ways and writes where control goes on.
func (s *selector) leaveLaneLoop(l *regions.ScalarLoop, ways []asm.Reg) {
	first, last, sure := l.Loop.First, l.Loop.Last, -1
	if len(l.Exits) == 1 && s.Flow.IsOpened[l.Exits[0]] { // else its lanes are simply gone
		sure = l.Exits[0]
	}
	open, written := s.Flow.Open[first].Clone(), s.Flow.Written[first].Clone()
	for place := first; place <= last; place++ {
		open.Remove(place)
		written.Remove(place)
	}
	for i, place := range l.Exits {
		to := s.Flow.Layout.Order[place]
		if s.Flow.IsSink(to) && sure < 0 {
			continue
		}
		if s.pending[to] != nil {
			s.sendWay(to, ways[i])
		}
		open.Add(place)
		written.Add(place)
	}
	for _, next := range s.Flow.Scan(last, open, written, sure) {
		switch {
		case next.Place <= last: // a loop around, which may have no lanes left
			s.goBack(next)
		case next.IsTested && s.Flow.Skipped[next.Place]:
			s.jump(s.enters[next.Place])
			return
		default:
			s.jump(s.bodies[next.Place])
			return
		}
		if !next.IsTested {
			return
		}
	}
	s.jump(s.finish)
}

// sendWay adds lanes to the pending mask of a block: all that ran the loop if way is NoReg, else those of a set.
func (s *selector) sendWay(to ir.BlockID, way asm.Reg) {
	header := s.Flow.Layout.Order[s.place]
	for u := range s.Version.Count {
		lanes := s.activeMask(u)
		switch {
		case way != asm.NoReg:
			some := s.general()
			s.moveGeneral(some, way)
			if u > 0 {
				s.aluImm(asm.Shr, 8, some, int64(u*s.ISA.Lanes()))
			}
			lanes = s.newMask()
			s.maskFromBits(lanes, some)
		case lanes == asm.NoReg:
			s.setMask(s.pending[to][u], true)
			continue
		}
		s.send(header, to, u, lanes)
	}
}
