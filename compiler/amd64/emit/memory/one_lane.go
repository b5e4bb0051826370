package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// OneLane is the writing of one piece, for neighbouring sub-groups.
type OneLane struct {
	*Accessor
	subs         []int
	inside       map[ir.ValueID]bool
	readers      []func(lane asm.Reg) // fill the registers of what comes in
	taken        map[ir.ValueID]bool  // what comes in
	pointers     map[ir.ValueID]func(lane asm.Reg) asm.Mem
	places       map[ir.ValueID]asm.Mem // of the lane that is being written
	slots        int
	saved        []savedForm
	outs         []laneResult
	lane         asm.Reg
	scaled       map[int32]asm.Reg   // the lane's number times a step
	perIteration int                 // how many lanes have code of their own side by side where all are active; 0: one
	loose        map[ir.ValueID]bool // values of which only the bits of their types are looked at
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

// Teams are the sub-groups that code is being written for, in runs whose lanes one loop can go over.
func (s *Accessor) Teams(canJoin bool) [][]int {
	most := 1
	if canJoin {
		most = regions.TeamLanes / s.ISA.Lanes()
	}
	var list [][]int
	for u := range s.Each() {
		if last := len(list) - 1; last < 0 || len(list[last]) == most {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], u)
	}
	return list
}

func (s *Accessor) NewOneLane(subs []int, inside map[ir.ValueID]bool) *OneLane {
	return &OneLane{Accessor: s, subs: subs, inside: inside, taken: map[ir.ValueID]bool{},
		pointers: map[ir.ValueID]func(asm.Reg) asm.Mem{}}
}

// newSlot takes room in the frame.
func (c *OneLane) newSlot() int {
	c.slots++
	c.LaneSlots = max(c.LaneSlots, c.slots)
	return c.slots - 1
}

// slotMem is the place of a lane's value in a slot.
func (c *OneLane) slotMem(slot int, lane asm.Reg, size uint8) asm.Mem {
	return asm.Mem{Base: asm.RBP, Index: lane, Scale: size, Disp: c.TeamSlotAt(slot)}
}

// putIn writes the vectors of all sub-groups into a slot.
func (c *OneLane) putIn(slot int, vectors func(u int) []asm.Reg) {
	at := c.TeamSlotAt(slot)
	for _, u := range c.subs {
		for _, r := range vectors(u) {
			c.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(c.ISA), B: r, HasMem: true,
				Mem: asm.Mem{Base: asm.RBP, Disp: at}})
			at += int32(c.ISA.VectorBytes())
		}
	}
}

// TakeIn prepares a value from outside, so that the piece can read that of the lane. It is called before run.
func (c *OneLane) TakeIn(v ir.ValueID) {
	in := c.Kernel.Instr(v)
	if _, isConst := c.ConstOf(v); isConst || c.taken[v] || in.Type == ir.Void {
		return
	}
	f := c.ByValue[v]
	if f.Kind == forms.Scalar && c.IsJoint(v) ||
		f.Kind == forms.Vector && !f.PerSub && c.IsUniform(v) && !c.Partial[v] {
		return
	}
	c.taken[v] = true
	switch {
	case f.Kind == forms.Affine && c.IsRowStep(f):
		first := c.Lane0Reg(v, c.subs[0])
		c.readers = append(c.readers, func(lane asm.Reg) { c.readSteps(v, first, f.Step, lane) })
	case in.Type == ir.I1:
		bits := c.teamBits(func(u int) asm.Reg { return c.LanesOf(v, u)[0] })
		c.readers = append(c.readers, func(lane asm.Reg) { c.readBit(v, bits, lane) })
	default:
		slot := c.newSlot()
		c.putIn(slot, func(u int) []asm.Reg { return c.LanesOf(v, u) })
		c.readers = append(c.readers, func(lane asm.Reg) { c.readSlot(v, slot, lane) })
	}
}

// readSteps computes the value of a lane from that of the first.
func (c *OneLane) readSteps(v ir.ValueID, first asm.Reg, step int32, lane asm.Reg) {
	size, m := emit.SizeOf(c.Kernel.Type(v)), c.stepped(asm.Mem{Base: first}, step, lane)
	c.KeepAlone(v)
	c.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: c.Own(v, 0)[0], HasMem: true, Mem: m})
	c.Narrow(c.Own(v, 0)[0], c.Kernel.Type(v))
	c.isDefined(v)
}

// isDefined notes that a value stands in its registers from here on: vectors of it are made behind that.
func (c *OneLane) isDefined(v ir.ValueID) { c.Defined[v] = int32(len(c.Fn.Insts)) }

// stepped is where a lane is, step bytes after the one before it. The lane that is being written has the product
// once.
func (c *OneLane) stepped(m asm.Mem, step int32, lane asm.Reg) asm.Mem {
	if step == 1 || step == 2 || step == 4 || step == 8 {
		m.Index, m.Scale = lane, uint8(step)
		return m
	}
	off, ok := c.scaled[step]
	if !ok || lane != c.lane {
		off = c.General()
		c.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: off, B: lane, Imm: int64(step)})
	}
	if lane == c.lane {
		c.scaled[step] = off
	}
	m.Index, m.Scale = off, 1
	return m
}

func (c *OneLane) readBit(v ir.ValueID, bits, lane asm.Reg) {
	c.KeepAlone(v)
	r := c.Own(v, 0)[0]
	c.Emit(asm.Inst{Op: asm.Shrx, Size: 8, Dst: r, A: lane, B: bits})
	c.AluImm(asm.And, 4, r, 1)
	c.isDefined(v)
}

func (c *OneLane) readSlot(v ir.ValueID, slot int, lane asm.Reg) {
	c.KeepAlone(v)
	c.LoadAlone(v, c.slotMem(slot, lane, emit.SizeOf(c.Kernel.Type(v))), emit.SizeOf(c.Kernel.Type(v)))
	c.isDefined(v)
}

// LoadAlone reads a value of size bytes into its registers.
func (c *OneLane) LoadAlone(v ir.ValueID, m asm.Mem, size uint8) {
	r := c.Own(v, 0)
	if c.ByValue[v].Kind == forms.Scalar {
		c.LoadGeneral(r[0], size, m)
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

// storeAlone writes the lane's value of size bytes.
func (c *OneLane) storeAlone(v ir.ValueID, m asm.Mem, size uint8) {
	if f := c.ByValue[v]; f.Kind == forms.Vector && size >= 4 {
		op := asm.Vmovss
		if size == 8 {
			op = asm.Vmovsd
		}
		c.Emit(asm.Inst{Op: op, Len: asm.L128, B: c.Own(v, 0)[0], HasMem: true, Mem: m})
		return
	}
	c.Emit(asm.Inst{Op: asm.Mov, Size: size, B: c.Lane0Reg(v, 0), HasMem: true, Mem: m})
}

// TakePointer prepares the addresses of accesses through a pointer from outside.
func (c *OneLane) TakePointer(p ir.ValueID, t ir.Type) {
	if c.pointers[p] != nil {
		return
	}
	a, u := c.AddressOf(p, t), c.subs[0]
	switch a.Pattern {
	case access.AtOne:
		m := c.MemAt(&a, u)
		c.pointers[p] = func(asm.Reg) asm.Mem { return m }
	case access.InRow, access.InSteps:
		m := c.indexableAt(&a, u)
		c.pointers[p] = func(lane asm.Reg) asm.Mem { return c.stepped(m, a.Step, lane) }
	case access.ByIndex32, access.ByIndex64, access.RowUnlessWrapped:
		slot, m := c.newSlot(), c.MemAt(&a, u)
		c.putIn(slot, func(u int) []asm.Reg { return c.indexLanes(&a, u) })
		c.pointers[p] = func(lane asm.Reg) asm.Mem { return c.indexedMem(&a, m, slot, lane) }
	default:
		slot := c.newSlot()
		c.putIn(slot, func(u int) []asm.Reg { return c.pointersTo(&a, u) })
		c.pointers[p] = func(lane asm.Reg) asm.Mem {
			at := c.General()
			c.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: at, HasMem: true, Mem: c.slotMem(slot, lane, 8)})
			return asm.Mem{Base: at}
		}
	}
}

// indexedMem reads the index of a lane from a slot.
func (c *OneLane) indexedMem(a *access.Address, m asm.Mem, slot int, lane asm.Reg) asm.Mem {
	m.Index, m.Scale = c.General(), a.Scale
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

// Place is where the lane's access through a pointer goes: one from outside, which was taken, or one made in the piece.
func (c *OneLane) Place(p ir.ValueID) asm.Mem {
	if at := c.pointers[p]; at != nil {
		m, ok := c.places[p]
		if !ok {
			m = at(c.lane)
			c.places[p] = m
		}
		return m
	}
	a := c.parsed(p)
	m := asm.Mem{Base: c.Lane0Reg(a.Base, 0), Disp: int32(a.Disp)}
	if a.Index != 0 {
		m.Index, m.Scale = c.Lane0Reg(a.Index, 0), a.Scale
	}
	return m
}

// parsed takes a pointer made in the piece apart. General registers hold whole numbers extended by zeros.
func (c *OneLane) parsed(p ir.ValueID) access.Address {
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

// GiveOut lets a value be read behind the piece. It is called before run, and leaves the value there at the end of
// body.
func (c *OneLane) GiveOut(v ir.ValueID) {
	r := laneResult{value: v, bits: asm.NoReg, shared: asm.NoReg, form: c.ByValue[v]}
	switch {
	case r.form.Kind == forms.Scalar || r.form.Kind == forms.Affine:
		r.shared = c.Own(v, c.subs[0])[0]
		c.MoveImm(r.shared, 0)
	case c.Kernel.Type(v) == ir.I1:
		r.bits = c.General()
		c.MoveImm(r.bits, 0)
	default:
		r.slot = c.newSlot()
	}
	c.outs = append(c.outs, r)
}

// leave puts what is read behind the piece where it is found then.
func (c *OneLane) leave() {
	for _, o := range c.outs {
		t := c.Kernel.Type(o.value)
		if o.shared != asm.NoReg {
			c.leaveShared(o)
			continue
		}
		if t != ir.I1 {
			c.storeAlone(o.value, c.slotMem(o.slot, c.lane, emit.SizeOf(t)), emit.SizeOf(t))
			continue
		}
		bit := c.General()
		c.Emit(asm.Inst{Op: asm.Shlx, Size: 8, Dst: bit, A: c.lane, B: c.Lane0Reg(o.value, 0)})
		c.Alu(asm.Or, 8, o.bits, bit)
	}
}

// leaveShared leaves what lane 0 of the first sub-group has, which the value of any lane tells.
func (c *OneLane) leaveShared(o laneResult) {
	t := c.Kernel.Type(o.value)
	c.MoveGeneral(o.shared, c.Lane0Reg(o.value, 0))
	if o.form.Kind == forms.Affine {
		steps := c.General()
		c.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: steps, B: c.lane, Imm: int64(o.form.Step)})
		c.Alu(asm.Sub, emit.SizeOf(t), o.shared, steps)
	}
	if before := c.SubOffset(o.form, c.subs[0]); before != 0 {
		c.AluImm(asm.Sub, emit.SizeOf(t), o.shared, int64(before))
	}
	c.Narrow(o.shared, t)
}

// takeBack makes vectors and masks again of what the lanes left.
func (c *OneLane) takeBack() {
	for _, o := range c.outs {
		if o.shared != asm.NoReg {
			c.isDefined(o.value)
			continue
		}
		at := c.TeamSlotAt(o.slot)
		for i, u := range c.subs {
			c.WriteLanes(o.value, u, func(dst []asm.Reg) {
				if c.Kernel.Type(o.value) == ir.I1 {
					c.MaskFromBits(dst[0], c.shiftedDown(o.bits, i))
					return
				}
				for _, r := range dst {
					c.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(c.ISA), Dst: r, HasMem: true,
						Mem: asm.Mem{Base: asm.RBP, Disp: at}})
					at += int32(c.ISA.VectorBytes())
				}
			})
		}
		c.isDefined(o.value)
	}
}

// shiftedDown are the bits of the i-th sub-group.
func (c *OneLane) shiftedDown(bits asm.Reg, i int) asm.Reg {
	r := c.General()
	c.MoveGeneral(r, bits)
	if i > 0 {
		c.AluImm(asm.Shr, 8, r, int64(i*c.ISA.Lanes()))
	}
	if c.ISA != asm.AVX512 {
		c.AluImm(asm.And, 4, r, 1<<c.ISA.Lanes()-1)
	}
	return r
}

// teamBits joins the bits of masks of all sub-groups.
func (c *OneLane) teamBits(mask func(u int) asm.Reg) asm.Reg {
	masks := make([]asm.Reg, len(c.subs))
	for i, u := range c.subs {
		masks[i] = mask(u)
	}
	return c.BitsOfAll(masks)
}

// Run writes the loop over the active lanes.
func (c *OneLane) Run(body func()) {
	once := func(lane asm.Reg) {
		kept := c.InLanes
		c.InLanes, c.lane = map[emit.LanesKey][]asm.Reg{}, lane
		c.places, c.scaled = map[ir.ValueID]asm.Mem{}, map[int32]asm.Reg{}
		for _, read := range c.readers {
			read(lane)
		}
		body()
		c.leave()
		c.restore()
		c.InLanes = kept
	}
	if c.ActiveMask(c.subs[0]) == asm.NoReg {
		c.allTeam(once)
	} else {
		c.EachLane(c.teamBits(c.ActiveMask), once)
	}
	c.takeBack()
}

// allTeam goes over all lanes, some in each round.
func (c *OneLane) allTeam(body func(lane asm.Reg)) {
	lane, top := c.General(), c.Fn.NewLabel()
	c.MoveImm(lane, 0)
	c.Label(top)
	body(lane)
	for k := 1; k < c.perIteration; k++ {
		next := c.General()
		c.Emit(asm.Inst{Op: asm.Lea, Size: 4, Dst: next, HasMem: true, Mem: asm.Mem{Base: lane, Disp: int32(k)}})
		body(next)
	}
	c.AluImm(asm.Add, 4, lane, int64(max(1, c.perIteration)))
	c.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: lane, Imm: int64(len(c.subs) * c.ISA.Lanes())})
	c.JumpIf(asm.CondNE, top)
}

// KeepAlone keeps a value as the piece needs it.
func (c *OneLane) KeepAlone(v ir.ValueID) {
	in := c.Kernel.Instr(v)
	c.saved = append(c.saved, savedForm{v, c.ByValue[v], c.Regs[v], c.Partial[v], c.Defined[v], c.OneLaneOnly[v]})
	k := forms.Vector
	if forms.IsScalarType(in.Type) && (forms.IsScalarOp(in) || !c.inside[v] || in.Op == ir.OpAtomicCmpXchg ||
		in.Op == ir.OpAtomicLoad) {
		k = forms.Scalar
	}
	c.ByValue[v], c.Regs[v], c.Partial[v], c.OneLaneOnly[v] = forms.Form{Kind: k}, nil, false, true
	c.Defined[v] = int32(len(c.Fn.Insts))
}

// restore keeps values as before.
func (c *OneLane) restore() {
	for i := len(c.saved) - 1; i >= 0; i-- {
		o := &c.saved[i]
		c.ByValue[o.value], c.Regs[o.value], c.Partial[o.value], c.Defined[o.value] = o.form, o.regs, o.partial,
			o.defined
		c.OneLaneOnly[o.value] = o.isInside
	}
	c.saved = c.saved[:0]
}

// Write writes one instruction of the piece for the lane.
func (c *OneLane) Write(v ir.ValueID) {
	in := c.Kernel.Instr(v)
	c.Pos = uint32(in.Pos)
	if in.Type != ir.Void {
		c.KeepAlone(v)
	}
	switch {
	case in.Op == ir.OpLoad || in.Op == ir.OpAtomicLoad:
		c.LoadAlone(v, c.Place(in.Args[0]), uint8(in.Type.Bytes()))
	case in.Op == ir.OpStore:
		c.storeAlone(in.Args[1], c.Place(in.Args[0]), uint8(c.Kernel.Type(in.Args[1]).Bytes()))
	case in.Op == ir.OpAtomicCmpXchg:
		c.MoveGeneral(c.Own(v, 0)[0], c.swap(in, c.Place(in.Args[0]), c.Lane0Reg(in.Args[1], 0),
			c.Lane0Reg(in.Args[2], 0)))
	case c.ByValue[v].Kind == forms.Scalar:
		c.IsLoose = c.loose[v]
		c.ScalarInstr(v, in, 0)
		c.IsLoose = false
	default:
		c.ComputeLanes(v, in, 0, c.Own(v, 0))
	}
	c.Defined[v] = int32(len(c.Fn.Insts))
}
