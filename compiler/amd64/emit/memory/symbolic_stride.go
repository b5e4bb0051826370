package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/stride"
)

// first is a register with the value of the first work-item of the bundle, which steps were found for, in 64 bits.
// Within a block it is computed once.
func (s *Accessor) first(v ir.ValueID) asm.Reg {
	if r, ok := s.Firsts[v]; ok {
		return r
	}
	r := s.makeFirst(v)
	s.Firsts[v] = r
	return r
}

func (s *Accessor) makeFirst(v ir.ValueID) asm.Reg {
	in := s.Kernel.Instr(v)
	r := s.General()
	if s.IsStrideLeaf(v, in) {
		if c, ok := s.SignedConst(v); ok {
			s.MoveImm(r, uint64(c))
			return r
		}
		if in.Type != ir.I32 {
			return s.Lane0Reg(v, 0)
		}
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: r, B: s.Lane0Reg(v, 0)})
		return r
	}
	x := s.first(in.Args[0])
	if in.Op == ir.OpTrunc || in.Op == ir.OpSExt {
		return x
	}
	if in.Op == ir.OpShl {
		c, _ := s.SignedConst(in.Args[1])
		s.MoveGeneral(r, x)
		s.AluImm(asm.Shl, 8, r, c)
		return r
	}
	if c, ok := s.SignedConst(in.Args[1]); ok && c == int64(int32(c)) && (in.Op == ir.OpAdd || in.Op == ir.OpPtrAdd) {
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: r, HasMem: true, Mem: asm.Mem{Base: x, Disp: int32(c)}})
		return r
	}
	y := s.first(in.Args[1])
	switch in.Op {
	case ir.OpMul:
		s.MoveGeneral(r, x)
		s.Alu(asm.Imul, 8, r, y)
	case ir.OpSub:
		s.MoveGeneral(r, x)
		s.Alu(asm.Sub, 8, r, y)
	default:
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: r, HasMem: true, Mem: asm.Mem{Base: x, Index: y, Scale: 1}})
	}
	return r
}

// strideReg is a register with a step.
func (s *Accessor) strideReg(a stride.Form) asm.Reg {
	sum := s.General()
	s.MoveImm(sum, uint64(a.Constant))
	for i, t := range a.Terms {
		part := s.General()
		s.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: part, B: s.first(t.Value), Imm: t.Factor})
		if i == 0 && a.Constant == 0 {
			sum = part
			continue
		}
		both := s.General()
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: both, HasMem: true, Mem: asm.Mem{Base: sum, Index: part, Scale: 1}})
		sum = both
	}
	return sum
}
