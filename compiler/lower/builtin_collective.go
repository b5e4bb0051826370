package lower

import (
	"math"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Collective functions of work-groups go through a scratch at the start of local memory, which a unit that calls any of
// them has in all its kernels. Work-items wait before they touch it, because others may still read an earlier result,
// and after each step. Reductions are atomics on one place: a work-group runs on one thread, so they are cheap. Scans
// need the order of work-items: all write their values, the first adds them up, all read.

// scratchAlign is the alignment of the scratch: that of its largest elements.
const scratchAlign = 8

// scratch is the place of the index-th element of the scratch.
func (l *funcLowerer) scratch(t *ast.Type, index ir.ValueID) place {
	base := l.Emit(ir.Instr{Op: ir.OpLocalBase, Type: ir.Ptr})
	offset := l.Bin(ir.OpMul, index, l.Const(ir.I64, t.Size()))
	return place{addr: l.PtrAdd(base, offset), space: ir.SpaceLocal, typ: t, align: t.Size()}
}

func (l *funcLowerer) localLinearID() ir.ValueID {
	return l.linear(ir.OpLocalSize, func(d uint8) ir.ValueID { return l.WorkItem(ir.OpLocalID, d) })
}

func (l *funcLowerer) waitForGroup() { l.emitBarrier(uint64(ir.MemLocal)) }

// onlyIf runs a part of a kernel under a condition.
func (l *funcLowerer) onlyIf(condition ir.ValueID, part func()) {
	then, exit := l.NewBlock(), l.NewBlock()
	l.Branch(condition, ir.Edge{To: then}, ir.Edge{To: exit})
	l.SetBlock(then)
	part()
	l.Jump(exit)
	l.SetBlock(exit)
}

func (l *funcLowerer) isFirstItem() ir.ValueID {
	return l.ICmp(ir.EQ, l.localLinearID(), l.Const(ir.I64, 0))
}

// combine makes one value of those of all work-items by an atomic operation that starts from its neutral element.
func (l *funcLowerer) combine(t *ast.Type, kind ir.AtomicKind, neutral, value ir.ValueID) ir.ValueID {
	p := l.scratch(t, l.Const(ir.I64, 0))
	l.waitForGroup()
	l.onlyIf(l.isFirstItem(), func() { l.store(p, l.List(neutral)) })
	l.waitForGroup()
	l.Emit(ir.Instr{Op: ir.OpAtomicRMW, Type: memoryType(t), Kind: uint8(kind), Space: ir.SpaceLocal, Align: alignNote(t.Size()),
		Scope: ir.ScopeWorkGroup, Args: l.List(p.addr, value)})
	l.waitForGroup()
	return l.load(p)[0]
}

// groupVote is work_group_all and work_group_any.
func (l *funcLowerer) groupVote(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	t := ast.Basic(ast.Int)
	vote := l.Conv(ir.OpZExt, ir.I32, 0, l.notZero(args[0][0], t))
	if c.Name == "work_group_all" {
		return one(l.combine(t, ir.AtomicAnd, l.Const(ir.I32, 1), vote))
	}
	return one(l.combine(t, ir.AtomicOr, l.Const(ir.I32, 0), vote))
}

// groupBroadcast has the one work-item with the given local id write its value. Dimensions that are not given are 0.
func (l *funcLowerer) groupBroadcast(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	p := l.scratch(c.Elem, l.Const(ir.I64, 0))
	isSource := l.Const(ir.I1, 1)
	for d := range uint8(3) {
		id := l.Const(ir.I64, 0)
		if int(d)+1 < len(args) {
			id = args[d+1][0]
		}
		isSource = l.Bin(ir.OpAnd, isSource, l.ICmp(ir.EQ, l.WorkItem(ir.OpLocalID, d), id))
	}
	l.waitForGroup()
	l.onlyIf(isSource, func() { l.store(p, args[0]) })
	l.waitForGroup()
	return l.load(p)
}

// groupOperation is what the end of a name asks for.
func (l *funcLowerer) groupOperation(c *builtin.Call) (ir.AtomicKind, ir.Op, ir.ValueID) {
	word := c.Name[strings.LastIndexByte(c.Name, '_')+1:]
	kinds, t := atomicKinds[word], valueType(c.Elem)
	bits := uint64(t.Bits())
	least, most := uint64(1)<<(bits-1), uint64(1)<<(bits-1)-1
	switch {
	case c.Elem.IsFloat():
		op := map[string]ir.Op{"add": ir.OpFAdd, "min": ir.OpFMin, "max": ir.OpFMax}[word]
		neutral := map[string]float64{"add": 0, "min": math.Inf(1), "max": math.Inf(-1)}[word]
		return kinds[2], op, l.floatConst(t, neutral)
	case c.Elem.IsSigned():
		op := map[string]ir.Op{"add": ir.OpAdd, "min": ir.OpSMin, "max": ir.OpSMax}[word]
		neutral := map[string]uint64{"add": 0, "min": most, "max": least}[word]
		return kinds[0], op, l.Const(t, neutral)
	}
	op := map[string]ir.Op{"add": ir.OpAdd, "min": ir.OpUMin, "max": ir.OpUMax}[word]
	neutral := map[string]uint64{"add": 0, "min": least | most, "max": 0}[word]
	return kinds[1], op, l.Const(t, neutral)
}

func (l *funcLowerer) groupReduce(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	kind, _, neutral := l.groupOperation(c)
	return one(l.combine(c.Elem, kind, neutral, args[0][0]))
}

func (l *funcLowerer) groupScan(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	_, op, neutral := l.groupOperation(c)
	mine := l.scratch(c.Elem, l.localLinearID())
	l.waitForGroup()
	l.store(mine, args[0])
	l.waitForGroup()
	isExclusive := strings.Contains(c.Name, "_exclusive_")
	l.onlyIf(l.isFirstItem(), func() { l.scanScratch(c.Elem, op, neutral, isExclusive) })
	l.waitForGroup()
	return l.load(mine)
}

// scanScratch replaces each value of the scratch by the sum of those before it, and of itself in an inclusive scan.
func (l *funcLowerer) scanScratch(t *ast.Type, op ir.Op, neutral ir.ValueID, isExclusive bool) {
	items := l.Bin(ir.OpMul, l.Bin(ir.OpMul, l.WorkItem(ir.OpLocalSize, 0), l.WorkItem(ir.OpLocalSize, 1)), l.WorkItem(ir.OpLocalSize, 2))
	head, body, exit := l.NewBlock(), l.NewBlock(), l.NewBlock()
	i, sum := l.AddParam(head, ir.I64), l.AddParam(head, valueType(t))
	l.Jump(head, l.Const(ir.I64, 0), neutral)
	l.SetBlock(head)
	l.Branch(l.ICmp(ir.ULT, i, items), ir.Edge{To: body}, ir.Edge{To: exit})
	l.SetBlock(body)
	p := l.scratch(t, i)
	next := l.Bin(op, sum, l.load(p)[0])
	if isExclusive {
		l.store(p, l.List(sum))
	} else {
		l.store(p, l.List(next))
	}
	l.Jump(head, l.Bin(ir.OpAdd, i, l.Const(ir.I64, 1)), next)
	l.SetBlock(exit)
}
