package vec

import (
	"encoding/binary"
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Products: those of bytes through words, the high halves of 32 bits through products of 64, and those of 64 bits from
// products of 32.

func setMultiplyRules() {
	partRules[ir.OpMul] = multiply
	partRules[ir.OpMulHiS] = multiplyHigh
	partRules[ir.OpMulHiU] = multiplyHigh
}

// multiply is for products without an instruction: of bytes, and of 64 bits on AVX2.
func multiply(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	if o.Type == ir.I8 {
		return v.ZeroExtend(ir.I8, v.Binary(asm.Vpmullw, x[0], x[1]))
	}
	a, b := x[0], x[1]
	cross := v.Add(ir.I64, v.Binary(asm.Vpmuludq, v.Upper(a), b), v.Binary(asm.Vpmuludq, a, v.Upper(b)))
	return v.Add(ir.I64, v.Binary(asm.Vpmuludq, a, b), v.ShiftLeft(ir.I64, cross, 32))
}

// Factors is what is known about the factors of a product. See package access.
type Factors = access.Factors

// See package access.
const (
	AnyFactors      = access.AnyFactors
	WordFactors     = access.WordFactors
	UnsignedFactors = access.UnsignedFactors
	SignedFactors   = access.SignedFactors
)

// multiplyNarrow multiplies the lower halves of lanes. The instruction for words adds two products; that of the upper
// halves is zero.
func (v *Writer) multiplyNarrow(known Factors, x, y asm.Reg) asm.Reg {
	switch known {
	case UnsignedFactors:
		return v.Binary(asm.Vpmuludq, x, y)
	case SignedFactors:
		return v.Binary(asm.Vpmuldq, x, y)
	}
	return v.Binary(asm.Vpmaddwd, v.lowerWord(x), v.lowerWord(y))
}

// lowerWord is the constant with its upper half cleared; other registers are returned as they are.
func (v *Writer) lowerWord(x asm.Reg) asm.Reg {
	if c, ok := v.dwordIn(x); ok {
		return v.Const32(c & 0xffff)
	}
	return x
}

// multiplyByConstant replaces products by neighbours of powers of two by a shift and a sum, which take at most a third
// of the time; those of 64 bits also by such a number times a power of two. NoReg: multiply.
func (v *Writer) multiplyByConstant(t ir.Type, x, constant asm.Reg) asm.Reg {
	c, ok := v.constantIn(constant)
	if !ok || t.Bits() < 32 {
		return asm.NoReg
	}
	if t.Bits() == 32 {
		c = uint64(int64(int32(c)))
	}
	after := uint(0)
	if t.Bits() == 64 && c != 0 {
		after = uint(bits.TrailingZeros64(c))
		c = uint64(int64(c) >> after)
	}
	switch {
	case c == ^uint64(0):
		return v.shiftUp(t, v.Sub(t, v.Number(t, 0), x), after)
	case c == 3:
		return v.shiftUp(t, v.Add(t, v.Add(t, x, x), x), after)
	case c > 3 && c&(c-1) == 0:
		return asm.NoReg // a shift, which the passes make
	case c > 3 && (c-1)&(c-2) == 0:
		return v.shiftUp(t, v.Add(t, v.ShiftLeft(t, x, uint(bits.TrailingZeros64(c-1))), x), after)
	case c > 3 && c&(c+1) == 0:
		return v.shiftUp(t, v.Sub(t, v.ShiftLeft(t, x, uint(bits.OnesCount64(c))), x), after)
	}
	if n := 1 - c; n > 1 && n&(n-1) == 0 {
		return v.shiftUp(t, v.Sub(t, x, v.ShiftLeft(t, x, uint(bits.TrailingZeros64(n)))), after)
	}
	return asm.NoReg
}

func (v *Writer) shiftUp(t ir.Type, x asm.Reg, n uint) asm.Reg {
	if n == 0 {
		return x
	}
	return v.ShiftLeft(t, x, n)
}

// Upper shifts the upper halves of 64-bit lanes down.
func (v *Writer) Upper(x asm.Reg) asm.Reg { return v.ShiftRight(ir.I64, x, 32) }

func multiplyHigh(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	switch {
	case o.Type == ir.I64:
		return v.multiplyHighLong(o.Op, x[0], x[1])
	case o.Type == ir.I32:
		return v.multiplyHigh32(o.Op, x[0], x[1])
	case o.Op == ir.OpMulHiU:
		return v.ShiftRight(ir.I32, v.Binary(asm.Vpmullw, x[0], x[1]), 8)
	}
	product := v.Binary(asm.Vpmulld, v.signExtend(ir.I8, x[0]), v.signExtend(ir.I8, x[1]))
	return v.ZeroExtend(ir.I8, v.ShiftRight(ir.I32, product, 8))
}

// multiplyHigh32 computes products of the even and of the odd lanes, and takes the upper half of each.
func (v *Writer) multiplyHigh32(op ir.Op, a, b asm.Reg) asm.Reg {
	product := asm.Vpmuludq
	if op == ir.OpMulHiS {
		product = asm.Vpmuldq
	}
	even := v.Binary(product, a, b)
	odd := v.Binary(product, v.upperDwords(a), v.upperDwords(b))
	if v.ISA == asm.AVX512 {
		return v.update(asm.Vpermt2d, even, v.upperHalves(), odd, 0)
	}
	return v.MixDwords(v.Upper(even), odd)
}

// upperHalves are the indices that take the upper halves of 64-bit lanes from two vectors in turn.
func (v *Writer) upperHalves() asm.Reg {
	var table []byte
	for l := range uint32(v.ISA.Lanes()) {
		table = binary.LittleEndian.AppendUint32(table, (l|1)+l%2*uint32(v.ISA.Lanes()))
	}
	return v.Table(table)
}

// upperDwords shifts the upper halves of 64-bit lanes down, for an operation that reads the lower halves only. A
// constant of 32 bits is returned as it is.
func (v *Writer) upperDwords(x asm.Reg) asm.Reg {
	if _, ok := v.dwordIn(x); ok {
		return x
	}
	return v.Upper(x)
}

// MixDwords takes the lower halves of 64-bit lanes from low, whose upper halves must be zero, and the upper from high.
func (v *Writer) MixDwords(low, high asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 {
		return v.binaryImm(asm.Vpblendd, low, high, 0xaa)
	}
	return v.update(asm.Vpternlogd, low, high, v.Const64(0xffffffff00000000), 0xf8) // low | high & mask
}

// multiplyHighLong adds four products of 32 bits. The upper half of a signed product is that of the unsigned one, minus
// each factor if the other is negative.
func (v *Writer) multiplyHighLong(op ir.Op, a, b asm.Reg) asm.Reg {
	low32 := v.Const64(1<<32 - 1)
	aHigh, bHigh := v.Upper(a), v.Upper(b)
	mixed := v.Add(ir.I64, v.Binary(asm.Vpmuludq, aHigh, b), v.Upper(v.Binary(asm.Vpmuludq, a, b)))
	other := v.Add(ir.I64, v.Binary(asm.Vpmuludq, a, bHigh), v.And(mixed, low32))
	high := v.Add(ir.I64, v.Binary(asm.Vpmuludq, aHigh, bHigh), v.Upper(mixed))
	high = v.Add(ir.I64, high, v.Upper(other))
	if op == ir.OpMulHiU {
		return high
	}
	high = v.Sub(ir.I64, high, v.And(v.Signs(ir.I64, a), b))
	return v.Sub(ir.I64, high, v.And(v.Signs(ir.I64, b), a))
}
