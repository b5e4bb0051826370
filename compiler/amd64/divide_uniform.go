package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Division of 32-bit lanes by a number that is the same for all, as in i / width and i % width: by a product with 1/d,
// which is made once, behind d's definition.
//
// It is one of whole numbers, with m = (2^32 - 1)/d, cut. Since m is above 2^32/d - 1, the upper half of |x|*m is the
// quotient or one less, and the rest that is left is below 2d. If it is d or more, the quotient is one more. The remainder
// is the lesser of the rest and the rest - d, because the latter wraps to more than the former where that is below d.
//
// For d = 0 quotient and remainder are zero: they are those by 1, and the quotient is masked out. Signed numbers are divided
// by their sizes; the quotient gets the sign of x exclusive-or that of d, the remainder that of x.

// reciprocalKey names the reciprocal of a value.
type reciprocalKey struct {
	value  ir.ValueID
	sub    int
	signed bool
}

// reciprocal is what a division needs to know of d, in all lanes.
type reciprocal struct {
	signed  bool
	inverse asm.Reg // m
	divisor asm.Reg // |d|, or 1

	// For quotients only, NoReg until one is wanted.
	notZero asm.Reg // ones, or zero if d is zero
	sign    asm.Reg // ones if d is negative, else zero
}

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
	r := s.reciprocalOf(in.Args[1], u, signed)
	x := s.lanesOf(in.Args[0], u)[0]
	divide := r.remainderOf
	if in.Op == ir.OpSDiv || in.Op == ir.OpUDiv {
		s.wantQuotients(r, in.Args[1], u)
		divide = r.quotientOf
	}
	s.writeLanes(v, u, func(dst []asm.Reg) { s.moveVector(dst[0], divide(&s.vec, x)) })
}

func (r *reciprocal) quotientOf(v *vec, x asm.Reg) asm.Reg {
	size, sign := r.sizeOf(v, x)
	quotient, rest := r.divide(v, size)
	isMore := v.compareInt(ir.UGE, ir.I32, rest, r.divisor)
	quotient = v.choose(ir.I32, isMore, v.add(ir.I32, quotient, v.const32(1)), quotient)
	if !r.signed {
		return v.and(quotient, r.notZero)
	}
	sign = v.and(v.xor(sign, r.sign), r.notZero)
	return v.sub(ir.I32, v.and(v.xor(quotient, sign), r.notZero), sign)
}

func (r *reciprocal) remainderOf(v *vec, x asm.Reg) asm.Reg {
	size, sign := r.sizeOf(v, x)
	_, rest := r.divide(v, size)
	rest = v.do(ir.OpUMin, ir.I32, rest, v.sub(ir.I32, rest, r.divisor))
	if r.signed {
		rest = v.negateWhere(rest, sign)
	}
	return rest
}

// sizeOf is |x|, and -1 where x is negative, 0 elsewhere; for unsigned numbers x itself.
func (r *reciprocal) sizeOf(v *vec, x asm.Reg) (size, sign asm.Reg) {
	if !r.signed {
		return x, asm.NoReg
	}
	sign = v.signs(ir.I32, x)
	return v.negateWhere(x, sign), sign
}

// divide gives the quotient of unsigned lanes, or one less, and the rest that it leaves.
func (r *reciprocal) divide(v *vec, x asm.Reg) (quotient, rest asm.Reg) {
	even := v.upper(v.binary(asm.Vpmuludq, x, r.inverse))
	odd := v.binary(asm.Vpmuludq, v.upper(x), r.inverse)
	quotient = v.mixDwords(even, odd)
	return quotient, v.sub(ir.I32, x, v.do(ir.OpMul, ir.I32, quotient, r.divisor))
}

// negateWhere negates the lanes where sign is -1; elsewhere it is 0.
func (v *vec) negateWhere(x, sign asm.Reg) asm.Reg { return v.sub(ir.I32, v.xor(x, sign), sign) }

// reciprocalOf is made when it is first asked for.
func (s *selector) reciprocalOf(d ir.ValueID, u int, signed bool) *reciprocal {
	if !s.byValue[d].perSub {
		u = 0
	}
	key := reciprocalKey{d, u, signed}
	if r, ok := s.reciprocals[key]; ok {
		return r
	}
	r := &reciprocal{inverse: s.temp(), divisor: s.temp(), signed: signed, notZero: asm.NoReg}
	s.writeLate(d, func() { s.makeReciprocal(r, s.own(d, u)[0]) })
	s.reciprocals[key] = r
	return r
}

// makeReciprocal fills the registers that quotients and remainders by d need.
func (s *selector) makeReciprocal(r *reciprocal, d asm.Reg) {
	divisor, one := s.general(), s.general()
	s.emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: divisor, B: d})
	if r.signed {
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

// wantQuotients fills the registers that only quotients by d need, unless that was done before.
func (s *selector) wantQuotients(r *reciprocal, d ir.ValueID, u int) {
	if r.notZero != asm.NoReg {
		return
	}
	r.notZero, r.sign = s.temp(), s.temp()
	s.writeLate(d, func() {
		v, all := &s.vec, s.temp()
		s.broadcast(all, s.own(d, u)[0], 4)
		isZero := v.compareInt(ir.EQ, ir.I32, all, v.number(ir.I32, 0))
		s.moveVector(r.notZero, v.choose(ir.I32, isZero, v.number(ir.I32, 0), v.number(ir.I32, -1)))
		if r.signed {
			s.moveVector(r.sign, v.signs(ir.I32, all))
		}
	})
}
