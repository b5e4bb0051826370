package memory

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// OneLane is the writing of a piece, for neighbouring sub-groups: an accessor that sees the function as one lane does.
// Its registers and what is in them are those of the lane that is being written.
type OneLane struct {
	*Accessor
	outer    *Accessor
	piece    *regions.OneLane
	subs     []int
	readers  []func()                      // fill the registers of what comes in
	pointers map[ir.ValueID]func() asm.Mem // places of accesses, by pointers from outside
	places   map[ir.ValueID]asm.Mem        // those of the lane that is being written
	slots    int
	outs     []laneResult
	lane     asm.Reg
	scaled   map[int32]asm.Reg // the lane's number times a step
}

// laneResult is a value that is read after the piece: in the frame, as bits of a general register, or in the register
// that the first lane shares with the others.
type laneResult struct {
	value  ir.ValueID
	slot   int
	bits   asm.Reg
	shared asm.Reg
}

// Teams are the sub-groups that code of a piece is being written for, in runs whose lanes one loop can go over.
func (s *Accessor) Teams(p *regions.OneLane) [][]int {
	most := 1
	if p.IsJoint {
		most = regions.TeamLanes / s.ISA.Lanes()
	}
	return slices.Collect(slices.Chunk(slices.Collect(s.Each()), most))
}

// NewOneLane prepares a piece: what it takes from outside, and gives out, has its place then.
func (s *Accessor) NewOneLane(p *regions.OneLane, subs []int) *OneLane {
	c := &OneLane{outer: s, piece: p, subs: subs, pointers: map[ir.ValueID]func() asm.Mem{}}
	c.Accessor = s.accessorOf(p)
	c.Outside = c.fromOutside
	for _, in := range p.Ins {
		if in.Place != nil {
			c.takePointer(in.Value, in.Place)
		} else {
			c.takeIn(in.Value)
		}
	}
	for _, v := range p.Outs {
		c.giveOut(v)
	}
	return c
}

// pieces is what the writers of pieces use, one after the other.
type pieces struct {
	view *regions.View
	last *emit.Values
}

// accessorOf is an accessor for a piece.
func (s *Accessor) accessorOf(p *regions.OneLane) *Accessor {
	w := &s.pieces
	if w.view == nil {
		w.view = s.NewView()
		w.last = &emit.Values{Regions: &w.view.Regions}
		w.last.StartValues()
	}
	w.view.Show(p)
	a := &Accessor{Values: emit.Values{Regions: &w.view.Regions, Writer: s.Writer, Place: s.Place, Around: &s.Values}}
	a.ReuseValues(w.last)
	w.last = &a.Values
	return a
}

// fromOutside lets the piece read what all lanes share where it is.
func (c *OneLane) fromOutside(v ir.ValueID) bool {
	if c.piece.Has(v) {
		return false
	}
	c.SetRegs(v, c.outer.Own(v, 0))
	return true
}

// newSlot takes room in the frame.
func (c *OneLane) newSlot() int {
	c.slots++
	c.outer.LaneSlots = max(c.outer.LaneSlots, c.slots)
	return c.slots - 1
}

// slotMem is the place of the lane's value in a slot.
func (c *OneLane) slotMem(slot int, size uint8) asm.Mem {
	return asm.Mem{Base: asm.RBP, Index: c.lane, Scale: size, Disp: c.outer.TeamSlotAt(slot)}
}

// putIn writes the vectors of all sub-groups into a slot.
func (c *OneLane) putIn(slot int, vectors func(u int) []asm.Reg) {
	at := asm.Mem{Base: asm.RBP, Disp: c.outer.TeamSlotAt(slot)}
	for _, u := range c.subs {
		at = c.KeepLanes(at, vectors(u))
	}
}

// takeIn prepares a value from outside, so that the piece can read that of the lane.
func (c *OneLane) takeIn(v ir.ValueID) {
	s := c.outer
	switch f := s.ByValue[v]; {
	case f.Kind == forms.Affine && s.IsRowStep(f):
		first := s.Lane0Reg(v, c.subs[0])
		c.readers = append(c.readers, func() { c.readSteps(v, first, f.Step) })
	case s.Kernel.Type(v) == ir.I1:
		bits := c.teamBits(func(u int) asm.Reg { return s.LanesOf(v, u)[0] })
		c.readers = append(c.readers, func() { c.readBit(v, bits) })
	default:
		slot := c.newSlot()
		c.putIn(slot, func(u int) []asm.Reg { return s.LanesOf(v, u) })
		c.readers = append(c.readers, func() { c.readSlot(v, slot) })
	}
}

// Renew gives a value new registers, for the code from here on.
func (c *OneLane) Renew(v ir.ValueID) {
	c.SetRegs(v, nil)
	c.SetDefined(v)
}

// Brought are the registers of what the lane comes with for a parameter.
func (c *OneLane) Brought(p ir.ValueID) []asm.Reg {
	if c.piece.Brings(p) {
		return c.Own(p, 0)
	}
	return c.outer.Own(p, 0)
}

// readSteps computes the value of a lane from that of the first.
func (c *OneLane) readSteps(v ir.ValueID, first asm.Reg, step int32) {
	size, m := emit.SizeOf(c.Kernel.Type(v)), c.stepped(asm.Mem{Base: first}, step)
	c.Renew(v)
	c.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: c.Own(v, 0)[0], HasMem: true, Mem: m})
	c.Narrow(c.Own(v, 0)[0], c.Kernel.Type(v))
	c.SetDefined(v)
}

// stepped is where a lane is, step bytes after the one before it. The product is made once for each lane.
func (c *OneLane) stepped(m asm.Mem, step int32) asm.Mem {
	if off, ok := c.scaled[step]; ok {
		m.Index, m.Scale = off, 1
		return m
	}
	m = c.Stepped(m, c.lane, step, 8)
	if m.Index != c.lane {
		c.scaled[step] = m.Index
	}
	return m
}

func (c *OneLane) readBit(v ir.ValueID, bits asm.Reg) {
	c.Renew(v)
	r := c.Own(v, 0)[0]
	c.Emit(asm.Inst{Op: asm.Shrx, Size: 8, Dst: r, A: c.lane, B: bits})
	c.AluImm(asm.And, 4, r, 1)
	c.SetDefined(v)
}

func (c *OneLane) readSlot(v ir.ValueID, slot int) {
	c.Renew(v)
	size := emit.SizeOf(c.Kernel.Type(v))
	c.LoadAlone(v, c.slotMem(slot, size), size)
	c.SetDefined(v)
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

// takePointer prepares the places of accesses through a pointer from outside.
func (c *OneLane) takePointer(p ir.ValueID, a *access.Address) {
	s, u := c.outer, c.subs[0]
	switch a.Pattern {
	case access.AtOne:
		m := s.MemAt(a, u)
		c.pointers[p] = func() asm.Mem { return m }
	case access.InRow, access.InSteps:
		m := s.indexableAt(a, u)
		c.pointers[p] = func() asm.Mem { return c.stepped(m, a.Step) }
	case access.ByIndex32, access.ByIndex64, access.RowUnlessWrapped:
		slot, m := c.newSlot(), s.MemAt(a, u)
		c.putIn(slot, func(u int) []asm.Reg { return s.indexLanes(a, u) })
		c.pointers[p] = func() asm.Mem { return c.indexedMem(a, m, slot) }
	default:
		slot := c.newSlot()
		c.putIn(slot, func(u int) []asm.Reg { return s.pointersTo(a, u) })
		c.pointers[p] = func() asm.Mem {
			at := c.General()
			c.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: at, HasMem: true, Mem: c.slotMem(slot, 8)})
			return asm.Mem{Base: at}
		}
	}
}

// indexedMem reads the index of a lane from a slot.
func (c *OneLane) indexedMem(a *access.Address, m asm.Mem, slot int) asm.Mem {
	m.Index, m.Scale = c.General(), a.Scale
	in := asm.Inst{Op: asm.Mov, Size: 4, Dst: m.Index, HasMem: true, Mem: c.slotMem(slot, 4)}
	switch {
	case a.Pattern == access.ByIndex64:
		in.Size, in.Mem = 8, c.slotMem(slot, 8)
	case !a.Unsigned:
		in.Op, in.Size = asm.Movsxd, 8
	}
	c.Emit(in)
	return m
}

// Place is where an access of the lane goes.
func (c *OneLane) Place(v ir.ValueID) asm.Mem {
	a, isMadeHere := c.piece.Places[v]
	if !isMadeHere {
		return c.PlaceBy(c.Kernel.Instr(v).Args[0])
	}
	m := asm.Mem{Base: c.Lane0Reg(a.Base, 0), Disp: int32(a.Disp)}
	if a.Index != 0 {
		m.Index, m.Scale = c.Lane0Reg(a.Index, 0), a.Scale
	}
	return m
}

// PlaceBy is where accesses through a pointer from outside go.
func (c *OneLane) PlaceBy(p ir.ValueID) asm.Mem {
	m, ok := c.places[p]
	if !ok {
		m = c.pointers[p]()
		c.places[p] = m
	}
	return m
}

// giveOut prepares a value that is read after the piece.
func (c *OneLane) giveOut(v ir.ValueID) {
	r := laneResult{value: v, bits: asm.NoReg, shared: asm.NoReg}
	switch k := c.outer.ByValue[v].Kind; {
	case k == forms.Scalar || k == forms.Affine:
		r.shared = c.outer.Own(v, c.subs[0])[0]
		c.MoveImm(r.shared, 0)
	case c.Kernel.Type(v) == ir.I1:
		r.bits = c.General()
		c.MoveImm(r.bits, 0)
	default:
		r.slot = c.newSlot()
	}
	c.outs = append(c.outs, r)
}

// leave puts what is read after the piece where it is found then.
func (c *OneLane) leave() {
	for _, o := range c.outs {
		t := c.Kernel.Type(o.value)
		if o.shared != asm.NoReg {
			c.leaveShared(o)
			continue
		}
		if t != ir.I1 {
			c.StoreLane0(o.value, 0, c.slotMem(o.slot, emit.SizeOf(t)), emit.SizeOf(t))
			continue
		}
		bit := c.General()
		c.Emit(asm.Inst{Op: asm.Shlx, Size: 8, Dst: bit, A: c.lane, B: c.Lane0Reg(o.value, 0)})
		c.Alu(asm.Or, 8, o.bits, bit)
	}
}

// leaveShared leaves what lane 0 of the first sub-group has, which the value of any lane tells.
func (c *OneLane) leaveShared(o laneResult) {
	t, form := c.Kernel.Type(o.value), c.outer.ByValue[o.value]
	c.MoveGeneral(o.shared, c.Lane0Reg(o.value, 0))
	if form.Kind == forms.Affine {
		steps := c.General()
		c.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: steps, B: c.lane, Imm: int64(form.Step)})
		c.Alu(asm.Sub, emit.SizeOf(t), o.shared, steps)
	}
	if before := c.outer.SubOffset(form, c.subs[0]); before != 0 {
		c.AluImm(asm.Sub, emit.SizeOf(t), o.shared, int64(before))
	}
	c.Narrow(o.shared, t)
}

// takeBack makes vectors and masks again of what the lanes left.
func (c *OneLane) takeBack() {
	s := c.outer
	for _, o := range c.outs {
		if o.shared == asm.NoReg {
			at := s.TeamSlotAt(o.slot)
			for i, u := range c.subs {
				s.WriteLanes(o.value, u, func(dst []asm.Reg) {
					if s.Kernel.Type(o.value) == ir.I1 {
						s.MaskFromBits(dst[0], c.shiftedDown(o.bits, i))
						return
					}
					for _, r := range dst {
						s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true,
							Mem: asm.Mem{Base: asm.RBP, Disp: at}})
						at += int32(s.ISA.VectorBytes())
					}
				})
			}
		}
		s.SetDefined(o.value)
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
	s := c.outer
	once := func(lane asm.Reg) {
		c.lane, c.InLanes = lane, map[emit.LanesKey][]asm.Reg{}
		c.places, c.scaled = map[ir.ValueID]asm.Mem{}, map[int32]asm.Reg{}
		for _, read := range c.readers {
			read()
		}
		body()
		c.leave()
	}
	if s.ActiveMask(c.subs[0]) == asm.NoReg {
		c.allTeam(once)
	} else {
		s.EachLane(c.teamBits(s.ActiveMask), once)
	}
	s.Late = append(s.Late, c.Late...)
	s.TakeOver(&c.Values)
	c.takeBack()
}

// allTeam goes over all lanes, some in each iteration.
func (c *OneLane) allTeam(body func(lane asm.Reg)) {
	lane, top := c.General(), c.Fn.NewLabel()
	c.MoveImm(lane, 0)
	c.Label(top)
	body(lane)
	for k := 1; k < c.piece.SideBySide; k++ {
		next := c.General()
		c.Emit(asm.Inst{Op: asm.Lea, Size: 4, Dst: next, HasMem: true, Mem: asm.Mem{Base: lane, Disp: int32(k)}})
		body(next)
	}
	c.AluImm(asm.Add, 4, lane, int64(max(1, c.piece.SideBySide)))
	c.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: lane, Imm: int64(len(c.subs) * c.ISA.Lanes())})
	c.JumpIf(asm.CondNE, top)
}

// Write writes one instruction of the piece for the lane.
func (c *OneLane) Write(v ir.ValueID) {
	in := c.Kernel.Instr(v)
	c.Pos = uint32(in.Pos)
	if in.Type != ir.Void {
		c.Renew(v)
	}
	switch {
	case in.Op == ir.OpLoad || in.Op == ir.OpAtomicLoad:
		c.LoadAlone(v, c.Place(v), uint8(in.Type.Bytes()))
	case in.Op == ir.OpAtomicCmpXchg:
		c.MoveGeneral(c.Own(v, 0)[0], c.swap(in, c.Place(v), c.Lane0Reg(in.Args[1], 0), c.Lane0Reg(in.Args[2], 0)))
	case c.ByValue[v].Kind == forms.Scalar:
		c.ScalarInstr(v, in, 0)
	default:
		c.ComputeLanes(v, in, 0, c.Own(v, 0))
	}
	c.SetDefined(v)
}
