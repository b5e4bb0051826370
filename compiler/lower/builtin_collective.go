package lower

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Collective functions of work-groups use a scratch area at the start of local memory, which all kernels of a unit with
// such calls have: each work-item stores its value there, one combines them (ir.OpFold), and all read the results. A
// work-item stores its next value only after all have passed the barrier that follows the OpFold; and before that
// barrier only the combining work-item reads values of others. So no further barriers are needed.

// scratchAlign is the alignment of the scratch: that of whole vectors.
const scratchAlign = 64

// scratch is a place in the scratch area: the index-th element after an offset.
func (l *funcLowerer) scratch(t *ast.Type, offset uint64, index ir.ValueID) place {
	base := l.PtrAdd(l.scratchStart(), l.Const(ir.I64, offset))
	at := l.Bin(ir.OpMul, index, l.Const(ir.I64, t.Size()))
	return place{addr: l.PtrAdd(base, at), space: ir.SpaceLocal, typ: t, align: t.Size()}
}

func (l *funcLowerer) scratchStart() ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpLocalBase, Type: ir.Ptr})
}

func (l *funcLowerer) localLinearID() ir.ValueID {
	return l.linear(ir.OpLocalSize, func(d uint8) ir.ValueID { return l.WorkItem(ir.OpLocalID, d) })
}

// groupItems is the number of work-items of this group.
func (l *funcLowerer) groupItems() ir.ValueID {
	size := func(d uint8) ir.ValueID { return l.WorkItem(ir.OpLocalSize, d) }
	return l.Bin(ir.OpMul, l.Bin(ir.OpMul, size(0), size(1)), size(2))
}

func (l *funcLowerer) waitForGroup() { l.emitBarrier(uint64(ir.MemLocal)) }

// fold combines the values of all work-items.
func (l *funcLowerer) fold(t *ast.Type, f folding, mode ir.FoldMode, value ir.ValueID) {
	l.store(l.scratch(t, ir.FoldElements, l.localLinearID()), l.List(value))
	l.waitForGroup()
	l.Emit(ir.Instr{Op: ir.OpFold, Kind: uint8(f.kind), Imm: uint64(mode),
		Args: l.List(l.scratchStart(), l.groupItems(), f.neutral)})
	l.waitForGroup()
}

// reduce combines the values of all work-items to one.
func (l *funcLowerer) reduce(t *ast.Type, f folding, value ir.ValueID) ir.ValueID {
	l.fold(t, f, ir.FoldAll, value)
	return l.load(l.scratch(t, 0, l.Const(ir.I64, 0)))[0]
}

// groupVote is work_group_all and work_group_any: the minimum or maximum of 0 and 1.
func (l *funcLowerer) groupVote(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	t := ast.Basic(ast.Int)
	vote := l.Conv(ir.OpZExt, ir.I32, 0, l.notZero(args[0][0], t))
	if c.Name == "work_group_all" {
		return one(l.reduce(t, folding{ir.AtomicUMin, l.Const(ir.I32, 1)}, vote))
	}
	return one(l.reduce(t, folding{ir.AtomicUMax, l.Const(ir.I32, 0)}, vote))
}

// groupBroadcast has all work-items read the value stored by the one with the given local id. Dimensions that are not
// given are 0. As all read a value of another, they wait before they store more.
func (l *funcLowerer) groupBroadcast(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	l.store(l.scratch(c.Elem, ir.FoldElements, l.localLinearID()), args[0])
	source := l.linear(ir.OpLocalSize, func(d uint8) ir.ValueID {
		if int(d)+1 < len(args) {
			return args[d+1][0]
		}
		return l.Const(ir.I64, 0)
	})
	l.waitForGroup()
	value := l.load(l.scratch(c.Elem, ir.FoldElements, source))
	l.waitForGroup()
	return value
}

func (l *funcLowerer) groupReduce(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	elem, v := l.foldElement(c, args[0][0])
	return one(l.reduce(elem, l.groupOperation(c, elem), v))
}

func (l *funcLowerer) groupScan(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	elem, v := l.foldElement(c, args[0][0])
	l.fold(elem, l.groupOperation(c, elem), ir.FoldEach, v)
	results := uint64(ir.FoldResults)
	if strings.Contains(c.Name, "_exclusive_") {
		results -= elem.Size()
	}
	return l.load(l.scratch(elem, results, l.localLinearID()))
}
