package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// Emission of scalarised loops (vectorize/regions/scalar_loop.go).

// loopValues are the live-in and live-out values of a scalarised loop, per lane.
type loopValues struct {
	outer, inner *Selector
	loop         *regions.ScalarLoop
	lane         asm.Reg // number of the current lane in the bundle
	cancel       asm.Reg // address of the word that reports whether the launch was cancelled
	frame        *loopFrame
	each         []asm.Inst             // extracts the live-in values of a lane
	same         map[ir.ValueID]asm.Reg // uniform live-out values
	slots        map[ir.ValueID]int32   // frame slots of live-out values
	next         int32                  // label: the end of the current lane
	// of tails: where values of other forms are converted to vectors; -1: after their definitions
	at        int32
	cycles    float64    // of an iteration
	compacted *compacted // nil: the code is for one lane, else for compacted lanes
	list      asm.Reg    // lane numbers of the compacted lanes
}

// loopFrame is what lies in the frame around a loop, the same for lanes that go on alone and for those that join.
type loopFrame struct {
	bytes   int32                // so far
	slots   map[ir.ValueID]int32 // of what comes in
	before  []asm.Inst           // leaves the lanes of that there, once
	ways    []asm.Reg            // sets of the lanes that leave by each exit, NoReg: not wanted
	isTwice bool                 // both kinds are written
}

// writeScalarLoop writes a loop, and gives the place of its last block.
func (s *Selector) writeScalarLoop(l *regions.ScalarLoop) int {
	header := s.Flow.Layout.Order[l.Loop.First]
	s.enter(header)
	for _, p := range s.Kernel.Blocks[header].Params {
		s.SetDefined(p)
	}
	for _, b := range s.Flow.Layout.Order[l.Loop.First : l.Loop.Last+1] {
		s.begin(s.Begins[b])
		s.startCountdowns(b)
	}
	t := s.newLoopValues(l)
	body := t.writeBody()
	s.runBody(t, body, s.bundleBits())
	return l.Loop.Last
}

func (s *Selector) newLoopValues(l *regions.ScalarLoop) *loopValues {
	return &loopValues{outer: s, inner: s.scalarWriter, loop: l, lane: s.General(), cancel: s.cancelWord(),
		same:  map[ir.ValueID]asm.Reg{},
		frame: &loopFrame{slots: map[ir.ValueID]int32{}, ways: make([]asm.Reg, len(l.Exits))}, next: s.Fn.NewLabel(),
		at: -1}
}

// writeBody lets the inner selector write the loop for a lane.
func (t *loopValues) writeBody() []asm.Inst {
	t.slots = t.slotsOfEscapes()
	return t.write(t.leave)
}

// runBody writes the loop over the lanes around that, and where control goes on.
func (s *Selector) runBody(t *loopValues, body []asm.Inst, lanes asm.Reg) {
	s.startBody(t)
	s.loopOverLanes(t, body, lanes)
	s.endBody(t, lanes)
}

// startBody writes what is done once before the lanes.
func (s *Selector) startBody(t *loopValues) {
	s.startWays(t.frame.ways)
	for _, v := range t.loop.Escapes {
		if r, ok := t.same[v]; ok {
			s.BeginLanes([]asm.Reg{r})
		}
	}
	s.Fn.Insts = append(s.Fn.Insts, t.frame.before...)
}

func (s *Selector) loopOverLanes(t *loopValues, body []asm.Inst, lanes asm.Reg) {
	top := s.EachLaneIn(lanes, t.lane, func() {
		s.Fn.Insts = append(append(s.Fn.Insts, t.each...), body...)
		s.Label(t.next)
	})
	if t.at >= 0 {
		s.Fn.Seldom = append(s.Fn.Seldom, top)
	}
}

// endBody writes what is done once all lanes are done.
func (s *Selector) endBody(t *loopValues, lanes asm.Reg) {
	l := t.loop
	s.laneBytes = max(s.laneBytes, t.frame.bytes)
	for _, v := range l.Escapes {
		if r, ok := t.same[v]; ok {
			s.MoveGeneral(s.Own(v, 0)[0], r)
		}
		s.SetDefined(v)
		s.forgetLanes(v) // vectors of what a parameter was at the entry
	}
	s.takeKept(l, t.slots, lanes)
	s.leaveScalarLoop(l, t.frame.ways)
}

// forgetLanes forgets the vectors made of a value that is kept otherwise, and now changes.
func (s *Selector) forgetLanes(v ir.ValueID) {
	for u := range s.Version.Count {
		delete(s.InLanes, emit.LanesKey{Value: v, Sub: u})
		delete(s.InLanes, emit.LanesKey{Value: v, Sub: -1 - u})
		delete(s.InLanes, emit.LanesKey{Value: v, Sub: emit.WordOfSub + u})
	}
}

// bundleBits are the bits of the active lanes of all sub-groups, in one register.
func (s *Selector) bundleBits() asm.Reg {
	masks := make([]asm.Reg, s.Version.Count)
	for u := range masks {
		masks[u] = s.ActiveMask(u)
	}
	return s.BitsOfAll(masks)
}

// write lets the inner selector write the loop, and leave where control comes out of it.
func (t *loopValues) write(leave func()) []asm.Inst {
	n, fn := t.inner, t.outer.Fn
	kept := fn.Insts
	fn.Insts = nil
	writer := *t.outer.Writer
	writer.Entry = nil // both add constants; which there are, they know together
	n.Writer, n.taken, n.Outside = &writer, t, t.take
	n.ServiceBytes, n.LaneSlots = t.outer.ServiceBytes, 0
	n.Late, n.InLanes, n.Reciprocals = nil, map[emit.LanesKey][]asm.Reg{}, map[emit.ReciprocalKey]*emit.Reciprocal{}
	n.ForgetValues()
	for n.Place = t.loop.Loop.First; n.Place <= t.loop.Loop.Last; n.Place++ {
		if n.Flow.IsOpened[n.Place] {
			n.Place = n.block(n.Flow.Layout.Order[n.Place])
		}
	}
	t.cycles = t.iterationOf(fn.Insts)
	leave()
	body := vec.TidyJumps(withoutUnusedLabels(vec.TidyJumps(n.WithLate(nil))))
	if t.compacted == nil {
		body = t.unrolled(body)
	}
	fn.Insts = kept
	t.outer.Entry = append(t.outer.Entry, n.Entry...)
	t.outer.TakeOver(&n.Values)
	return body
}

// postDominatorsIn are the cycles of an iteration, given its instructions.
func (t *loopValues) iterationOf(insts []asm.Inst) float64 {
	cycles := t.outer.cyclesOf(insts)
	if t.compacted != nil {
		return t.outer.NotBelow(cycles, t.loop.Index)
	}
	return max(cycles, t.outer.AloneAtLeast(t.loop.Index))
}

// aside runs write and adds what it emits to a list instead of the code.
func (t *loopValues) aside(list *[]asm.Inst, write func()) {
	fn := t.outer.Fn
	kept := fn.Insts
	fn.Insts = *list
	write()
	*list, fn.Insts = fn.Insts, kept
}

// slot is a place in the frame for a value of all lanes of the bundle.
func (t *loopValues) slot(size uint8) int32 {
	at := t.frame.bytes
	t.frame.bytes += int32(size) * int32(t.outer.ISA.Lanes()*t.outer.Version.Count)
	return at
}

// slotsOfEscapes are the frame slots of the live-out values.
func (t *loopValues) slotsOfEscapes() map[ir.ValueID]int32 {
	list := map[ir.ValueID]int32{}
	for _, v := range t.loop.Escapes {
		if t.outer.Needed[v] {
			list[v] = t.slot(emit.SizeOf(t.outer.Kernel.Type(v)))
		}
	}
	return list
}

// loopSlotMem is a lane of a slot; NoReg: the first.
func (s *Selector) loopSlotMem(slot int32, lane asm.Reg, size uint8) asm.Mem {
	m := asm.Mem{Base: asm.RBP, Disp: emit.LoopBias + slot}
	if lane != asm.NoReg {
		m.Index, m.Scale = lane, size
	}
	return m
}

// take gives the inner selector registers for a value from outside; false if it is made inside.
func (t *loopValues) take(v ir.ValueID) bool {
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
		n.SetRegs(v, s.Own(v, 0))
		return true
	}
	n.SetRegs(v, n.NewRegs(v))
	switch {
	case isShared:
		t.aside(&t.each, func() { t.copy(n.Regs(v), s.Own(v, 0)) })
	case isOne && f.Kind == forms.Affine && g.Kind == forms.Scalar && s.Version.Shape == bundle.Rows && !isMoved:
		t.aside(&t.each, func() { t.stepped(n.Regs(v)[0], v) })
	default:
		t.throughFrame(v)
	}
	return true
}

func (t *loopValues) copy(dst, src []asm.Reg) {
	for i := range dst {
		t.inner.Emit(asm.Inst{Op: emit.MoveOps[t.inner.Fn.ClassOf(dst[i])], Dst: dst[i], B: src[i]})
	}
}

// stepped computes the lane's value of what steps evenly along a row of sub-groups.
func (t *loopValues) stepped(dst asm.Reg, v ir.ValueID) {
	s, size := t.outer, emit.SizeOf(t.outer.Kernel.Type(v))
	from := s.Stepped(asm.Mem{Base: s.Own(v, 0)[0]}, t.lane, s.ByValue[v].Step, size)
	s.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: dst, HasMem: true, Mem: from})
}

// throughFrame leaves all lanes of a value in the frame and reads that of a lane there. Truth values are words.
func (t *loopValues) throughFrame(v ir.ValueID) {
	s, n := t.outer, t.inner
	typ := s.Kernel.Type(v)
	size := emit.SizeOf(typ)
	slot, isThere := t.frame.slots[v]
	if !isThere {
		slot = t.slot(size)
		t.frame.slots[v] = slot
		t.leaveLanes(v, slot)
	}
	if t.compacted != nil {
		t.aside(&t.each, func() { t.gatherLanes(v, slot) })
		return
	}
	t.aside(&t.each, func() {
		from, dst := s.loopSlotMem(slot, t.lane, size), n.Regs(v)
		switch {
		case n.ByValue[v].Kind == forms.Scalar:
			s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: dst[0], HasMem: true, Mem: from})
		case n.ByValue[v].Kind == forms.Mask:
			truth := s.General()
			s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: truth, HasMem: true, Mem: from})
			n.MaskFromBool(dst[0], truth)
		default:
			n.LoadSpread(dst, wordOf(size), from)
		}
	})
}

// leaveLanes leaves all lanes of a value in a slot.
func (t *loopValues) leaveLanes(v ir.ValueID, slot int32) {
	s, typ := t.outer, t.outer.Kernel.Type(v)
	size := emit.SizeOf(typ)
	if t.at >= 0 && s.ByValue[v].Kind != forms.Vector && s.ByValue[v].Kind != forms.Mask {
		kept := s.SetDefinedAt(v, t.at)
		defer func() { s.SetDefinedAt(v, kept) }()
	}
	t.aside(&t.frame.before, func() {
		for u := range s.Version.Count {
			s.KeepLanes(s.loopSlotMem(slot+int32(u*s.ISA.Lanes())*int32(size), asm.NoReg, size),
				s.asWords(typ, s.LanesOf(v, u)))
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
func (s *Selector) asWords(t ir.Type, lanes []asm.Reg) []asm.Reg {
	if t != ir.I1 {
		return lanes
	}
	word := []asm.Reg{s.Temp()}
	if !s.Lower(vec.Operation{Op: ir.OpZExt, Type: ir.I32, From: ir.I1}, word, lanes, nil, nil) {
		s.Fail("truth values have no machine code as numbers")
	}
	return word
}

// startWays begins the sets of lanes that leave by each way, where that must be known.
func (s *Selector) startWays(ways []asm.Reg) {
	for _, r := range ways {
		if r != asm.NoReg {
			s.MoveImm(r, 0)
		}
	}
}

// leave writes an exit of the loop: it stores the live-out values and records which exit was taken.
func (t *loopValues) leave() {
	s, n := t.outer, t.inner
	for i, place := range t.loop.Exits {
		n.Label(n.bodies[place])
		n.bodies[place] = n.Fn.NewLabel() // it may be another loop's first
		to := s.Flow.Layout.Order[place]
		for _, v := range t.loop.Escapes {
			if slot, ok := t.slots[v]; ok && s.Flow.Cfg.Dominates(s.Kernel.Instr(v).Block, to) {
				t.keep(v, slot)
			}
		}
		if t.asksWay(place) {
			way := t.way(i)
			bit, one := s.General(), s.General()
			s.MoveImm(one, 1)
			s.Emit(asm.Inst{Op: asm.Shlx, Size: 8, Dst: bit, A: t.lane, B: one})
			s.Alu(asm.Or, 8, way, bit)
		}
		if i < len(t.loop.Exits)-1 {
			n.Jump(t.next)
		}
	}
}

// asksWay reports whether it must be known which lanes leave for a place.
func (t *loopValues) asksWay(place int) bool {
	to := t.outer.Flow.Layout.Order[place]
	return len(t.loop.Exits) > 1 && t.outer.pending[to] != nil && !t.outer.Flow.IsSink(to)
}

// way is the set of the lanes that leave by an exit.
func (t *loopValues) way(i int) asm.Reg {
	if t.frame.ways[i] == asm.NoReg {
		t.frame.ways[i] = t.outer.General()
	}
	return t.frame.ways[i]
}

// keep leaves a lane's value in the frame, or, if it is the same for all lanes, in a register. That of the outer code
// may still be wanted by the next lane, as a parameter at the entry.
func (t *loopValues) keep(v ir.ValueID, slot int32) {
	s, n := t.outer, t.inner
	if s.ByValue[v].Kind == forms.Scalar {
		if _, ok := t.same[v]; !ok {
			t.same[v] = s.General()
		}
		n.MoveGeneral(t.same[v], n.Lane0Reg(v, 0))
		return
	}
	size := emit.SizeOf(s.Kernel.Type(v))
	to := s.loopSlotMem(slot, t.lane, size)
	defer func(inner uint32) { n.Pos = inner }(n.Pos)
	n.Pos = s.Pos // the instruction before belongs to another position
	n.StoreLane0(v, 0, to, size)
}

// takeKept reads back what the lanes have kept.
func (s *Selector) takeKept(l *regions.ScalarLoop, slots map[ir.ValueID]int32, lanes asm.Reg) {
	for _, v := range l.Escapes {
		slot, ok := slots[v]
		f, t := s.ByValue[v], s.Kernel.Type(v)
		if !ok || f.Kind == forms.Scalar {
			continue
		}
		size := emit.SizeOf(t)
		for u := range s.EachCopy(f) {
			s.WriteLanes(v, u, func(dst []asm.Reg) {
				if !f.PerSub && s.IsUniform(v) {
					first := s.General()
					s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 8, Dst: first, B: lanes})
					s.takeWords(t, dst, func(word []asm.Reg) {
						s.LoadSpread(word, wordOf(size), s.loopSlotMem(slot, first, size))
					})
					return
				}
				from := s.loopSlotMem(slot+int32(u*s.ISA.Lanes())*int32(size), asm.NoReg, size)
				s.takeWords(t, dst, func(word []asm.Reg) { s.LoadRow(word, wordOf(size), from, asm.NoReg) })
			})
		}
	}
}

// takeWords lets load fill registers, with numbers instead of truth values.
func (s *Selector) takeWords(t ir.Type, dst []asm.Reg, load func([]asm.Reg)) {
	if t != ir.I1 {
		load(dst)
		return
	}
	word := []asm.Reg{s.Temp()}
	load(word)
	isTrue := vec.Operation{Op: ir.OpICmp, Kind: uint8(ir.NE), Type: ir.I1, From: ir.I32}
	if !s.Lower(isTrue, dst, word, s.ConstLanes(ir.I32, 0), nil) {
		s.Fail("numbers have no machine code as truth values")
	}
}

// leaveScalarLoop sends the lanes their ways and writes where control goes on.
func (s *Selector) leaveScalarLoop(l *regions.ScalarLoop, ways []asm.Reg) {
	first, last, sure := l.Loop.First, l.Loop.Last, -1
	if len(l.Exits) == 1 && s.Flow.IsOpened[l.Exits[0]] { // else its lanes are simply gone
		sure = l.Exits[0]
	}
	open, written := s.Flow.Open[first], s.Flow.Written[first]
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
			s.Jump(s.enters[next.Place])
			return
		default:
			s.Jump(s.bodies[next.Place])
			return
		}
		if !next.IsTested {
			return
		}
	}
	s.Jump(s.finish)
}

// sendWay adds lanes to the pending mask of a block: all that ran the loop if way is NoReg, else those of a set.
func (s *Selector) sendWay(to ir.BlockID, way asm.Reg) {
	header := s.Flow.Layout.Order[s.Place]
	for u := range s.Version.Count {
		lanes := s.ActiveMask(u)
		switch {
		case way != asm.NoReg:
			some := s.General()
			s.MoveGeneral(some, way)
			if u > 0 {
				s.AluImm(asm.Shr, 8, some, int64(u*s.ISA.Lanes()))
			}
			lanes = s.NewMask()
			s.MaskFromBits(lanes, some)
		case lanes == asm.NoReg:
			s.SetMask(s.pending[to][u], true)
			continue
		}
		s.send(header, to, u, lanes)
	}
}
