package passes

import (
	"math/bits"
	"sync"

	"heddle/compiler/ir"
)

// rule simplifies an instruction of one operation. It returns an equal value, or changes the instruction in place and
// returns true, or leaves it alone. It must not change the list of operands, only replace it: lists may be shared.
type rule func(g *numbering, in *ir.Instr) (same ir.ValueID, again bool)

// rules are the rules by operation, made when the first kernel is compiled. Set by init because rules refer to the
// rules' user.
var rules func() *[ir.OpCount][]rule

func init() {
	rules = sync.OnceValue(func() *[ir.OpCount][]rule {
		var all [ir.OpCount][]rule
		for _, part := range []map[ir.Op][]rule{integerRules(), floatRules(), moveRules()} {
			for op, list := range part {
				all[op] = append(all[op], list...)
			}
		}
		return &all
	})
}

// simplify tries the rules of the instruction's operation until one does something.
func (g *numbering) simplify(in *ir.Instr) (same ir.ValueID, again bool) {
	g.orderOperands(in)
	for _, r := range rules()[in.Op] {
		if same, again = r(g, in); same != 0 || again {
			return same, again
		}
	}
	return 0, false
}

// orderOperands puts the operands of commutative operations and of comparisons in one order: constants last.
func (g *numbering) orderOperands(in *ir.Instr) {
	if !in.Op.Info().Commutative && in.Op != ir.OpICmp {
		return
	}
	x, y := in.Args[0], in.Args[1]
	_, xConst := g.bits(x)
	_, yConst := g.bits(y)
	if xConst == yConst && x <= y || yConst && !xConst {
		return
	}
	args := g.scratch.Values.Make(len(in.Args))
	copy(args, in.Args)
	args[0], args[1] = y, x
	in.Args = args
	if in.Op == ir.OpICmp {
		in.Kind = uint8(ir.ICmpPred(in.Kind).Swapped())
	}
}

// bits are those of a constant.
func (g *numbering) bits(v ir.ValueID) (uint64, bool) {
	in := g.fn.Instr(v)
	return in.Imm, in.Op == ir.OpConst
}

// is reports whether v is a constant with these bits.
func (g *numbering) is(v ir.ValueID, want uint64) bool {
	got, ok := g.bits(v)
	return ok && got == want
}

// change makes in another operation on other operands.
func change(in *ir.Instr, op ir.Op, args ...ir.ValueID) (ir.ValueID, bool) {
	in.Op, in.Args = op, args
	return 0, true
}

// rightIs is the rule that x op c is x for a constant c given by the type.
func rightIs(c func(t ir.Type) uint64) rule {
	return func(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
		if g.is(in.Args[1], c(in.Type)) {
			return in.Args[0], false
		}
		return 0, false
	}
}

// absorbs is the rule that x op c is c.
func absorbs(c func(t ir.Type) uint64) rule {
	return func(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
		if g.is(in.Args[1], c(in.Type)) {
			return in.Args[1], false
		}
		return 0, false
	}
}

// equalGives is the rule that x op x is a constant.
func equalGives(c func(t ir.Type) uint64) rule {
	return func(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
		if in.Args[0] == in.Args[1] {
			return g.constant(in.Type, c(in.Type)), false
		}
		return 0, false
	}
}

// equalIsItself is the rule that x op x is x.
func equalIsItself(_ *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if in.Args[0] == in.Args[1] {
		return in.Args[0], false
	}
	return 0, false
}

func zero(ir.Type) uint64   { return 0 }
func one(ir.Type) uint64    { return 1 }
func ones(t ir.Type) uint64 { return t.Mask() }

// reassociate is the rule that (x op a) op b is x op (a op b), for constants a and b and wrapping arithmetic. If
// neither sum wraps, and that of the constants neither, then the one that is left does not; in an address, if that is
// said of one.
func reassociate(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := *g.fn.Instr(in.Args[0])
	b, ok := g.bits(in.Args[1])
	if !ok || inner.Op != in.Op {
		return 0, false
	}
	a, ok := g.bits(inner.Args[1])
	if !ok {
		return 0, false
	}
	folded := ir.Instr{Op: in.Op, Type: in.Type, Args: []ir.ValueID{g.constant(in.Type, a), g.constant(in.Type, b)}}
	switch both := in.Flags | inner.Flags; {
	case in.Op != ir.OpAdd || sumWraps(in.Type, a, b) || in.Flags&signedFlags == 0 || inner.Flags&signedFlags == 0:
		in.Flags &^= signedFlags
	case both&ir.FlagAddress != 0:
		in.Flags = in.Flags&^signedFlags | ir.FlagAddress
	}
	return change(in, in.Op, inner.Args[0], g.fold(&folded))
}

// signedFlags are the assumptions about signed arithmetic.
const signedFlags = ir.FlagNoWrap | ir.FlagAddress

// sumWraps reports whether the sum of two signed numbers leaves their type.
func sumWraps(t ir.Type, a, b uint64) bool {
	shift := 64 - t.Bits()
	x, y := int64(a<<shift), int64(b<<shift)
	sum := x + y
	return (x < 0) == (y < 0) && (sum < 0) != (x < 0)
}

// powerOfTwo is the exponent of a constant that is a power of two.
func (g *numbering) powerOfTwo(v ir.ValueID) (uint64, bool) {
	c, ok := g.bits(v)
	return uint64(bits.TrailingZeros64(c)), ok && c != 0 && c&(c-1) == 0
}
