package lower

import (
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

var workItemOps = map[string]ir.Op{
	"get_global_id": ir.OpGlobalID, "get_local_id": ir.OpLocalID, "get_group_id": ir.OpGroupID,
	"get_global_size": ir.OpGlobalSize, "get_local_size": ir.OpLocalSize,
	"get_enqueued_local_size": ir.OpEnqueuedLocalSize, "get_num_groups": ir.OpNumGroups,
	"get_global_offset": ir.OpGlobalOffset,
}

// workItemBuiltin asks for one dimension; beyond the third, ids and offsets are 0 and sizes 1.
func (l *funcLowerer) workItemBuiltin(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if c.Name == "get_work_dim" {
		return one(l.Emit(ir.Instr{Op: ir.OpWorkDim, Type: ir.I32}))
	}
	op := workItemOps[c.Name]
	beyond := l.Const(ir.I64, 1)
	switch op {
	case ir.OpGlobalID, ir.OpLocalID, ir.OpGroupID, ir.OpGlobalOffset:
		beyond = l.Const(ir.I64, 0)
	}
	dimension := args[0][0]
	if in := l.Func.Instr(dimension); in.Op == ir.OpConst {
		if in.Imm > 2 {
			return one(beyond)
		}
		return one(l.WorkItem(op, uint8(in.Imm)))
	}
	v := beyond
	for d := range uint8(3) {
		v = l.Select(l.ICmp(ir.EQ, dimension, l.Const(ir.I32, uint64(d))), l.WorkItem(op, d), v)
	}
	return one(v)
}

func (l *funcLowerer) linearID(c *builtin.Call, _ [][]ir.ValueID) []ir.ValueID {
	if c.Name == "get_local_linear_id" {
		return one(l.linear(ir.OpLocalSize, func(d uint8) ir.ValueID { return l.WorkItem(ir.OpLocalID, d) }))
	}
	return one(l.linear(ir.OpGlobalSize, func(d uint8) ir.ValueID {
		return l.Bin(ir.OpSub, l.WorkItem(ir.OpGlobalID, d), l.WorkItem(ir.OpGlobalOffset, d))
	}))
}

// linear numbers the work-items, dimension 0 fastest.
func (l *funcLowerer) linear(size ir.Op, id func(uint8) ir.ValueID) ir.ValueID {
	row := l.Bin(ir.OpAdd, l.Bin(ir.OpMul, id(2), l.WorkItem(size, 1)), id(1))
	return l.Bin(ir.OpAdd, l.Bin(ir.OpMul, row, l.WorkItem(size, 0)), id(0))
}

// allMemory is the set that a barrier or fence orders when its flags are not constant.
const allMemory = uint64(ir.MemLocal | ir.MemGlobal | ir.MemImage)

func (l *funcLowerer) barrier(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	l.emitBarrier(l.constant(args[0][0], allMemory))
	return nil
}

func (l *funcLowerer) emitBarrier(flags uint64) {
	l.Emit(ir.Instr{Op: ir.OpBarrier, Kind: uint8(flags & allMemory), Scope: ir.ScopeWorkGroup})
}

var fenceOrders = map[string]ir.Order{"mem_fence": ir.AcqRel, "read_mem_fence": ir.Acquire,
	"write_mem_fence": ir.Release}

func (l *funcLowerer) fence(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	in := ir.Instr{Op: ir.OpFence, Kind: uint8(l.constant(args[0][0], allMemory) & allMemory),
		Order: fenceOrders[c.Name], Scope: ir.ScopeWorkGroup}
	if len(args) == 3 {
		in.Order, in.Scope = l.order(args[1][0]), l.scope(args[2][0])
	}
	l.Emit(in)
	return nil
}

// order and scope are the strongest when the argument is not constant.
func (l *funcLowerer) order(v ir.ValueID) ir.Order {
	return ir.Order(min(l.constant(v, uint64(ir.SeqCst)), uint64(ir.SeqCst)))
}

func (l *funcLowerer) scope(v ir.ValueID) ir.Scope {
	return ir.Scope(min(l.constant(v, uint64(ir.ScopeAllDevices)), uint64(ir.ScopeAllDevices)))
}

// asyncCopy copies at once: each work-item copies every n-th element; the wait for the event is a barrier.
func (l *funcLowerer) asyncCopy(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	to, from := c.Params[0], c.Params[1]
	count, event := args[2][0], args[len(args)-1][0]
	toStride, fromStride := l.Const(ir.I64, 1), l.Const(ir.I64, 1)
	if len(args) == 5 { // the stride is that of the memory that is not local
		if spaces[to.Space] == ir.SpaceLocal {
			fromStride = args[3][0]
		} else {
			toStride = args[3][0]
		}
	}
	l.shareOut(count, func(i ir.ValueID) {
		source := l.vectorAddress(from, args[1][0], l.Bin(ir.OpMul, i, fromStride), 1)
		target := l.vectorAddress(to, args[0][0], l.Bin(ir.OpMul, i, toStride), 1)
		l.store(target, l.load(source))
	})
	return one(event)
}

// shareOut is a loop in which the work-items of a group take turns at the numbers below a count.
func (l *funcLowerer) shareOut(count ir.ValueID, body func(i ir.ValueID)) {
	first := l.linear(ir.OpLocalSize, func(d uint8) ir.ValueID { return l.WorkItem(ir.OpLocalID, d) })
	l.count(first, count, l.groupItems(), body)
}

func (l *funcLowerer) waitEvents(*builtin.Call, [][]ir.ValueID) []ir.ValueID {
	l.emitBarrier(uint64(ir.MemLocal | ir.MemGlobal))
	return nil
}

func (l *funcLowerer) prefetch(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	l.Emit(ir.Instr{Op: ir.OpPrefetch, Space: spaces[c.Params[0].Space], Args: args[0]})
	return nil
}

// clock is the processor's clock, whole or as its lower and upper half.
func (l *funcLowerer) clock(c *builtin.Call, _ [][]ir.ValueID) []ir.ValueID {
	ticks := l.Emit(ir.Instr{Op: ir.OpClock, Type: ir.I64})
	if c.Result.Lanes() == 1 {
		return one(ticks)
	}
	high := l.Bin(ir.OpLShr, ticks, l.Const(ir.I64, 32))
	return []ir.ValueID{l.Conv(ir.OpTrunc, ir.I32, 0, ticks), l.Conv(ir.OpTrunc, ir.I32, 0, high)}
}
