package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
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
	s.writeLanes(v, u, func(dst []asm.Reg) { s.moveVector(dst[0], divide(&s.Writer, x)) })
}

func (r *reciprocal) quotientOf(v *vec.Writer, x asm.Reg) asm.Reg {
	size, sign := r.sizeOf(v, x)
	quotient, rest := r.divide(v, size)
	isMore := v.CompareInt(ir.UGE, ir.I32, rest, r.divisor)
	quotient = v.Choose(ir.I32, isMore, v.Add(ir.I32, quotient, v.Const32(1)), quotient)
	if !r.signed {
		return v.And(quotient, r.notZero)
	}
	sign = v.And(v.Xor(sign, r.sign), r.notZero)
	return v.Sub(ir.I32, v.And(v.Xor(quotient, sign), r.notZero), sign)
}

func (r *reciprocal) remainderOf(v *vec.Writer, x asm.Reg) asm.Reg {
	size, sign := r.sizeOf(v, x)
	_, rest := r.divide(v, size)
	rest = v.Do(ir.OpUMin, ir.I32, rest, v.Sub(ir.I32, rest, r.divisor))
	if r.signed {
		rest = v.NegateWhere(rest, sign)
	}
	return rest
}

// sizeOf is |x|, and -1 where x is negative, 0 elsewhere; for unsigned numbers x itself.
func (r *reciprocal) sizeOf(v *vec.Writer, x asm.Reg) (size, sign asm.Reg) {
	if !r.signed {
		return x, asm.NoReg
	}
	sign = v.Signs(ir.I32, x)
	return v.NegateWhere(x, sign), sign
}

// divide gives the quotient of unsigned lanes, or one less, and the rest that it leaves.
func (r *reciprocal) divide(v *vec.Writer, x asm.Reg) (quotient, rest asm.Reg) {
	even := v.Upper(v.Binary(asm.Vpmuludq, x, r.inverse))
	odd := v.Binary(asm.Vpmuludq, v.Upper(x), r.inverse)
	quotient = v.MixDwords(even, odd)
	return quotient, v.Sub(ir.I32, x, v.Do(ir.OpMul, ir.I32, quotient, r.divisor))
}

// reciprocalOf is made when it is first asked for.
func (s *selector) reciprocalOf(d ir.ValueID, u int, signed bool) *reciprocal {
	if !s.byValue[d].perSub {
		u = 0
	}
	key := reciprocalKey{d, u, signed}
	if r, ok := s.reciprocals[key]; ok {
		return r
	}
	r := &reciprocal{inverse: s.Temp(), divisor: s.Temp(), signed: signed, notZero: asm.NoReg}
	s.writeLate(d, func() { s.makeReciprocal(r, s.own(d, u)[0]) })
	s.reciprocals[key] = r
	return r
}

// makeReciprocal fills the registers that quotients and remainders by d need.
func (s *selector) makeReciprocal(r *reciprocal, d asm.Reg) {
	divisor, one := s.general(), s.general()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: divisor, B: d})
	if r.signed {
		s.Emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: divisor})
		s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondS, Size: 4, Dst: divisor, B: d})
	}
	s.moveImm(one, 1)
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: divisor, B: divisor})
	s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondE, Size: 4, Dst: divisor, B: one})
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: asm.RDX})
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: asm.RAX, Imm: -1})
	s.Emit(asm.Inst{Op: asm.Div, Size: 4, B: divisor})
	s.broadcast(r.inverse, asm.RAX, 4)
	s.broadcast(r.divisor, divisor, 4)
}

// wantQuotients fills the registers that only quotients by d need, unless that was done before.
func (s *selector) wantQuotients(r *reciprocal, d ir.ValueID, u int) {
	if r.notZero != asm.NoReg {
		return
	}
	r.notZero, r.sign = s.Temp(), s.Temp()
	s.writeLate(d, func() {
		v, all := &s.Writer, s.Temp()
		s.broadcast(all, s.own(d, u)[0], 4)
		isZero := v.CompareInt(ir.EQ, ir.I32, all, v.Number(ir.I32, 0))
		s.moveVector(r.notZero, v.Choose(ir.I32, isZero, v.Number(ir.I32, 0), v.Number(ir.I32, -1)))
		if r.signed {
			s.moveVector(r.sign, v.Signs(ir.I32, all))
		}
	})
}
