package emit

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
)

// Division of lanes of 32 or 64 bits by a number that is the same for all, as in i / width and i % width: by a product
// with 1/d, which is made once, after d's definition.
//
// It is one of whole numbers, with m = (2^w - 1)/d, cut. Since m is above 2^w/d - 1, the upper half of |x|*m is the
// quotient or one less, and the rest that is left is below 2d. If it is d or more, the quotient is one more. The
// remainder is the lesser of the rest and the rest - d, because the latter wraps to more than the former where that is
// below d. Numbers of 64 bits that are below 2^32 (ranges.go), as sizes and ids mostly are, need two products instead
// of seven, and nothing is to be corrected.
//
// For d = 0 quotient and remainder are zero: they are those by 1, and the quotient is masked out. Signed numbers are
// divided by their sizes; the quotient gets the sign of x exclusive-or that of d, the remainder that of x.

// ReciprocalKey names the reciprocal of a value.
type ReciprocalKey struct {
	Value  ir.ValueID
	sub    int
	signed bool
}

// Reciprocal is what a division needs to know of d, in all lanes.
type Reciprocal struct {
	vec.Reciprocal
	signed  bool
	isSmall bool // of the division under way: sizes are below 2^32, in 64 bits

	// For quotients only, NoReg until one is wanted.
	notZero asm.Reg // ones, or zero if d is zero
	sign    asm.Reg // ones if d is negative, else zero
}

func (s *Values) DivideByUniform(v ir.ValueID, in *ir.Instr, u int) {
	x := s.SpanOf(in.Args[0])
	signed := (in.Op == ir.OpSDiv || in.Op == ir.OpSRem) && !s.IsPositive(in, x)
	r := s.reciprocalOf(in.Args[1], u, signed)
	lanes := s.LanesOf(in.Args[0], u)
	divide := r.remainderOf
	if in.Op == ir.OpSDiv || in.Op == ir.OpUDiv {
		s.wantQuotients(r, in.Args[1], u)
		divide = r.quotientOf
	}
	r.isSmall = in.Type == ir.I64 && x.Within(-math.MaxUint32, math.MaxUint32) && (signed || x.Low >= 0)
	s.WriteLanes(v, u, func(dst []asm.Reg) {
		for h := range dst {
			s.MoveVector(dst[h], divide(s.Writer, lanes[h]))
		}
	})
}

func (r *Reciprocal) quotientOf(v *vec.Writer, x asm.Reg) asm.Reg {
	t := r.Type
	size, sign := r.sizeOf(v, x)
	quotient := asm.NoReg
	if r.isSmall {
		quotient = v.SmallQuotientBy(&r.Reciprocal, size)
	} else {
		rest := asm.NoReg
		quotient, rest = v.DivideBy(&r.Reciprocal, size)
		isMore := v.CompareInt(ir.UGE, t, rest, r.Divisor)
		quotient = v.Choose(t, isMore, v.Add(t, quotient, v.Number(t, 1)), quotient)
	}
	if !r.signed {
		return v.And(quotient, r.notZero)
	}
	sign = v.And(v.Xor(sign, r.sign), r.notZero)
	return v.Sub(t, v.And(v.Xor(quotient, sign), r.notZero), sign)
}

func (r *Reciprocal) remainderOf(v *vec.Writer, x asm.Reg) asm.Reg {
	size, sign := r.sizeOf(v, x)
	rest := asm.NoReg
	if r.isSmall {
		rest = v.SmallRestBy(&r.Reciprocal, size)
	} else {
		_, rest = v.DivideBy(&r.Reciprocal, size)
		rest = v.Do(ir.OpUMin, r.Type, rest, v.Sub(r.Type, rest, r.Divisor))
	}
	if r.signed {
		rest = v.NegateWhere(r.Type, rest, sign)
	}
	return rest
}

// SizeOf is |x|, and -1 where x is negative, 0 elsewhere; for unsigned numbers x itself.
func (r *Reciprocal) sizeOf(v *vec.Writer, x asm.Reg) (size, sign asm.Reg) {
	if !r.signed {
		return x, asm.NoReg
	}
	sign = v.Signs(r.Type, x)
	return v.NegateWhere(r.Type, x, sign), sign
}

// reciprocalOf is made when it is first asked for.
func (s *Values) reciprocalOf(d ir.ValueID, u int, signed bool) *Reciprocal {
	if !s.ByValue[d].PerSub {
		u = 0
	}
	key := ReciprocalKey{d, u, signed}
	if r, ok := s.Reciprocals[key]; ok {
		return r
	}
	r := &Reciprocal{Reciprocal: s.NewReciprocal(s.Kernel.Type(d)), signed: signed, notZero: asm.NoReg}
	s.writeLate(d, func() { s.makeReciprocal(r, s.Own(d, u)[0]) })
	s.Reciprocals[key] = r
	return r
}

// makeReciprocal fills the registers that quotients and remainders by d need.
func (s *Values) makeReciprocal(r *Reciprocal, d asm.Reg) {
	divisor, one, size := s.General(), s.General(), uint8(r.Type.Bytes())
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: divisor, B: d})
	if r.signed {
		s.Emit(asm.Inst{Op: asm.Neg, Size: size, Dst: divisor})
		s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondS, Size: size, Dst: divisor, B: d})
	}
	s.MoveImm(one, 1)
	s.Emit(asm.Inst{Op: asm.Test, Size: size, A: divisor, B: divisor})
	s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondE, Size: size, Dst: divisor, B: one})
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: asm.RDX})
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: asm.RAX, Imm: -1})
	s.Emit(asm.Inst{Op: asm.Div, Size: size, B: divisor})
	s.Broadcast(r.Inverse, asm.RAX, size)
	s.Broadcast(r.Divisor, divisor, size)
	s.FillHalves(&r.Reciprocal)
}

// wantQuotients fills the registers that only quotients by d need, unless that was done before.
func (s *Values) wantQuotients(r *Reciprocal, d ir.ValueID, u int) {
	if r.notZero != asm.NoReg {
		return
	}
	r.notZero, r.sign = s.Temp(), s.Temp()
	s.writeLate(d, func() {
		v, t, all := s.Writer, r.Type, s.Temp()
		s.Broadcast(all, s.Own(d, u)[0], uint8(t.Bytes()))
		isZero := v.CompareInt(ir.EQ, t, all, v.Number(t, 0))
		s.MoveVector(r.notZero, v.Choose(t, isZero, v.Number(t, 0), v.Number(t, -1)))
		if r.signed {
			s.MoveVector(r.sign, v.Signs(t, all))
		}
	})
}
