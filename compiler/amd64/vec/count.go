package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Counting bits. AVX-512 (CD) counts leading zeros; trailing ones of x-1 and ^x are the trailing zeros of x. AVX2 finds
// the highest bit by converting to f32: first every bit below a set one is cleared if the bit above it is set, so that
// rounding cannot carry into the next exponent. Set bits are counted by a table for half bytes.

func setCountRules() {
	partRules[ir.OpClz] = leadingZeros
	partRules[ir.OpCtz] = trailingZeros
	partRules[ir.OpPopCount] = setBits
}

func leadingZeros(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	width := int64(o.Type.Bits())
	switch {
	case v.ISA == asm.AVX512 && width >= 32:
		return v.unary(typed(o.Type, asm.Vplzcntd, asm.Vplzcntq), x[0])
	case v.ISA == asm.AVX512:
		return v.Sub(ir.I32, v.unary(asm.Vplzcntd, x[0]), v.Number(ir.I32, 32-width))
	case width == 64:
		return v.leadingZerosLong(x[0])
	}
	return v.leadingZerosByFloat(x[0], uint32(width))
}

// leadingZerosByFloat is for numbers of the given width in lanes of 32 bits. The exponent of an f32 with highest bit n
// is 127+n, that of zero 0. Negative numbers give a result with the sign bit, which the saturating subtraction makes 0.
func (v *Writer) leadingZerosByFloat(x asm.Reg, width uint32) asm.Reg {
	isolated := v.AndNot(v.ShiftRight(ir.I32, x, 1), x)
	exponent := v.ShiftRight(ir.I32, v.unary(asm.Vcvtdq2ps, isolated), 23)
	count := v.Binary(asm.Vpsubusw, v.Const32(127+width-1), exponent)
	return v.Do(ir.OpSMin, ir.I32, count, v.Const32(width))
}

// leadingZerosLong adds the count of the lower half if the upper one is zero.
func (v *Writer) leadingZerosLong(x asm.Reg) asm.Reg {
	halves := v.leadingZerosByFloat(x, 32)
	upper := v.ShiftRight(ir.I64, halves, 32)
	lower := v.And(halves, v.Const64(1<<32-1))
	return v.Add(ir.I64, upper, v.And(lower, v.Binary(asm.Vpcmpeqq, upper, v.Const64(32))))
}

// trailingZeros is the width minus the leading zeros of the ones below the lowest set bit. In small types a bit is set
// just above the type's, so that zero gives the width.
func trailingZeros(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	value, t := x[0], laneType(o.Type)
	if o.Type.Bits() < 32 {
		value = v.Or(value, v.Const32(1<<o.Type.Bits()))
	}
	below := v.AndNot(value, v.Add(t, value, v.Number(t, -1)))
	return v.Sub(t, v.Number(t, int64(t.Bits())), v.Do(ir.OpClz, t, below))
}

func setBits(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	half, table := v.Const32(0x0f0f0f0f), v.nibbleCounts()
	low := v.Binary(asm.Vpshufb, table, v.And(x[0], half))
	high := v.Binary(asm.Vpshufb, table, v.And(v.ShiftRight(ir.I32, x[0], 4), half))
	bytes := v.Binary(asm.Vpaddb, low, high)
	switch o.Type.Bits() {
	case 8:
		return bytes
	case 64:
		return v.Binary(asm.Vpsadbw, bytes, v.Const64(0))
	}
	words := v.Binary(asm.Vpmaddubsw, bytes, v.Const32(0x01010101))
	if o.Type.Bits() == 16 {
		return words
	}
	return v.Binary(asm.Vpmaddwd, words, v.Const32(0x00010001))
}

// nibbleCounts is the table for vpshufb of the set bits of half bytes.
func (v *Writer) nibbleCounts() asm.Reg {
	counts := [16]byte{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}
	table := make([]byte, v.ISA.VectorBytes())
	for i := range table {
		table[i] = counts[i&15]
	}
	return v.Table(table)
}
