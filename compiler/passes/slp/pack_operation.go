package slp

import (
	"slices"

	"heddle/compiler/ceil"
	"heddle/compiler/ir"
)

// Packs of operations: the same operation for all elements, in one block.

func (p *packer) asOperation(made *pack) bool {
	v := made.first()
	in := p.fn.Instr(v)
	isSame := made.each(func(w ir.ValueID) bool {
		x := p.fn.Instr(w)
		return x.Op == in.Op && x.Type == in.Type && x.Block == in.Block &&
			(len(x.Args) == 0 || p.fn.Type(x.Args[0]) == p.fn.Type(in.Args[0]))
	})
	if !isSame || !p.isPackable(in) || made.each(p.info.Uniform) {
		return false
	}
	switch in.Op {
	case ir.OpICmp:
		return p.asCompare(made, in)
	case ir.OpSelect:
		return p.asChoice(made)
	case ir.OpZExt, ir.OpSExt, ir.OpTrunc:
		return p.asConversion(made, in)
	case ir.OpUDiv:
		return p.asQuotient(made)
	}
	if in.Type == ir.I1 {
		return p.asOp(made, in.Op)
	}
	return p.asMean(made, in) || p.asOp(made, in.Op)
}

// operand are the i-th operands of all elements.
func (p *packer) operand(made *pack, i int) packKey {
	k := packKey{count: made.count, typ: made.typ}
	for lane, v := range made.lanes {
		if v != 0 {
			k.lanes[lane] = p.fn.Instr(v).Args[i]
		}
	}
	return k
}

// operands are both operands of all elements, swapped per element where that makes them more alike.
func (p *packer) operands(made *pack) (x, y packKey) {
	x, y = p.operand(made, 0), p.operand(made, 1)
	if !p.fn.Instr(made.first()).Op.Info().Commutative {
		return x, y
	}
	first := -1
	for i, v := range made.lanes {
		switch {
		case v == 0:
		case first < 0:
			first = i
		default:
			a, b, distance := x.lanes[first], y.lanes[first], i-first
			straight := p.likeness(a, x.lanes[i], distance) + p.likeness(b, y.lanes[i], distance)
			crossed := p.likeness(a, y.lanes[i], distance) + p.likeness(b, x.lanes[i], distance)
			if crossed > straight {
				x.lanes[i], y.lanes[i] = y.lanes[i], x.lanes[i]
			}
		}
	}
	return x, y
}

// likeness is a score of how well w fits into a pack, the given number of elements after v. A higher one is better.
func (p *packer) likeness(v, w ir.ValueID, distance int) int {
	a, b := p.fn.Instr(v), p.fn.Instr(w)
	at, isLoad := p.words[v]
	other, isOther := p.words[w]
	switch {
	case v == w:
		return 5
	case isLoad && isOther && at.group == other.group:
		if other.offset-at.offset == int64(distance)*int64(a.Type.Bytes()) {
			return 6
		}
		return 3
	case a.Op != b.Op:
		return 0
	case len(a.Args) > 0 && len(b.Args) > 0 && a.Op.Pure() && p.fn.Instr(a.Args[0]).Op == p.fn.Instr(b.Args[0]).Op:
		return 2 + p.likenessOfOperand(a.Args[0], b.Args[0], distance)
	}
	return 2
}

// likenessOfOperand is the score of operands.
func (p *packer) likenessOfOperand(v, w ir.ValueID, distance int) int {
	at, isLoad := p.words[v]
	other, isOther := p.words[w]
	if v == w || isLoad && isOther && at.group == other.group &&
		other.offset-at.offset == int64(distance)*int64(at.group.typ.Bytes()) {
		return 3
	}
	return 0
}

// asOp is an operation that machines have on packed elements, and shifts by constants.
func (p *packer) asOp(made *pack, op ir.Op) bool {
	if !isBitwise(op) {
		if _, ok := ir.PackedOf(ir.Element{Op: op, Bits: made.typ.Bits()}); !ok || made.typ == ir.I8 &&
			(op == ir.OpMulHiS || op == ir.OpMulHiU) {
			return false
		}
	}
	x, y := p.operands(made)
	switch op {
	case ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpRotl:
		by := p.fn.Instr(y.first())
		if !y.each(p.isConst) || !y.each(func(v ir.ValueID) bool { return p.fn.Instr(v).Imm == by.Imm }) {
			return false
		}
		y = p.filled(y)
	}
	made.kind, made.op = packOp, op
	made.args = []*pack{p.build(x), p.build(y)}
	return true
}

func isBitwise(op ir.Op) bool { return op == ir.OpAnd || op == ir.OpOr || op == ir.OpXor }

// filled is a pack with the first element in place of missing ones.
func (p *packer) filled(k packKey) packKey {
	v := k.first()
	for i := range k.count {
		if k.lanes[i] == 0 {
			k.lanes[i] = v
		}
	}
	return k
}

// asMean matches (x | y) - ((x ^ y) >> 1).
func (p *packer) asMean(made *pack, in *ir.Instr) bool {
	if in.Op != ir.OpSub {
		return false
	}
	x, y := packKey{count: made.count, typ: made.typ}, packKey{count: made.count, typ: made.typ}
	for i, v := range made.lanes {
		if v == 0 {
			continue
		}
		a, b, ok := p.matchMean(p.fn.Instr(v))
		if !ok {
			return false
		}
		x.lanes[i], y.lanes[i] = a, b
	}
	made.kind, made.args = packMean, []*pack{p.build(x), p.build(y)}
	return true
}

// matchMean matches one such difference.
func (p *packer) matchMean(in *ir.Instr) (x, y ir.ValueID, ok bool) {
	either, half := p.fn.Instr(in.Args[0]), p.fn.Instr(in.Args[1])
	if in.Op != ir.OpSub || either.Op != ir.OpOr || half.Op != ir.OpLShr {
		return 0, 0, false
	}
	differ, by := p.fn.Instr(half.Args[0]), p.fn.Instr(half.Args[1])
	if differ.Op != ir.OpXor || by.Op != ir.OpConst || by.Imm != 1 {
		return 0, 0, false
	}
	x, y = either.Args[0], either.Args[1]
	isBoth := differ.Args[0] == x && differ.Args[1] == y || differ.Args[0] == y && differ.Args[1] == x
	return x, y, isBoth
}

// asConversion matches conversions of bytes to halves, of halves to bytes, and of truth values.
func (p *packer) asConversion(made *pack, in *ir.Instr) bool {
	from := p.fn.Type(in.Args[0])
	k := p.operand(made, 0)
	k.typ = from
	switch {
	case from == ir.I1:
		k.typ = made.typ
		made.kind, made.isSigned = packMask, in.Op == ir.OpSExt
	case from == ir.I8 && made.typ == ir.I16 && made.count == maxLanes:
		made.kind, made.isSigned = packExtend, in.Op == ir.OpSExt
	case from == ir.I16 && made.typ == ir.I8:
		made.kind = packTruncate
	default:
		return false
	}
	made.args = []*pack{p.build(k)}
	return true
}

// asChoice matches selections: by one condition for all, or by masks.
func (p *packer) asChoice(made *pack) bool {
	condition := p.operand(made, 0)
	c := condition.first()
	isOne := condition.each(func(v ir.ValueID) bool { return v == c })
	made.kind = packChoose
	if isOne {
		made.kind = packSelect
	} else {
		made.args = append(made.args, p.build(condition))
	}
	made.args = append(made.args, p.build(p.operand(made, 1)), p.build(p.operand(made, 2)))
	return true
}

// comparison describes a predicate by equality and signed greater: of the minimum or maximum of both where op is one of
// these, with the operands swapped, with the opposite result.
type comparison struct {
	pred      ir.ICmpPred
	op        ir.Op
	exchanged bool
	negated   bool
}

var comparisons = [...]comparison{
	ir.EQ:  {ir.EQ, ir.OpInvalid, false, false},
	ir.NE:  {ir.EQ, ir.OpInvalid, false, true},
	ir.SLT: {ir.SGT, ir.OpInvalid, true, false},
	ir.SLE: {ir.SGT, ir.OpInvalid, false, true},
	ir.SGT: {ir.SGT, ir.OpInvalid, false, false},
	ir.SGE: {ir.SGT, ir.OpInvalid, true, true},
	ir.ULT: {ir.EQ, ir.OpUMax, false, true},
	ir.ULE: {ir.EQ, ir.OpUMin, false, false},
	ir.UGT: {ir.EQ, ir.OpUMin, false, true},
	ir.UGE: {ir.EQ, ir.OpUMax, false, false},
}

// asCompare matches comparisons of elements. Those of other types are single values.
func (p *packer) asCompare(made *pack, in *ir.Instr) bool {
	isSame := made.each(func(v ir.ValueID) bool { return p.fn.Instr(v).Kind == in.Kind })
	if !isSame || p.fn.Type(in.Args[0]) != made.typ {
		return false
	}
	how := comparisons[in.Kind]
	made.kind, made.op, made.pred, made.negated = packCompare, how.op, how.pred, how.negated
	made.args = []*pack{p.build(p.operand(made, 0)), p.build(p.operand(made, 1))}
	if how.exchanged {
		slices.Reverse(made.args)
	}
	return true
}

// asQuotient matches quotients of halves by a constant, which become a product and a shift of its upper half.
func (p *packer) asQuotient(made *pack) bool {
	by := p.operand(made, 1)
	c := p.fn.Instr(by.first())
	if made.typ != ir.I16 || c.Op != ir.OpConst || c.Imm < 2 ||
		!by.each(func(v ir.ValueID) bool { return v == by.first() }) {
		return false
	}
	m, shift, ok := reciprocal16(c.Imm)
	if !ok {
		return false
	}
	made.kind, made.multiply, made.shift = packDivide, m, shift
	made.args = []*pack{p.build(p.operand(made, 0))}
	return true
}

// reciprocal16 is a factor with which (x * m >> 16) >> shift is x / c for all x of 16 bits: m is 2^(16+shift)/c rounded
// up, and its error must not add up to one.
func reciprocal16(c uint64) (m uint64, shift uint, ok bool) {
	for shift = range 16 {
		power := uint64(1) << (16 + shift)
		m = ceil.Div(power, c)
		if m < 1<<16 && m*c-power <= 1<<shift {
			return m, shift, true
		}
	}
	return 0, 0, false
}
