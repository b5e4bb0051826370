package slp

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Narrowing: C makes an int of each byte and short before it computes, and programs clamp or mask the result before
// they store it. Where the lower bits of the result do not depend on more than the lower bits of the operands (sums,
// products, bitwise operations, shifts to the left), or where intervals show that operands are numbers of the small
// type (shifts to the right, minima, comparisons, quotients), the operation on the small type gives the same. Clamped
// sums and differences become saturating ones.
//
// A lane of a vector holds 32 bits whatever the type, so this pays where packing makes one operation of those on
// neighbouring elements, or the code generator keeps the small values of several sub-groups in one register: only
// functions that store small values are looked at. Each tree begins at a truncation. It is made of operations on bytes
// if that needs no truncation elsewhere but of arguments, else on shorts. Its leaves are extensions of small values,
// constants, and arguments. The old operations go if nothing else uses them.

// Narrow is the pass "narrow".
func Narrow(f *ir.Func, s *rewrite.Scratch) {
	n := &narrower{combiner: combiner{fn: f, scratch: s, cfg: s.Control(f)}}
	s.IsIdle = true
	if !n.anySmallStore() {
		return
	}
	n.count()
	n.intervals, n.consts = rewrite.IntervalsOf(f), map[constant]ir.ValueID{}
	n.plans, n.made = map[narrowing]plan{}, map[narrowing]ir.ValueID{}
	for _, b := range n.cfg.Order {
		for _, v := range f.Blocks[b].Instrs {
			n.narrow(v)
		}
	}
	if len(n.made) == 0 {
		return
	}
	s.IsIdle = false
	n.apply()
	f.Blocks[0].Instrs = append(n.entry, f.Blocks[0].Instrs...)
	rewrite.RemoveDead(f, s)
}

type narrower struct {
	combiner
	intervals *rewrite.Intervals
	plans     map[narrowing]plan
	made      map[narrowing]ir.ValueID
	consts    map[constant]ir.ValueID
	entry     []ir.ValueID // new constants
}

// narrowing is a value whose lower bits are wanted, as a value of a small type.
type narrowing struct {
	value ir.ValueID
	typ   ir.Type
}

type constant struct {
	typ  ir.Type
	bits uint64
}

// plan is how the lower bits of a value are made: the operation on the lower bits of operands.
type plan struct {
	op       ir.Op // OpInvalid: the value is truncated
	args     [2]ir.ValueID
	pred     ir.ICmpPred // of the comparison that a select asks, if that is narrowed to compareAs
	compare  ir.Type     // Void: it stays
	isLeaf   bool        // the operand is a small value, which is converted by op, or taken as it is
	same     ir.ValueID  // the value is another's, which has this plan; 0: it is not
	cuts     int         // truncations in the tree
	isMade   bool        // the plan is not just a truncation
	hasDepth bool        // an operation is in it
}

// anySmallStore reports whether a small value is stored.
func (n *narrower) anySmallStore() bool {
	for _, b := range n.cfg.Order {
		for _, v := range n.fn.Blocks[b].Instrs {
			if in := n.fn.Instr(v); in.Op == ir.OpStore && n.smallAccess(in) {
				return true
			}
		}
	}
	return false
}

// narrow rewrites what a truncation truncates.
func (n *narrower) narrow(v ir.ValueID) {
	in := n.fn.Instr(v)
	if in.Op != ir.OpTrunc || in.Type != ir.I8 && in.Type != ir.I16 || n.fn.Type(in.Args[0]).Bits() > 32 {
		return
	}
	from := in.Args[0]
	if p := n.plan(narrowing{from, in.Type}, maxNarrowDepth); p.hasDepth && p.cuts == 0 {
		n.replaced[v] = n.make(narrowing{from, in.Type})
		return
	}
	if in.Type != ir.I8 || n.fn.Type(from) != ir.I32 {
		return
	}
	if p := n.plan(narrowing{from, ir.I16}, maxNarrowDepth); p.hasDepth && p.cuts == 0 {
		half := n.make(narrowing{from, ir.I16})
		n.replaced[v] = n.add(v, ir.Instr{Op: ir.OpTrunc, Type: ir.I8, Pos: n.fn.Instr(v).Pos}, half)
	}
}

// plan finds how to make the lower bits of a value.
func (n *narrower) plan(k narrowing, depth int) plan {
	if known, ok := n.plans[k]; ok {
		return known
	}
	p := plan{cuts: 1}
	if depth > 0 {
		p = n.planOperation(k, n.fn.Instr(k.value))
	}
	switch {
	case !p.isMade:
		p = plan{cuts: 1}
	case !p.isLeaf && p.same == 0:
		p.hasDepth = true
		for _, arg := range p.args {
			if arg != 0 {
				p.cuts += n.plan(narrowing{arg, k.typ}, depth-1).cuts
			}
		}
	}
	p.cuts = min(p.cuts, 1)
	n.plans[k] = p
	return p
}

// planOperation matches one operation. Its operands are planned afterwards.
func (n *narrower) planOperation(k narrowing, in *ir.Instr) plan {
	both := func(op ir.Op) plan { return plan{op: op, args: [2]ir.ValueID{in.Args[0], in.Args[1]}, isMade: true} }
	switch in.Op {
	case ir.OpConst:
		return plan{op: ir.OpConst, isLeaf: true, isMade: true}
	case ir.OpLoad:
		return plan{op: ir.OpTrunc, isLeaf: true, isMade: in.Space == ir.SpaceArgs, args: [2]ir.ValueID{k.value}}
	case ir.OpZExt, ir.OpSExt:
		from := n.fn.Type(in.Args[0])
		return plan{op: in.Op, isLeaf: true, isMade: from.Bits() <= k.typ.Bits(), args: [2]ir.ValueID{in.Args[0]}}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
		return both(in.Op)
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax:
		return n.planExtreme(k, in)
	case ir.OpSelect:
		p := plan{op: ir.OpSelect, args: [2]ir.ValueID{in.Args[1], in.Args[2]}, isMade: true}
		p.pred, p.compare = n.planCompare(k, n.fn.Instr(in.Args[0]))
		return p
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		by := n.fn.Instr(in.Args[1])
		if by.Op != ir.OpConst || by.Imm >= uint64(k.typ.Bits()) {
			return plan{}
		}
		return n.planRight(k, in, both(in.Op))
	case ir.OpUDiv, ir.OpSDiv:
		c, ok := n.fn.SignedConst(in.Args[1])
		p := both(ir.OpUDiv)
		p.isMade = ok && c > 0 && n.isUnsigned(k.typ, in.Args[0]) && n.isUnsigned(k.typ, in.Args[1])
		return p
	}
	return plan{}
}

// planRight is the plan of a shift: to the right, all bits of the operand must be those of the small type.
func (n *narrower) planRight(k narrowing, in *ir.Instr, p plan) plan {
	switch {
	case in.Op == ir.OpShl:
	case n.isUnsigned(k.typ, in.Args[0]):
		p.op = ir.OpLShr
	default:
		p.isMade = in.Op == ir.OpAShr && n.isSigned(k.typ, in.Args[0])
	}
	return p
}

func (n *narrower) isUnsigned(t ir.Type, v ir.ValueID) bool {
	return rewrite.Unsigned(t).Has(n.intervals.Of(v))
}

func (n *narrower) isSigned(t ir.Type, v ir.ValueID) bool {
	return rewrite.Signed(t).Has(n.intervals.Of(v))
}

// planCompare matches a comparison of numbers of the small type.
func (n *narrower) planCompare(k narrowing, in *ir.Instr) (ir.ICmpPred, ir.Type) {
	if in.Op != ir.OpICmp || n.fn.Type(in.Args[0]) != ir.I32 {
		return 0, ir.Void
	}
	for _, arg := range in.Args {
		if p := n.plan(narrowing{arg, k.typ}, maxNarrowDepth); p.cuts > 0 {
			return 0, ir.Void
		}
	}
	pred := ir.ICmpPred(in.Kind)
	switch {
	case n.isUnsigned(k.typ, in.Args[0]) && n.isUnsigned(k.typ, in.Args[1]):
		return unsignedPreds[pred], k.typ
	case n.isSigned(k.typ, in.Args[0]) && n.isSigned(k.typ, in.Args[1]):
		return pred, k.typ // an order is kept by extension of the sign, as signed or unsigned numbers
	}
	return 0, ir.Void
}

// unsignedPreds compare numbers that are not negative as unsigned ones.
var unsignedPreds = [...]ir.ICmpPred{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.SLT: ir.ULT, ir.SLE: ir.ULE, ir.SGT: ir.UGT,
	ir.SGE: ir.UGE, ir.ULT: ir.ULT, ir.ULE: ir.ULE, ir.UGT: ir.UGT, ir.UGE: ir.UGE}

// planExtreme matches minima and maxima of numbers of the small type, and clamped sums and differences.
func (n *narrower) planExtreme(k narrowing, in *ir.Instr) plan {
	if x := in.Args[0]; n.isIdle(in) {
		p := n.plan(narrowing{x, k.typ}, maxNarrowDepth)
		if p.same == 0 {
			p.same = x
		}
		return p
	}
	p := plan{op: in.Op, args: [2]ir.ValueID{in.Args[0], in.Args[1]}, isMade: true}
	isSigned := in.Op == ir.OpSMin || in.Op == ir.OpSMax
	switch {
	case n.isUnsigned(k.typ, in.Args[0]) && n.isUnsigned(k.typ, in.Args[1]):
		p.op = unsignedExtremes[in.Op]
	case isSigned && n.isSigned(k.typ, in.Args[0]) && n.isSigned(k.typ, in.Args[1]):
	default:
		return n.planSaturation(k, in)
	}
	return p
}

// isIdle reports whether a minimum or maximum with a constant is always the other operand.
func (n *narrower) isIdle(in *ir.Instr) bool {
	x, c := n.intervals.Of(in.Args[0]), n.intervals.Of(in.Args[1])
	switch in.Op {
	case ir.OpSMin:
		return x.High <= c.Low
	case ir.OpSMax:
		return x.Low >= c.High
	}
	return in.Op == ir.OpUMin && x.Low >= 0 && x.High <= c.Low
}

var unsignedExtremes = map[ir.Op]ir.Op{ir.OpSMin: ir.OpUMin, ir.OpUMin: ir.OpUMin, ir.OpSMax: ir.OpUMax,
	ir.OpUMax: ir.OpUMax}

// planSaturation matches what is clamped to the numbers of the small type.
func (n *narrower) planSaturation(k narrowing, in *ir.Instr) plan {
	x, clamped := n.clamp(k.value)
	sum := *n.fn.Instr(x)
	if sum.Type != ir.I32 || sum.Op != ir.OpAdd && sum.Op != ir.OpSub {
		return plan{}
	}
	a, b, op := sum.Args[0], sum.Args[1], sum.Op
	if c, ok := n.fn.SignedConst(b); ok && c < 0 && op == ir.OpAdd {
		b, op = n.constant(ir.I32, uint64(-c)), ir.OpSub // as subtractions of constants become sums
	}
	p := plan{args: [2]ir.ValueID{a, b}}
	switch of := n.intervals.Of(x); {
	case n.isUnsigned(k.typ, a) && n.isUnsigned(k.typ, b) && isSaturation(of, clamped, rewrite.Unsigned(k.typ)):
		p.op, p.isMade = saturations[op][0], true
	case n.isSigned(k.typ, a) && n.isSigned(k.typ, b) && isSaturation(of, clamped, rewrite.Signed(k.typ)):
		p.op, p.isMade = saturations[op][1], true
	}
	return p
}

// isSaturation reports whether numbers of an interval that are clamped come out as if clamped to those of a type: each
// bound is that of the type, or changes nothing and nothing is beyond that of the type.
func isSaturation(of, clamped, typ rewrite.Interval) bool {
	return (clamped.Low == typ.Low || clamped.Low <= of.Low && of.Low >= typ.Low) &&
		(clamped.High == typ.High || clamped.High >= of.High && of.High <= typ.High)
}

// saturations are the unsigned and the signed one.
var saturations = map[ir.Op][2]ir.Op{ir.OpAdd: {ir.OpAddSatU, ir.OpAddSatS}, ir.OpSub: {ir.OpSubSatU, ir.OpSubSatS}}

// clamp takes the bounds off a value: it is x where that is in the interval, else the nearer bound.
func (n *narrower) clamp(v ir.ValueID) (x ir.ValueID, to rewrite.Interval) {
	to = rewrite.Signed(ir.I32)
	for range 2 {
		in := n.fn.Instr(v)
		c, ok := int64(0), false
		if len(in.Args) == 2 && in.Type == ir.I32 {
			c, ok = n.fn.SignedConst(in.Args[1])
		}
		isMin := in.Op == ir.OpSMin || in.Op == ir.OpUMin && n.intervals.Of(in.Args[0]).Low >= 0 && c >= 0
		switch {
		case ok && isMin && c >= to.Low:
			to.High = min(to.High, c)
		case ok && in.Op == ir.OpSMax && c <= to.High:
			to.Low = max(to.Low, c)
		default:
			return v, to
		}
		v = in.Args[0]
	}
	return v, to
}

// make writes the operations of a plan after those that they replace.
func (n *narrower) make(k narrowing) ir.ValueID {
	if made := n.made[k]; made != 0 {
		return made
	}
	p, v := n.plans[k], k.value
	pos := n.fn.Instr(v).Pos
	var made ir.ValueID
	switch {
	case p.same != 0:
		made = n.make(narrowing{p.same, k.typ})
	case !p.isMade:
		made = n.add(v, ir.Instr{Op: ir.OpTrunc, Type: k.typ, Pos: pos}, v)
	case p.op == ir.OpConst:
		made = n.constant(k.typ, n.fn.Instr(v).Imm)
	case p.isLeaf && n.fn.Type(p.args[0]) == k.typ:
		made = p.args[0]
	case p.isLeaf:
		made = n.add(v, ir.Instr{Op: p.op, Type: k.typ, Pos: pos}, p.args[0])
	default:
		x, y := n.make(narrowing{p.args[0], k.typ}), n.make(narrowing{p.args[1], k.typ})
		args := []ir.ValueID{x, y}
		if p.op == ir.OpSelect {
			args = []ir.ValueID{n.condition(p, v), x, y}
		}
		made = n.add(v, ir.Instr{Op: p.op, Type: k.typ, Pos: pos}, args...)
	}
	n.made[k] = made
	return made
}

// condition is that of a select, narrowed if that is planned.
func (n *narrower) condition(p plan, v ir.ValueID) ir.ValueID {
	c := n.fn.Instr(v).Args[0]
	if p.compare == ir.Void {
		return c
	}
	pos, args := n.fn.Instr(c).Pos, n.fn.Instr(c).Args
	x, y := n.make(narrowing{args[0], p.compare}), n.make(narrowing{args[1], p.compare})
	return n.add(c, ir.Instr{Op: ir.OpICmp, Kind: uint8(p.pred), Type: ir.I1, Pos: pos}, x, y)
}

// constant is the lower bits of a constant, made once at the entry.
func (n *narrower) constant(t ir.Type, bits uint64) ir.ValueID {
	k := constant{t, bits & t.Mask()}
	if n.consts[k] == 0 {
		n.consts[k] = n.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: t, Imm: k.bits})
		n.entry = append(n.entry, n.consts[k])
	}
	return n.consts[k]
}
