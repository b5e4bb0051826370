package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Instructions as expressions: each function emits one instruction, or its replacement on the other ISA, and returns
// the fresh register of its result. Types give the width of the lanes: 64 bits, or else 32.

func (v *Writer) unary(op asm.Op, b asm.Reg) asm.Reg {
	t := v.Temp()
	v.Op2(op, t, b)
	return t
}

// Binary is op(a, b).
func (v *Writer) Binary(op asm.Op, a, b asm.Reg) asm.Reg {
	t := v.Temp()
	v.Op3(op, t, a, b)
	return t
}

// immediate is op(b, imm).
func (v *Writer) immediate(op asm.Op, b asm.Reg, imm int64) asm.Reg {
	return v.binaryImm(op, asm.NoReg, b, imm)
}

// binaryImm is op(a, b, imm).
func (v *Writer) binaryImm(op asm.Op, a, b asm.Reg, imm int64) asm.Reg {
	t := v.Temp()
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: t, A: a, B: b, Imm: imm})
	return t
}

// update is an operation that reads and writes its first operand: op(x, a, b, imm), in a copy of x.
func (v *Writer) update(op asm.Op, x, a, b asm.Reg, imm int64) asm.Reg {
	t := v.Temp()
	v.Op2(asm.MoveV, t, x)
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: t, A: a, B: b, Imm: imm})
	return t
}

// rounded is op(b) with embedded rounding; AVX-512 only.
func (v *Writer) rounded(op asm.Op, b asm.Reg, mode asm.Rounding) asm.Reg {
	t := v.Temp()
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: t, B: b, Rounding: mode})
	return t
}

// binaryRounded is op(a, b) with embedded rounding; AVX-512 only.
func (v *Writer) binaryRounded(op asm.Op, a, b asm.Reg, mode asm.Rounding) asm.Reg {
	t := v.Temp()
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: t, A: a, B: b, Rounding: mode})
	return t
}

// bitsOf is a constant in all lanes of the type's width.
func (v *Writer) bitsOf(t ir.Type, bits32 uint32, bits64 uint64) asm.Reg {
	if t.Bits() == 64 {
		return v.Const64(bits64)
	}
	return v.Const32(bits32)
}

// Number is a small integer in all lanes.
func (v *Writer) Number(t ir.Type, n int64) asm.Reg { return v.bitsOf(t, uint32(n), uint64(n)) }

// typed chooses an instruction by the width of the lanes.
func typed(t ir.Type, op32, op64 asm.Op) asm.Op {
	if t.Bits() == 64 {
		return op64
	}
	return op32
}

// laneType is the integer type as wide as the lanes of a type.
func laneType(t ir.Type) ir.Type {
	if t.Bits() == 64 {
		return ir.I64
	}
	return ir.I32
}

// And is a & b.
func (v *Writer) And(a, b asm.Reg) asm.Reg { return v.Do(ir.OpAnd, ir.I32, a, b) }

// Or is a | b.
func (v *Writer) Or(a, b asm.Reg) asm.Reg { return v.Do(ir.OpOr, ir.I32, a, b) }

// Xor is a ^ b.
func (v *Writer) Xor(a, b asm.Reg) asm.Reg { return v.Do(ir.OpXor, ir.I32, a, b) }

// AndNot is ^a & b.
func (v *Writer) AndNot(a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.Binary(asm.Vpandnd, a, b)
	}
	return v.Binary(asm.Vpandn, a, b)
}

// Add is a + b, in lanes as wide as t's.
func (v *Writer) Add(t ir.Type, a, b asm.Reg) asm.Reg { return v.Do(ir.OpAdd, laneType(t), a, b) }

// Sub is a - b, in lanes as wide as t's.
func (v *Writer) Sub(t ir.Type, a, b asm.Reg) asm.Reg { return v.Do(ir.OpSub, laneType(t), a, b) }

// ShiftLeft shifts all lanes by n.
func (v *Writer) ShiftLeft(t ir.Type, x asm.Reg, n uint) asm.Reg {
	if bits, ok := v.constantIn(x); ok && t.Bits() == 32 {
		return v.Const32(uint32(bits) << n)
	}
	return v.immediate(typed(t, asm.Vpslld, asm.Vpsllq), x, int64(n))
}

// ShiftRight is the logical shift.
func (v *Writer) ShiftRight(t ir.Type, x asm.Reg, n uint) asm.Reg {
	return v.immediate(typed(t, asm.Vpsrld, asm.Vpsrlq), x, int64(n))
}

// ShiftArithmetic is the arithmetic shift.
func (v *Writer) ShiftArithmetic(t ir.Type, x asm.Reg, n uint) asm.Reg {
	if v.ISA == asm.AVX2 && t.Bits() == 64 {
		sign := v.Signs(t, x)
		return v.Xor(v.ShiftRight(t, v.Xor(x, sign), n), sign)
	}
	return v.immediate(typed(t, asm.Vpsrad, asm.Vpsraq), x, int64(n))
}

// Signs is all ones in lanes that are negative, else zero.
func (v *Writer) Signs(t ir.Type, x asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 && t.Bits() == 64 {
		return v.Binary(asm.Vpcmpgtq, v.Const64(0), x)
	}
	return v.immediate(typed(t, asm.Vpsrad, asm.Vpsraq), x, int64(laneType(t).Bits())-1)
}

// narrowMask is a register whose lanes have ones in the bits of a type below 32 bits.
func (v *Writer) narrowMask(t ir.Type) asm.Reg { return v.Const32(uint32(t.Mask())) }

// ZeroExtend truncates lanes to the width of a small type.
func (v *Writer) ZeroExtend(t ir.Type, x asm.Reg) asm.Reg {
	if t.Bits() >= 32 {
		return x
	}
	return v.And(x, v.narrowMask(t))
}

// signExtend makes a 32-bit number of a small signed one; the upper bits of the lane may be anything.
func (v *Writer) signExtend(t ir.Type, x asm.Reg) asm.Reg {
	if t.Bits() >= 32 {
		return x
	}
	n := 32 - t.Bits()
	if bits, ok := v.constantIn(x); ok {
		return v.Const32(uint32(int32(bits<<n) >> n))
	}
	return v.ShiftArithmetic(ir.I32, v.ShiftLeft(ir.I32, x, n), n)
}

// fusedAdd is a*b+c rounded once. Of several NaNs the instruction returns its second operand, then the first, then the
// third.
func (v *Writer) fusedAdd(t ir.Type, a, b, c asm.Reg) asm.Reg {
	return v.update(typed(t, asm.Vfmadd213ps, asm.Vfmadd213pd), b, a, c, 0)
}

// fusedSubtract is c-a*b rounded once.
func (v *Writer) fusedSubtract(t ir.Type, a, b, c asm.Reg) asm.Reg {
	return v.update(typed(t, asm.Vfnmadd213ps, asm.Vfnmadd213pd), a, b, c, 0)
}

// NegateWhere negates the lanes in which sign is -1; in the others it is 0.
func (v *Writer) NegateWhere(t ir.Type, x, sign asm.Reg) asm.Reg {
	return v.Sub(t, v.Xor(x, sign), sign)
}
