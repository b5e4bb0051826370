package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Floating-point arithmetic, in one part of f32 or f64.

func setFloatRules() {
	partRules[ir.OpFNeg] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg { return v.Xor(x[0], v.signBit(o.Type)) }
	partRules[ir.OpFAbs] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg { return v.absolute(o.Type, x[0]) }
	partRules[ir.OpFCopySign] = copySign
	partRules[ir.OpFMA] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
		return v.fusedAdd(o.Type, x[0], x[1], x[2])
	}
	partRules[ir.OpFMin] = minMaxFloat
	partRules[ir.OpFMax] = minMaxFloat
	for op := range roundImmediates {
		partRules[op] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
			return v.roundWhole(roundImmediates[o.Op], o.Type, x[0])
		}
	}
	partRules[ir.OpFRcp] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
		return v.Do(ir.OpFDiv, o.Type, v.one(o.Type), x[0])
	}
	partRules[ir.OpFRsqrt] = func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
		return v.Do(ir.OpFDiv, o.Type, v.one(o.Type), v.Do(ir.OpFSqrt, o.Type, x[0]))
	}
}

// roundImmediates are the immediates of vrndscale and vround; 8 means that no inexact exception is raised.
var roundImmediates = map[ir.Op]int64{ir.OpFRint: 8, ir.OpFFloor: 9, ir.OpFCeil: 10, ir.OpFTrunc: 11}

// roundWhole rounds to a whole number.
func (v *Writer) roundWhole(immediate int64, t ir.Type, x asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.immediate(typed(t, asm.Vrndscaleps, asm.Vrndscalepd), x, immediate)
	}
	return v.immediate(typed(t, asm.Vroundps, asm.Vroundpd), x, immediate)
}

// Constants of a floating type.

func (v *Writer) signBit(t ir.Type) asm.Reg   { return v.bitsOf(t, 1<<31, 1<<63) }
func (v *Writer) one(t ir.Type) asm.Reg       { return v.bitsOf(t, 0x3f800000, 0x3ff<<52) }
func (v *Writer) infinity(t ir.Type) asm.Reg  { return v.bitsOf(t, 0x7f800000, 0x7ff<<52) }
func (v *Writer) magnitude(t ir.Type) asm.Reg { return v.bitsOf(t, 1<<31-1, 1<<63-1) }

// absolute clears the sign.
func (v *Writer) absolute(t ir.Type, x asm.Reg) asm.Reg { return v.And(x, v.magnitude(t)) }

// copySign takes the sign of the second operand.
func copySign(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.update(asm.Vpternlogd, x[0], x[1], v.signBit(o.Type), 0xd8) // third ? second : first
	}
	sign := v.And(x[1], v.signBit(o.Type))
	return v.Or(v.absolute(o.Type, x[0]), sign)
}

// minMaxFloat is x if y is a NaN or x is beyond y, else y: vmin(x, y) except for a NaN in y.
func minMaxFloat(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	op := typed(o.Type, asm.Vminps, asm.Vminpd)
	if o.Op == ir.OpFMax {
		op = typed(o.Type, asm.Vmaxps, asm.Vmaxpd)
	}
	beyond := v.Binary(op, x[0], x[1])
	if v.isNumber(o.Type, x[1]) {
		return beyond
	}
	return v.Choose(o.Type, v.compareFloat(ir.UNO, o.Type, x[1], x[1]), x[0], beyond)
}

// isNumber reports whether a register holds a constant that is no NaN.
func (v *Writer) isNumber(t ir.Type, r asm.Reg) bool {
	bits, ok := v.constantIn(r)
	if t == ir.F32 {
		return ok && bits&(1<<31-1) <= 0x7f800000
	}
	return ok && bits&(1<<63-1) <= 0x7ff<<52
}
