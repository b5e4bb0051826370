package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// atomicIfOne is atomicScanned for each sub-group whose lanes' indices turn out to be one, and atomicByLane for others:
// of lanes that follow each other, many change one word of a set of bits, or one counter of a sorted list.
func (s *Accessor) atomicIfOne(v ir.ValueID, in *ir.Instr, a *access.Access) {
	for u := range s.Each() {
		operand := s.LanesOf(in.Args[1], u) // made here, since both ways read them
		seen := make([]asm.Reg, len(operand))
		for i := range seen {
			seen[i] = s.Temp()
		}
		s.ifOnePlace(&a.Address, u, func(place func() asm.Mem) {
			for i, x := range s.scanInto(in, place, u) {
				s.MoveVector(seen[i], x())
			}
		}, func() {
			s.eachAtomicLane(in, a, u, true)
			s.FromScratch(emit.ScratchResult, seen)
		})
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for i := range dst {
				s.MoveVector(dst[i], seen[i])
			}
		})
	}
}

// ifOnePlace looks whether the indices of the active lanes are that of lane 0.
func (s *Accessor) ifOnePlace(a *access.Address, u int, one func(place func() asm.Mem), otherwise func()) {
	index, first := s.LanesOf(a.Index, u)[0], s.Temp()
	apart, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	s.Op2(asm.Vpbroadcastd, first, index)
	start := s.firstIndex(index, a.Unsigned)
	s.testApart(index, first, s.ActiveMask(u))
	s.JumpIf(asm.CondNE, apart)
	one(func() asm.Mem {
		m := s.MemAt(a, u)
		m.Index, m.Scale = start, a.Scale
		return m
	})
	s.Jump(done)
	s.Label(apart)
	otherwise()
	s.Label(done)
}

// testApart sets the flags: not equal if two vectors differ in an active lane.
func (s *Accessor) testApart(x, y, active asm.Reg) {
	if s.ISA == asm.AVX512 {
		const notEqual = 4 // predicate of vpcmpd
		differ := s.NewMask()
		s.Emit(asm.Inst{Op: asm.Vpcmpd, Len: asm.L512, Dst: differ, A: x, B: y, Imm: notEqual, Mask: active})
		s.Emit(asm.Inst{Op: asm.Kortestw, A: differ, B: differ})
		return
	}
	same, differ := s.General(), s.General()
	s.MaskBits(same, s.Binary(asm.Vpcmpeqd, x, y))
	s.Emit(asm.Inst{Op: asm.Andn, Size: 4, Dst: differ, A: same, B: s.BitsOf(active)})
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: differ, B: differ})
}
