package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Conversions that AVX2 has no instructions for: those of unsigned and 64-bit integers, and all with directed rounding.
//
// Integers and floats meet in the fraction: a float of exponent 52 counts ones in its last bit. So an integer below
// 2^32 becomes a float when the exponent is put above it and 2^52 subtracted, and back. 64-bit integers are two of
// those.
//
// Directed rounding starts from the number rounded to nearest and compares it with the exact one. If it is on the wrong
// side its neighbour is right, which is the next number up or down in its bits.

// roundOdd is an additional mode: toward zero, with the last bit set if the result is inexact.
const roundOdd = ir.RoundDown + 1

// nudge corrects a number that was rounded to nearest. The masks select the lanes in which it is above and below the
// exact number.
func (v *Writer) nudge(t ir.Type, rounded, above, below asm.Reg, mode ir.Rounding) asm.Reg {
	sign := v.Signs(t, rounded)
	switch mode {
	case ir.RoundUp: // -1 for negative numbers, 1 for others
		return v.Add(t, rounded, v.And(below, v.Or(sign, v.Number(t, 1))))
	case ir.RoundDown:
		return v.Sub(t, rounded, v.And(above, v.Or(sign, v.Number(t, 1))))
	}
	tooLarge := v.Choose(t, sign, below, above)
	cut := v.Add(t, rounded, tooLarge) // a mask is -1
	if mode == ir.RoundZero {
		return cut
	}
	return v.Or(cut, v.And(v.Or(above, below), v.Number(t, 1)))
}

// narrowRoundedAVX2 makes f32 of f64.
func (v *Writer) narrowRoundedAVX2(parts []asm.Reg, mode ir.Rounding) asm.Reg {
	rounded := v.narrowFloat(parts)
	var above, below [2]asm.Reg
	for i, wide := range v.widenFloat(rounded) {
		above[i] = v.compareFloat(ir.OGT, ir.F64, wide, parts[i])
		below[i] = v.compareFloat(ir.OLT, ir.F64, wide, parts[i])
	}
	return v.nudge(ir.F32, rounded, v.joinMask(above[:]), v.joinMask(below[:]), mode)
}

func (v *Writer) integerToFloatAVX2(o Operation, x []asm.Reg, mode ir.Rounding) []asm.Reg {
	var wide []asm.Reg
	switch {
	case o.From == ir.I64 && o.Type == ir.F32:
		return []asm.Reg{v.longToSingle(o, x, mode)}
	case o.From == ir.I64:
		for _, part := range x {
			wide = append(wide, v.longToDouble(part, o.Op == ir.OpSToF, mode))
		}
		return wide
	case o.Op == ir.OpUToF:
		wide = v.unsignedToDoubles(x)
	case o.Type == ir.F32 && mode <= ir.RoundNearest:
		return v.convertParts(asm.Vcvtdq2ps, 32, 32, x, asm.RoundDefault)
	default:
		wide = v.convertParts(asm.Vcvtdq2pd, 32, 64, x, asm.RoundDefault)
	}
	if o.Type == ir.F64 {
		return wide
	}
	return []asm.Reg{v.narrowRounded(wide, mode)}
}

// longToSingle makes f32 of 64-bit integers, through f64 rounded to odd so that the result is rounded only once.
func (v *Writer) longToSingle(o Operation, x []asm.Reg, mode ir.Rounding) asm.Reg {
	var wide [2]asm.Reg
	for i := range wide {
		wide[i] = v.longToDouble(x[i], o.Op == ir.OpSToF, roundOdd)
	}
	return v.narrowRounded(wide[:], mode)
}

// unsignedToDoubles makes f64 of unsigned 32-bit integers.
func (v *Writer) unsignedToDoubles(x []asm.Reg) []asm.Reg {
	wide := v.convertParts(asm.Vpmovzxdq, 32, 64, x, asm.RoundDefault)
	for i := range wide {
		wide[i] = v.Do(ir.OpFSub, ir.F64, v.Or(wide[i], v.twoTo52()), v.twoTo52())
	}
	return wide
}

// twoTo52 is 2^52 as f64.
func (v *Writer) twoTo52() asm.Reg { return v.Const64(0x4330 << 48) }

// unsignedToDouble rounds to nearest.
func (v *Writer) unsignedToDouble(x asm.Reg) asm.Reg {
	return v.longToDouble(x, false, ir.RoundNearest)
}

// longToDouble adds the halves as floats. The upper half is the fraction of a float of exponent 84, whose last bit
// counts 2^32; if signed it is offset by half its range. The sum's error is exact, since the upper half is zero or
// larger than the lower (Dekker, "A floating-point technique for extending the available precision").
func (v *Writer) longToDouble(x asm.Reg, signed bool, mode ir.Rounding) asm.Reg {
	offset := v.Const64(0x4530 << 48)
	if signed {
		offset = v.Const64(0x4530<<48 | 1<<31)
	}
	upper := v.Do(ir.OpFSub, ir.F64, v.Xor(v.Upper(x), offset), offset)
	lower := v.Do(ir.OpFSub, ir.F64, v.binaryImm(asm.Vpblendd, x, v.twoTo52(), 0xaa), v.twoTo52())
	sum := v.Do(ir.OpFAdd, ir.F64, upper, lower)
	if mode <= ir.RoundNearest {
		return sum
	}
	lost := v.Do(ir.OpFSub, ir.F64, lower, v.Do(ir.OpFSub, ir.F64, sum, upper))
	above := v.compareFloat(ir.OLT, ir.F64, lost, v.Const64(0))
	below := v.compareFloat(ir.OGT, ir.F64, lost, v.Const64(0))
	return v.nudge(ir.F64, sum, above, below, mode)
}

// wholeModes are the operations that round to whole numbers.
var wholeModes = [...]ir.Op{ir.RoundDefault: ir.OpFTrunc, ir.RoundZero: ir.OpFTrunc, ir.RoundNearest: ir.OpFRint,
	ir.RoundUp: ir.OpFCeil, ir.RoundDown: ir.OpFFloor}

func (v *Writer) floatToIntegerAVX2(o Operation, x []asm.Reg) []asm.Reg {
	round := wholeModes[o.Kind]
	if o.Op == ir.OpFToS && o.Type == ir.I32 {
		if round != ir.OpFTrunc {
			x = v.roundParts(round, o.From, x)
		}
		op := typed(o.From, asm.Vcvttps2dq, asm.Vcvttpd2dq)
		return v.convertParts(op, o.From.Bits(), 32, x, asm.RoundDefault)
	}
	if o.From == ir.F32 {
		x = v.widenFloat(x[0])
	}
	whole := v.roundParts(round, ir.F64, x)
	for i := range whole {
		whole[i] = v.wholeToInteger(o, whole[i])
	}
	if o.Type == ir.I32 {
		return []asm.Reg{v.LowDwords(whole[0], whole[1])}
	}
	return whole
}

func (v *Writer) roundParts(op ir.Op, t ir.Type, x []asm.Reg) []asm.Reg {
	results := make([]asm.Reg, len(x))
	for i := range x {
		results[i] = v.Do(op, t, x[i])
	}
	return results
}

// wholeToInteger makes integers in lanes of 64 bits of whole f64, saturated where they do not fit.
func (v *Writer) wholeToInteger(o Operation, whole asm.Reg) asm.Reg {
	low, high, failed := v.Const64(0), v.Const64(0x43f0<<48), v.Const64(^uint64(0)) // 2^64
	switch {
	case o.Op == ir.OpFToS:
		low, high, failed = v.Const64(0xc3e0<<48), v.Const64(0x43e0<<48), v.Const64(1<<63) // -2^63, 2^63
	case o.Type == ir.I32:
		high = v.Const64(0x41f0 << 48) // 2^32
	}
	integer := asm.NoReg
	if o.Type == ir.I32 {
		integer = v.Do(ir.OpFAdd, ir.F64, whole, v.twoTo52())
	} else {
		integer = v.wholeToLong(whole)
	}
	fits := v.And(v.compareFloat(ir.OGE, ir.F64, whole, low), v.compareFloat(ir.OLT, ir.F64, whole, high))
	return v.Choose(ir.F64, fits, integer, failed)
}

// wholeToLong makes 64-bit integers, signed or unsigned, of whole f64 that fit.
func (v *Writer) wholeToLong(whole asm.Reg) asm.Reg {
	upper := v.Do(ir.OpFFloor, ir.F64, v.Do(ir.OpFMul, ir.F64, whole, v.Const64((1023-32)<<52)))
	lower := v.fusedSubtract(ir.F64, upper, v.Const64((1023+32)<<52), whole)
	lowerBits := v.Do(ir.OpFAdd, ir.F64, lower, v.twoTo52())
	upperBits := v.ShiftLeft(ir.I64, v.Do(ir.OpFAdd, ir.F64, upper, v.unitFloat(ir.F64)), 32)
	return v.binaryImm(asm.Vpblendd, lowerBits, upperBits, 0xaa)
}
