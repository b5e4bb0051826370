package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Exponents and mantissas. AVX-512 has an instruction for each; AVX2 decomposes numbers by integer operations, after
// subnormal ones were multiplied to be normal.

func setScaleRules() {
	partRules[ir.OpFGetMant] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
		return v.immediate(typed(o.Type, asm.Vgetmantps, asm.Vgetmantpd), x[0], 0)
	}
	partRulesAVX2[ir.OpFGetExp] = exponentAVX2
	partRulesAVX2[ir.OpFGetMant] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
		return v.mantissaAVX2(o.Type, x[0])
	}
	partRulesAVX2[ir.OpFScale] = scaleAVX2
}

// floatLayout is the number of fraction bits of a floating type, and the bias of its exponents.
type floatLayout struct{ fraction, bias uint }

func layoutOf(t ir.Type) floatLayout {
	if t == ir.F64 {
		return floatLayout{52, 1023}
	}
	return floatLayout{23, 127}
}

// normalised multiplies subnormal numbers by a power of two. small is the mask of those lanes, zeros among them.
func (v *Writer) normalised(t ir.Type, x asm.Reg) (normal, small asm.Reg) {
	smallest := v.bitsOf(t, 1<<23, 1<<52)
	small = v.compareFloat(ir.OLT, t, v.absolute(t, x), smallest)
	lifted := v.Do(ir.OpFMul, t, x, v.bitsOf(t, (127+24)<<23, (1023+53)<<52))
	return v.Choose(t, small, lifted, x), small
}

// exponentAVX2 is the unbiased exponent as a float.
func exponentAVX2(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	t, layout := o.Type, layoutOf(o.Type)
	normal, small := v.normalised(t, x[0])
	biased := v.ShiftRight(t, v.absolute(t, normal), layout.fraction)
	bias := v.Choose(t, small, v.Number(t, int64(layout.bias+layout.fraction+1)), v.Number(t, int64(layout.bias)))
	exponent := v.smallToFloat(t, v.Sub(t, biased, bias))
	zero := v.compareFloat(ir.OEQ, t, x[0], v.Number(t, 0))
	exponent = v.Choose(t, zero, v.bitsOf(t, 0xff800000, 0xfff<<52), exponent)
	// An infinity is its own exponent without the sign, a NaN its own with it.
	ordinary := v.compareFloat(ir.OLT, t, v.absolute(t, x[0]), v.infinity(t))
	square := v.Do(ir.OpFMul, t, x[0], x[0])
	return v.Choose(t, ordinary, exponent, square)
}

// smallToFloat converts integers of magnitude below 2^22 (f32) or 2^51 (f64), by adding them to a float whose last bit
// counts ones.
func (v *Writer) smallToFloat(t ir.Type, x asm.Reg) asm.Reg {
	unit := v.unitFloat(t)
	return v.Do(ir.OpFSub, t, v.Add(t, x, unit), unit)
}

// unitFloat is 1.5 times the smallest power of two above which all floats are whole: its last bit counts ones.
func (v *Writer) unitFloat(t ir.Type) asm.Reg { return v.bitsOf(t, 0x4b400000, 0x4338<<48) }

// mantissaAVX2 preserves sign and fraction, and sets the exponent to that of one.
func (v *Writer) mantissaAVX2(t ir.Type, x asm.Reg) asm.Reg {
	normal, _ := v.normalised(t, x)
	kept := v.And(normal, v.bitsOf(t, 1<<31|1<<23-1, 1<<63|1<<52-1))
	mantissa := v.Or(kept, v.one(t))
	isNaN := v.compareFloat(ir.UNO, t, x, x)
	return v.Choose(t, isNaN, v.Do(ir.OpFAdd, t, x, x), mantissa)
}

// scaleAVX2 multiplies by a power of two, which is exact if neither number nor result is near the limits of the
// exponent. That holds in all lanes for nearly all arguments of exp, and then nothing else runs.
func scaleAVX2(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	t, scaled, ready := o.Type, v.Temp(), v.Fn.NewLabel()
	v.Op2(asm.MoveV, scaled, v.Do(ir.OpFMul, t, x[0], v.powerOfTwo(t, v.Do(ir.OpFFloor, t, x[1]))))
	v.jumpIfNone(v.scalesFar(t, x[0], x[1]), ready)
	v.Op2(asm.MoveV, scaled, v.scaleFarAVX2(t, x))
	v.Emit(asm.Inst{Op: asm.Label, Label: ready})
	return scaled
}

// Predicates of vcmpps that are true for NaNs.
const (
	notLE = 0x16
	notGE = 0x19
)

// scalesFar is the mask of lanes whose number is not in 2^-400..2^400 (f32: 2^-40..2^40) or whose exponent is above 600
// (80).
func (v *Writer) scalesFar(t ir.Type, x, y asm.Reg) asm.Reg {
	magnitude := v.absolute(t, x)
	compare := typed(t, asm.Vcmpps, asm.Vcmppd)
	least, most := v.bitsOf(t, (127-40)<<23, (1023-400)<<52), v.bitsOf(t, (127+40)<<23, (1023+400)<<52)
	small := v.binaryImm(compare, magnitude, least, notGE)
	large := v.binaryImm(compare, magnitude, most, notLE)
	far := v.binaryImm(compare, v.absolute(t, y), v.bitsOf(t, 0x42a00000, 0x4082c00000000000), notLE)
	return v.Or(v.Or(small, large), far)
}

// jumpIfNone jumps if no lane of a part's mask, on AVX2, is set.
func (v *Writer) jumpIfNone(mask asm.Reg, label int32) {
	v.Emit(asm.Inst{Op: asm.Vptest, Len: asm.Whole(v.ISA), A: mask, B: mask})
	v.Emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondE, Label: label})
}

// scaleFarAVX2 multiplies the mantissa twice by powers of two: the first product is normal and thus exact, so the
// result is rounded once. Exponents are floats meanwhile, and limited to where results are infinite or zero anyway.
func (v *Writer) scaleFarAVX2(t ir.Type, x [3]asm.Reg) asm.Reg {
	low, high := v.bitsOf(t, 0xc3200000, 0xc091080000000000), v.bitsOf(t, 0x43200000, 0x4091080000000000) // 160, 1090
	floor := v.clamp(t, v.Do(ir.OpFFloor, t, x[1]), v.bitsOf(t, 0xc47a0000, 0xc0b3880000000000),
		v.bitsOf(t, 0x447a0000, 0x40b3880000000000)) // 1000, 5000
	total := v.clamp(t, v.Do(ir.OpFAdd, t, v.Do(ir.OpFGetExp, t, x[0]), floor), low, high)
	first := v.clamp(t, total, v.bitsOf(t, 0xc2fc0000, 0xc08ff00000000000), v.bitsOf(t, 0x42fe0000, 0x408ff80000000000))
	second := v.Do(ir.OpFSub, t, total, first)
	scaled := v.Do(ir.OpFMul, t, v.mantissaAVX2(t, x[0]), v.powerOfTwo(t, first))
	scaled = v.Do(ir.OpFMul, t, scaled, v.powerOfTwo(t, second))
	return v.scaleSpecialAVX2(t, x[0], x[1], scaled)
}

// clamp limits floats; NaNs become numbers.
func (v *Writer) clamp(t ir.Type, x, low, high asm.Reg) asm.Reg {
	x = v.Binary(typed(t, asm.Vmaxps, asm.Vmaxpd), x, low)
	return v.Binary(typed(t, asm.Vminps, asm.Vminpd), x, high)
}

// powerOfTwo is 2^n for whole floats n that are exponents of normal numbers.
func (v *Writer) powerOfTwo(t ir.Type, n asm.Reg) asm.Reg {
	layout := layoutOf(t)
	biased := v.Add(t, v.Do(ir.OpFAdd, t, n, v.unitFloat(t)), v.Number(t, int64(layout.bias)))
	return v.ShiftLeft(t, biased, layout.fraction)
}

// scaleSpecialAVX2 computes the results where x is zero, infinite or NaN, or y is NaN. There the factor counts as 1; if
// y is +Inf, -Inf or NaN it counts as infinity, zero or NaN. The product is right except for a quiet NaN and an
// infinity.
func (v *Writer) scaleSpecialAVX2(t ir.Type, x, y, scaled asm.Reg) asm.Reg {
	zero, infinity := v.Number(t, 0), v.infinity(t)
	finite := v.compareFloat(ir.OLT, t, v.absolute(t, y), infinity)
	limit := v.Binary(typed(t, asm.Vmaxps, asm.Vmaxpd), zero, y)
	factor := v.Choose(t, finite, v.one(t), limit)
	product := v.Do(ir.OpFMul, t, x, factor)
	magnitude := v.absolute(t, x)
	ordinary := v.maskAnd(v.compareFloat(ir.OLT, t, magnitude, infinity), v.compareFloat(ir.UNE, t, magnitude, zero))
	ordinary = v.maskAnd(ordinary, v.compareFloat(ir.ORD, t, y, y))
	result := v.Choose(t, ordinary, scaled, product)
	infiniteY := v.compareFloat(ir.OEQ, t, v.absolute(t, y), infinity)
	quietX := v.Signs(t, v.ShiftLeft(t, x, laneType(t).Bits()-layoutOf(t).fraction)) // the highest bit of the fraction
	lost := v.maskAnd(v.maskAnd(v.compareFloat(ir.UNO, t, x, x), quietX), infiniteY)
	return v.Choose(t, lost, limit, result)
}
