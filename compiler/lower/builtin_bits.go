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

// dotKinds are the operations by the signs of the arguments' bytes. That of signed and unsigned ones has its arguments
// exchanged.
var dotKinds = map[string]ir.PackedKind{"uu": ir.PackedDotUU, "ss": ir.PackedDotSS, "us": ir.PackedDotUS,
	"su": ir.PackedDotUS}

// byteDot sums four products of bytes in 32 bits, where they cannot overflow; an accumulator is added with saturation.
func (l *funcLowerer) byteDot(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	signs := dotSigns(c)
	x, y := l.fourBytes(args[0]), l.fourBytes(args[1])
	if signs == "su" {
		x, y = y, x
	}
	sum := l.Emit(ir.Instr{Op: ir.OpPacked, Kind: uint8(dotKinds[signs]), Type: ir.I32, Args: l.List(x, y)})
	if len(args) > 2 {
		add := ir.OpAddSatU
		if c.Result.IsSigned() {
			add = ir.OpAddSatS
		}
		sum = l.Bin(add, sum, args[2][0])
	}
	return one(sum)
}

// dotSigns is u or s for each argument. The name tells those of packed arguments.
func dotSigns(c *builtin.Call) string {
	if _, signs, isPacked := strings.Cut(c.Name, "packed_"); isPacked {
		return signs[:2]
	}
	signs := ""
	for _, t := range c.Params[:2] {
		if t.Elem.IsSigned() {
			signs += "s"
		} else {
			signs += "u"
		}
	}
	return signs
}

// fourBytes is an argument as a word.
func (l *funcLowerer) fourBytes(arg []ir.ValueID) ir.ValueID {
	word := l.resize(arg[0], ir.I32, false)
	for i, v := range arg[1:] {
		high := l.Bin(ir.OpShl, l.resize(v, ir.I32, false), l.Const(ir.I32, uint64(8*(i+1))))
		word = l.Bin(ir.OpOr, word, high)
	}
	return word
}
