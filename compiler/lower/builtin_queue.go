package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Device queues: most functions are one operation, which the engine does.

// queueFunctions are the operations of built-in functions without blocks.
var queueFunctions = map[string]ir.QueueFunction{
	"enqueue_marker": ir.QueueEnqueueMarker, "retain_event": ir.QueueRetainEvent,
	"release_event": ir.QueueReleaseEvent, "create_user_event": ir.QueueCreateUserEvent,
	"is_valid_event": ir.QueueIsValidEvent, "set_user_event_status": ir.QueueSetUserEventStatus,
	"capture_event_profiling_info": ir.QueueCaptureProfiling, "get_default_queue": ir.QueueDefaultQueue,
}

// childQuestions are those of the built-in functions that ask about a block.
var childQuestions = map[string]ir.ChildQuestion{
	"get_kernel_work_group_size":                    ir.ChildWorkGroupSize,
	"get_kernel_preferred_work_group_size_multiple": ir.ChildPreferredMultiple,
	"get_kernel_sub_group_count_for_ndrange":        ir.ChildSubGroupCount,
	"get_kernel_max_sub_group_size_for_ndrange":     ir.ChildMaxSubGroupSize,
}

// queueBuiltin emits a call. It evaluates the arguments, since of a block the literal counts.
func (l *funcLowerer) queueBuiltin(e *ast.BuiltinCall, c *builtin.Call) []ir.ValueID {
	if question, ok := childQuestions[e.Name]; ok {
		return l.childInfo(e, question)
	}
	if e.Name == "enqueue_kernel" {
		return l.enqueueKernel(e)
	}
	var in []ir.ValueID
	for _, arg := range e.Args {
		in = append(in, l.expr(arg)...)
	}
	l.at(e.Pos)
	result := l.queueOp(queueFunctions[e.Name], in)
	switch c.Result.Kind {
	case ast.Void:
		return nil
	case ast.Bool:
		return one(l.Conv(ir.OpTrunc, ir.I8, 0, result))
	case ast.Int:
		return one(l.enqueueStatus(result))
	}
	return one(result)
}

func (l *funcLowerer) queueOp(f ir.QueueFunction, in []ir.ValueID) ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpQueue, Type: f.Result(), Kind: uint8(f), Args: in})
}

// enqueueStatus is what a program gets for a status: CLK_ENQUEUE_FAILURE for any error, unless it is built for
// debugging.
func (l *funcLowerer) enqueueStatus(status ir.ValueID) ir.ValueID {
	if l.unit.Options.Debug {
		return status
	}
	const enqueueFailure = -101
	success := l.Const(ir.I32, 0)
	return l.Select(l.ICmp(ir.EQ, status, success), success, l.Const(ir.I32, enqueueFailure&0xffffffff))
}

// enqueueKernel is enqueue_kernel with or without events.
func (l *funcLowerer) enqueueKernel(e *ast.BuiltinCall) []ir.ValueID {
	in := []ir.ValueID{l.scalar(e.Args[0]), l.scalar(e.Args[1]), l.scalar(e.Args[2])}
	rest := e.Args[3:]
	if rest[0].ExprType().Kind == ast.Block {
		null := l.Conv(ir.OpBitcast, ir.Ptr, 0, l.Const(ir.I64, 0))
		in = append(in, l.Const(ir.I32, 0), null, null)
	} else {
		in = append(in, l.scalar(rest[0]), l.scalar(rest[1]), l.scalar(rest[2]))
		rest = rest[3:]
	}
	child, captures, bytes := l.child(rest[0])
	in = append(in, child, captures, bytes)
	for _, size := range rest[1:] {
		in = append(in, l.scalar(size))
	}
	l.at(e.Pos)
	return one(l.enqueueStatus(l.queueOp(ir.QueueEnqueueKernel, in)))
}

// child evaluates a block that is to be a kernel: the number of the child, where the captured values lie, and how many
// bytes they have.
func (l *funcLowerer) child(e ast.Expr) (child, captures, bytes ir.ValueID) {
	block := l.blockValue(e)
	captures = l.PtrAddConst(block, blockCaptures)
	if literals := l.blocks.set.Literals(e); len(literals) == 1 {
		_, total := captureLayout(literals[0].Func)
		return l.Const(ir.I32, l.blocks.child(literals[0].Func)), captures, l.Const(ir.I32, total)
	}
	child = l.Load(ir.I32, l.PtrAddConst(block, blockChild), ir.SpacePrivate, blockChild)
	return child, captures, l.Load(ir.I32, l.PtrAddConst(block, blockBytes), ir.SpacePrivate, argBlockAlign)
}

// childInfo asks about a block, and perhaps a range.
func (l *funcLowerer) childInfo(e *ast.BuiltinCall, question ir.ChildQuestion) []ir.ValueID {
	n := l.Conv(ir.OpBitcast, ir.Ptr, 0, l.Const(ir.I64, 0))
	if len(e.Args) == 2 {
		n = l.scalar(e.Args[0])
	}
	child, _, _ := l.child(e.Args[len(e.Args)-1])
	l.at(e.Pos)
	return one(l.queueOp(ir.QueueChildInfo, []ir.ValueID{l.Const(ir.I32, uint64(question)), child, n}))
}

// ndRange makes the record of ndrange_1D and its like.
func (l *funcLowerer) ndRange(e *ast.BuiltinCall) place {
	to := l.temporary(ast.NDRange)
	dimensions := uint64(e.Name[len("ndrange_")] - '0')
	parts := map[int64][]ir.ValueID{}
	at := []int64{ast.NDRangeOffset, ast.NDRangeGlobal, ast.NDRangeLocal}
	switch len(e.Args) {
	case 1:
		at = at[1:2]
	case 2:
		at = at[1:]
	}
	for i, arg := range e.Args {
		parts[at[i]] = l.sizes(arg, dimensions)
	}
	l.at(e.Pos)
	store := func(offset int64, v ir.ValueID) {
		l.Store(l.PtrAddConst(to.addr, offset), v, ir.SpacePrivate, uint8(to.align))
	}
	store(ast.NDRangeWorkDim, l.Const(ir.I64, dimensions))
	for _, offset := range [...]int64{ast.NDRangeOffset, ast.NDRangeGlobal, ast.NDRangeLocal} {
		list, ok := parts[offset]
		rest := uint64(0) // of sizes that are not given
		if offset != ast.NDRangeOffset && ok {
			rest = 1
		}
		for d := range 3 {
			if d < len(list) {
				store(offset+8*int64(d), list[d])
			} else {
				store(offset+8*int64(d), l.Const(ir.I64, rest))
			}
		}
	}
	return to
}

// sizes are the numbers of an argument of ndrange_1D and its like.
func (l *funcLowerer) sizes(arg ast.Expr, dimensions uint64) []ir.ValueID {
	t := arg.ExprType()
	if t.Kind != ast.Pointer {
		return l.expr(arg)
	}
	list, from := l.MakeList(int(dimensions)), l.scalar(arg)
	for d := range list {
		list[d] = l.Load(ir.I64, l.PtrAddConst(from, 8*int64(d)), spaces[t.Space], 8)
	}
	return list
}
