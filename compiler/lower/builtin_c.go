package lower

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Built-in functions of C compilers that are not other names for those of OpenCL C.

// findFirst is the place of the lowest set bit, counted from one; zero if there is none.
func (l *funcLowerer) findFirst(_ *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := l.Func.Type(in[0])
	zero := l.Const(t, 0)
	place := l.Bin(ir.OpAdd, l.Un(ir.OpCtz, in[0]), l.Const(t, 1))
	return l.resize(l.Select(l.ICmp(ir.EQ, in[0], zero), zero, place), ir.I32, false)
}

// parity is one if an odd number of bits is set.
func (l *funcLowerer) parity(_ *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := l.Func.Type(in[0])
	return l.resize(l.Bin(ir.OpAnd, l.Un(ir.OpPopCount, in[0]), l.Const(t, 1)), ir.I32, false)
}

// signBits counts the bits after the sign that are equal to it.
func (l *funcLowerer) signBits(_ *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := l.Func.Type(in[0])
	differ := l.Bin(ir.OpXor, in[0], l.Bin(ir.OpAShr, in[0], l.Const(t, uint64(t.Bits()-1))))
	return l.resize(l.Bin(ir.OpSub, l.Un(ir.OpClz, differ), l.Const(t, 1)), ir.I32, false)
}

// byteSwap swaps neighbouring bytes, then pairs of them, and so on.
func (l *funcLowerer) byteSwap(_ *builtin.Call, in []ir.ValueID) ir.ValueID {
	v, t := in[0], l.Func.Type(in[0])
	for shift := uint64(8); shift < uint64(t.Bits()); shift *= 2 {
		mask := l.Const(t, ^uint64(0)/(1<<shift+1)&t.Mask())
		by := l.Const(t, shift)
		high := l.Bin(ir.OpAnd, l.Bin(ir.OpLShr, v, by), mask)
		v = l.Bin(ir.OpOr, high, l.Bin(ir.OpShl, l.Bin(ir.OpAnd, v, mask), by))
	}
	return v
}

func (l *funcLowerer) rotateRight(_ *builtin.Call, in []ir.ValueID) ir.ValueID {
	t := l.Func.Type(in[0])
	return l.Bin(ir.OpRotl, in[0], l.Bin(ir.OpSub, l.Const(t, 0), in[1]))
}

func (l *funcLowerer) firstArgument(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return args[0]
}

func (l *funcLowerer) nothing(*builtin.Call, [][]ir.ValueID) []ir.ValueID { return nil }

// trap ends the launch by an access to the null pointer, which is reported with its place in the source.
func (l *funcLowerer) trap(*builtin.Call, [][]ir.ValueID) []ir.ValueID {
	null := l.Conv(ir.OpBitcast, ir.Ptr, 0, l.Const(ir.I64, 0))
	l.Emit(ir.Instr{Op: ir.OpStore, Space: ir.SpaceGlobal, Align: 4, Flags: ir.FlagVolatile,
		Args: l.List(null, l.Const(ir.I32, 0))})
	return nil
}

// wide is an integer of 128 bits in two's complement.
type wide struct{ low, high ir.ValueID }

func (l *funcLowerer) widen(v ir.ValueID, t *ast.Type) wide {
	low := l.toI64(v, t)
	if t.IsSigned() {
		return wide{low, l.Bin(ir.OpAShr, low, l.Const(ir.I64, 63))}
	}
	return wide{low, l.Const(ir.I64, 0)}
}

func (l *funcLowerer) addWide(x, y wide) wide {
	low := l.Bin(ir.OpAdd, x.low, y.low)
	carry := l.Conv(ir.OpZExt, ir.I64, 0, l.ICmp(ir.ULT, low, x.low))
	return wide{low, l.Bin(ir.OpAdd, l.Bin(ir.OpAdd, x.high, y.high), carry)}
}

func (l *funcLowerer) subWide(x, y wide) wide {
	low := l.Bin(ir.OpSub, x.low, y.low)
	borrow := l.Conv(ir.OpZExt, ir.I64, 0, l.ICmp(ir.ULT, x.low, y.low))
	return wide{low, l.Bin(ir.OpSub, l.Bin(ir.OpSub, x.high, y.high), borrow)}
}

// mulWide multiplies integers extended from 64 bits: the high half of two unsigned ones is unsigned too, but never all
// ones.
func (l *funcLowerer) mulWide(x, y wide) wide {
	high := l.Bin(ir.OpMulHiU, x.low, y.low)
	high = l.Bin(ir.OpSub, high, l.Bin(ir.OpAnd, x.high, y.low)) // -1 in a high half subtracts the other number
	high = l.Bin(ir.OpSub, high, l.Bin(ir.OpAnd, y.high, x.low))
	return wide{l.Bin(ir.OpMul, x.low, y.low), high}
}

// overflow stores the sum, difference or product of two integers in the type that the last argument points to, and
// returns whether it differs from the exact one.
func (l *funcLowerer) overflow(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	x, y := l.widen(args[0][0], c.Params[0]), l.widen(args[1][0], c.Params[1])
	var exact wide
	switch {
	case strings.Contains(c.Name, "add"):
		exact = l.addWide(x, y)
	case strings.Contains(c.Name, "sub"):
		exact = l.subWide(x, y)
	default:
		exact = l.mulWide(x, y)
	}
	to := c.Params[2]
	result := l.resize(exact.low, valueType(to.Elem), false)
	l.store(pointee(to, args[2][0]), one(result))
	kept := l.widen(result, to.Elem)
	differs := l.Bin(ir.OpOr, l.Bin(ir.OpXor, kept.low, exact.low), l.Bin(ir.OpXor, kept.high, exact.high))
	return one(l.Conv(ir.OpZExt, ir.I8, 0, l.ICmp(ir.NE, differs, l.Const(ir.I64, 0))))
}

// fewBytes is how many bytes are copied or filled without a loop.
const fewBytes = 256

// copyBytes copies memory: by one instruction if the size is known and small, else byte by byte; __builtin_memmove
// begins at the end where the regions require it.
func (l *funcLowerer) copyBytes(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	to, from, size := bytesAt(c.Params[0], args[0][0]), bytesAt(c.Params[1], args[1][0]), args[2][0]
	moves := strings.HasSuffix(c.Name, "memmove")
	if in := l.Func.Instr(size); in.Op == ir.OpConst && in.Imm <= fewBytes && !moves {
		if in.Imm > 0 {
			l.Emit(ir.Instr{Op: ir.OpMemCopy, Space: to.space, Kind: uint8(from.space), Imm: in.Imm,
				Align: alignNote(min(to.align, from.align)), Args: l.List(to.addr, from.addr)})
		}
		return args[0]
	}
	last := l.Bin(ir.OpSub, size, l.Const(ir.I64, 1))
	var backwards ir.ValueID
	if moves {
		backwards = l.ICmp(ir.ULT, l.Conv(ir.OpBitcast, ir.I64, 0, from.addr), l.Conv(ir.OpBitcast, ir.I64, 0, to.addr))
	}
	l.eachByte(size, func(i ir.ValueID) {
		if moves {
			i = l.Select(backwards, l.Bin(ir.OpSub, last, i), i)
		}
		l.storeScalar(l.byteOf(to, i), 0, l.loadScalar(l.byteOf(from, i), 0))
	})
	return args[0]
}

// fillBytes sets bytes to one value: words of the pointer's type where the size is known, small and a multiple of the
// word.
func (l *funcLowerer) fillBytes(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	to, byteValue, size := bytesAt(c.Params[0], args[0][0]), args[1][0], args[2][0]
	word := min(to.align, 8)
	if in := l.Func.Instr(size); in.Op == ir.OpConst && in.Imm <= fewBytes && in.Imm%word == 0 {
		t := intOfBits(uint(word * 8))
		value := l.Bin(ir.OpMul, l.resize(byteValue, t, false), l.Const(t, 0x0101010101010101&t.Mask()))
		for offset := uint64(0); offset < in.Imm; offset += word {
			at := l.PtrAddConst(to.addr, int64(offset))
			l.Emit(ir.Instr{Op: ir.OpStore, Space: to.space, Align: alignNote(word), Args: l.List(at, value)})
		}
		return args[0]
	}
	l.eachByte(size, func(i ir.ValueID) {
		l.storeScalar(l.byteOf(to, i), 0, byteValue)
	})
	return args[0]
}

// bytesAt is what a pointer points to, as bytes that are aligned as its type says.
func bytesAt(pointer *ast.Type, addr ir.ValueID) place {
	p := pointee(pointer, addr)
	p.typ, p.align = ast.Basic(ast.UChar), max(p.align, 1)
	return p
}

// byteOf is the i-th of the bytes.
func (l *funcLowerer) byteOf(p place, i ir.ValueID) place {
	p.addr, p.align = l.PtrAdd(p.addr, i), 1
	return p
}

// eachByte makes a loop over the numbers below size.
func (l *funcLowerer) eachByte(size ir.ValueID, body func(i ir.ValueID)) {
	l.count(l.Const(ir.I64, 0), size, l.Const(ir.I64, 1), body)
}

// count is a loop over numbers of 64 bits, from one on, while they are below the end.
func (l *funcLowerer) count(from, end, step ir.ValueID, body func(i ir.ValueID)) {
	head, inside, exit := l.NewBlock(), l.NewBlock(), l.NewBlock()
	i := l.AddParam(head, ir.I64)
	l.Jump(head, from)
	l.SetBlock(head)
	l.Branch(l.ICmp(ir.ULT, i, end), ir.Edge{To: inside}, ir.Edge{To: exit})
	l.SetBlock(inside)
	body(i)
	l.Jump(head, l.Bin(ir.OpAdd, i, step))
	l.SetBlock(exit)
}
