package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/regions"
)

// Compare-and-swaps of all lanes at one place. The lanes are taken to come in their order: the first whose wanted value
// lies there swaps, and those after it see its value instead. Which lanes those are is found in registers, with one
// comparison of all lanes for each that swaps; then the last value of all is swapped in, if what lay there is there
// still. Where work-items compete for one place nearly all fail, and without a success there is nothing to lock.

// swapping is the state of a sub-group's turn.
type swapping struct {
	*Accessor
	in     *ir.Instr
	t      ir.Type // an integer
	want   []asm.Reg
	place  asm.Mem
	active asm.Reg   // bits
	lay    asm.Reg   // what memory held
	now    asm.Reg   // what it will hold after the lanes so far
	left   asm.Reg   // bits of the lanes that are still to come
	seen   []asm.Reg // what each lane has seen
}

// atomicSwapped does one operation for each sub-group.
func (s *Accessor) atomicSwapped(v ir.ValueID, in *ir.Instr, a *access.Access) {
	for u := range s.Each() {
		c := s.newSwapping(in, &a.Address, u)
		c.run(s.ActiveMask(u))
		if s.Uses[v] == 0 {
			continue
		}
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for i := range dst {
				s.MoveVector(dst[i], c.seen[i])
			}
		})
	}
}

func (s *Accessor) newSwapping(in *ir.Instr, a *access.Address, u int) *swapping {
	c := &swapping{Accessor: s, in: in, t: ir.I32, want: s.LanesOf(in.Args[1], u), place: s.MemAt(a, u),
		active: s.BitsOf(s.ActiveMask(u)), lay: s.General(), now: s.General(), left: s.General()}
	if in.Type.Bits() > 32 {
		c.t = ir.I64
	}
	s.ToScratch(emit.ScratchOther, s.LanesOf(in.Args[2], u))
	for range c.want {
		c.seen = append(c.seen, s.Temp())
	}
	return c
}

func (c *swapping) run(mask asm.Reg) {
	again, out := c.Fn.NewLabel(), c.Fn.NewLabel()
	if mask != asm.NoReg {
		for i, zero := range c.ConstLanes(c.t, 0)[:len(c.seen)] {
			c.MoveVector(c.seen[i], zero)
		}
		c.Emit(asm.Inst{Op: asm.Test, Size: 4, A: c.active, B: c.active})
		c.JumpIf(asm.CondE, out)
	}
	c.loadScalar(c.lay, c.t, c.place)
	c.Label(again)
	c.inOrder()
	c.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: c.left, B: c.active})
	c.JumpIf(asm.CondE, out)
	c.putIn(again)
	c.Label(out)
}

// inOrder finds what each lane sees, and what lies there in the end. left is active if no lane swaps.
func (c *swapping) inOrder() {
	size := emit.SizeOf(c.t)
	look, done := c.Fn.NewLabel(), c.Fn.NewLabel()
	c.MoveGeneral(c.now, c.lay)
	c.MoveGeneral(c.left, c.active)
	for i := range c.seen {
		c.Broadcast(c.seen[i], c.lay, size)
	}
	c.Label(look)
	value, lane, above, mask := c.Temp(), c.General(), c.General(), c.NewMask()
	allAbove := c.wideImm(0xfffffffe)
	c.Broadcast(value, c.now, size)
	equal := c.Results(vec.Operation{Op: ir.OpICmp, Kind: uint8(ir.EQ), Type: ir.I1, From: c.t},
		[3][]asm.Reg{c.want, repeated(value, len(c.want))})
	match := c.BitsOf(equal[0])
	c.Alu(asm.And, 4, match, c.left)
	c.JumpIf(asm.CondE, done)
	c.Emit(asm.Inst{Op: asm.Tzcnt, Size: 4, Dst: lane, B: match})
	c.GetScratch(emit.ScratchOther, lane, c.now, size)
	c.Emit(asm.Inst{Op: asm.Shlx, Size: 4, Dst: above, A: lane, B: allAbove})
	c.Alu(asm.And, 4, c.left, above)
	c.Broadcast(value, c.now, size)
	c.MaskFromBits(mask, c.left)
	after := c.Results(vec.Operation{Op: ir.OpSelect, Type: c.t, From: c.t},
		[3][]asm.Reg{{mask}, repeated(value, len(c.seen)), c.seen})
	for i := range c.seen {
		c.MoveVector(c.seen[i], after[i])
	}
	c.Emit(asm.Inst{Op: asm.Test, Size: 4, A: c.left, B: c.left})
	c.JumpIf(asm.CondNE, look)
	c.Label(done)
}

// putIn swaps the last value in, and begins again if another thread was faster.
func (c *swapping) putIn(again int32) {
	size := uint8(c.t.Bytes())
	if regions.IsOwned(c.in) {
		c.Emit(asm.Inst{Op: asm.Mov, Size: size, B: c.now, HasMem: true, Mem: c.place})
		return
	}
	c.MoveGeneral(asm.RAX, c.lay)
	c.Emit(asm.Inst{Op: asm.LockCmpxchg, Size: size, B: c.now, HasMem: true, Mem: c.place})
	c.MoveGeneral(c.lay, asm.RAX)
	isOther := c.truthOf(asm.CondNE)
	c.Emit(asm.Inst{Op: asm.Test, Size: 1, A: isOther, B: isOther})
	c.JumpIf(asm.CondNE, again)
}

func repeated(r asm.Reg, count int) (list []asm.Reg) {
	for range count {
		list = append(list, r)
	}
	return list
}
