package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Instructions as expressions: each function emits one instruction, or what replaces it on the other ISA, and gives the
// fresh register of its result. Types tell the width of the lanes: 64 bits, or else 32.

func (v *vec) unary(op asm.Op, b asm.Reg) asm.Reg {
	t := v.temp()
	v.op2(op, t, b)
	return t
}

func (v *vec) binary(op asm.Op, a, b asm.Reg) asm.Reg {
	t := v.temp()
	v.op3(op, t, a, b)
	return t
}

// immediate is op(b, imm).
func (v *vec) immediate(op asm.Op, b asm.Reg, imm int64) asm.Reg {
	return v.binaryImm(op, asm.NoReg, b, imm)
}

// binaryImm is op(a, b, imm).
func (v *vec) binaryImm(op asm.Op, a, b asm.Reg, imm int64) asm.Reg {
	t := v.temp()
	v.emit(asm.Inst{Op: op, Len: v.isa.length(), Dst: t, A: a, B: b, Imm: imm})
	return t
}

// update is an operation that reads and writes its first operand: op(x, a, b, imm), in a copy of x.
func (v *vec) update(op asm.Op, x, a, b asm.Reg, imm int64) asm.Reg {
	t := v.temp()
	v.op2(asm.MoveV, t, x)
	v.emit(asm.Inst{Op: op, Len: v.isa.length(), Dst: t, A: a, B: b, Imm: imm})
	return t
}

// rounded is op(b) with a rounding of its own; AVX-512 only.
func (v *vec) rounded(op asm.Op, b asm.Reg, mode asm.Rounding) asm.Reg {
	t := v.temp()
	v.emit(asm.Inst{Op: op, Len: v.isa.length(), Dst: t, B: b, Rounding: mode})
	return t
}

// binaryRounded is op(a, b) with a rounding of its own; AVX-512 only.
func (v *vec) binaryRounded(op asm.Op, a, b asm.Reg, mode asm.Rounding) asm.Reg {
	t := v.temp()
	v.emit(asm.Inst{Op: op, Len: v.isa.length(), Dst: t, A: a, B: b, Rounding: mode})
	return t
}

// bitsOf is a constant in all lanes of the type's width.
func (v *vec) bitsOf(t ir.Type, bits32 uint32, bits64 uint64) asm.Reg {
	if t.Bits() == 64 {
		return v.const64(bits64)
	}
	return v.const32(bits32)
}

// number is a small integer in all lanes.
func (v *vec) number(t ir.Type, n int64) asm.Reg { return v.bitsOf(t, uint32(n), uint64(n)) }

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

func (v *vec) and(a, b asm.Reg) asm.Reg { return v.do(ir.OpAnd, ir.I32, a, b) }
func (v *vec) or(a, b asm.Reg) asm.Reg  { return v.do(ir.OpOr, ir.I32, a, b) }
func (v *vec) xor(a, b asm.Reg) asm.Reg { return v.do(ir.OpXor, ir.I32, a, b) }

// andNot is ^a & b.
func (v *vec) andNot(a, b asm.Reg) asm.Reg {
	if v.isa == AVX512 {
		return v.binary(asm.Vpandnd, a, b)
	}
	return v.binary(asm.Vpandn, a, b)
}

func (v *vec) add(t ir.Type, a, b asm.Reg) asm.Reg { return v.do(ir.OpAdd, laneType(t), a, b) }
func (v *vec) sub(t ir.Type, a, b asm.Reg) asm.Reg { return v.do(ir.OpSub, laneType(t), a, b) }

// shiftLeft and the other two shift all lanes by n.
func (v *vec) shiftLeft(t ir.Type, x asm.Reg, n uint) asm.Reg {
	if bits, ok := v.constantIn(x); ok && t.Bits() == 32 {
		return v.const32(uint32(bits) << n)
	}
	return v.immediate(typed(t, asm.Vpslld, asm.Vpsllq), x, int64(n))
}

func (v *vec) shiftRight(t ir.Type, x asm.Reg, n uint) asm.Reg {
	return v.immediate(typed(t, asm.Vpsrld, asm.Vpsrlq), x, int64(n))
}

func (v *vec) shiftArithmetic(t ir.Type, x asm.Reg, n uint) asm.Reg {
	if v.isa == AVX2 && t.Bits() == 64 {
		sign := v.signs(t, x)
		return v.xor(v.shiftRight(t, v.xor(x, sign), n), sign)
	}
	return v.immediate(typed(t, asm.Vpsrad, asm.Vpsraq), x, int64(n))
}

// signs is all ones in lanes that are negative, else zero.
func (v *vec) signs(t ir.Type, x asm.Reg) asm.Reg {
	if v.isa == AVX2 && t.Bits() == 64 {
		return v.binary(asm.Vpcmpgtq, v.const64(0), x)
	}
	return v.immediate(typed(t, asm.Vpsrad, asm.Vpsraq), x, int64(laneType(t).Bits())-1)
}

// narrowMask is a register with ones in the bits of a type below 32 bits.
func (v *vec) narrowMask(t ir.Type) asm.Reg { return v.const32(uint32(t.Mask())) }

// zeroExtend cuts lanes to the width of a small type.
func (v *vec) zeroExtend(t ir.Type, x asm.Reg) asm.Reg {
	if t.Bits() >= 32 {
		return x
	}
	return v.and(x, v.narrowMask(t))
}

// signExtend makes a 32-bit number of a small signed one; what stands in the upper bits of the lane does not matter.
func (v *vec) signExtend(t ir.Type, x asm.Reg) asm.Reg {
	if t.Bits() >= 32 {
		return x
	}
	n := 32 - t.Bits()
	if bits, ok := v.constantIn(x); ok {
		return v.const32(uint32(int32(bits<<n) >> n))
	}
	return v.shiftArithmetic(ir.I32, v.shiftLeft(ir.I32, x, n), n)
}

// fusedAdd is a*b+c rounded once. Of several NaNs the instruction gives that in its second operand, then the first, then
// the third.
func (v *vec) fusedAdd(t ir.Type, a, b, c asm.Reg) asm.Reg {
	return v.update(typed(t, asm.Vfmadd213ps, asm.Vfmadd213pd), b, a, c, 0)
}

// fusedSubtract is c-a*b rounded once.
func (v *vec) fusedSubtract(t ir.Type, a, b, c asm.Reg) asm.Reg {
	return v.update(typed(t, asm.Vfnmadd213ps, asm.Vfnmadd213pd), a, b, c, 0)
}
