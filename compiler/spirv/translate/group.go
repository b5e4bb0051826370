package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// collectives are the collective functions of work-groups, with the ends of the names of OpenCL C's functions.
var collectives = map[spirv.Opcode]string{
	spirv.OpGroupAll: "all", spirv.OpGroupAny: "any", spirv.OpGroupBroadcast: "broadcast",
	spirv.OpGroupIAdd: "add", spirv.OpGroupFAdd: "add", spirv.OpGroupSMin: "min", spirv.OpGroupUMin: "min",
	spirv.OpGroupFMin: "min", spirv.OpGroupSMax: "max", spirv.OpGroupUMax: "max", spirv.OpGroupFMax: "max",
}

func (e *emitter) groupVote() []ir.ValueID {
	vote := operand{ast.Basic(ast.Int), []ir.ValueID{e.Conv(ir.OpZExt, ir.I32, 0, e.scalar(1))}}
	return e.truths(e.builtinCall("work_group_"+collectives[e.in.Op], vote))
}

// collectiveTypes are those that the functions have: smaller integers are computed as integers of 32 bits.
func (e *emitter) collective(name string, signed bool, v ir.ValueID, more ...operand) []ir.ValueID {
	t := e.result().Scalar()
	if t.Kind == spirv.Int && t.Bits < 32 {
		wide := operand{intType(32, signed), []ir.ValueID{e.resize(v, ir.I32, signed)}}
		out := e.builtinCall(name, append([]operand{wide}, more...)...)
		return e.each(out, func(v ir.ValueID) ir.ValueID { return e.resize(v, e.register(t), false) })
	}
	return e.builtinCall(name, append([]operand{{e.number(t, signed), []ir.ValueID{v}}}, more...)...)
}

// groupBroadcast gives all work-items the value of the one with a local id.
func (e *emitter) groupBroadcast() []ir.ValueID {
	var ids []operand
	for _, id := range e.value(2) {
		ids = append(ids, operand{ast.Basic(ast.ULong), []ir.ValueID{e.resize(id, ir.I64, false)}})
	}
	var out []ir.ValueID
	for _, v := range e.value(1) {
		out = append(out, e.collective("work_group_broadcast", false, v, ids...)...)
	}
	return out
}

// groupOperation is a reduction or a scan.
func (e *emitter) groupOperation() []ir.ValueID {
	prefix := [...]string{"work_group_reduce_", "work_group_scan_inclusive_",
		"work_group_scan_exclusive_"}[e.in.Args[1]]
	signed := e.in.Op == spirv.OpGroupSMin || e.in.Op == spirv.OpGroupSMax || e.in.Op == spirv.OpGroupIAdd
	return e.collective(prefix+collectives[e.in.Op], signed, e.scalar(2))
}

// clock reads the clock of a scope.
func (e *emitter) clock() []ir.ValueID {
	name := "clock_read_"
	if e.result().Kind == spirv.Vector {
		name += "hilo_"
	}
	return e.builtinCall(name + map[uint64]string{spirv.ScopeDevice: "device", spirv.ScopeWorkgroup: "work_group",
		spirv.ScopeSubgroup: "sub_group"}[e.Constant(e.in.ID(0)).Bits])
}

// asyncCopy copies elements with a stride of the memory that is not local.
func (e *emitter) asyncCopy() []ir.ValueID {
	count := operand{ast.Basic(ast.ULong), []ir.ValueID{e.resize(e.scalar(3), ir.I64, false)}}
	stride := operand{ast.Basic(ast.ULong), []ir.ValueID{e.resize(e.scalar(4), ir.I64, false)}}
	to, from := e.arg(1, false), e.arg(2, false)
	event := operand{ast.Basic(ast.Event), e.value(5)}
	return e.builtinCall("async_work_group_strided_copy", to, from, count, stride, event)
}

func (e *emitter) waitEvents() []ir.ValueID {
	count := operand{ast.Basic(ast.Int), []ir.ValueID{e.resize(e.scalar(1), ir.I32, false)}}
	return e.builtinCall("wait_group_events", count, e.arg(2, false))
}
