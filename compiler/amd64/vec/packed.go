package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Packed elements: four bytes or two halves in each lane of 32 bits. The machine has vectors of bytes and halves, and
// operations on a small type that are one instruction in lanes of their own (directRows) are one instruction on packed
// elements, too. Shifts of bytes are shifts of halves, of which a mask removes the bits from the neighbour; products of
// bytes are those of halves. The remaining operations go element by element.

func setPackedRules() { partRules[ir.OpPacked] = packedElements }

func packedElements(v *Writer, o Operation, x [3]asm.Reg) asm.Reg {
	if isSigned, ok := ir.PackedKind(o.Kind).Dot(); ok {
		return v.dot(isSigned, x[0], x[1])
	}
	e := ir.PackedKind(o.Kind).Element()
	switch {
	case e.Bits == 0:
		return v.shuffle(x[0], x[1])
	case e.Op == ir.OpInvalid:
		return v.Binary(ofElement(e, asm.Vpavgb, asm.Vpavgw), x[0], x[1])
	case e.Op == ir.OpICmp:
		return v.compareElements(e, x[0], x[1])
	}
	if op := v.direct(e.Op, elementType(e)); op != 0 {
		return v.Binary(op, x[0], x[1])
	}
	if e.Op == ir.OpMul {
		return v.multiplyBytes(x[0], x[1])
	}
	if n, ok := v.sameCount(e, x[1]); ok && isShift(e.Op) {
		return v.shiftElements(e, x[0], n)
	}
	return v.eachElement(e, x)
}

// elementType is the type of one element.
func elementType(e ir.Element) ir.Type {
	if e.Bits == 8 {
		return ir.I8
	}
	return ir.I16
}

// ofElement is the instruction for bytes, or that for halves.
func ofElement(e ir.Element, bytes, halves asm.Op) asm.Op {
	if e.Bits == 8 {
		return bytes
	}
	return halves
}

func isShift(op ir.Op) bool {
	return op == ir.OpShl || op == ir.OpLShr || op == ir.OpAShr || op == ir.OpRotl
}

// compareElements is all ones where elements are equal, or signed ones greater.
func (v *Writer) compareElements(e ir.Element, a, b asm.Reg) asm.Reg {
	if v.ISA == asm.AVX2 {
		if e.Pred == ir.EQ {
			return v.Binary(ofElement(e, asm.Vpcmpeqb, asm.Vpcmpeqw), a, b)
		}
		return v.Binary(ofElement(e, asm.Vpcmpgtb, asm.Vpcmpgtw), a, b)
	}
	predicate := int64(0)
	if e.Pred == ir.SGT {
		predicate = 6
	}
	truth := v.maskCompare(ofElement(e, asm.Vpcmpb, asm.Vpcmpw), a, b, predicate)
	return v.unary(ofElement(e, asm.Vpmovm2b, asm.Vpmovm2w), truth)
}

// shuffle moves the bytes within each lane. The instruction counts them within 16.
func (v *Writer) shuffle(x, from asm.Reg) asm.Reg {
	base := func(i int) byte { return byte(i & 12) }
	c, ok := v.dwordIn(from)
	if !ok {
		chosen := v.And(from, v.Const32(0x83838383))
		return v.Binary(asm.Vpshufb, x, v.Or(chosen, v.byteTable(base)))
	}
	return v.Binary(asm.Vpshufb, x, v.byteTable(func(i int) byte { return byte(c>>(8*(i&3)))&0x83 | base(i) }))
}

// byteTable is a constant vector of bytes.
func (v *Writer) byteTable(of func(i int) byte) asm.Reg {
	table := make([]byte, v.ISA.VectorBytes())
	for i := range table {
		table[i] = of(i)
	}
	return v.Table(table)
}

// multiplyBytes multiplies the bytes at even places as the lower halves of words of 16 bits, and those at odd places as
// words whose lower half is zero.
func (v *Writer) multiplyBytes(x, y asm.Reg) asm.Reg {
	even := v.And(v.Binary(asm.Vpmullw, x, y), v.Const32(0x00ff00ff))
	odd := v.Binary(asm.Vpmullw, v.And(x, v.Const32(0xff00ff00)), v.immediate(asm.Vpsrlw, y, 8))
	return v.Or(even, odd)
}

// sameCount is the shift count of all elements, if it is a constant and the same for all.
func (v *Writer) sameCount(e ir.Element, counts asm.Reg) (uint, bool) {
	c, ok := v.dwordIn(counts)
	n := uint(c) & (e.Bits - 1)
	return n, ok && repeated(e, n) == c&repeated(e, e.Bits-1)
}

// repeated is a number in each element of a word.
func repeated(e ir.Element, n uint) uint32 {
	if e.Bits == 8 {
		return uint32(n&0xff) * 0x01010101
	}
	return uint32(n&0xffff) * 0x00010001
}

// shiftElements shifts all elements by n, which is below their width.
func (v *Writer) shiftElements(e ir.Element, x asm.Reg, n uint) asm.Reg {
	switch {
	case n == 0:
		return x
	case e.Op == ir.OpRotl:
		left, right := e, e
		left.Op, right.Op = ir.OpShl, ir.OpLShr
		return v.Or(v.shiftElements(left, x, n), v.shiftElements(right, x, e.Bits-n))
	case e.Bits == 16:
		return v.immediate(wordShifts[e.Op], x, int64(n))
	case e.Op == ir.OpShl:
		return v.And(v.immediate(asm.Vpsllw, x, int64(n)), v.Const32(repeated(e, 0xff<<n)))
	}
	shifted := v.And(v.immediate(asm.Vpsrlw, x, int64(n)), v.Const32(repeated(e, 0xff>>n)))
	if e.Op == ir.OpLShr {
		return shifted
	}
	sign := v.Const32(repeated(e, 0x80>>n))
	return v.Binary(asm.Vpsubb, v.Xor(shifted, sign), sign)
}

// eachElement does the operation on one element of all lanes after the other.
func (v *Writer) eachElement(e ir.Element, x [3]asm.Reg) asm.Reg {
	result := asm.NoReg
	for at := uint(0); at < 32; at += e.Bits {
		one := v.Do(e.Op, elementType(e), v.elementAt(e, x[0], at), v.elementAt(e, x[1], at))
		if at > 0 {
			one = v.ShiftLeft(ir.I32, one, at)
			one = v.Or(result, one)
		}
		result = one
	}
	return result
}

// elementAt is an element, extended by zeros.
func (v *Writer) elementAt(e ir.Element, x asm.Reg, at uint) asm.Reg {
	if at > 0 {
		x = v.ShiftRight(ir.I32, x, at)
	}
	if at+e.Bits == 32 {
		return x
	}
	return v.ZeroExtend(elementType(e), x)
}
