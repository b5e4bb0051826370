package translate

import (
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
)

// Integers of odd widths (compiler/spirv/integers.go): in registers they have zeros above their bits.

// signExtended are the values of integers of odd widths with their signs in the upper bits, and others as they are.
func (e *emitter) signExtended(t *spirv.Type, values []ir.ValueID) []ir.ValueID {
	if t.IsWide() {
		by := e.word(uint64(128 - t.Bits))
		return []ir.ValueID{values[0], e.Bin(ir.OpAShr, e.Bin(ir.OpShl, values[1], by), by)}
	}
	if !t.IsOdd() {
		return values
	}
	return e.each(values, func(v ir.ValueID) ir.ValueID {
		by := e.Const(e.Func.Type(v), uint64(t.ContainerBits()-t.Bits))
		return e.Bin(ir.OpAShr, e.Bin(ir.OpShl, v, by), by)
	})
}

// cut are the values of the instruction's result, those of odd widths with zeros in the upper bits.
func (e *emitter) cut(values []ir.ValueID) []ir.ValueID {
	switch {
	case e.in.Type == 0, len(values) == 0:
		return values
	case e.result().IsWide() && len(values) == 2:
		return []ir.ValueID{values[0], e.Bin(ir.OpAnd, values[1], e.word(^uint64(0)>>(128-e.result().Bits)))}
	case !e.result().Scalar().IsOdd():
		return values
	}
	return e.each(values, func(v ir.ValueID) ir.ValueID { return e.cutTo(e.result().Scalar(), v) })
}

func (e *emitter) cutTo(t *spirv.Type, v ir.ValueID) ir.ValueID {
	return e.Bin(ir.OpAnd, v, e.Const(e.Func.Type(v), 1<<t.Bits-1))
}

// eachPiece calls a function for the pieces of the bytes that an integer takes in memory, which may be fewer than those
// of its container: their sizes are powers of two.
func eachPiece(t *spirv.Type, do func(offset uint64, bits uint)) {
	left, offset := uint64(t.Bits+7)/8, uint64(0)
	for size := uint64(4); left > 0; size /= 2 {
		for ; left >= size; left, offset = left-size, offset+size {
			do(offset, uint(8*size))
		}
	}
}

// loadOdd reads only the bytes that the integer has.
func (e *emitter) loadOdd(t *spirv.Type, p lower.Place) ir.ValueID {
	r := e.register(t)
	v := e.Const(r, 0)
	eachPiece(t, func(offset uint64, bits uint) {
		piece := e.resize(e.Load(intType(bits, false), e.at(p, offset)), r, false)
		v = e.Bin(ir.OpOr, v, e.Bin(ir.OpShl, piece, e.Const(r, 8*offset)))
	})
	return e.cutTo(t, v)
}

// loadUpper reads the bytes above the first eight of a wide integer.
func (e *emitter) loadUpper(t *spirv.Type, p lower.Place) ir.ValueID {
	if up := upper(t); up.IsOdd() {
		return e.resize(e.loadOdd(up, p), ir.I64, false)
	}
	return e.resize(e.Load(intType(t.Bits-64, false), p), ir.I64, false)
}

func (e *emitter) storeUpper(t *spirv.Type, p lower.Place, v ir.ValueID) {
	up := upper(t)
	e.storeOdd(up, p, e.resize(v, e.register(up), false))
}

func (e *emitter) storeOdd(t *spirv.Type, p lower.Place, v ir.ValueID) {
	r := e.register(t)
	eachPiece(t, func(offset uint64, bits uint) {
		piece := e.Bin(ir.OpLShr, v, e.Const(r, 8*offset))
		e.Store(intType(bits, false), e.at(p, offset), e.resize(piece, intRegisters[bits], false))
	})
}
