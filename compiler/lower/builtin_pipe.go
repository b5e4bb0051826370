package lower

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
)

// Pipes. What is done to the memory of a pipe is written in the library's pipe.cl, which has its layout; a reservation
// is a word, zero if it is none. A work-item that reads or writes without one makes one of one packet.

// pipeFunction calls a function of pipe.cl.
func (l *funcLowerer) pipeFunction(name string, in ...ir.ValueID) ir.ValueID {
	id := l.libraryFunc(libraryPrefix+"pipe_"+name, diag.Pos(l.Pos))
	if results := l.Call(id, l.module.Funcs[id].Results, in...); len(results) > 0 {
		return results[0]
	}
	return 0
}

// reading is 1 for a function that reads, 0 for one that writes.
func (l *funcLowerer) reading(c *builtin.Call) ir.ValueID {
	if strings.Contains(c.Name, "read_") {
		return l.Const(ir.I32, 1)
	}
	return l.Const(ir.I32, 0)
}

// when is a part that only work-items for which a condition holds go through.
func (l *funcLowerer) when(condition ir.ValueID, part func()) {
	inside, exit := l.NewBlock(), l.NewBlock()
	l.Branch(condition, ir.Edge{To: inside}, ir.Edge{To: exit})
	l.SetBlock(inside)
	part()
	l.Jump(exit)
	l.SetBlock(exit)
}

func (l *funcLowerer) pipePacket(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	pipe, reads := args[0][0], l.reading(c)
	failed := l.Const(ir.I32, 0xffffffff)
	if len(args) == 4 {
		id, index := args[1][0], args[2][0]
		ok := l.pipeFunction("has", id, index)
		isIn := l.notZero(ok, ast.Basic(ast.UInt))
		l.when(isIn, func() { l.movePacket(c, pipe, l.pipeFunction("packet", pipe, id, index), args[3][0]) })
		return one(l.Select(isIn, l.Const(ir.I32, 0), failed))
	}
	id := l.pipeFunction("reserve_one", pipe, reads)
	isIn := l.notZero(id, ast.Basic(ast.ULong))
	l.when(isIn, func() {
		l.movePacket(c, pipe, l.pipeFunction("packet", pipe, id, l.Const(ir.I32, 0)), args[1][0])
		l.pipeFunction("commit_one", pipe, id, reads)
	})
	return one(l.Select(isIn, l.Const(ir.I32, 0), failed))
}

// movePacket copies a packet from or to a place in the memory of a pipe.
func (l *funcLowerer) movePacket(c *builtin.Call, pipe, offset, packet ir.ValueID) {
	t := c.Params[0].Elem
	inPipe := place{addr: l.PtrAdd(pipe, offset), space: ir.SpaceGlobal, typ: t, align: t.Align()}
	outside := pointee(c.Params[len(c.Params)-1], packet)
	outside.typ, outside.align = t, t.Align()
	from, to := outside, inPipe
	if c.Name == "read_pipe" {
		from, to = inPipe, outside
	}
	if t.IsRecord() || t.Kind == ast.Array {
		l.copyRecord(to, from)
		return
	}
	l.store(to, l.load(from))
}

func (l *funcLowerer) pipeReserve(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return one(l.pipeFunction("reserve", args[0][0], args[1][0], l.reading(c)))
}

// pipeReserveGroup has the first sub-group make the reservation for all.
func (l *funcLowerer) pipeReserveGroup(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	inside, join := l.NewBlock(), l.NewBlock()
	id := l.AddParam(join, ir.I64)
	none := l.Const(ir.I64, 0)
	number := l.Emit(ir.Instr{Op: ir.OpSubGroupID, Type: ir.I32, Flags: ir.FlagLoose})
	isFirst := l.ICmp(ir.EQ, number, l.Const(ir.I32, 0))
	l.Branch(isFirst, ir.Edge{To: inside}, ir.Edge{To: join, Args: l.List(none)})
	l.SetBlock(inside)
	l.Jump(join, l.pipeFunction("reserve_together", args[0][0], args[1][0], l.reading(c)))
	l.SetBlock(join)
	return l.groupBroadcast(c, [][]ir.ValueID{one(id), one(none)})
}

func (l *funcLowerer) pipeReserveSubGroup(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return one(l.pipeFunction("reserve_together", args[0][0], args[1][0], l.reading(c)))
}

// pipeCommit for a work-group waits until all its work-items have read or written; then they commit together. Those of
// a sub-group are in lockstep, so its first one commits.
func (l *funcLowerer) pipeCommit(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	pipe, id, reads := args[0][0], args[1][0], l.reading(c)
	switch {
	case strings.HasPrefix(c.Name, "sub_group_"):
		l.Emit(ir.Instr{Op: ir.OpFence, Kind: uint8(ir.MemGlobal), Order: ir.AcqRel, Scope: ir.ScopeSubGroup})
		isFirst := l.ICmp(ir.EQ, l.subGroupLane(), l.Const(ir.I32, 0))
		l.when(isFirst, func() { l.pipeFunction("commit", pipe, id, reads) })
		return nil
	case !strings.HasPrefix(c.Name, "work_group_"):
		l.pipeFunction("commit", pipe, id, reads)
		return nil
	}
	l.emitBarrier(uint64(ir.MemGlobal))
	count := l.Conv(ir.OpZExt, ir.I64, 0, l.pipeFunction("count", id))
	l.shareOut(count, func(i ir.ValueID) { l.pipeFunction("commit_one", pipe, l.Bin(ir.OpAdd, id, i), reads) })
	return nil
}

func (l *funcLowerer) pipeQuery(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return one(l.pipeFunction(strings.TrimPrefix(c.Name, "get_pipe_"), args[0][0]))
}

func (l *funcLowerer) validReserve(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return one(l.Conv(ir.OpZExt, ir.I8, 0, l.notZero(args[0][0], ast.Basic(ast.ULong))))
}
