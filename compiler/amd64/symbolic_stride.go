package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// first is a register with the value of the first work-item of the bundle, which slopes were found for, in 64 bits.
// Within a block it is computed once.
func (s *accessor) first(v ir.ValueID) asm.Reg {
	if r, ok := s.firsts[v]; ok {
		return r
	}
	r := s.makeFirst(v)
	s.firsts[v] = r
	return r
}

func (s *accessor) makeFirst(v ir.ValueID) asm.Reg {
	in := s.Kernel.Instr(v)
	r := s.general()
	if s.IsStrideLeaf(v, in) {
		if c, ok := s.SignedConst(v); ok {
			s.moveImm(r, uint64(c))
			return r
		}
		if in.Type != ir.I32 {
			return s.lane0Reg(v, 0)
		}
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: r, B: s.lane0Reg(v, 0)})
		return r
	}
	x := s.first(in.Args[0])
	if in.Op == ir.OpTrunc || in.Op == ir.OpSExt {
		return x
	}
	if in.Op == ir.OpShl {
		c, _ := s.SignedConst(in.Args[1])
		s.moveGeneral(r, x)
		s.aluImm(asm.Shl, 8, r, c)
		return r
	}
	if c, ok := s.SignedConst(in.Args[1]); ok && c == int64(int32(c)) && (in.Op == ir.OpAdd || in.Op == ir.OpPtrAdd) {
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: r, HasMem: true, Mem: asm.Mem{Base: x, Disp: int32(c)}})
		return r
	}
	y := s.first(in.Args[1])
	switch in.Op {
	case ir.OpMul:
		s.moveGeneral(r, x)
		s.alu(asm.Imul, 8, r, y)
	case ir.OpSub:
		s.moveGeneral(r, x)
		s.alu(asm.Sub, 8, r, y)
	default:
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: r, HasMem: true, Mem: asm.Mem{Base: x, Index: y, Scale: 1}})
	}
	return r
}

// slopeReg is a register with a slope.
func (s *accessor) slopeReg(a access.Stride) asm.Reg {
	sum := s.general()
	s.moveImm(sum, uint64(a.Constant))
	for i, t := range a.Terms {
		part := s.general()
		s.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: part, B: s.first(t.Value), Imm: t.Factor})
		if i == 0 && a.Constant == 0 {
			sum = part
			continue
		}
		both := s.general()
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: both, HasMem: true, Mem: asm.Mem{Base: sum, Index: part, Scale: 1}})
		sum = both
	}
	return sum
}
