package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Conversions. Between integers they are moves, extensions and truncations. With floats they are one instruction on
// AVX-512, with its rounding; convert_avx2.go has the others.

func setConvertRules() {
	wholeRules[ir.OpTrunc] = truncate
	wholeRules[ir.OpZExt] = extendUnsigned
	wholeRules[ir.OpSExt] = extendSigned
	wholeRules[ir.OpFToF] = floatToFloat
	wholeRules[ir.OpSToF] = integerToFloat
	wholeRules[ir.OpUToF] = integerToFloat
	wholeRules[ir.OpFToS] = floatToInteger
	wholeRules[ir.OpFToU] = floatToInteger
}

func truncate(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	value := x[0][0]
	if o.From == ir.I64 {
		value = v.LowDwords(x[0][0], x[0][1])
	}
	switch {
	case o.Type != ir.I1:
		return []asm.Reg{v.ZeroExtend(o.Type, value)}
	case v.ISA == asm.AVX2:
		return []asm.Reg{v.Signs(ir.I32, v.ShiftLeft(ir.I32, value, 31))}
	}
	r := v.newMask()
	v.Emit(asm.Inst{Op: asm.Vptestmd, Len: asm.Whole(v.ISA), Dst: r, A: value, B: v.Const32(1)})
	return []asm.Reg{r}
}

func extendUnsigned(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	switch {
	case o.From == ir.I1:
		return v.extendMask(o.Type, x[0][0], v.Number(o.Type, 1))
	case o.Type == ir.I64:
		return v.convertParts(asm.Vpmovzxdq, 32, 64, x[0], asm.RoundDefault)
	}
	return x[0]
}

func extendSigned(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	if o.From == ir.I1 {
		return v.extendMask(o.Type, x[0][0], v.bitsOf(o.Type, uint32(o.Type.Mask()), ^uint64(0)))
	}
	extended := v.signExtend(o.From, x[0][0])
	if o.Type == ir.I64 {
		return v.convertParts(asm.Vpmovsxdq, 32, 64, []asm.Reg{extended}, asm.RoundDefault)
	}
	return []asm.Reg{v.ZeroExtend(o.Type, extended)}
}

// extendMask puts a constant into the lanes that a mask selects.
func (v *Writer) extendMask(t ir.Type, mask, constant asm.Reg) []asm.Reg {
	parts := v.splitMask(t, mask)
	results := make([]asm.Reg, len(parts))
	for i, part := range parts {
		results[i] = v.keep(t, part, constant)
	}
	return results
}

// convertParts converts values between widths of 32 and 64 bits, that is from one or two registers to one or two.
func (v *Writer) convertParts(op asm.Op, from, to uint, x []asm.Reg, mode asm.Rounding) []asm.Reg {
	switch {
	case from < to:
		return []asm.Reg{v.rounded(op, x[0], mode), v.rounded(op, v.highHalf(x[0]), mode)}
	case from > to:
		return []asm.Reg{v.joinHalves(v.rounded(op, x[0], mode), v.rounded(op, x[1], mode))}
	}
	results := make([]asm.Reg, len(x))
	for i := range x {
		results[i] = v.rounded(op, x[i], mode)
	}
	return results
}

// embedded are the rounding modes of AVX-512 instructions. To nearest is the mode in force anyway.
var embedded = [...]asm.Rounding{ir.RoundDefault: asm.RoundDefault, ir.RoundNearest: asm.RoundDefault,
	ir.RoundZero: asm.RoundZero, ir.RoundUp: asm.RoundUp, ir.RoundDown: asm.RoundDown}

// widenFloat makes f64 of f32.
func (v *Writer) widenFloat(x asm.Reg) []asm.Reg {
	return v.convertParts(asm.Vcvtps2pd, 32, 64, []asm.Reg{x}, asm.RoundDefault)
}

// narrowFloat makes f32 of f64, to nearest.
func (v *Writer) narrowFloat(parts []asm.Reg) asm.Reg {
	return v.convertParts(asm.Vcvtpd2ps, 64, 32, parts, asm.RoundDefault)[0]
}

func floatToFloat(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	mode := ir.Rounding(o.Kind)
	switch {
	case o.From == ir.F64 && o.Type == ir.F64:
		return x[0]
	case o.From == ir.F64 && o.Type == ir.F32:
		return []asm.Reg{v.narrowRounded(x[0], mode)}
	case o.From == ir.F64:
		return []asm.Reg{v.packHalf(v.narrowToOdd(x[0]), mode)}
	case o.From == ir.F32 && o.Type == ir.F32: // only makes NaNs quiet
		return []asm.Reg{v.Do(ir.OpFMul, ir.F32, x[0][0], v.one(ir.F32))}
	}
	single := x[0][0]
	if o.From == ir.F16 {
		single = v.unary(asm.Vcvtph2ps, v.packWords(single))
	}
	switch o.Type {
	case ir.F64:
		return v.widenFloat(single)
	case ir.F16:
		return []asm.Reg{v.packHalf(single, mode)}
	}
	return []asm.Reg{single}
}

// packWords moves the lower words of all lanes together into the lower half; the upper words must be zero.
func (v *Writer) packWords(x asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.unary(asm.Vpmovdw, x)
	}
	return v.immediate(asm.Vpermq, v.Binary(asm.Vpackusdw, x, x), 0x08)
}

// packHalf makes f16 of f32, in lanes of 32 bits.
func (v *Writer) packHalf(x asm.Reg, mode ir.Rounding) asm.Reg {
	modes := [...]int64{ir.RoundDefault: 0, ir.RoundNearest: 0, ir.RoundZero: 3, ir.RoundUp: 2, ir.RoundDown: 1}
	return v.unary(asm.Vpmovzxwd, v.immediate(asm.Vcvtps2ph, x, modes[mode]))
}

// narrowRounded makes f32 of f64.
func (v *Writer) narrowRounded(parts []asm.Reg, mode ir.Rounding) asm.Reg {
	switch {
	case mode <= ir.RoundNearest:
		return v.narrowFloat(parts)
	case v.ISA == asm.AVX2:
		return v.narrowRoundedAVX2(parts, mode)
	}
	return v.convertParts(asm.Vcvtpd2ps, 64, 32, parts, embedded[mode])[0]
}

// narrowToOdd makes f32 of f64, rounded to odd: truncated, with the last bit set if the result is inexact. Rounding
// that again to a smaller format gives the same as rounding once.
func (v *Writer) narrowToOdd(parts []asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 {
		return v.narrowRoundedAVX2(parts, roundOdd)
	}
	cut := v.narrowRounded(parts, ir.RoundZero)
	lost := make([]asm.Reg, len(parts))
	for i, wide := range v.widenFloat(cut) {
		lost[i] = v.compareFloat(ir.ONE, ir.F64, wide, parts[i])
	}
	return v.Or(cut, v.keep(ir.I32, v.joinMask(lost), v.Const32(1)))
}

// conversion is the source and the target of a conversion.
type conversion struct {
	op       ir.Op
	from, to ir.Type
}

// integerConversions are the AVX-512 instructions from integers to floats.
var integerConversions = map[conversion]asm.Op{
	{ir.OpSToF, ir.I32, ir.F32}: asm.Vcvtdq2ps, {ir.OpUToF, ir.I32, ir.F32}: asm.Vcvtudq2ps,
	{ir.OpSToF, ir.I32, ir.F64}: asm.Vcvtdq2pd, {ir.OpUToF, ir.I32, ir.F64}: asm.Vcvtudq2pd,
	{ir.OpSToF, ir.I64, ir.F32}: asm.Vcvtqq2ps, {ir.OpUToF, ir.I64, ir.F32}: asm.Vcvtuqq2ps,
	{ir.OpSToF, ir.I64, ir.F64}: asm.Vcvtqq2pd, {ir.OpUToF, ir.I64, ir.F64}: asm.Vcvtuqq2pd,
}

func integerToFloat(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	if o.From.Bits() < 32 {
		if o.Op == ir.OpSToF {
			x[0] = []asm.Reg{v.signExtend(o.From, x[0][0])}
		}
		o.Op, o.From = ir.OpSToF, ir.I32
	}
	mode := ir.Rounding(o.Kind)
	if o.From == ir.I32 && o.Type == ir.F64 {
		mode = ir.RoundDefault // exact, and the instruction has no rounding
	}
	if v.ISA == asm.AVX2 {
		return v.integerToFloatAVX2(o, x[0], mode)
	}
	op := integerConversions[conversion{o.Op, o.From, o.Type}]
	return v.convertParts(op, o.From.Bits(), o.Type.Bits(), x[0], embedded[mode])
}

// floatConversions are the AVX-512 instructions from floats to integers: with a rounding, and toward zero.
var floatConversions = map[conversion][2]asm.Op{
	{ir.OpFToS, ir.F32, ir.I32}: {asm.Vcvtps2dq, asm.Vcvttps2dq},
	{ir.OpFToU, ir.F32, ir.I32}: {asm.Vcvtps2udq, asm.Vcvttps2udq},
	{ir.OpFToS, ir.F32, ir.I64}: {asm.Vcvtps2qq, asm.Vcvttps2qq},
	{ir.OpFToU, ir.F32, ir.I64}: {asm.Vcvtps2uqq, asm.Vcvttps2uqq},
	{ir.OpFToS, ir.F64, ir.I32}: {asm.Vcvtpd2dq, asm.Vcvttpd2dq},
	{ir.OpFToU, ir.F64, ir.I32}: {asm.Vcvtpd2udq, asm.Vcvttpd2udq},
	{ir.OpFToS, ir.F64, ir.I64}: {asm.Vcvtpd2qq, asm.Vcvttpd2qq},
	{ir.OpFToU, ir.F64, ir.I64}: {asm.Vcvtpd2uqq, asm.Vcvttpd2uqq},
}

func floatToInteger(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	if v.ISA == asm.AVX2 {
		return v.floatToIntegerAVX2(o, x[0])
	}
	ops, mode := floatConversions[conversion{o.Op, o.From, o.Type}], ir.Rounding(o.Kind)
	if mode == ir.RoundDefault || mode == ir.RoundZero {
		return v.convertParts(ops[1], o.From.Bits(), o.Type.Bits(), x[0], asm.RoundDefault)
	}
	return v.convertParts(ops[0], o.From.Bits(), o.Type.Bits(), x[0], embedded[mode])
}
