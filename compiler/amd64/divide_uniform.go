package amd64

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Division of 32-bit lanes by a number that is the same for all, as in i / width: a product with 1/d, which is made once,
// behind d's definition.
//
// The quotient is that of |x| + 1/2, cut to a whole number: (|x| + 1/2)/d is at least 1/(2d) away from whole numbers, and
// both roundings together err by less than 2^33/d * 2^-52.
//
// For d = 0 quotient and remainder are zero: the quotient is one by a number larger than any x, the remainder that by 1.

// reciprocalKey names the reciprocal of a value.
type reciprocalKey struct {
	value             ir.ValueID
	sub               int
	signed, remainder bool
}

// reciprocal is what a division multiplies by: 1/d in all lanes of 64 bits, and, for remainders, d in those of 32.
type reciprocal struct{ inverse, divisor asm.Reg }

// dividesByUniform says whether an instruction divides lanes by a value in a general register.
func (s *selector) dividesByUniform(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem:
		return in.Type == ir.I32 && s.byValue[in.Args[1]].kind == scalar
	}
	return false
}

func (s *selector) divideByUniform(v ir.ValueID, in *ir.Instr, u int) {
	signed := in.Op == ir.OpSDiv || in.Op == ir.OpSRem
	remainder := in.Op == ir.OpSRem || in.Op == ir.OpURem
	r := s.reciprocalOf(in.Args[1], u, signed, remainder)
	x := s.lanesOf(in.Args[0], u)[0]
	s.writeLanes(v, u, func(dst []asm.Reg) {
		result := s.divideBy(x, r.inverse, signed)
		if remainder {
			result = s.vec.sub(ir.I32, x, s.do(ir.OpMul, ir.I32, result, r.divisor))
		}
		s.moveVector(dst[0], result)
	})
}

// divideBy is the quotient of 32-bit lanes by a number whose inverse is given.
func (s *selector) divideBy(x, inverse asm.Reg, signed bool) asm.Reg {
	wide, back := operation{Op: ir.OpUToF, Type: ir.F64, From: ir.I32}, operation{Op: ir.OpFToU, Type: ir.I32, From: ir.F64}
	if signed {
		wide.Op, back.Op = ir.OpSToF, ir.OpFToS
	}
	half := s.const64(math.Float64bits(0.5))
	parts := s.results(wide, [3][]asm.Reg{{x}})
	for i, p := range parts {
		away := half
		if signed {
			away = s.do(ir.OpFCopySign, ir.F64, half, p)
		}
		parts[i] = s.do(ir.OpFMul, ir.F64, s.do(ir.OpFAdd, ir.F64, p, away), inverse)
	}
	return s.results(back, [3][]asm.Reg{parts})[0]
}

// reciprocalOf is made when it is first asked for.
func (s *selector) reciprocalOf(d ir.ValueID, u int, signed, remainder bool) reciprocal {
	if !s.byValue[d].perSub {
		u = 0
	}
	key := reciprocalKey{d, u, signed, remainder}
	if r, ok := s.reciprocals[key]; ok {
		return r
	}
	r := reciprocal{inverse: s.temp()}
	s.writeLate(d, func() {
		divisor := s.divisor(s.own(d, u)[0], signed, remainder)
		zero, number, quotient := s.temp(), s.temp(), s.temp()
		s.emit(asm.Inst{Op: asm.VecZero, Len: asm.L128, Dst: zero})
		s.emit(asm.Inst{Op: asm.Vcvtsi2sd, Size: 8, Len: asm.L128, Dst: number, A: zero, B: divisor})
		s.emit(asm.Inst{Op: asm.Vdivsd, Len: asm.L128, Dst: quotient, A: s.one(ir.F64), B: number})
		s.op2(asm.Vbroadcastsd, r.inverse, quotient)
		if remainder {
			r.divisor = s.temp()
			s.broadcast(r.divisor, divisor, 4)
		}
	})
	s.reciprocals[key] = r
	return r
}

// divisor extends a divisor to 64 bits, and puts another in the place of zero.
func (s *selector) divisor(d asm.Reg, signed, remainder bool) asm.Reg {
	wide, instead := s.general(), s.general()
	if signed {
		s.emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: wide, B: d})
	} else {
		s.emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: wide, B: d})
	}
	if remainder {
		s.moveImm(instead, 1)
	} else {
		s.moveImm(instead, 1<<40)
	}
	s.emit(asm.Inst{Op: asm.Test, Size: 8, A: wide, B: wide})
	s.emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondE, Size: 8, Dst: wide, B: instead})
	return wide
}
