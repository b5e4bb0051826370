package vec

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Comparisons and selections.

func setCompareRules() {
	wholeRules[ir.OpICmp] = compareIntegers
	wholeRules[ir.OpFCmp] = compareFloats
	wholeRules[ir.OpSelect] = selectValue
	maskRules[ir.OpICmp] = compareMasks
}

func compareIntegers(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	pred := ir.ICmpPred(o.Kind)
	parts := make([]asm.Reg, len(x[0]))
	for i := range parts {
		a, b := x[0][i], x[1][i]
		if o.From.Bits() < 32 && pred >= ir.SLT && pred <= ir.SGE {
			a, b = v.ShiftLeft(ir.I32, a, 32-o.From.Bits()), v.ShiftLeft(ir.I32, b, 32-o.From.Bits())
		}
		parts[i] = v.CompareInt(pred, laneTypeSmall(o.From, pred), a, b)
	}
	return []asm.Reg{v.joinMask(parts)}
}

// laneTypeSmall is the type as which lanes are compared. Small unsigned numbers may be compared as signed ones of 32
// bits, which AVX2 does better; they keep their type.
func laneTypeSmall(t ir.Type, pred ir.ICmpPred) ir.Type {
	if t.Bits() < 32 && pred >= ir.ULT {
		return t
	}
	return laneType(t)
}

// CompareInt compares one part, as lanes of 32 or 64 bits.
func (v *Writer) CompareInt(pred ir.ICmpPred, t ir.Type, a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 {
		return v.compareIntAVX2(pred, t, a, b)
	}
	predicates := [...]int64{ir.EQ: 0, ir.NE: 4, ir.SLT: 1, ir.SLE: 2, ir.SGT: 6, ir.SGE: 5,
		ir.ULT: 1, ir.ULE: 2, ir.UGT: 6, ir.UGE: 5}
	op := typed(t, asm.Vpcmpd, asm.Vpcmpq)
	if pred >= ir.ULT {
		op = typed(t, asm.Vpcmpud, asm.Vpcmpuq)
	}
	return v.maskCompare(op, a, b, predicates[pred])
}

// maskCompare emits a comparison into a k register.
func (v *Writer) maskCompare(op asm.Op, a, b asm.Reg, predicate int64) asm.Reg {
	r := v.newMask()
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: r, A: a, B: b, Imm: predicate})
	return r
}

// compareIntAVX2 has only == and signed >. Unsigned numbers of 32 bits are compared with the smaller or larger of both,
// or after both are offset by half the range; those below 32 bits are signed numbers of 32.
func (v *Writer) compareIntAVX2(pred ir.ICmpPred, t ir.Type, a, b asm.Reg) asm.Reg {
	equal, greater := typed(t, asm.Vpcmpeqd, asm.Vpcmpeqq), typed(t, asm.Vpcmpgtd, asm.Vpcmpgtq)
	if pred >= ir.ULT && t.Bits() < 32 { // zero-extended: signed comparison gives the same
		pred -= ir.ULT - ir.SLT
	}
	if c, ok := v.dwordIn(b); ok && t.Bits() <= 32 {
		pred, b = v.includeLimit(pred, c, b)
	}
	switch {
	case pred == ir.ULE && t.Bits() == 32:
		return v.Binary(equal, a, v.Binary(asm.Vpminud, a, b))
	case pred == ir.UGE && t.Bits() == 32:
		return v.Binary(equal, a, v.Binary(asm.Vpmaxud, a, b))
	case pred >= ir.ULT: // offset by half the range, unsigned numbers compare as signed ones
		pred -= ir.ULT - ir.SLT
		half := v.bitsOf(t, 1<<31, 1<<63)
		a, b = v.Xor(a, half), v.Xor(b, half)
	}
	switch pred {
	case ir.EQ:
		return v.Binary(equal, a, b)
	case ir.NE:
		return v.maskNot(v.Binary(equal, a, b))
	case ir.SLT:
		return v.Binary(greater, b, a)
	case ir.SGT:
		return v.Binary(greater, a, b)
	case ir.SLE:
		return v.maskNot(v.Binary(greater, a, b))
	}
	return v.maskNot(v.Binary(greater, b, a))
}

// includeLimit makes strict comparisons of unsigned numbers with a constant inclusive, and inclusive ones of signed
// numbers strict, since AVX2 has those: x < 5 is x <= 4.
func (v *Writer) includeLimit(pred ir.ICmpPred, c uint32, limit asm.Reg) (ir.ICmpPred, asm.Reg) {
	switch {
	case pred == ir.ULT && c != 0:
		return ir.ULE, v.Const32(c - 1)
	case pred == ir.UGT && c != math.MaxUint32:
		return ir.UGE, v.Const32(c + 1)
	case pred == ir.SLE && c != math.MaxInt32:
		return ir.SLT, v.Const32(c + 1)
	case pred == ir.SGE && c != 1<<31:
		return ir.SGT, v.Const32(c - 1)
	}
	return pred, limit
}

// compareMasks compares truth values as numbers of one bit: true is 1 unsigned and -1 signed.
func compareMasks(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	a, b := x[0], x[1]
	switch ir.ICmpPred(o.Kind) {
	case ir.EQ:
		if v.ISA == asm.AVX512 {
			return v.maskBinary(asm.Kxnorw, a, b)
		}
		return v.Binary(asm.Vpcmpeqd, a, b)
	case ir.NE:
		return v.maskXor(a, b)
	case ir.ULT, ir.SGT:
		return v.maskAndNot(a, b)
	case ir.UGT, ir.SLT:
		return v.maskAndNot(b, a)
	case ir.ULE, ir.SGE:
		return v.maskNot(v.maskAndNot(b, a))
	}
	return v.maskNot(v.maskAndNot(a, b))
}

// floatPredicates are the immediates of vcmpps: those that raise no exception for quiet NaNs.
var floatPredicates = [...]int64{ir.OEQ: 0x00, ir.ONE: 0x0c, ir.OLT: 0x11, ir.OLE: 0x12, ir.OGT: 0x1e, ir.OGE: 0x1d,
	ir.ORD: 0x07, ir.UNO: 0x03, ir.UEQ: 0x08, ir.UNE: 0x04}

func compareFloats(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	parts := make([]asm.Reg, len(x[0]))
	for i := range parts {
		parts[i] = v.compareFloat(ir.FCmpPred(o.Kind), o.From, x[0][i], x[1][i])
	}
	return []asm.Reg{v.joinMask(parts)}
}

// compareFloat compares one part.
func (v *Writer) compareFloat(pred ir.FCmpPred, t ir.Type, a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.maskCompare(typed(t, asm.VcmppsK, asm.VcmppdK), a, b, floatPredicates[pred])
	}
	return v.binaryImm(typed(t, asm.Vcmpps, asm.Vcmppd), a, b, floatPredicates[pred])
}

func selectValue(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg {
	if o.Type == ir.I1 && v.ISA == asm.AVX512 {
		then := v.maskAnd(x[0][0], x[1][0])
		return []asm.Reg{v.maskOr(then, v.maskAndNot(x[0][0], x[2][0]))}
	}
	masks := v.splitMask(o.Type, x[0][0])
	results := make([]asm.Reg, len(masks))
	for i, mask := range masks {
		results[i] = v.Choose(o.Type, mask, x[1][i], x[2][i])
	}
	return results
}
