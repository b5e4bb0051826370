package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// atomicByLane does the operations of the lanes of each sub-group in a loop.
func (s *Accessor) atomicByLane(v ir.ValueID, in *ir.Instr, a *access.Access) {
	isRead := in.Op != ir.OpAtomicStore && s.Uses[v] > 0
	for u := range s.Each() {
		s.eachAtomicLane(in, a, u, isRead)
		if isRead {
			s.WriteLanes(v, u, func(dst []asm.Reg) { s.FromScratch(emit.ScratchResult, dst) })
		}
	}
}

// eachAtomicLane does the operations of a sub-group in a loop, which leaves in memory what the lanes have seen.
func (s *Accessor) eachAtomicLane(in *ir.Instr, a *access.Access, u int, isRead bool) {
	size := emit.SizeOf(a.Type)
	memOf := s.laneMem(&a.Address, u)
	operands := s.laneOperands(in.Args[1:], u, size)
	s.EachLane(s.BitsOf(s.ActiveMask(u)), func(lane asm.Reg) {
		m := memOf(lane)
		if old := s.atomicLane(in, a.Type, m, operands, lane); isRead {
			s.SetScratch(emit.ScratchResult, lane, old, size)
		}
	})
}

// atomicInTurn does operations whose old values are not read in one loop for several sub-groups.
func (s *Accessor) atomicInTurn(v ir.ValueID, in *ir.Instr, a *access.Access) {
	piece := s.Pieces[v]
	for _, subs := range s.Teams(piece) {
		c := s.NewOneLane(piece, subs)
		c.Run(func() { c.modifyOnly(in, emit.SizeOf(a.Type), c.Place(v)) })
	}
}

// laneOperands prepares operands for work lane by lane, and gives functions that put that of a lane into a fresh
// register.
func (s *Accessor) laneOperands(values []ir.ValueID, u int, size uint8) []func(lane asm.Reg) asm.Reg {
	list := make([]func(asm.Reg) asm.Reg, len(values))
	for i, v := range values {
		if s.Lane0(v).Kind == forms.Scalar {
			shared := s.Lane0Reg(v, u)
			list[i] = func(asm.Reg) asm.Reg {
				r := s.General()
				s.MoveGeneral(r, shared)
				return r
			}
			continue
		}
		k := []emit.Slot{emit.ScratchValue, emit.ScratchOther}[i]
		s.ToScratch(k, s.LanesOf(v, u))
		list[i] = func(lane asm.Reg) asm.Reg {
			r := s.General()
			s.GetScratch(k, lane, r, size)
			return r
		}
	}
	return list
}

// modifyOnlyOps are the operations that change memory without telling what was there: plain and locked.
var modifyOnlyOps = map[ir.AtomicKind][2]asm.Op{
	ir.AtomicAdd: {asm.Add, asm.LockAdd}, ir.AtomicSub: {asm.Sub, asm.LockSub}, ir.AtomicAnd: {asm.And, asm.LockAnd},
	ir.AtomicOr: {asm.Or, asm.LockOr}, ir.AtomicXor: {asm.Xor, asm.LockXor},
	ir.AtomicInc: {asm.Add, asm.LockAdd}, ir.AtomicDec: {asm.Sub, asm.LockSub},
}

// modifyOp is the instruction that changes memory only, if there is one.
func modifyOp(in *ir.Instr) (asm.Op, bool) {
	ops, ok := modifyOnlyOps[ir.AtomicKind(in.Kind)]
	if regions.IsOwned(in) {
		return ops[0], ok
	}
	return ops[1], ok
}

// modifyOnly does an operation of one lane whose old value is not read.
func (s *Accessor) modifyOnly(in *ir.Instr, size uint8, m asm.Mem) {
	op, _ := modifyOp(in)
	k := ir.AtomicKind(in.Kind)
	change := asm.Inst{Op: op, Size: size, HasMem: true, Mem: m}
	if k == ir.AtomicInc || k == ir.AtomicDec {
		change.Imm = 1
	} else if c, isConst := s.SignedConst(in.Args[1]); isConst && c == int64(int32(c)) {
		change.Imm = c
	} else {
		change.B = s.General()
		s.MoveGeneral(change.B, s.Lane0Reg(in.Args[1], 0))
	}
	s.Emit(change)
}

// atomicLane does the operation of one lane and gives the old value.
func (s *Accessor) atomicLane(in *ir.Instr, t ir.Type, m asm.Mem, operands []func(asm.Reg) asm.Reg,
	lane asm.Reg) asm.Reg {
	operand := func(k emit.Slot) asm.Reg { return operands[k-emit.ScratchValue](lane) }
	switch in.Op {
	case ir.OpAtomicLoad:
		old := s.General()
		s.loadScalar(old, t, m)
		return old
	case ir.OpAtomicStore:
		op := asm.Mov // the machine keeps the order of stores; only a later load may come before one
		if in.Order == ir.SeqCst && !regions.IsOwned(in) {
			op = asm.Xchg
		}
		s.Emit(asm.Inst{Op: op, Size: uint8(t.Bytes()), B: operand(emit.ScratchValue), HasMem: true, Mem: m})
		return asm.NoReg
	case ir.OpAtomicCmpXchg:
		return s.compareAndSwap(in, t, m, operand(emit.ScratchValue), operand(emit.ScratchOther))
	}
	return s.modify(in, t, m, operand(emit.ScratchValue))
}

// compareAndSwap looks before it locks: a value that is not the wanted one is a failure by itself, and where many
// work-items swap at one place nearly all fail.
func (s *Accessor) compareAndSwap(in *ir.Instr, t ir.Type, m asm.Mem, want, value asm.Reg) asm.Reg {
	if regions.IsOwned(in) {
		return s.swap(in, m, want, value)
	}
	old, done := s.General(), s.Fn.NewLabel()
	s.loadScalar(old, t, m)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: emit.SizeOf(t), A: old, B: want})
	s.JumpIf(asm.CondNE, done)
	s.MoveGeneral(old, s.swap(in, m, want, value))
	s.Label(done)
	return old
}

// swap is compareAndSwap that does not look.
func (s *Accessor) swap(in *ir.Instr, m asm.Mem, want, value asm.Reg) asm.Reg {
	op, old := asm.LockCmpxchg, s.General()
	if regions.IsOwned(in) {
		op = asm.Cmpxchg
	}
	s.MoveGeneral(asm.RAX, want)
	s.Emit(asm.Inst{Op: op, Size: uint8(in.Type.Bytes()), B: value, HasMem: true, Mem: m})
	s.MoveGeneral(old, asm.RAX)
	return old
}

// modify is a read-modify-write.
func (s *Accessor) modify(in *ir.Instr, t ir.Type, m asm.Mem, value asm.Reg) asm.Reg {
	size := emit.SizeOf(t)
	switch k := ir.AtomicKind(in.Kind); k {
	case ir.AtomicXchg:
		if regions.IsOwned(in) { // an exchange with memory locks it unasked
			old := s.General()
			s.loadScalar(old, t, m)
			s.Emit(asm.Inst{Op: asm.Mov, Size: uint8(t.Bytes()), B: value, HasMem: true, Mem: m})
			return old
		}
		s.Emit(asm.Inst{Op: asm.Xchg, Size: uint8(t.Bytes()), B: value, HasMem: true, Mem: m})
		return value
	case ir.AtomicSub:
		s.Emit(asm.Inst{Op: asm.Neg, Size: size, Dst: value})
	case ir.AtomicInc:
		s.MoveImm(value, 1)
	case ir.AtomicDec:
		s.MoveImm(value, t.Mask())
	case ir.AtomicAdd:
	default:
		return s.modifyBySwap(in, t, m, value)
	}
	op := asm.LockXadd
	if regions.IsOwned(in) {
		op = asm.Xadd
	}
	s.Emit(asm.Inst{Op: op, Size: size, B: value, HasMem: true, Mem: m})
	return value
}

// modifyBySwap computes the new value and swaps it in, again until no other change came between.
func (s *Accessor) modifyBySwap(in *ir.Instr, t ir.Type, m asm.Mem, value asm.Reg) asm.Reg {
	size := uint8(t.Bytes())
	old := s.General()
	s.loadScalar(old, t, m)
	if regions.IsOwned(in) {
		s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: s.combined(in, t, old, value), HasMem: true, Mem: m})
		return old
	}
	again := s.Fn.NewLabel()
	s.Label(again)
	fresh := s.combined(in, t, old, value)
	s.MoveGeneral(asm.RAX, old)
	s.Emit(asm.Inst{Op: asm.LockCmpxchg, Size: size, B: fresh, HasMem: true, Mem: m})
	seen := s.General()
	s.MoveGeneral(seen, asm.RAX)
	isOther := s.truthOf(asm.CondNE)
	s.MoveGeneral(old, seen)
	s.Emit(asm.Inst{Op: asm.Test, Size: 1, A: isOther, B: isOther})
	s.JumpIf(asm.CondNE, again)
	return old
}

// combined is what an atomic operation writes.
func (s *Accessor) combined(in *ir.Instr, t ir.Type, old, value asm.Reg) asm.Reg {
	size, r := emit.SizeOf(t), s.General()
	k := ir.AtomicKind(in.Kind)
	switch k {
	case ir.AtomicAnd, ir.AtomicOr, ir.AtomicXor:
		s.MoveGeneral(r, old)
		s.Alu(map[ir.AtomicKind]asm.Op{ir.AtomicAnd: asm.And, ir.AtomicOr: asm.Or, ir.AtomicXor: asm.Xor}[k], size, r,
			value)
		return r
	case ir.AtomicSMin, ir.AtomicSMax, ir.AtomicUMin, ir.AtomicUMax:
		c := map[ir.AtomicKind]asm.Cond{ir.AtomicSMin: asm.CondL, ir.AtomicSMax: asm.CondG, ir.AtomicUMin: asm.CondB,
			ir.AtomicUMax: asm.CondA}[k]
		s.MoveGeneral(r, old)
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: value, B: old})
		s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: c, Size: size, Dst: r, B: value})
		return r
	}
	op := map[ir.AtomicKind]ir.Op{ir.AtomicFAdd: ir.OpFAdd, ir.AtomicFMin: ir.OpFMin, ir.AtomicFMax: ir.OpFMax}[k]
	x, y := s.Temp(), s.Temp()
	s.Broadcast(x, old, size)
	s.Broadcast(y, value, size)
	s.FirstLane(r, s.combinedFloats(op, t, x, y), t)
	return r
}

// combinedFloats computes in lanes; halves by way of floats.
func (s *Accessor) combinedFloats(op ir.Op, t ir.Type, x, y asm.Reg) asm.Reg {
	do := func(o vec.Operation, x ...asm.Reg) asm.Reg {
		z := [1]asm.Reg{s.Temp()}
		if !s.Lower(o, z[:], x[:1], x[1:], nil) {
			s.Fail("%v of %v has no machine code in an atomic operation", o.Op, o.Type)
		}
		return z[0]
	}
	if t != ir.F16 {
		return do(vec.Operation{Op: op, Type: t, From: t}, x, y)
	}
	convert := func(to, from ir.Type, x asm.Reg) asm.Reg {
		return do(vec.Operation{Op: ir.OpFToF, Type: to, From: from}, x)
	}
	x, y = convert(ir.F32, ir.F16, x), convert(ir.F32, ir.F16, y)
	return convert(ir.F16, ir.F32, do(vec.Operation{Op: op, Type: ir.F32, From: ir.F32}, x, y))
}
