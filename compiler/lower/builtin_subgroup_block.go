package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
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
		out[i] = l.load(l.blockElement(c.Params[0], args[0][0], i))[0]
	}
	return out
}

func (l *funcLowerer) blockWrite(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	for i, v := range args[1] {
		l.store(l.blockElement(c.Params[0], args[0][0], i), one(v))
	}
	return nil
}

func (l *funcLowerer) blockPrefetch(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	l.Emit(ir.Instr{Op: ir.OpPrefetch, Space: spaces[c.Params[0].Space], Args: args[0]})
	return nil
}
