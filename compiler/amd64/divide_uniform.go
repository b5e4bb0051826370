package amd64

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Division of 32-bit lanes by a number that is the same for all, as in i / width: a product with 1/d, which is made once,
// behind d's definition.
//
// For remainders it is one of whole numbers, with m = (2^32 - 1)/d, cut. Since m is above 2^32/d - 1, the upper half of
// |x|*m is the quotient or one less, and the rest that is left is below 2d: either it or it - d is the remainder. It is
// the lesser of the two, because it - d wraps to more than the rest where that is below d.
//
// A quotient is that of |x| + 1/2, cut to a whole number: (|x| + 1/2)/d is at least 1/(2d) away from whole numbers, and
// both roundings together err by less than 2^33/d * 2^-52.
//
// For d = 0 quotient and remainder are zero: the quotient is one by a number larger than any x, the remainder that by 1.
// Whole numbers need no signs: the remainder by |d| is the same, and that of |x| gets the sign of x.

// reciprocalKey names the reciprocal of a value.
type reciprocalKey struct {
	value             ir.ValueID
	sub               int
	signed, remainder bool
}

// reciprocal is what a division multiplies by: 1/d in all lanes of 64 bits, for remainders m and |d| in those of 32.
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
		switch {
		case !remainder:
			s.moveVector(dst[0], s.divideBy(x, r.inverse, signed))
		case signed:
			sign := s.vec.signs(ir.I32, x)
			rest := s.remainderBy(s.negateWhere(x, sign), r)
			s.moveVector(dst[0], s.negateWhere(rest, sign))
		default:
			s.moveVector(dst[0], s.remainderBy(x, r))
		}
	})
}

// negateWhere negates the lanes where sign is -1; elsewhere it is 0.
func (s *selector) negateWhere(x, sign asm.Reg) asm.Reg {
	return s.vec.sub(ir.I32, s.vec.xor(x, sign), sign)
}

// remainderBy is the remainder of unsigned 32-bit lanes.
func (s *selector) remainderBy(x asm.Reg, r reciprocal) asm.Reg {
	v := &s.vec
	even := v.upper(v.binary(asm.Vpmuludq, x, r.inverse))
	odd := v.binary(asm.Vpmuludq, v.upper(x), r.inverse)
	rest := v.sub(ir.I32, x, s.do(ir.OpMul, ir.I32, v.mixDwords(even, odd), r.divisor))
	return s.do(ir.OpUMin, ir.I32, rest, v.sub(ir.I32, rest, r.divisor))
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
	if remainder {
		r.divisor = s.temp()
		s.writeLate(d, func() { s.wholeReciprocal(r, s.own(d, u)[0], signed) })
		s.reciprocals[key] = r
		return r
	}
	s.writeLate(d, func() {
		divisor := s.divisor(s.own(d, u)[0], signed)
		zero, number, quotient := s.temp(), s.temp(), s.temp()
		s.emit(asm.Inst{Op: asm.VecZero, Len: asm.L128, Dst: zero})
		s.emit(asm.Inst{Op: asm.Vcvtsi2sd, Size: 8, Len: asm.L128, Dst: number, A: zero, B: divisor})
		s.emit(asm.Inst{Op: asm.Vdivsd, Len: asm.L128, Dst: quotient, A: s.one(ir.F64), B: number})
		s.op2(asm.Vbroadcastsd, r.inverse, quotient)
	})
	s.reciprocals[key] = r
	return r
}

// wholeReciprocal makes what remainders by d need.
func (s *selector) wholeReciprocal(r reciprocal, d asm.Reg, signed bool) {
	divisor, one := s.general(), s.general()
	s.emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: divisor, B: d})
	if signed {
		s.emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: divisor})
		s.emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondS, Size: 4, Dst: divisor, B: d})
	}
	s.moveImm(one, 1)
	s.emit(asm.Inst{Op: asm.Test, Size: 4, A: divisor, B: divisor})
	s.emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondE, Size: 4, Dst: divisor, B: one})
	s.emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: asm.RDX})
	s.emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: asm.RAX, Imm: -1})
	s.emit(asm.Inst{Op: asm.Div, Size: 4, B: divisor})
	s.broadcast(r.inverse, asm.RAX, 4)
	s.broadcast(r.divisor, divisor, 4)
}

// divisor extends a divisor to 64 bits, and puts another in the place of zero.
func (s *selector) divisor(d asm.Reg, signed bool) asm.Reg {
	wide, instead := s.general(), s.general()
	if signed {
		s.emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: wide, B: d})
	} else {
		s.emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: wide, B: d})
	}
	s.moveImm(instead, 1<<40)
	s.emit(asm.Inst{Op: asm.Test, Size: 8, A: wide, B: wide})
	s.emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondE, Size: 8, Dst: wide, B: instead})
	return wide
}
