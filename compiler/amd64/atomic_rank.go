package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// atomicRanked does the operation of a sub-group.
func (s *accessor) atomicRanked(v ir.ValueID, in *ir.Instr, a *access.Address, u int) {
	k, size := ir.AtomicKind(in.Kind), sizeOf(in.Type)
	step := asm.NoReg // 1
	if k == ir.AtomicAdd || k == ir.AtomicSub {
		step = s.lanesOf(in.Args[1], u)[0]
	}
	active := s.activeMask(u)
	bits, first, out := s.bitsOf(active), s.general(), s.Fn.NewLabel()
	s.moveImm(first, 0)
	if active != asm.NoReg {
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
		s.jumpIf(asm.CondE, out)
	}
	amount := s.general()
	s.Emit(asm.Inst{Op: asm.Popcnt, Size: 4, Dst: amount, B: bits})
	if step != asm.NoReg {
		s.alu(asm.Imul, size, amount, s.lane0Reg(in.Args[1], u))
	}
	direction := ir.OpAdd
	if k == ir.AtomicSub || k == ir.AtomicDec {
		direction = ir.OpSub
		s.Emit(asm.Inst{Op: asm.Neg, Size: size, Dst: amount})
	}
	op := asm.LockXadd
	if isOwned(in) {
		op = asm.Xadd
	}
	s.Emit(asm.Inst{Op: op, Size: size, B: amount, HasMem: true, Mem: s.memAt(a, u)})
	s.moveGeneral(first, amount)
	s.label(out)
	s.writeLanes(v, u, func(dst []asm.Reg) {
		distance, start := s.ranks(active, bits), s.Temp()
		if step != asm.NoReg {
			distance = s.Do(ir.OpMul, in.Type, distance, step)
		}
		s.broadcast(start, first, size)
		s.Lower(vec.Operation{Op: direction, Type: in.Type, From: in.Type}, dst, []asm.Reg{start}, []asm.Reg{distance}, nil)
	})
}

// ranks is, for each active lane, how many lanes before it are active.
func (s *accessor) ranks(active, bits asm.Reg) asm.Reg {
	numbers := s.words32(func(i int) int { return i })
	if active == asm.NoReg {
		return numbers
	}
	r := s.Temp()
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Vpexpandd, Len: asm.L512, Dst: r, B: numbers, Mask: active, Zero: true})
		return r
	}
	// A byte for each lane: all ones in the active ones, which take the numbers from 0 in turn.
	lanes, low := s.general(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: lanes, A: bits, B: s.wideImm(0x0101010101010101)})
	s.alu(asm.Imul, 8, lanes, s.wideImm(0xff))
	s.Emit(asm.Inst{Op: asm.Pdep, Size: 8, Dst: lanes, A: s.wideImm(0x0706050403020100), B: lanes})
	s.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, Dst: low, B: lanes})
	s.Emit(asm.Inst{Op: asm.Vpmovzxbd, Len: asm.L256, Dst: r, B: low})
	return r
}

// wideImm is a constant in a general register.
func (s *accessor) wideImm(bits uint64) asm.Reg {
	r := s.general()
	s.moveImm(r, bits)
	return r
}
