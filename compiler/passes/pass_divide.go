package passes

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"heddle/compiler/ir"
)

// Quotients and remainders of sums by constants, mostly powers of two, as programs compute rows and columns of tiles
// from the number of a work-item in its group: (id0 + 8*id1) / 8 and % 8 are id1 and id0 if there are 8 work-items in
// dimension 0. Bounds of the terms, above all those of local ids, tell what is below the power of two. Terms that are
// multiples of it give the quotient. Where terms are neither, as in (id0 + 8*id1) % 16, those that are multiples of a
// smaller one that what is left stays below are divided by themselves: the bits of the two parts do not overlap.
//
// Other constants are those of transforms of 1,000 points: (id0 + 125*k) % 1000 is its dividend in groups of 125. There
// the rest must stay below the divisor, and only products that do not wrap, and constants, are multiples of it.
//
// A sum is compared in the same way with a multiple of a power of two: id0 + 8*group < n/8*8 is 8*group < n/8*8, which
// holds for all work-items of the group or for none. There sums may wrap: what is below fills bits that are zero in the
// rest.
//
// So what steps evenly from one work-item to the next still does afterwards. Dividends that are not negative are
// divided as unsigned ones, which takes a shift or a mask.

func divideSums(f *ir.Func, s *scratch) {
	d := &sumDivision{fn: f}
	for b := range f.Blocks {
		d.block = ir.BlockID(b)
		d.out = make([]ir.ValueID, 0, len(f.Blocks[b].Instrs)+4)
		for _, v := range f.Blocks[b].Instrs {
			d.visit(v)
			d.out = append(d.out, v)
		}
		f.Blocks[b].Instrs = d.out
	}
	s.IsIdle = !d.changed
}

// sumDivision works on one function.
type sumDivision struct {
	fn      *ir.Func
	block   ir.BlockID
	pos     ir.Pos
	typ     ir.Type
	out     []ir.ValueID // of the block, so far
	changed bool
}

// visit rewrites an instruction that divides by a constant.
func (d *sumDivision) visit(v ir.ValueID) {
	in := d.fn.Instr(v)
	if in.Op == ir.OpICmp {
		d.compare(v)
		return
	}
	by, isQuotient := d.division(in)
	if half := in.Type.Mask() >> 1; by < 2 || by > half+1 || d.fn.UpperBound(in.Args[0]) > half {
		return
	}
	d.pos, d.typ = in.Pos, in.Type
	p := d.split(d.terms(in.Args[0], nil, maxDivisionTerms), by)
	var result ir.Instr
	switch {
	case len(p.below) == 0 && (len(p.above) == 0 || len(p.between) > 0 && !isPower(by)):
		if in.Op != ir.OpSDiv && in.Op != ir.OpSRem || !isPower(by) {
			return
		}
		result = d.unsigned(d.fit(in.Args[0]), by, isQuotient)
	case isQuotient:
		result = d.quotient(&p, by)
	default:
		result = d.remainder(&p, by)
	}
	in = d.fn.Instr(v) // making values moves them
	result.Block, result.Pos = in.Block, in.Pos
	*in = result
	d.changed = true
}

// division is the constant that an instruction divides by, or 0.
func (d *sumDivision) division(in *ir.Instr) (divisor uint64, isQuotient bool) {
	switch in.Op {
	case ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem, ir.OpAnd, ir.OpLShr:
	default:
		return 0, false
	}
	by := d.fn.Instr(in.Args[1])
	if by.Op != ir.OpConst {
		return 0, false
	}
	switch c := by.Imm; {
	case in.Op == ir.OpLShr:
		return 1 << c, true
	case in.Op == ir.OpAnd && c&(c+1) == 0:
		return c + 1, false
	case in.Op == ir.OpAnd:
		return 0, false
	default:
		return c, in.Op == ir.OpSDiv || in.Op == ir.OpUDiv
	}
}

func isPower(n uint64) bool { return n&(n-1) == 0 }

// parts are the terms of a dividend: multiples of the divisor are above; those whose sum is less than a power of two
// that the others are multiples of, and less than the divisor, are below; and others are between.
type parts struct{ below, between, above []ir.ValueID }

func (d *sumDivision) split(terms []ir.ValueID, by uint64) (p parts) {
	for _, t := range terms {
		if c := d.factor(t); c > by && !isPower(by) && d.fn.Instr(t).Op == ir.OpConst {
			p.above = append(p.above, d.constant(c-c%by))
			t = d.constant(c % by)
		}
		if d.isMultiple(t, by) {
			p.above = append(p.above, t)
		} else {
			p.below = append(p.below, t)
		}
	}
	if !isPower(by) {
		if d.bound(p.below) >= by {
			p.below, p.between = nil, p.below
		}
		return p
	}
	slices.SortStableFunc(p.below, func(a, b ir.ValueID) int { return cmp.Compare(d.zeros(a), d.zeros(b)) })
	for least := uint64(bits.TrailingZeros64(by)); d.bound(p.below)>>least != 0; {
		last := len(p.below) - 1
		p.between = append(p.between, p.below[last])
		least = d.zeros(p.below[last])
		p.below = p.below[:last]
	}
	return p
}

// isMultiple reports whether a term is a multiple of a divisor.
func (d *sumDivision) isMultiple(t ir.ValueID, by uint64) bool {
	return isPower(by) && d.fn.IsMultiple(t, by) || d.factor(t)%by == 0
}

// factor is a constant, or the one that a term is the product with, which does not wrap, or 1.
func (d *sumDivision) factor(t ir.ValueID) uint64 {
	switch in := d.fn.Instr(t); in.Op {
	case ir.OpConst:
		return in.Imm
	case ir.OpMul, ir.OpShl:
		if c, ok := d.fn.ConstFactor(in); ok && d.fn.UpperBound(t) < in.Type.Mask() {
			return uint64(c) & in.Type.Mask()
		}
	}
	return 1
}

// terms are those of a sum, also of one that is truncated or extended; none of the sums leaves its type.
func (d *sumDivision) terms(v ir.ValueID, list []ir.ValueID, depth int) []ir.ValueID {
	in := d.fn.Instr(v)
	switch {
	case depth == 0:
	case in.Op == ir.OpAdd && d.fn.UpperBound(v) < in.Type.Mask():
		return d.terms(in.Args[1], d.terms(in.Args[0], list, depth-1), depth-1)
	case in.Op == ir.OpTrunc && d.fn.UpperBound(in.Args[0]) <= in.Type.Mask(), in.Op == ir.OpZExt:
		return d.terms(in.Args[0], list, depth-1)
	}
	return append(list, v)
}

// bound is what the sum of terms does not exceed.
func (d *sumDivision) bound(terms []ir.ValueID) (sum uint64) {
	for _, t := range terms {
		more := d.fn.UpperBound(t)
		sum += min(more, math.MaxUint64-sum)
	}
	return sum
}

// zeros is how many low bits of a value are known to be zero.
func (d *sumDivision) zeros(v ir.ValueID) (n uint64) {
	for n < 31 && d.fn.IsMultiple(v, 2<<n) {
		n++
	}
	return n
}

// quotient divides each part by itself.
func (d *sumDivision) quotient(p *parts, by uint64) ir.Instr {
	var terms []ir.ValueID
	if len(p.between) > 0 {
		terms = append(terms, d.emit(d.unsigned(d.sum(p.between), by, true)))
	}
	for _, t := range p.above {
		terms = append(terms, d.emit(d.divided(t, by)))
	}
	return d.last(terms)
}

// divided is the quotient of a multiple of the divisor.
func (d *sumDivision) divided(t ir.ValueID, by uint64) ir.Instr {
	if c := d.factor(t); c%by == 0 && d.fn.Instr(t).Op != ir.OpConst {
		args := []ir.ValueID{d.fit(d.fn.Instr(t).Args[0]), d.constant(c / by)}
		return ir.Instr{Op: ir.OpMul, Type: d.typ, Flags: ir.FlagNoWrap, Args: args}
	}
	return d.unsigned(d.fit(t), by, true)
}

// remainder is what is left of the parts that are no multiples.
func (d *sumDivision) remainder(p *parts, by uint64) ir.Instr {
	var terms []ir.ValueID
	for _, t := range p.below {
		terms = append(terms, d.fit(t))
	}
	if len(p.between) > 0 {
		terms = append(terms, d.emit(d.unsigned(d.sum(p.between), by, false)))
	}
	return d.last(terms)
}

// unsigned divides by a constant; gvn makes shifts and masks of that.
func (d *sumDivision) unsigned(v ir.ValueID, by uint64, isQuotient bool) ir.Instr {
	op := ir.OpURem
	if isQuotient {
		op = ir.OpUDiv
	}
	return ir.Instr{Op: op, Type: d.typ, Args: []ir.ValueID{v, d.constant(by)}}
}

// sum is a value of the sum of some terms.
func (d *sumDivision) sum(terms []ir.ValueID) ir.ValueID {
	sum := d.fit(terms[0])
	for _, t := range terms[1:] {
		sum = d.emit(d.add(sum, d.fit(t)))
	}
	return sum
}

// last is the instruction that adds up terms, zero if there are none.
func (d *sumDivision) last(terms []ir.ValueID) ir.Instr {
	switch n := len(terms); n {
	case 0:
		return ir.Instr{Op: ir.OpConst, Type: d.typ}
	case 1:
		return d.add(terms[0], d.constant(0))
	default:
		return d.add(d.sum(terms[:n-1]), terms[n-1])
	}
}

func (d *sumDivision) add(a, b ir.ValueID) ir.Instr {
	return ir.Instr{Op: ir.OpAdd, Type: d.typ, Flags: ir.FlagNoWrap, Args: []ir.ValueID{a, b}}
}

// fit is a value in the type of the dividend.
func (d *sumDivision) fit(v ir.ValueID) ir.ValueID {
	switch from := d.fn.Type(v).Bits(); {
	case from > d.typ.Bits():
		return d.emit(ir.Instr{Op: ir.OpTrunc, Type: d.typ, Args: []ir.ValueID{v}})
	case from < d.typ.Bits():
		return d.emit(ir.Instr{Op: ir.OpZExt, Type: d.typ, Args: []ir.ValueID{v}})
	}
	return v
}

func (d *sumDivision) constant(c uint64) ir.ValueID {
	return d.emit(ir.Instr{Op: ir.OpConst, Type: d.typ, Imm: c})
}

// emit makes a value before the instruction that is rewritten.
func (d *sumDivision) emit(in ir.Instr) ir.ValueID {
	in.Block, in.Pos = d.block, d.pos
	v := d.fn.NewValue(in)
	d.out = append(d.out, v)
	return v
}

// compare leaves out of a comparison with a multiple of a power of two what the sum has below that.
func (d *sumDivision) compare(v ir.ValueID) {
	in := d.fn.Instr(v)
	sum, pred := 0, ir.ICmpPred(in.Kind)
	switch pred {
	case ir.SGT, ir.SLE, ir.UGT, ir.ULE:
		sum, pred = 1, pred.Swapped()
	}
	switch pred {
	case ir.SLT, ir.SGE, ir.ULT, ir.UGE:
	default:
		return
	}
	exponent := d.zeros(in.Args[1-sum])
	terms := d.wrappingTerms(in.Args[sum], nil, maxDivisionTerms)
	if exponent == 0 || exponent >= uint64(d.fn.Type(in.Args[sum]).Bits()) || len(terms) < 2 {
		return
	}
	p := d.split(terms, 1<<exponent)
	if len(p.below) == 0 || len(p.between) > 0 || len(p.above) == 0 {
		return
	}
	d.pos, d.typ = in.Pos, d.fn.Type(in.Args[sum])
	args := slices.Clone(in.Args)
	args[sum] = d.fit(p.above[0])
	for _, t := range p.above[1:] {
		args[sum] = d.emit(ir.Instr{Op: ir.OpAdd, Type: d.typ, Args: []ir.ValueID{args[sum], d.fit(t)}})
	}
	d.fn.Instr(v).Args = args // making values moves instructions
	d.changed = true
}

// wrappingTerms are those of a sum, also of one that is truncated.
func (d *sumDivision) wrappingTerms(v ir.ValueID, list []ir.ValueID, depth int) []ir.ValueID {
	switch in := d.fn.Instr(v); {
	case depth == 0:
	case in.Op == ir.OpAdd:
		return d.wrappingTerms(in.Args[1], d.wrappingTerms(in.Args[0], list, depth-1), depth-1)
	case in.Op == ir.OpTrunc:
		return d.wrappingTerms(in.Args[0], list, depth-1)
	}
	return append(list, v)
}
