package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
	"heddle/image"
)

// Reads and writes of blocks: element i of a work-item's vector is that at i times the size of the sub-group, plus the
// number of the work-item.

// blockElement is the place of the i-th element of the work-item.
func (l *funcLowerer) blockElement(pointer *ast.Type, addr ir.ValueID, i int) place {
	before := l.Bin(ir.OpMul, l.subGroupSize(), l.Const(ir.I32, uint64(i)))
	index := l.Bin(ir.OpAdd, l.subGroupLane(), before)
	return l.vectorAddress(pointer, addr, l.Conv(ir.OpZExt, ir.I64, 0, index), 1)
}

func (l *funcLowerer) blockRead(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	out := l.MakeList(c.Result.Lanes())
	for i := range out {
		if c.Params[0].Kind == ast.Image {
			out[i] = l.load(l.imageBlock(c.Result.Scalar(), args[0][0], args[1], i).place)[0]
			continue
		}
		out[i] = l.load(l.blockElement(c.Params[0], args[0][0], i))[0]
	}
	return out
}

func (l *funcLowerer) blockWrite(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if c.Params[0].Kind == ast.Image {
		for i, v := range args[2] {
			at := l.imageBlock(c.Params[2].Scalar(), args[0][0], args[1], i)
			inside, next := l.NewBlock(), l.NewBlock()
			l.Branch(at.isInside, ir.Edge{To: inside}, ir.Edge{To: next})
			l.SetBlock(inside)
			l.store(at.place, one(v))
			l.Jump(next)
			l.SetBlock(next)
		}
		return nil
	}
	for i, v := range args[1] {
		l.store(l.blockElement(c.Params[0], args[0][0], i), one(v))
	}
	return nil
}

// imageElement is a place in an image: the nearest one inside, and whether that is the one asked for.
type imageElement struct {
	place
	isInside ir.ValueID
}

// imageBlock is the place of the work-item's element in the i-th row of a block of an image, by the coordinates of the
// block's first byte. Rows end where as many words of 32 bits as there are elements do, or the memory of the row.
func (l *funcLowerer) imageBlock(t *ast.Type, descriptor ir.ValueID, at []ir.ValueID, i int) imageElement {
	field := func(typ ir.Type, offset int64) ir.ValueID {
		return l.Load(typ, l.PtrAddConst(descriptor, offset), ir.SpaceConstant, uint8(typ.Bytes()))
	}
	zero, size := l.Const(ir.I32, 0), l.Const(ir.I32, t.Size())
	width := l.Bin(ir.OpShl, field(ir.I32, image.OffsetWidth), l.Const(ir.I32, 2))
	pitch := field(ir.I64, image.OffsetRowPitch)
	row := l.Bin(ir.OpUMin, width, l.Conv(ir.OpTrunc, ir.I32, 0, pitch))
	x := l.Bin(ir.OpAdd, at[0], l.Bin(ir.OpMul, l.subGroupLane(), size))
	y := l.Bin(ir.OpAdd, at[1], l.Const(ir.I32, uint64(i)))
	last := func(n, step ir.ValueID) ir.ValueID { return l.Bin(ir.OpSMax, l.Bin(ir.OpSub, n, step), zero) }
	inX := l.Bin(ir.OpSMin, l.Bin(ir.OpSMax, x, zero), last(row, size))
	inY := l.Bin(ir.OpSMin, l.Bin(ir.OpSMax, y, zero), last(field(ir.I32, image.OffsetHeight), l.Const(ir.I32, 1)))
	offset := l.Bin(ir.OpAdd, l.Bin(ir.OpMul, l.Conv(ir.OpZExt, ir.I64, 0, inY), pitch),
		l.Conv(ir.OpZExt, ir.I64, 0, inX))
	isInside := l.Bin(ir.OpAnd, l.ICmp(ir.EQ, x, inX), l.ICmp(ir.EQ, y, inY))
	p := place{addr: l.PtrAdd(field(ir.Ptr, image.OffsetData), offset), space: ir.SpaceGlobal, typ: t, align: 1}
	return imageElement{p, isInside}
}

func (l *funcLowerer) blockPrefetch(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	l.Emit(ir.Instr{Op: ir.OpPrefetch, Space: spaces[c.Params[0].Space], Args: args[0]})
	return nil
}
