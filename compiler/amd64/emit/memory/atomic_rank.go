package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/regions"
)

// atomicRanked does one operation for each sub-group, and finds what each lane would have seen.
func (s *Accessor) atomicRanked(v ir.ValueID, in *ir.Instr, a *access.Access) {
	for u := range s.Each() {
		s.addRanked(v, in, &a.Address, u)
	}
}

// addRanked does the operation of a sub-group.
func (s *Accessor) addRanked(v ir.ValueID, in *ir.Instr, a *access.Address, u int) {
	k, size := ir.AtomicKind(in.Kind), emit.SizeOf(in.Type)
	step := asm.NoReg // 1
	if k == ir.AtomicAdd || k == ir.AtomicSub {
		step = s.LanesOf(in.Args[1], u)[0]
	}
	active := s.ActiveMask(u)
	bits, first, out := s.BitsOf(active), s.General(), s.Fn.NewLabel()
	s.MoveImm(first, 0)
	if active != asm.NoReg {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
		s.JumpIf(asm.CondE, out)
	}
	amount := s.General()
	s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
	if step != asm.NoReg {
		s.Alu(asm.Imul, size, amount, s.Lane0Reg(in.Args[1], u))
	}
	direction := ir.OpAdd
	if k == ir.AtomicSub || k == ir.AtomicDec {
		direction = ir.OpSub
		s.Emit(asm.Inst{Op: asm.Neg, Size: size, Dst: amount})
	}
	op := asm.LockXadd
	if regions.IsOwned(in) {
		op = asm.Xadd
	}
	s.Emit(asm.Inst{Op: op, Size: size, B: amount, HasMem: true, Mem: s.MemAt(a, u)})
	s.MoveGeneral(first, amount)
	s.Label(out)
	s.WriteLanes(v, u, func(dst []asm.Reg) {
		distance, start := s.ranks(active, bits), s.Temp()
		if step != asm.NoReg {
			distance = s.Do(ir.OpMul, in.Type, distance, step)
		}
		s.Broadcast(start, first, size)
		s.Lower(vec.Operation{Op: direction, Type: in.Type, From: in.Type}, dst, []asm.Reg{start}, []asm.Reg{distance},
			nil)
	})
}

// ranks is, for each active lane, how many lanes before it are active.
func (s *Accessor) ranks(active, bits asm.Reg) asm.Reg {
	numbers := s.Words32(func(i int) int { return i })
	if active == asm.NoReg {
		return numbers
	}
	r := s.Temp()
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Vpexpandd, Len: asm.L512, Dst: r, B: numbers, Mask: active, Zero: true})
		return r
	}
	// A byte for each lane: all ones in the active ones, which take the numbers from 0 in turn.
	lanes, low := s.General(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: lanes, A: bits, B: s.wideImm(0x0101010101010101)})
	s.Alu(asm.Imul, 8, lanes, s.wideImm(0xff))
	s.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: lanes, A: s.wideImm(0x0706050403020100), B: lanes})
	s.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, Dst: low, B: lanes})
	s.Emit(asm.Inst{Op: asm.Vpmovzxbd, Len: asm.L256, Dst: r, B: low})
	return r
}

// wideImm is a constant in a general register.
func (s *Accessor) wideImm(bits uint64) asm.Reg {
	r := s.General()
	s.MoveImm(r, bits)
	return r
}
