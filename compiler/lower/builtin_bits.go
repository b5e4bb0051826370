package lower

import (
	"strings"

	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Fields of bits (cl_khr_extended_bit_ops) and dot products of bytes (cl_khr_integer_dot_product).

// ifAny is the value, or zero for an empty field, whose shift counts would be taken modulo the width.
func (l *funcLowerer) ifAny(count, value ir.ValueID) ir.ValueID {
	t := l.Func.Type(value)
	zero := l.Const(t, 0)
	return l.Select(l.ICmp(ir.EQ, count, zero), zero, value)
}

// bitInsert replaces count bits of a number from offset on by the lowest of another.
func (l *funcLowerer) bitInsert(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := valueType(c.Elem)
	base, insert, offset, count := in[0], in[1], l.resize(in[2], t, false), l.resize(in[3], t, false)
	unused := l.Bin(ir.OpSub, l.Const(t, uint64(t.Bits())), count)
	ones := l.ifAny(count, l.Bin(ir.OpLShr, l.Const(t, ^uint64(0)), unused))
	field := l.Bin(ir.OpShl, l.Bin(ir.OpAnd, insert, ones), offset)
	kept := l.Bin(ir.OpXor, l.Bin(ir.OpShl, ones, offset), l.Const(t, ^uint64(0)))
	return l.Bin(ir.OpOr, l.Bin(ir.OpAnd, base, kept), field)
}

// bitExtract moves a field to the top and back down, which extends its sign or clears the rest.
func (l *funcLowerer) bitExtract(c *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := valueType(c.Elem)
	offset, count := l.resize(in[1], t, false), l.resize(in[2], t, false)
	down := l.Bin(ir.OpSub, l.Const(t, uint64(t.Bits())), count)
	shift := ir.OpLShr
	if strings.HasSuffix(c.Name, "_signed") {
		shift = ir.OpAShr
	}
	top := l.Bin(ir.OpShl, in[0], l.Bin(ir.OpSub, down, offset))
	return l.ifAny(count, l.Bin(shift, top, down))
}

// byteDot sums four products of bytes in 32 bits, where they cannot overflow; an accumulator is added with saturation.
func (l *funcLowerer) byteDot(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	x, y := l.fourBytes(c, args, 0), l.fourBytes(c, args, 1)
	sum := l.Bin(ir.OpMul, x[0], y[0])
	for i := 1; i < 4; i++ {
		sum = l.Bin(ir.OpAdd, sum, l.Bin(ir.OpMul, x[i], y[i]))
	}
	if len(args) > 2 {
		add := ir.OpAddSatU
		if c.Result.IsSigned() {
			add = ir.OpAddSatS
		}
		sum = l.Bin(add, sum, args[2][0])
	}
	return one(sum)
}

// fourBytes are the elements of an argument in 32 bits. The name gives the signedness of a packed argument's bytes
// after "packed_": u or s for each argument.
func (l *funcLowerer) fourBytes(c *builtin.Call, args [][]ir.ValueID, which int) []ir.ValueID {
	out := make([]ir.ValueID, 4)
	_, signs, isPacked := strings.Cut(c.Name, "packed_")
	for i := range out {
		if !isPacked {
			out[i] = l.resize(args[which][i], ir.I32, c.Params[which].Elem.IsSigned())
			continue
		}
		high := l.Bin(ir.OpShl, args[which][0], l.Const(ir.I32, uint64(24-8*i)))
		shift := ir.OpLShr
		if signs[which] == 's' {
			shift = ir.OpAShr
		}
		out[i] = l.Bin(shift, high, l.Const(ir.I32, 24))
	}
	return out
}
