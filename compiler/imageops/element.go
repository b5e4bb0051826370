package imageops

import (
	"math/bits"

	"heddle/compiler/ir"
	"heddle/image"
)

// Elements in memory. One of 1 or 2 bytes is loaded as such, one of more as words of 4 bytes, which is what vectors of
// 32-bit lanes want. Where there are three channels of whole bytes, each is a word.

const wordBytes = 4

// element is an element's words, lowest first, of i32, or of f32 where the channels are floats of 32 bits.
type element []ir.ValueID

// unitBytes is what indices of memory count: elements, words of elements larger than what an index can be scaled by,
// and bytes where elements are not whole ones.
func unitBytes(info *image.Info) int {
	switch {
	case info.BlockElements > 1:
		return 1
	case info.Bytes > 8 || !isPowerOfTwo(info.Bytes):
		return int(wordBits(info)) / 8
	}
	return info.Bytes
}

func isPowerOfTwo(n int) bool { return n&(n-1) == 0 }

// wordBits is the size of an element's words in memory.
func wordBits(info *image.Info) uint8 {
	if !isPowerOfTwo(info.Bytes) {
		return info.Channels[0].Width
	}
	return uint8(8 * min(info.Bytes, wordBytes))
}

// wordCount is how many words an element has.
func wordCount(info *image.Info) int { return 8 * info.Bytes / int(wordBits(info)) }

// wordType is the type of an element's words.
func wordType(info *image.Info) ir.Type {
	switch {
	case wordBits(info) == 8:
		return ir.I8
	case wordBits(info) == 16:
		return ir.I16
	case info.Channels[0].Conversion == image.Float:
		return ir.F32
	}
	return ir.I32
}

// exactly adds an operation on non-negative numbers whose result is one, too.
func (x *expander) exactly(op ir.Op, v, w ir.ValueID) ir.ValueID {
	result := x.Bin(op, v, w)
	x.fn.Instr(result).Flags |= ir.FlagNoWrap
	return result
}

// pitchOffsets are the fields of a descriptor with the distance of neighbours along an axis.
var pitchOffsets = [3]int64{1: image.OffsetRowPitch, 2: image.OffsetSlicePitch}

// row is the offset of the row of a place, in units, and the type of such offsets; 0 if there is one row.
func (o *operation) row(s *surface, at *[3]ir.ValueID) (offset ir.ValueID, t ir.Type) {
	t = ir.I32
	if o.image&isLarge != 0 {
		t = ir.I64
	}
	unit := bits.TrailingZeros(uint(unitBytes(o.format)))
	for i, field := range pitchOffsets {
		if i == 0 || at[i] == 0 {
			continue
		}
		pitch := o.Bin(ir.OpLShr, o.field(s.descriptor, ir.I64, field), o.Const(ir.I64, uint64(unit)))
		if t == ir.I32 {
			pitch = o.Conv(ir.OpTrunc, t, 0, pitch)
		}
		product := o.exactly(ir.OpMul, o.extended(at[i], t), pitch)
		if offset != 0 {
			product = o.exactly(ir.OpAdd, offset, product)
		}
		offset = product
	}
	return offset, t
}

// extended is an index as a number of a type.
func (x *expander) extended(v ir.ValueID, t ir.Type) ir.ValueID {
	if t == ir.I32 {
		return v
	}
	return x.Conv(ir.OpZExt, t, 0, v)
}

// address is where an element that is inside begins.
func (o *operation) address(s *surface, at *[3]ir.ValueID) ir.ValueID {
	return o.PtrAdd(o.field(s.descriptor, ir.Ptr, image.OffsetData), o.offset(s, at))
}

// offset is how many bytes behind the first element one begins that is inside.
func (o *operation) offset(s *surface, at *[3]ir.ValueID) ir.ValueID {
	offset, t := o.row(s, at)
	x := o.extended(at[0], t)
	unit := unitBytes(o.format)
	switch words := o.format.Bytes / unit; {
	case !isPowerOfTwo(words):
		x = o.exactly(ir.OpMul, x, o.Const(t, uint64(words)))
	case words > 1:
		x = o.exactly(ir.OpShl, x, o.Const(t, uint64(bits.TrailingZeros(uint(words)))))
	}
	if offset != 0 {
		x = o.exactly(ir.OpAdd, offset, x)
	}
	return o.bytesOf(x, unit)
}

// inUnits is the address of a unit, by its number.
func (o *operation) inUnits(s *surface, number ir.ValueID, unit int) ir.ValueID {
	return o.PtrAdd(o.field(s.descriptor, ir.Ptr, image.OffsetData), o.bytesOf(number, unit))
}

// bytesOf is the offset of a unit, by its number.
func (o *operation) bytesOf(number ir.ValueID, unit int) ir.ValueID {
	if o.fn.Type(number) == ir.I32 {
		number = o.Conv(ir.OpSExt, ir.I64, 0, number)
	}
	if unit > 1 {
		number = o.Bin(ir.OpShl, number, o.Const(ir.I64, uint64(bits.TrailingZeros(uint(unit)))))
	}
	return number
}

// load reads an element, zeros for one outside: these are the border colour of all channels that a format has.
func (o *operation) load(s *surface, p *place) (e element) {
	if o.format.BlockElements > 1 {
		return element{o.unlessOutside(p.inside, o.loadPacked(s, &p.at))}
	}
	return o.words(o.address(s, &p.at), p.inside)
}

// words reads an element at its address.
func (o *operation) words(address, inside ir.ValueID) (e element) {
	t := wordType(o.format)
	for i := range wordCount(o.format) {
		word := o.Load(t, o.PtrAddConst(address, int64(i)*int64(t.Bytes())), o.space, uint8(t.Bytes()))
		if t.Bytes() < wordBytes {
			word = o.Conv(ir.OpZExt, ir.I32, 0, word)
		}
		e = append(e, o.unlessOutside(inside, word))
	}
	return e
}

// loadPacked reads an element that is not whole bytes: those of a block are a byte each with their upper bits, and then
// one with the lower bits of all, those of the first element lowest.
func (o *operation) loadPacked(s *surface, at *[3]ir.ValueID) ir.ValueID {
	count := uint64(o.format.BlockElements)
	low := 8 / count // bits
	constant := func(c uint64) ir.ValueID { return o.Const(ir.I32, c) }
	block := o.Bin(ir.OpLShr, at[0], constant(uint64(bits.TrailingZeros64(count))))
	index := o.Bin(ir.OpAnd, at[0], constant(count-1))
	start, t := o.row(s, at)
	first := o.exactly(ir.OpMul, o.extended(block, t), o.Const(t, uint64(o.format.BlockBytes)))
	if start != 0 {
		first = o.exactly(ir.OpAdd, start, first)
	}
	upper := o.inUnits(s, o.exactly(ir.OpAdd, first, o.extended(index, t)), 1)
	lower := o.PtrAddConst(o.inUnits(s, first, 1), int64(count))
	read := func(p ir.ValueID) ir.ValueID { return o.Conv(ir.OpZExt, ir.I32, 0, o.Load(ir.I8, p, o.space, 1)) }
	rest := o.Bin(ir.OpLShr, read(lower), o.Bin(ir.OpMul, index, constant(low)))
	rest = o.Bin(ir.OpAnd, rest, constant(1<<low-1))
	return o.Bin(ir.OpOr, o.Bin(ir.OpShl, read(upper), constant(low)), rest)
}

// store writes an element that is inside.
func (o *operation) store(s *surface, at *[3]ir.ValueID, e element) {
	address, t := o.address(s, at), wordType(o.format)
	for i, word := range e {
		if t.Bytes() < wordBytes {
			word = o.Conv(ir.OpTrunc, t, 0, word)
		}
		o.Store(o.PtrAddConst(address, int64(i)*int64(t.Bytes())), word, ir.SpaceGlobal, uint8(t.Bytes()))
	}
}
