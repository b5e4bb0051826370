package memory

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// atomicFold is how operands are folded, and what the lanes that are not active put in.
type atomicFold struct {
	op      ir.Op
	neutral uint64 // cut to the type
}

var atomicFolds = map[ir.AtomicKind]atomicFold{
	ir.AtomicAdd: {ir.OpAdd, 0}, ir.AtomicSub: {ir.OpAdd, 0}, ir.AtomicOr: {ir.OpOr, 0}, ir.AtomicXor: {ir.OpXor, 0},
	ir.AtomicAnd: {ir.OpAnd, ^uint64(0)}, ir.AtomicUMax: {ir.OpUMax, 0}, ir.AtomicUMin: {ir.OpUMin, ^uint64(0)},
}

// foldOf is how the operands of an operation are folded.
func foldOf(in *ir.Instr) atomicFold {
	t := in.Type
	fold := atomicFolds[ir.AtomicKind(in.Kind)]
	switch ir.AtomicKind(in.Kind) {
	case ir.AtomicSMax:
		fold = atomicFold{ir.OpSMax, 1 << (t.Bits() - 1)}
	case ir.AtomicSMin:
		fold = atomicFold{ir.OpSMin, 1<<(t.Bits()-1) - 1}
	}
	fold.neutral &= t.Mask()
	return fold
}

// atomicFolded does an operation to one place for all sub-groups, or, if each has its own, for each.
func (s *Accessor) atomicFolded(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	if s.IsSharedPlace(&a.Address) {
		s.foldInto(in, foldOf(in), &a.Address, slices.Collect(s.Each()))
		return
	}
	for u := range s.Each() {
		s.foldInto(in, foldOf(in), &a.Address, []int{u})
	}
}

// foldInto does the operation of some sub-groups' active lanes, if there are any.
func (s *Accessor) foldInto(in *ir.Instr, fold atomicFold, a *access.Address, subs []int) {
	t, size := in.Type, emit.SizeOf(in.Type)
	all := asm.NoReg
	for _, u := range subs {
		for _, x := range s.activeLanesOf(in.Args[1], u, fold.neutral) {
			if all == asm.NoReg {
				all = x
				continue
			}
			all = s.Do(fold.op, t, all, x)
		}
	}
	words := int(size) / 4
	for step := s.ISA.Lanes() / words / 2; step > 0; step /= 2 {
		from := s.Words32(func(i int) int { return (i + step*words) % s.ISA.Lanes() })
		other := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(s.ISA), Dst: other, A: from, B: all})
		all = s.Do(fold.op, t, all, other)
	}
	out := s.Fn.NewLabel()
	s.leaveIfNone(subs, out)
	amount := s.General()
	s.FirstLane(amount, all, t)
	m := s.MemAt(a, subs[0])
	if op, ok := modifyOp(in); ok {
		s.Emit(asm.Inst{Op: op, Size: size, B: amount, HasMem: true, Mem: m})
	} else {
		s.modify(in, t, m, amount)
	}
	s.Label(out)
}

// activeLanesOf are the lanes of an operand, with something else in those that are not active.
func (s *Accessor) activeLanesOf(v ir.ValueID, u int, other uint64) []asm.Reg {
	t, x, active := s.Kernel.Type(v), s.LanesOf(v, u), s.ActiveMask(u)
	if active == asm.NoReg {
		return x
	}
	return s.Results(vec.Operation{Op: ir.OpSelect, Type: t, From: t},
		[3][]asm.Reg{{active}, x, s.ConstLanes(t, other)})
}

// leaveIfNone jumps if none of the sub-groups has an active lane.
func (s *Accessor) leaveIfNone(subs []int, out int32) {
	any := asm.NoReg
	for _, u := range subs {
		active := s.ActiveMask(u)
		if active == asm.NoReg {
			return
		}
		bits := s.BitsOf(active)
		if any == asm.NoReg {
			any = bits
			continue
		}
		s.Alu(asm.Or, 4, any, bits)
	}
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: any, B: any})
	s.JumpIf(asm.CondE, out)
}
