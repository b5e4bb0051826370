package passes

import "heddle/compiler/ir"

// Quotients and remainders by constants that are no powers of two, as transforms of 1,000 points compute the places of
// points: (id0 + 125*k) % 1000 in groups of 125. Products with multiples of the divisor give the quotient; the rest must
// stay below the divisor. So a number that is less than the divisor is its own remainder.

// divideByConstant rewrites a quotient or a remainder if all terms of its dividend are known well enough.
func (d *sumDivision) divideByConstant(v ir.ValueID) {
	in := d.fn.Instr(v)
	by, isQuotient := d.divisor(in)
	if half := in.Type.Mask() >> 1; by < 2 || by > half || d.fn.UpperBound(in.Args[0]) > half {
		return
	}
	d.pos, d.typ = in.Pos, in.Type
	var below, above []ir.ValueID
	sum := uint64(0) // of constants
	for _, t := range d.terms(in.Args[0], nil, maxDivisionTerms) {
		switch {
		case d.fn.Instr(t).Op == ir.OpConst:
			sum += d.fn.Instr(t).Imm
		case d.factor(t)%by == 0:
			above = append(above, t)
		default:
			below = append(below, t)
		}
	}
	if most := d.bound(below); most >= by || sum%by >= by-most {
		return
	}
	var terms []ir.ValueID
	if isQuotient {
		for _, t := range above {
			terms = append(terms, d.emit(d.product(t, by)))
		}
		sum /= by
	} else {
		for _, t := range below {
			terms = append(terms, d.fit(t))
		}
		sum %= by
	}
	result := d.last(append(terms, d.constant(sum)))
	in = d.fn.Instr(v) // making values moves them
	result.Block, result.Pos = in.Block, in.Pos
	*in = result
	d.changed = true
}

// divisor is the constant that an instruction divides by, or 0.
func (d *sumDivision) divisor(in *ir.Instr) (by uint64, isQuotient bool) {
	switch in.Op {
	case ir.OpUDiv, ir.OpSDiv, ir.OpURem, ir.OpSRem:
		if c := d.fn.Instr(in.Args[1]); c.Op == ir.OpConst {
			return c.Imm, in.Op == ir.OpUDiv || in.Op == ir.OpSDiv
		}
	}
	return 0, false
}

// factor is a constant that a term is the product with, which does not wrap, or 1.
func (d *sumDivision) factor(t ir.ValueID) uint64 {
	in := d.fn.Instr(t)
	if in.Op != ir.OpMul || d.fn.UpperBound(t) >= in.Type.Mask() {
		return 1
	}
	if c := d.fn.Instr(in.Args[1]); c.Op == ir.OpConst {
		return c.Imm
	}
	return 1
}

// product is the quotient of a product with a multiple of the divisor.
func (d *sumDivision) product(t ir.ValueID, by uint64) ir.Instr {
	n := d.constant(d.factor(t) / by)
	return ir.Instr{Op: ir.OpMul, Type: d.typ, Flags: ir.FlagNoWrap, Args: []ir.ValueID{d.fit(d.fn.Instr(t).Args[0]), n}}
}
