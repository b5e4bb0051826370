package translate

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// groupFunction is a collective function by the names of OpenCL C.
type groupFunction struct {
	name   string // where the scope or the group operation decides, the word at the end
	signed bool   // integers have a sign
}

// groupFunctions are the collective functions whose operands their shapes describe (spirv.GroupShape).
var groupFunctions = map[spirv.Opcode]groupFunction{
	spirv.OpGroupAll: {name: "all"}, spirv.OpGroupAny: {name: "any"},
	spirv.OpGroupIAdd: {"add", true}, spirv.OpGroupFAdd: {name: "add"}, spirv.OpGroupSMin: {"min", true},
	spirv.OpGroupUMin: {name: "min"}, spirv.OpGroupFMin: {name: "min"}, spirv.OpGroupSMax: {"max", true},
	spirv.OpGroupUMax: {name: "max"}, spirv.OpGroupFMax: {name: "max"}, spirv.OpGroupIMulKHR: {"mul", true},
	spirv.OpGroupFMulKHR: {name: "mul"}, spirv.OpGroupBitwiseAndKHR: {name: "and"},
	spirv.OpGroupBitwiseOrKHR: {name: "or"}, spirv.OpGroupBitwiseXorKHR: {name: "xor"},
	spirv.OpGroupLogicalAndKHR: {name: "logical_and"}, spirv.OpGroupLogicalOrKHR: {name: "logical_or"},
	spirv.OpGroupLogicalXorKHR: {name: "logical_xor"},

	spirv.OpGroupNonUniformIAdd: {"add", true}, spirv.OpGroupNonUniformFAdd: {name: "add"},
	spirv.OpGroupNonUniformIMul: {"mul", true}, spirv.OpGroupNonUniformFMul: {name: "mul"},
	spirv.OpGroupNonUniformSMin: {"min", true}, spirv.OpGroupNonUniformUMin: {name: "min"},
	spirv.OpGroupNonUniformFMin: {name: "min"}, spirv.OpGroupNonUniformSMax: {"max", true},
	spirv.OpGroupNonUniformUMax: {name: "max"}, spirv.OpGroupNonUniformFMax: {name: "max"},
	spirv.OpGroupNonUniformBitwiseAnd: {name: "and"}, spirv.OpGroupNonUniformBitwiseOr: {name: "or"},
	spirv.OpGroupNonUniformBitwiseXor: {name: "xor"}, spirv.OpGroupNonUniformLogicalAnd: {name: "logical_and"},
	spirv.OpGroupNonUniformLogicalOr: {name: "logical_or"}, spirv.OpGroupNonUniformLogicalXor: {name: "logical_xor"},

	spirv.OpSubgroupBallotKHR:             {name: "sub_group_ballot"},
	spirv.OpSubgroupFirstInvocationKHR:    {name: "sub_group_broadcast_first"},
	spirv.OpSubgroupAllKHR:                {name: "sub_group_non_uniform_all"},
	spirv.OpSubgroupAnyKHR:                {name: "sub_group_non_uniform_any"},
	spirv.OpSubgroupAllEqualKHR:           {name: "sub_group_non_uniform_all_equal"},
	spirv.OpSubgroupReadInvocationKHR:     {name: "sub_group_non_uniform_broadcast"},
	spirv.OpGroupNonUniformElect:          {name: "sub_group_elect"},
	spirv.OpGroupNonUniformAll:            {name: "sub_group_non_uniform_all"},
	spirv.OpGroupNonUniformAny:            {name: "sub_group_non_uniform_any"},
	spirv.OpGroupNonUniformAllEqual:       {name: "sub_group_non_uniform_all_equal"},
	spirv.OpGroupNonUniformBroadcast:      {name: "sub_group_non_uniform_broadcast"},
	spirv.OpGroupNonUniformBallot:         {name: "sub_group_ballot"},
	spirv.OpGroupNonUniformShuffle:        {name: "sub_group_shuffle"},
	spirv.OpGroupNonUniformShuffleXor:     {name: "sub_group_shuffle_xor"},
	spirv.OpGroupNonUniformShuffleUp:      {name: "sub_group_shuffle_up"},
	spirv.OpGroupNonUniformShuffleDown:    {name: "sub_group_shuffle_down"},
	spirv.OpGroupNonUniformRotateKHR:      {"rotate", true},
	spirv.OpSubgroupShuffleINTEL:          {name: "intel_sub_group_shuffle"},
	spirv.OpSubgroupShuffleXorINTEL:       {name: "intel_sub_group_shuffle_xor"},
	spirv.OpSubgroupShuffleDownINTEL:      {name: "intel_sub_group_shuffle_down"},
	spirv.OpSubgroupShuffleUpINTEL:        {name: "intel_sub_group_shuffle_up"},
	spirv.OpGroupNonUniformQuadSwap:       {name: "sub_group_shuffle_xor"},
	spirv.OpGroupNonUniformBallotBitCount: {name: "sub_group_ballot_"},

	spirv.OpGroupNonUniformBroadcastFirst:   {name: "sub_group_broadcast_first"},
	spirv.OpGroupNonUniformInverseBallot:    {name: "sub_group_inverse_ballot"},
	spirv.OpGroupNonUniformBallotBitExtract: {name: "sub_group_ballot_bit_extract"},
	spirv.OpGroupNonUniformBallotFindLSB:    {name: "sub_group_ballot_find_lsb"},
	spirv.OpGroupNonUniformBallotFindMSB:    {name: "sub_group_ballot_find_msb"},
	spirv.OpGroupNonUniformQuadBroadcast:    {name: "sub_group_shuffle"},
}

// groupWords are the parts of names for group operations.
var groupWords = [...]string{"reduce_", "scan_inclusive_", "scan_exclusive_", "clustered_reduce_"}

// groupName is the name of the function of OpenCL C.
func (e *emitter) groupName(f groupFunction, shape []string) string {
	first := ""
	if len(shape) > 1 {
		first = shape[1]
	}
	switch {
	case e.in.Op == spirv.OpGroupNonUniformBallotBitCount:
		return f.name + [...]string{"bit_count", "inclusive_scan", "exclusive_scan"}[e.in.Args[1]]
	case f.name == "rotate" && len(e.in.Args) > 3:
		return "sub_group_clustered_rotate"
	case f.name == "rotate":
		return "sub_group_rotate"
	case first == "G" && len(shape) > 3:
		return e.scopePrefix(shape) + groupWords[e.in.Args[1]] + f.name
	case first == "G":
		return e.scopePrefix(shape) + f.name
	case first == "S" && len(shape) > 2 && shape[2] == "C" && e.in.Args[1] == spirv.GroupClusters:
		return "sub_group_" + groupWords[spirv.GroupClusters] + f.name
	case first == "S" && len(shape) > 2 && shape[2] == "C":
		return "sub_group_non_uniform_" + groupWords[e.in.Args[1]] + f.name
	}
	return f.name
}

// ofWorkGroup reports whether a collective function is of the work-group.
func (t *module) ofWorkGroup(in *spirv.Instruction) bool {
	shape := spirv.GroupShape(in.Op)
	isReserve := in.Op == spirv.OpGroupReserveReadPipePackets || in.Op == spirv.OpGroupReserveWritePipePackets
	if in.Op != spirv.OpGroupBroadcast && !isReserve && (len(shape) < 2 || shape[1] != "G") {
		return false
	}
	c := t.Constant(in.ID(0))
	return c != nil && c.Bits == spirv.ScopeWorkgroup
}

// scopePrefix is the beginning of the names of functions of the scope. Those operations that functions have only for
// work-items that may be some of the sub-group have the longer names there.
func (e *emitter) scopePrefix(shape []string) string {
	if e.ofWorkGroup(e.in) {
		return "work_group_"
	}
	return "sub_group_non_uniform_"
}

// collective calls a collective function, of vectors for each element.
func (e *emitter) collective() []ir.ValueID {
	f, shape := groupFunctions[e.in.Op], spirv.GroupShape(e.in.Op)
	name, lanes := e.groupName(f, shape), 1
	for n, word := range shape[1:] {
		if isShapedValue(word) {
			lanes = e.typ(n).Lanes()
		}
	}
	var out []ir.ValueID
	for lane := range lanes {
		var args []operand
		for n, word := range shape[1:] {
			if n < len(e.in.Args) {
				args = append(args, e.shaped(word, n, lane, f)...)
			}
		}
		out = append(out, e.shapedResult(shape[0], e.clusterCall(name, f.signed, args))...)
	}
	if shape[0] == "b" && len(out) > 1 {
		return []ir.ValueID{e.all(out)}
	}
	return out
}

// clusterSize is an operand that is the size of clusters.
func (e *emitter) clusterSize(n int) ir.ValueID {
	if c := e.Constant(e.in.ID(n)); c != nil {
		return e.Const(ir.I32, c.Bits)
	}
	return e.resize(e.scalar(n), ir.I32, false)
}

// clusterCall calls a function. If it has a size of clusters that is not constant, it is called with each, and the size
// chooses among the results. Clusters that are larger than the sub-group are the sub-group.
func (e *emitter) clusterCall(name string, signed bool, args []operand) []ir.ValueID {
	shape, last := spirv.GroupShape(e.in.Op), len(e.in.Args)-1
	if len(args) < 2 || last+1 >= len(shape) || shape[last+1] != "k" || e.Constant(e.in.ID(last)) != nil {
		return e.groupCall(name, signed, args)
	}
	size := args[len(args)-1]
	call := func(n uint64) []ir.ValueID {
		sized := append(args[:len(args)-1:len(args)-1], operand{size.typ, []ir.ValueID{e.Const(ir.I32, n)}})
		return e.groupCall(name, signed, sized)
	}
	out := call(ir.SubGroupMax)
	for n := uint64(1); n < ir.SubGroupMax; n *= 2 {
		is := e.ICmp(ir.EQ, size.values[0], e.Const(ir.I32, n))
		for i, v := range call(n) {
			out[i] = e.Select(is, v, out[i])
		}
	}
	return out
}

func (e *emitter) all(values []ir.ValueID) ir.ValueID {
	v := values[0]
	for _, w := range values[1:] {
		v = e.Bin(ir.OpAnd, v, w)
	}
	return v
}

func isShapedValue(word string) bool { return strings.Contains("iflna", word) }

// shaped is the argument that an operand gives, none for scopes and group operations.
func (e *emitter) shaped(word string, n, lane int, f groupFunction) []operand {
	uint32Of := func(v ir.ValueID) []operand {
		t := intType(32, f.signed && f.name == "rotate" && word == "u")
		return []operand{{t, []ir.ValueID{v}}}
	}
	switch word {
	case "b":
		return []operand{{ast.Basic(ast.Int), []ir.ValueID{e.Conv(ir.OpZExt, ir.I32, 0, e.scalar(n))}}}
	case "u":
		index := e.resize(e.scalar(n), ir.I32, f.signed)
		if e.in.Op == spirv.OpGroupNonUniformQuadBroadcast {
			index = e.quadLane(index)
		}
		return uint32Of(index)
	case "k":
		return uint32Of(e.clusterSize(n))
	case "q": // to the right, down, or both: the bits that differ
		return uint32Of(e.Const(ir.I32, e.Constant(e.in.ID(n)).Bits+1))
	case "v":
		return []operand{{e.types.Vector(ast.Basic(ast.UInt), 4), e.value(n)}}
	case "l":
		return []operand{{ast.Basic(ast.Int), []ir.ValueID{e.Conv(ir.OpZExt, ir.I32, 0, e.value(n)[lane])}}}
	}
	if !isShapedValue(word) {
		return nil
	}
	t, v := e.typ(n).Scalar(), e.value(n)[lane]
	if t.Kind == spirv.Bool {
		return []operand{{ast.Basic(ast.UChar), e.bytes([]ir.ValueID{v})}}
	}
	return []operand{{e.number(t, f.signed), []ir.ValueID{v}}}
}

// quadLane is the work-item with an index in the quad of this one.
func (e *emitter) quadLane(index ir.ValueID) ir.ValueID {
	lane := e.builtinCall("get_sub_group_local_id")[0]
	first := e.Bin(ir.OpAnd, lane, e.Const(ir.I32, 1<<32-4))
	return e.Bin(ir.OpOr, first, e.Bin(ir.OpAnd, index, e.Const(ir.I32, 3)))
}

// groupCall calls a function. Those of work-groups compute smaller integers as integers of 32 bits.
func (e *emitter) groupCall(name string, signed bool, args []operand) []ir.ValueID {
	if !strings.HasPrefix(name, "work_group_") || len(args) == 0 || !isSmall(args[0].typ) {
		return e.builtinCall(name, args...)
	}
	t := e.Func.Type(args[0].values[0])
	args[0] = operand{intType(32, signed), []ir.ValueID{e.resize(args[0].values[0], ir.I32, signed)}}
	return e.each(e.builtinCall(name, args...), func(v ir.ValueID) ir.ValueID { return e.resize(v, t, false) })
}

func isSmall(t *ast.Type) bool { return t.IsInteger() && t.Size() < 4 }

// shapedResult makes the result of an instruction of that of a function.
func (e *emitter) shapedResult(word string, values []ir.ValueID) []ir.ValueID {
	t := e.result().Scalar()
	switch {
	case t.Kind == spirv.Bool:
		return e.truths(values)
	case word == "u":
		return e.each(values, func(v ir.ValueID) ir.ValueID { return e.resize(v, e.register(t), false) })
	}
	return values
}

// groupBroadcast gives all work-items the value of the one with a local id.
func (e *emitter) groupBroadcast() []ir.ValueID {
	name, kind, width := "sub_group_broadcast", ast.UInt, ir.I32
	if e.ofWorkGroup(e.in) {
		name, kind, width = "work_group_broadcast", ast.ULong, ir.I64
	}
	var ids []operand
	for _, id := range e.value(2) {
		ids = append(ids, operand{ast.Basic(kind), []ir.ValueID{e.resize(id, width, false)}})
	}
	t := e.number(e.result().Scalar(), false)
	var out []ir.ValueID
	for _, v := range e.value(1) {
		out = append(out, e.groupCall(name, false, append([]operand{{t, []ir.ValueID{v}}}, ids...))...)
	}
	return out
}

// blockSuffix is the end of the names of functions of blocks.
func blockSuffix(t *spirv.Type) string {
	suffix := map[uint]string{8: "_uc", 16: "_us", 32: "_ui", 64: "_ul"}[t.Scalar().Bits]
	if t.Lanes() > 1 {
		suffix += fmt.Sprint(t.Lanes())
	}
	return suffix
}

func (e *emitter) blockRead() []ir.ValueID {
	return e.builtinCall("intel_sub_group_block_read"+blockSuffix(e.result()), e.arg(0, false))
}

func (e *emitter) blockWrite() []ir.ValueID {
	return e.builtinCall("intel_sub_group_block_write"+blockSuffix(e.typ(1)), e.arg(0, false), e.arg(1, false))
}

func (e *emitter) imageBlockRead() []ir.ValueID {
	return e.builtinCall("intel_sub_group_block_read"+blockSuffix(e.result()), e.arg(0, false), e.arg(1, true))
}

func (e *emitter) imageBlockWrite() []ir.ValueID {
	return e.builtinCall("intel_sub_group_block_write"+blockSuffix(e.typ(2)), e.arg(0, false), e.arg(1, true),
		e.arg(2, false))
}

// blockPrefetch is a hint for the first line of what is read.
func (e *emitter) blockPrefetch() []ir.ValueID {
	e.Emit(ir.Instr{Op: ir.OpPrefetch, Space: spaces[e.typ(0).Storage].access, Args: e.List(e.scalar(0))})
	return nil
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
	n := 3
	if e.in.Op == spirv.OpUntypedGroupAsyncCopy {
		n = 4
	}
	count := operand{ast.Basic(ast.ULong), []ir.ValueID{e.resize(e.scalar(n), ir.I64, false)}}
	stride := operand{ast.Basic(ast.ULong), []ir.ValueID{e.resize(e.scalar(n+1), ir.I64, false)}}
	to, from := e.arg(1, false), e.arg(2, false)
	event := operand{ast.Basic(ast.Event), e.value(n + 2)}
	return e.builtinCall("async_work_group_strided_copy", to, from, count, stride, event)
}

func (e *emitter) waitEvents() []ir.ValueID {
	count := operand{ast.Basic(ast.Int), []ir.ValueID{e.resize(e.scalar(1), ir.I32, false)}}
	return e.builtinCall("wait_group_events", count, e.arg(2, false))
}
