package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Integers: shifts, rotations, saturation, and the operations on 64 bits that AVX2 lacks.

func setIntegerRules() {
	partRules[ir.OpShl] = shiftLane
	partRules[ir.OpLShr] = shiftLane
	partRules[ir.OpAShr] = shiftLane
	partRules[ir.OpRotl] = rotateLane
	partRules[ir.OpBSwap] = swapBytes
	partRules[ir.OpAddSatU] = addSaturateUnsigned
	partRules[ir.OpSubSatU] = subSaturateUnsigned
	partRules[ir.OpAddSatS] = saturateSigned
	partRules[ir.OpSubSatS] = saturateSigned
	for op, rule := range map[ir.Op]partRule{
		ir.OpSMin: minMaxLong, ir.OpSMax: minMaxLong, ir.OpUMin: minMaxLong, ir.OpUMax: minMaxLong,
	} {
		partRulesAVX2[op] = rule
	}
	maskRules[ir.OpAnd] = func(v *Writer, _ Operation, x [3]asm.Reg) asm.Reg { return v.maskAnd(x[0], x[1]) }
	maskRules[ir.OpOr] = func(v *Writer, _ Operation, x [3]asm.Reg) asm.Reg { return v.maskOr(x[0], x[1]) }
	maskRules[ir.OpXor] = func(v *Writer, _ Operation, x [3]asm.Reg) asm.Reg { return v.maskXor(x[0], x[1]) }
}

// shiftOps are the shifts by a count per lane of 16 (AVX-512), 32 and 64 bits.
var shiftOps = map[ir.Op][3]asm.Op{
	ir.OpShl:  {asm.Vpsllvw, asm.Vpsllvd, asm.Vpsllvq},
	ir.OpLShr: {asm.Vpsrlvw, asm.Vpsrlvd, asm.Vpsrlvq},
	ir.OpAShr: {asm.Vpsravw, asm.Vpsravd, asm.Vpsravq},
}

// shiftLane shifts by counts per lane. For counts beyond the width the instructions give zero, while the operation
// takes counts modulo the width.
func shiftLane(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	ops, bits := shiftOps[o.Op], o.Type.Bits()
	if n, ok := v.constantIn(x[1]); ok {
		return v.shiftBy(o, x[0], uint(n)&(bits-1))
	}
	count := v.And(x[1], v.Number(o.Type, int64(bits-1)))
	switch {
	case bits == 64 && v.ISA == asm.AVX2 && o.Op == ir.OpAShr:
		sign := v.Signs(ir.I64, x[0])
		return v.Xor(v.Binary(asm.Vpsrlvq, v.Xor(x[0], sign), count), sign)
	case bits == 64:
		return v.Binary(ops[2], x[0], count)
	case bits == 32:
		return v.Binary(ops[1], x[0], count)
	case bits == 16 && v.ISA == asm.AVX512: // the upper word, 0, is shifted by 0
		return v.Binary(ops[0], x[0], count)
	case o.Op == ir.OpLShr:
		return v.Binary(ops[1], x[0], count)
	case o.Op == ir.OpAShr:
		return v.ZeroExtend(o.Type, v.Binary(ops[1], v.signExtend(o.Type, x[0]), count))
	}
	return v.ZeroExtend(o.Type, v.Binary(ops[1], x[0], count))
}

// wordShifts are the shifts of words by an immediate; the upper words of the lanes stay zero.
var wordShifts = map[ir.Op]asm.Op{ir.OpShl: asm.Vpsllw, ir.OpLShr: asm.Vpsrlw, ir.OpAShr: asm.Vpsraw}

// shiftBy shifts all lanes by n, which is below the width.
func (v *Writer) shiftBy(o Operation, x asm.Reg, n uint) asm.Reg {
	switch {
	case o.Type == ir.I16:
		return v.immediate(wordShifts[o.Op], x, int64(n))
	case o.Op == ir.OpLShr:
		return v.ShiftRight(o.Type, x, n)
	case o.Op == ir.OpShl:
		return v.ZeroExtend(o.Type, v.ShiftLeft(o.Type, x, n))
	case o.Type == ir.I8:
		return v.ZeroExtend(o.Type, v.ShiftArithmetic(ir.I32, v.ShiftLeft(ir.I32, x, 24), 24+n))
	}
	return v.ShiftArithmetic(o.Type, x, n)
}

// rotateLane rotates by counts per lane. A byte or word is repeated over its lane: then a left shift leaves the rotated
// one in the upper end of the lane.
func rotateLane(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	bits := o.Type.Bits()
	if n, ok := v.constantIn(x[1]); ok {
		return v.rotateBy(o.Type, x[0], uint(n)&(bits-1))
	}
	if v.ISA == asm.AVX512 && bits >= 32 { // takes counts modulo the width by itself
		return v.Binary(typed(o.Type, asm.Vprolvd, asm.Vprolvq), x[0], x[1])
	}
	count := v.And(x[1], v.Number(o.Type, int64(bits-1)))
	if bits < 32 {
		spread := v.Binary(asm.Vpshufb, x[0], v.spreadTable(bits/8))
		return v.ShiftRight(ir.I32, v.Binary(asm.Vpsllvd, spread, count), 32-bits)
	}
	left := v.Binary(typed(o.Type, asm.Vpsllvd, asm.Vpsllvq), x[0], count)
	rest := v.Sub(o.Type, v.Number(o.Type, int64(bits)), count)
	return v.Or(left, v.Binary(typed(o.Type, asm.Vpsrlvd, asm.Vpsrlvq), x[0], rest))
}

// rotateBy rotates all lanes by n, which is below the width. Whole bytes are moved by a table.
func (v *Writer) rotateBy(t ir.Type, x asm.Reg, n uint) asm.Reg {
	switch {
	case v.ISA == asm.AVX512 && t.Bits() >= 32:
		return v.immediate(typed(t, asm.Vprold, asm.Vprolq), x, int64(n))
	case n%8 == 0 && t.Bits() >= 32:
		return v.Binary(asm.Vpshufb, x, v.rotateTable(t.Bytes(), n/8))
	}
	left := v.ShiftLeft(t, x, n)
	return v.ZeroExtend(t, v.Or(left, v.ShiftRight(t, x, t.Bits()-n)))
}

// rotateTable is the table for vpshufb that rotates elements left by n bytes.
func (v *Writer) rotateTable(elementBytes uint64, n uint) asm.Reg {
	table := make([]byte, v.ISA.VectorBytes())
	for i := range table {
		within := (uint64(i) - uint64(n)) & (elementBytes - 1)
		table[i] = byte(uint64(i)&15&^(elementBytes-1) | within)
	}
	return v.Table(table)
}

// swapBytes reverses the bytes of each element.
func swapBytes(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	size := int(o.Type.Bytes())
	if size == 1 {
		return x[0]
	}
	table := make([]byte, v.ISA.VectorBytes())
	for i := range table {
		table[i] = byte(i&15&^(size-1) | (size-1)&^i)
		if size == 2 && i&2 != 0 {
			table[i] = byte(i & 15) // the upper word of a lane, 0
		}
	}
	return v.Binary(asm.Vpshufb, x[0], v.Table(table))
}

// spreadTable is the table for vpshufb that repeats the lowest bytes of each lane of 32 bits over the lane.
func (v *Writer) spreadTable(bytes uint) asm.Reg {
	table := make([]byte, v.ISA.VectorBytes())
	for i := range table {
		table[i] = byte(i&15&^3 + i%int(bytes))
	}
	return v.Table(table)
}

// minMaxLong is for 64 bits on AVX2.
func minMaxLong(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	pred := ir.SLT
	if o.Op == ir.OpUMin || o.Op == ir.OpUMax {
		pred = ir.ULT
	}
	less := v.CompareInt(pred, o.Type, x[0], x[1])
	if o.Op == ir.OpSMin || o.Op == ir.OpUMin {
		return v.Choose(o.Type, less, x[0], x[1])
	}
	return v.Choose(o.Type, less, x[1], x[0])
}

// addSaturateUnsigned is min(a, ^b) + b. With 64 bits on AVX2, where min is long, it tests the carry.
func addSaturateUnsigned(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 && o.Type == ir.I64 {
		sum := v.Add(o.Type, x[0], x[1])
		return v.Or(sum, v.CompareInt(ir.ULT, o.Type, sum, x[0]))
	}
	room := v.Xor(x[1], v.Number(o.Type, -1))
	return v.Add(o.Type, v.Do(ir.OpUMin, o.Type, x[0], room), x[1])
}

// subSaturateUnsigned is max(a, b) - b. With 64 bits on AVX2, where max is long, it tests the borrow.
func subSaturateUnsigned(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 && o.Type == ir.I64 {
		return v.AndNot(v.CompareInt(ir.ULT, o.Type, x[0], x[1]), v.Sub(o.Type, x[0], x[1]))
	}
	return v.Sub(o.Type, v.Do(ir.OpUMax, o.Type, x[0], x[1]), x[1])
}

// saturateSigned adds or subtracts 32 or 64 bits. A sum overflows if both operands have a sign that it does not have, a
// difference if the first operand's sign is neither the second's nor its own; then the result is the limit on the side
// of the first operand.
func saturateSigned(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	op, table := ir.OpAdd, int64(0x42)
	if o.Op == ir.OpSubSatS {
		op, table = ir.OpSub, 0x18
	}
	plain := v.Do(op, o.Type, x[0], x[1])
	limit := v.Xor(v.Signs(o.Type, x[0]), v.bitsOf(o.Type, 1<<31-1, 1<<63-1))
	var overflow asm.Reg
	switch {
	case v.ISA == asm.AVX512:
		overflow = v.update(asm.Vpternlogd, x[0], x[1], plain, table)
	case op == ir.OpAdd:
		overflow = v.And(v.Xor(x[0], plain), v.Xor(x[1], plain))
	default:
		overflow = v.And(v.Xor(x[0], x[1]), v.Xor(x[0], plain))
	}
	return v.ChooseBySign(o.Type, overflow, limit, plain)
}
