package lower

import (
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Conversions of cl_intel_bfloat16_conversions. A bfloat16 is the upper half of a float.

// toBFloat rounds floats to the nearest bfloat16, of two the even one. What is cut off a NaN may be all that makes it
// one, so it gets the bit of quiet ones.
func (l *funcLowerer) toBFloat(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	out := l.MakeList(len(args[0]))
	number := func(n uint64) ir.ValueID { return l.Const(ir.I32, n) }
	for i, x := range args[0] {
		bits := l.bitcast(x, ir.I32)
		kept := l.Bin(ir.OpLShr, bits, number(16))
		isOdd := l.Bin(ir.OpAnd, kept, number(1))
		rounded := l.Bin(ir.OpAdd, bits, l.Bin(ir.OpAdd, isOdd, number(0x7fff)))
		quiet := l.Bin(ir.OpOr, kept, number(0x40))
		isNaN := l.ICmp(ir.UGT, l.Bin(ir.OpAnd, bits, number(0x7fffffff)), number(0x7f800000))
		v := l.Select(isNaN, quiet, l.Bin(ir.OpLShr, rounded, number(16)))
		out[i] = l.Conv(ir.OpTrunc, ir.I16, 0, v)
	}
	return out
}

func (l *funcLowerer) fromBFloat(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	out := l.MakeList(len(args[0]))
	for i, x := range args[0] {
		wide := l.Conv(ir.OpZExt, ir.I32, 0, x)
		out[i] = l.bitcast(l.Bin(ir.OpShl, wide, l.Const(ir.I32, 16)), ir.F32)
	}
	return out
}
