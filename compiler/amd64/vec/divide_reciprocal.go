package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Reciprocal is a uniform divisor d, and m = (2^w - 1)/d rounded down. The caller fills the registers.
type Reciprocal struct {
	Type    ir.Type // I32 or I64
	Inverse asm.Reg // m
	Divisor asm.Reg // d

	// Of I64: the upper halves, and the lower half of m with zeros above.
	inverseUpper, inverseLower, divisorUpper asm.Reg
}

// NewReciprocal makes the registers.
func (v *Writer) NewReciprocal(t ir.Type) Reciprocal {
	r := Reciprocal{Type: t, Inverse: v.Temp(), Divisor: v.Temp()}
	if t == ir.I64 {
		r.inverseUpper, r.inverseLower, r.divisorUpper = v.Temp(), v.Temp(), v.Temp()
	}
	return r
}

// FillHalves fills the registers with the halves of the others.
func (v *Writer) FillHalves(r *Reciprocal) {
	if r.Type != ir.I64 {
		return
	}
	v.Emit(asm.Inst{Op: asm.Vpsrlq, Len: asm.Whole(v.ISA), Dst: r.inverseUpper, B: r.Inverse, Imm: 32})
	v.Emit(asm.Inst{Op: asm.Vpsrlq, Len: asm.Whole(v.ISA), Dst: r.divisorUpper, B: r.Divisor, Imm: 32})
	v.Op2(asm.MoveV, r.inverseLower, v.And(r.Inverse, v.Const64(1<<32-1)))
}

// DivideBy is the quotient of unsigned lanes, or one less, with the corresponding remainder.
func (v *Writer) DivideBy(r *Reciprocal, x asm.Reg) (quotient, rest asm.Reg) {
	key := quotientKey{typ: r.Type, a: x, by: r.Inverse}
	quotient = v.once(key, func() asm.Reg { return v.estimateBy(r, x) })
	key.isRest = true
	return quotient, v.once(key, func() asm.Reg { return v.Sub(r.Type, x, v.timesDivisor(r, quotient)) })
}

// estimateBy is the upper half of x*m.
func (v *Writer) estimateBy(r *Reciprocal, x asm.Reg) asm.Reg {
	if r.Type == ir.I32 {
		even := v.Upper(v.Binary(asm.Vpmuludq, x, r.Inverse))
		odd := v.Binary(asm.Vpmuludq, v.Upper(x), r.Inverse)
		return v.MixDwords(even, odd)
	}
	upper := v.Upper(x)
	mixed := v.Add(ir.I64, v.Binary(asm.Vpmuludq, upper, r.Inverse), v.Upper(v.Binary(asm.Vpmuludq, x, r.Inverse)))
	other := v.Add(ir.I64, v.Binary(asm.Vpmuludq, x, r.inverseUpper), v.And(mixed, v.Const64(1<<32-1)))
	quotient := v.Add(ir.I64, v.Binary(asm.Vpmuludq, upper, r.inverseUpper), v.Upper(mixed))
	return v.Add(ir.I64, quotient, v.Upper(other))
}

// SmallQuotientBy is the quotient of lanes of 64 bits that are below 2^32. It is the upper half of x*m + m. With m =
// (2^64 - e)/d, where e is at most d, that is (x+1)/d - (x+1)*e/(d*2^64), whose second term is at most 1/d if d
// is at most 2^32. For larger d m is below 2^32, and the upper half zero.
func (v *Writer) SmallQuotientBy(r *Reciprocal, x asm.Reg) asm.Reg {
	return v.once(quotientKey{typ: r.Type, a: x, by: r.Inverse, isSmall: true}, func() asm.Reg {
		lower := v.Add(ir.I64, v.Binary(asm.Vpmuludq, x, r.Inverse), r.inverseLower)
		upper := v.Add(ir.I64, v.Binary(asm.Vpmuludq, x, r.inverseUpper), r.inverseUpper)
		return v.Upper(v.Add(ir.I64, upper, v.Upper(lower)))
	})
}

// SmallRestBy is the remainder of such lanes: it is small, too, so that lower halves suffice.
func (v *Writer) SmallRestBy(r *Reciprocal, x asm.Reg) asm.Reg {
	rest := v.Sub(ir.I64, x, v.Binary(asm.Vpmuludq, v.SmallQuotientBy(r, x), r.Divisor))
	return v.And(rest, v.Const64(1<<32-1))
}

// timesDivisor is the product of lanes and d.
func (v *Writer) timesDivisor(r *Reciprocal, x asm.Reg) asm.Reg {
	if r.Type == ir.I32 || v.ISA == asm.AVX512 {
		return v.Do(ir.OpMul, r.Type, x, r.Divisor)
	}
	cross := v.Add(ir.I64, v.Binary(asm.Vpmuludq, v.Upper(x), r.Divisor), v.Binary(asm.Vpmuludq, x, r.divisorUpper))
	return v.Add(ir.I64, v.Binary(asm.Vpmuludq, x, r.Divisor), v.ShiftLeft(ir.I64, cross, 32))
}
