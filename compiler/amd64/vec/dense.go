package vec

import (
	"encoding/binary"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Dense values: the bytes or words of several vectors side by side in one register, in the order of the lanes. A truth
// value is all ones in an element, or zero, on both instruction sets. Operations on elements are those of packed
// elements (packed.go), which do not ask whose an element is.

// DenseConst is a constant in all elements of a size.
func (v *Writer) DenseConst(t ir.Type, bits uint64, bytes uint8) asm.Reg {
	if t == ir.I1 {
		return v.Const32(-uint32(bits & 1))
	}
	return v.Const32(repeated(ir.Element{Bits: 8 * uint(bytes)}, uint(bits)))
}

// DenseSpread is the lowest element of a register in all elements.
func (v *Writer) DenseSpread(low asm.Reg, bytes uint8) asm.Reg {
	return v.unary(bySize(bytes, asm.Vpbroadcastb, asm.Vpbroadcastw), low)
}

func bySize(bytes uint8, ofByte, ofWord asm.Op) asm.Op {
	if bytes == 1 {
		return ofByte
	}
	return ofWord
}

// DensePack makes bytes of four vectors, or words of two, whose lanes are zero-extended elements.
func (v *Writer) DensePack(x []asm.Reg) asm.Reg { return v.densePack(x, asm.Vpackusdw, asm.Vpackuswb) }

// DensePackMasks is DensePack of masks.
func (v *Writer) DensePackMasks(x []asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		vectors := make([]asm.Reg, len(x))
		for i, m := range x {
			vectors[i] = v.unary(asm.Vpmovm2d, m)
		}
		x = vectors
	}
	return v.densePack(x, asm.Vpackssdw, asm.Vpacksswb)
}

// densePack packs within each 128 bits, which leaves the quarters of the vectors in turn.
func (v *Writer) densePack(x []asm.Reg, toWords, toBytes asm.Op) asm.Reg {
	if len(x) == 2 {
		return v.inOrder(v.Binary(toWords, x[0], x[1]))
	}
	packed := v.Binary(toBytes, v.Binary(toWords, x[0], x[1]), v.Binary(toWords, x[2], x[3]))
	var table []byte
	quarters := v.ISA.VectorBytes() / 16
	for i := range 4 * quarters {
		table = binary.LittleEndian.AppendUint32(table, uint32(i%quarters*4+i/quarters))
	}
	return v.Binary(asm.Vpermd, v.Table(table), packed)
}

// inOrder puts the eighths of two registers, which come in turn from each of 128 bits, one register after the other.
func (v *Writer) inOrder(x asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 {
		return v.immediate(asm.Vpermq, x, 0xd8)
	}
	var table []byte
	for i := range 8 {
		table = binary.LittleEndian.AppendUint64(table, uint64(i%4*2+i/4))
	}
	return v.Binary(asm.Vpermq, v.Table(table), x)
}

// DenseLanes are the elements of the vector with a number, zero-extended in lanes of 32 bits.
func (v *Writer) DenseLanes(x asm.Reg, bytes uint8, n int) asm.Reg {
	if bytes == 2 {
		return v.unary(asm.Vpmovzxwd, v.densePiece(x, n))
	}
	if v.ISA == asm.AVX512 {
		if n > 0 {
			x = v.immediate(asm.Vextracti32x4, x, int64(n))
		}
		return v.unary(asm.Vpmovzxbd, x)
	}
	x = v.densePiece(x, n/2)
	if n%2 == 1 {
		upper := v.Temp()
		v.Emit(asm.Inst{Op: asm.Vpsrldq, Len: asm.L128, Dst: upper, B: x, Imm: 8})
		x = upper
	}
	return v.unary(asm.Vpmovzxbd, x)
}

// densePiece is the lower or upper half of a register.
func (v *Writer) densePiece(x asm.Reg, n int) asm.Reg {
	if n == 0 {
		return x
	}
	return v.highHalf(x)
}

// DenseWiden makes words of the lower or upper half of the bytes of a register.
func (v *Writer) DenseWiden(x asm.Reg, n int, isSigned bool) asm.Reg {
	return v.unary(v.DenseWidening(isSigned), v.densePiece(x, n))
}

// DenseWidening is the instruction that makes words of bytes.
func (v *Writer) DenseWidening(isSigned bool) asm.Op {
	if isSigned {
		return asm.Vpmovsxbw
	}
	return asm.Vpmovzxbw
}

// DenseNarrow makes bytes of the words of two registers, which are bytes already or are truncated.
func (v *Writer) DenseNarrow(x, y asm.Reg, areBytes bool) asm.Reg {
	if !areBytes {
		lower := v.Const32(0x00ff00ff)
		x, y = v.And(x, lower), v.And(y, lower)
	}
	return v.inOrder(v.Binary(asm.Vpackuswb, x, y))
}

// DenseInverted reports whether a comparison is made by its opposite, so that the elements are all ones where it does
// not hold.
func DenseInverted(pred ir.ICmpPred) bool {
	switch pred {
	case ir.NE, ir.SLE, ir.SGE, ir.UGT, ir.ULT:
		return true
	}
	return false
}

// DenseCompare compares elements: all ones where the comparison holds, or, if it is inverted, where not.
func (v *Writer) DenseCompare(pred ir.ICmpPred, bytes uint8, x, y asm.Reg) asm.Reg {
	of := func(op ir.Op, pred ir.ICmpPred, a, b asm.Reg) asm.Reg {
		return v.denseElement(ir.Element{Op: op, Pred: pred, Bits: 8 * uint(bytes)}, a, b)
	}
	switch pred {
	case ir.SGT, ir.SLE:
		return of(ir.OpICmp, ir.SGT, x, y)
	case ir.SLT, ir.SGE:
		return of(ir.OpICmp, ir.SGT, y, x)
	case ir.UGE, ir.ULT:
		return of(ir.OpICmp, ir.EQ, x, of(ir.OpUMax, 0, x, y))
	case ir.ULE, ir.UGT:
		return of(ir.OpICmp, ir.EQ, x, of(ir.OpUMin, 0, x, y))
	}
	return of(ir.OpICmp, ir.EQ, x, y)
}

// DenseNot is the opposite of truth values.
func (v *Writer) DenseNot(x asm.Reg) asm.Reg { return v.Xor(x, v.Const32(^uint32(0))) }

// DenseChoose is then where truth values hold, otherwise elsewhere.
func (v *Writer) DenseChoose(truth, then, otherwise asm.Reg) asm.Reg {
	if v.ISA == asm.AVX512 {
		return v.Or(v.And(truth, then), v.AndNot(truth, otherwise))
	}
	r := v.Temp()
	v.Emit(asm.Inst{Op: asm.Vpblendvb, Len: asm.L256, Dst: r, A: otherwise, B: then, C: truth})
	return r
}

// DenseBinary is an operation of two operands on elements.
func (v *Writer) DenseBinary(op ir.Op, bytes uint8, x, y asm.Reg) asm.Reg {
	switch op {
	case ir.OpAnd:
		return v.And(x, y)
	case ir.OpOr:
		return v.Or(x, y)
	case ir.OpXor:
		return v.Xor(x, y)
	}
	return v.denseElement(ir.Element{Op: op, Bits: 8 * uint(bytes)}, x, y)
}

func (v *Writer) denseElement(e ir.Element, x, y asm.Reg) asm.Reg {
	kind, ok := ir.PackedOf(e)
	if !ok {
		panic("BUG: no operation on elements")
	}
	return packedElements(v, Operation{Op: ir.OpPacked, Kind: uint8(kind), Type: ir.I32, From: ir.I32},
		[3]asm.Reg{x, y})
}

// Into lets make write instructions, and gives its result the name of a fresh register.
func (v *Writer) Into(dst asm.Reg, make func() asm.Reg) {
	start := len(v.Fn.Insts)
	v.rename(start, []asm.Reg{dst}, []asm.Reg{make()})
}
