package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// teamSlotBytes is the room in the frame for one value of all lanes of a loop.
const teamSlotBytes = 8 * regions.TeamLanes

// oneLane is the writing of one piece, for neighbouring sub-groups.
type oneLane struct {
	*accessor
	subs     []int
	inside   map[ir.ValueID]bool
	readers  []func(lane asm.Reg) // fill the registers of what comes in
	taken    map[ir.ValueID]bool  // what comes in
	pointers map[ir.ValueID]func(lane asm.Reg) asm.Mem
	places   map[ir.ValueID]asm.Mem // of the lane that is being written
	slots    int
	saved    []savedForm
	outs     []laneResult
	lane     asm.Reg
	scaled   map[int32]asm.Reg   // the lane's number times a step
	perRound int                 // how many lanes have code of their own side by side where all are active; 0: one
	loose    map[ir.ValueID]bool // values of which only the bits of their types are looked at
}

// savedForm is how a value is kept outside of the piece.
type savedForm struct {
	value    ir.ValueID
	form     forms.Form
	regs     []asm.Reg
	partial  bool
	defined  int32
	isInside bool
}

// laneResult is a value that is read behind the piece: in the frame, as bits of a general register, or in the register
// that the first lane shares with the others (form).
type laneResult struct {
	value  ir.ValueID
	slot   int
	bits   asm.Reg
	shared asm.Reg
	form   forms.Form
}

// teams are the sub-groups that code is being written for, in runs whose lanes one loop can go over.
func (s *accessor) teams(canJoin bool) [][]int {
	most := 1
	if canJoin {
		most = regions.TeamLanes / s.ISA.Lanes()
	}
	var list [][]int
	for u := range s.each() {
		if last := len(list) - 1; last < 0 || len(list[last]) == most {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], u)
	}
	return list
}

func (s *accessor) newOneLane(subs []int, inside map[ir.ValueID]bool) *oneLane {
	return &oneLane{accessor: s, subs: subs, inside: inside, taken: map[ir.ValueID]bool{}, pointers: map[ir.ValueID]func(asm.Reg) asm.Mem{}}
}

// newSlot takes room in the frame.
func (c *oneLane) newSlot() int {
	c.slots++
	c.laneSlots = max(c.laneSlots, c.slots)
	return c.slots - 1
}

// slotMem is the place of a lane's value in a slot.
func (c *oneLane) slotMem(slot int, lane asm.Reg, size uint8) asm.Mem {
	return asm.Mem{Base: asm.RBP, Index: lane, Scale: size, Disp: c.teamSlotAt(slot)}
}

func (s *values) teamSlotAt(slot int) int32 {
	return scratchBias + s.laneFirst() + int32(slot)*teamSlotBytes
}

// laneFirst is where the slots begin in the scratch memory.
func (s *values) laneFirst() int32 {
	return (int32(scratchSlots)*slotBytes + s.printBytes + 63) / 64 * 64
}

// putIn writes the vectors of all sub-groups into a slot.
func (c *oneLane) putIn(slot int, vectors func(u int) []asm.Reg) {
	at := c.teamSlotAt(slot)
	for _, u := range c.subs {
		for _, r := range vectors(u) {
			c.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(c.ISA), B: r, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: at}})
			at += int32(c.ISA.VectorBytes())
		}
	}
}

// takeIn prepares a value from outside, so that the piece can read that of the lane. It is called before run.
func (c *oneLane) takeIn(v ir.ValueID) {
	in := c.Kernel.Instr(v)
	if _, isConst := c.ConstOf(v); isConst || c.taken[v] || in.Type == ir.Void {
		return
	}
	f := c.ByValue[v]
	if f.Kind == forms.Scalar && c.IsJoint(v) || f.Kind == forms.Vector && !f.PerSub && c.IsUniform(v) && !c.Partial[v] {
		return
	}
	c.taken[v] = true
	switch {
	case f.Kind == forms.Affine && c.IsRowStep(f):
		first := c.lane0Reg(v, c.subs[0])
		c.readers = append(c.readers, func(lane asm.Reg) { c.readSteps(v, first, f.Step, lane) })
	case in.Type == ir.I1:
		bits := c.teamBits(func(u int) asm.Reg { return c.lanesOf(v, u)[0] })
		c.readers = append(c.readers, func(lane asm.Reg) { c.readBit(v, bits, lane) })
	default:
		slot := c.newSlot()
		c.putIn(slot, func(u int) []asm.Reg { return c.lanesOf(v, u) })
		c.readers = append(c.readers, func(lane asm.Reg) { c.readSlot(v, slot, lane) })
	}
}

// readSteps computes the value of a lane from that of the first.
func (c *oneLane) readSteps(v ir.ValueID, first asm.Reg, step int32, lane asm.Reg) {
	size, m := sizeOf(c.Kernel.Type(v)), c.stepped(asm.Mem{Base: first}, step, lane)
	c.keepAlone(v)
	c.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: c.own(v, 0)[0], HasMem: true, Mem: m})
	c.narrow(c.own(v, 0)[0], c.Kernel.Type(v))
	c.isDefined(v)
}

// isDefined notes that a value stands in its registers from here on: vectors of it are made behind that.
func (c *oneLane) isDefined(v ir.ValueID) { c.defined[v] = int32(len(c.Fn.Insts)) }

// stepped is where a lane is, so many bytes behind the one before it. The lane that is being written has the product once.
func (c *oneLane) stepped(m asm.Mem, step int32, lane asm.Reg) asm.Mem {
	if step == 1 || step == 2 || step == 4 || step == 8 {
		m.Index, m.Scale = lane, uint8(step)
		return m
	}
	off, ok := c.scaled[step]
	if !ok || lane != c.lane {
		off = c.general()
		c.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: off, B: lane, Imm: int64(step)})
	}
	if lane == c.lane {
		c.scaled[step] = off
	}
	m.Index, m.Scale = off, 1
	return m
}

func (c *oneLane) readBit(v ir.ValueID, bits, lane asm.Reg) {
	c.keepAlone(v)
	r := c.own(v, 0)[0]
	c.Emit(asm.Inst{Op: asm.Shrx, Size: 8, Dst: r, A: lane, B: bits})
	c.aluImm(asm.And, 4, r, 1)
	c.isDefined(v)
}

func (c *oneLane) readSlot(v ir.ValueID, slot int, lane asm.Reg) {
	c.keepAlone(v)
	c.loadAlone(v, c.slotMem(slot, lane, sizeOf(c.Kernel.Type(v))), sizeOf(c.Kernel.Type(v)))
	c.isDefined(v)
}

// loadAlone reads a value of so many bytes into its registers.
func (c *oneLane) loadAlone(v ir.ValueID, m asm.Mem, size uint8) {
	r := c.own(v, 0)
	if c.ByValue[v].Kind == forms.Scalar {
		c.loadGeneral(r[0], size, m)
		return
	}
	op := asm.Vmovss
	if size == 8 {
		op = asm.Vmovsd
	}
	c.Emit(asm.Inst{Op: op, Len: asm.L128, Dst: r[0], HasMem: true, Mem: m})
	if len(r) > 1 {
		r[1] = r[0]
	}
}

// storeAlone writes the lane's value of so many bytes.
func (c *oneLane) storeAlone(v ir.ValueID, m asm.Mem, size uint8) {
	if f := c.ByValue[v]; f.Kind == forms.Vector && size >= 4 {
		op := asm.Vmovss
		if size == 8 {
			op = asm.Vmovsd
		}
		c.Emit(asm.Inst{Op: op, Len: asm.L128, B: c.own(v, 0)[0], HasMem: true, Mem: m})
		return
	}
	c.Emit(asm.Inst{Op: asm.Mov, Size: size, B: c.lane0Reg(v, 0), HasMem: true, Mem: m})
}

// takePointer prepares the addresses of accesses through a pointer from outside.
func (c *oneLane) takePointer(p ir.ValueID, t ir.Type) {
	if c.pointers[p] != nil {
		return
	}
	a, u := c.AddressOf(p, t), c.subs[0]
	switch a.Pattern {
	case access.AtOne:
		m := c.memAt(&a, u)
		c.pointers[p] = func(asm.Reg) asm.Mem { return m }
	case access.InRow, access.InSteps:
		m := c.indexableAt(&a, u)
		c.pointers[p] = func(lane asm.Reg) asm.Mem { return c.stepped(m, a.Step, lane) }
	case access.ByIndex32, access.ByIndex64, access.RowUnlessWrapped:
		slot, m := c.newSlot(), c.memAt(&a, u)
		c.putIn(slot, func(u int) []asm.Reg { return c.indexLanes(&a, u) })
		c.pointers[p] = func(lane asm.Reg) asm.Mem { return c.indexedMem(&a, m, slot, lane) }
	default:
		slot := c.newSlot()
		c.putIn(slot, func(u int) []asm.Reg { return c.pointersTo(&a, u) })
		c.pointers[p] = func(lane asm.Reg) asm.Mem {
			at := c.general()
			c.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: at, HasMem: true, Mem: c.slotMem(slot, lane, 8)})
			return asm.Mem{Base: at}
		}
	}
}

// indexedMem reads the index of a lane from a slot.
func (c *oneLane) indexedMem(a *access.Address, m asm.Mem, slot int, lane asm.Reg) asm.Mem {
	m.Index, m.Scale = c.general(), a.Scale
	in := asm.Inst{Op: asm.Mov, Size: 4, Dst: m.Index, HasMem: true, Mem: c.slotMem(slot, lane, 4)}
	switch {
	case a.Pattern == access.ByIndex64:
		in.Size, in.Mem = 8, c.slotMem(slot, lane, 8)
	case !a.Unsigned:
		in.Op, in.Size = asm.Movsxd, 8
	}
	c.Emit(in)
	return m
}

// place is where the lane's access through a pointer goes: one from outside, which was taken, or one made in the piece.
func (c *oneLane) place(p ir.ValueID) asm.Mem {
	if at := c.pointers[p]; at != nil {
		m, ok := c.places[p]
		if !ok {
			m = at(c.lane)
			c.places[p] = m
		}
		return m
	}
	a := c.parsed(p)
	m := asm.Mem{Base: c.lane0Reg(a.Base, 0), Disp: int32(a.Disp)}
	if a.Index != 0 {
		m.Index, m.Scale = c.lane0Reg(a.Index, 0), a.Scale
	}
	return m
}

// parsed takes a pointer made in the piece apart. General registers hold whole numbers extended by zeros.
func (c *oneLane) parsed(p ir.ValueID) access.Address {
	a := access.Address{Base: p}
	for c.inside[a.Base] && c.Kernel.Instr(a.Base).Op == ir.OpPtrAdd {
		in := c.Kernel.Instr(a.Base)
		k, ok := c.SignedConst(in.Args[1])
		if sum := a.Disp + k; !ok || sum > access.MaxDisp || sum < -access.MaxDisp {
			break
		}
		a.Base, a.Disp = in.Args[0], a.Disp+k
	}
	in := c.Kernel.Instr(a.Base)
	if !c.inside[a.Base] || in.Op != ir.OpPtrAdd {
		return a
	}
	a.Base, a.Index, a.Scale = in.Args[0], in.Args[1], 1
	if off := c.Kernel.Instr(a.Index); c.inside[a.Index] && off.Op == ir.OpShl {
		if k, ok := c.ConstOf(off.Args[1]); ok && k <= 3 {
			a.Index, a.Scale = off.Args[0], 1<<k
		}
	}
	if off := c.Kernel.Instr(a.Index); c.inside[a.Index] && off.Op == ir.OpZExt && c.Kernel.Type(off.Args[0]) != ir.I1 {
		a.Index = off.Args[0]
	}
	return a
}

// giveOut lets a value be read behind the piece. It is called before run, and leaves the value there at the end of body.
func (c *oneLane) giveOut(v ir.ValueID) {
	r := laneResult{value: v, bits: asm.NoReg, shared: asm.NoReg, form: c.ByValue[v]}
	switch {
	case r.form.Kind == forms.Scalar || r.form.Kind == forms.Affine:
		r.shared = c.own(v, c.subs[0])[0]
		c.moveImm(r.shared, 0)
	case c.Kernel.Type(v) == ir.I1:
		r.bits = c.general()
		c.moveImm(r.bits, 0)
	default:
		r.slot = c.newSlot()
	}
	c.outs = append(c.outs, r)
}

// leave puts what is read behind the piece where it is found then.
func (c *oneLane) leave() {
	for _, o := range c.outs {
		t := c.Kernel.Type(o.value)
		if o.shared != asm.NoReg {
			c.leaveShared(o)
			continue
		}
		if t != ir.I1 {
			c.storeAlone(o.value, c.slotMem(o.slot, c.lane, sizeOf(t)), sizeOf(t))
			continue
		}
		bit := c.general()
		c.Emit(asm.Inst{Op: asm.Shlx, Size: 8, Dst: bit, A: c.lane, B: c.lane0Reg(o.value, 0)})
		c.alu(asm.Or, 8, o.bits, bit)
	}
}

// leaveShared leaves what lane 0 of the first sub-group has, which the value of any lane tells.
func (c *oneLane) leaveShared(o laneResult) {
	t := c.Kernel.Type(o.value)
	c.moveGeneral(o.shared, c.lane0Reg(o.value, 0))
	if o.form.Kind == forms.Affine {
		steps := c.general()
		c.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: steps, B: c.lane, Imm: int64(o.form.Step)})
		c.alu(asm.Sub, sizeOf(t), o.shared, steps)
	}
	if before := c.SubOffset(o.form, c.subs[0]); before != 0 {
		c.aluImm(asm.Sub, sizeOf(t), o.shared, int64(before))
	}
	c.narrow(o.shared, t)
}

// takeBack makes vectors and masks again of what the lanes left.
func (c *oneLane) takeBack() {
	for _, o := range c.outs {
		if o.shared != asm.NoReg {
			c.isDefined(o.value)
			continue
		}
		at := c.teamSlotAt(o.slot)
		for i, u := range c.subs {
			c.writeLanes(o.value, u, func(dst []asm.Reg) {
				if c.Kernel.Type(o.value) == ir.I1 {
					c.maskFromBits(dst[0], c.shiftedDown(o.bits, i))
					return
				}
				for _, r := range dst {
					c.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(c.ISA), Dst: r, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: at}})
					at += int32(c.ISA.VectorBytes())
				}
			})
		}
		c.isDefined(o.value)
	}
}

// shiftedDown are the bits of the i-th sub-group.
func (c *oneLane) shiftedDown(bits asm.Reg, i int) asm.Reg {
	r := c.general()
	c.moveGeneral(r, bits)
	if i > 0 {
		c.aluImm(asm.Shr, 8, r, int64(i*c.ISA.Lanes()))
	}
	if c.ISA != AVX512 {
		c.aluImm(asm.And, 4, r, 1<<c.ISA.Lanes()-1)
	}
	return r
}

// teamBits joins the bits of masks of all sub-groups.
func (c *oneLane) teamBits(mask func(u int) asm.Reg) asm.Reg {
	masks := make([]asm.Reg, len(c.subs))
	for i, u := range c.subs {
		masks[i] = mask(u)
	}
	return c.bitsOfAll(masks)
}

// run writes the loop over the active lanes.
func (c *oneLane) run(body func()) {
	once := func(lane asm.Reg) {
		kept := c.inLanes
		c.inLanes, c.lane = map[lanesKey][]asm.Reg{}, lane
		c.places, c.scaled = map[ir.ValueID]asm.Mem{}, map[int32]asm.Reg{}
		for _, read := range c.readers {
			read(lane)
		}
		body()
		c.leave()
		c.restore()
		c.inLanes = kept
	}
	if c.activeMask(c.subs[0]) == asm.NoReg {
		c.allTeam(once)
	} else {
		c.eachLane(c.teamBits(c.activeMask), once)
	}
	c.takeBack()
}

// allTeam goes over all lanes, some in each round.
func (c *oneLane) allTeam(body func(lane asm.Reg)) {
	lane, top := c.general(), c.Fn.NewLabel()
	c.moveImm(lane, 0)
	c.label(top)
	body(lane)
	for k := 1; k < c.perRound; k++ {
		next := c.general()
		c.Emit(asm.Inst{Op: asm.Lea, Size: 4, Dst: next, HasMem: true, Mem: asm.Mem{Base: lane, Disp: int32(k)}})
		body(next)
	}
	c.aluImm(asm.Add, 4, lane, int64(max(1, c.perRound)))
	c.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: lane, Imm: int64(len(c.subs) * c.ISA.Lanes())})
	c.jumpIf(asm.CondNE, top)
}

// keepAlone keeps a value as the piece needs it.
func (c *oneLane) keepAlone(v ir.ValueID) {
	in := c.Kernel.Instr(v)
	c.saved = append(c.saved, savedForm{v, c.ByValue[v], c.regs[v], c.Partial[v], c.defined[v], c.OneLaneOnly[v]})
	k := forms.Vector
	if forms.IsScalarType(in.Type) && (forms.IsScalarOp(in) || !c.inside[v] || in.Op == ir.OpAtomicCmpXchg || in.Op == ir.OpAtomicLoad) {
		k = forms.Scalar
	}
	c.ByValue[v], c.regs[v], c.Partial[v], c.OneLaneOnly[v] = forms.Form{Kind: k}, nil, false, true
	c.defined[v] = int32(len(c.Fn.Insts))
}

// restore keeps values as before.
func (c *oneLane) restore() {
	for i := len(c.saved) - 1; i >= 0; i-- {
		o := &c.saved[i]
		c.ByValue[o.value], c.regs[o.value], c.Partial[o.value], c.defined[o.value] = o.form, o.regs, o.partial, o.defined
		c.OneLaneOnly[o.value] = o.isInside
	}
	c.saved = c.saved[:0]
}

// write writes one instruction of the piece for the lane.
func (c *oneLane) write(v ir.ValueID) {
	in := c.Kernel.Instr(v)
	c.Pos = uint32(in.Pos)
	if in.Type != ir.Void {
		c.keepAlone(v)
	}
	switch {
	case in.Op == ir.OpLoad || in.Op == ir.OpAtomicLoad:
		c.loadAlone(v, c.place(in.Args[0]), uint8(in.Type.Bytes()))
	case in.Op == ir.OpStore:
		c.storeAlone(in.Args[1], c.place(in.Args[0]), uint8(c.Kernel.Type(in.Args[1]).Bytes()))
	case in.Op == ir.OpAtomicCmpXchg:
		c.moveGeneral(c.own(v, 0)[0], c.swap(in, c.place(in.Args[0]), c.lane0Reg(in.Args[1], 0), c.lane0Reg(in.Args[2], 0)))
	case c.ByValue[v].Kind == forms.Scalar:
		c.isLoose = c.loose[v]
		c.scalarInstr(v, in, 0)
		c.isLoose = false
	default:
		c.computeLanes(v, in, 0, c.own(v, 0))
	}
	c.defined[v] = int32(len(c.Fn.Insts))
}
