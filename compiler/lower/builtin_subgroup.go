package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Functions of sub-groups (compiler/ir/subgroup.go). Three operations do all that passes between work-items: ballots,
// shuffles of words, and folds. The size of sub-groups is a constant that is known when functions have been inlined, so
// code that depends on it folds away. Reading order: this file, builtin_subgroup_ballot.go, builtin_subgroup_fold.go,
// builtin_subgroup_block.go.

func (l *funcLowerer) subGroupSize() ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpSubGroupSize, Type: ir.I32})
}
func (l *funcLowerer) subGroupID() ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpSubGroupID, Type: ir.I32})
}
func (l *funcLowerer) subGroupLane() ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpSubGroupLane, Type: ir.I32})
}

// subGroupPlace is the work-item's place, and the number and sizes of sub-groups.
func (l *funcLowerer) subGroupPlace(c *builtin.Call, _ [][]ir.ValueID) []ir.ValueID {
	switch c.Name {
	case "get_sub_group_id":
		return one(l.subGroupID())
	case "get_sub_group_local_id":
		return one(l.subGroupLane())
	case "get_num_sub_groups":
		return one(l.countSubGroups(ir.OpLocalSize))
	case "get_enqueued_num_sub_groups":
		return one(l.countSubGroups(ir.OpEnqueuedLocalSize))
	case "get_sub_group_size": // the last one may be smaller
		before := l.Bin(ir.OpMul, l.subGroupID(), l.subGroupSize())
		left := l.Bin(ir.OpSub, l.Conv(ir.OpTrunc, ir.I32, 0, l.groupItems()), before)
		return one(l.Bin(ir.OpUMin, left, l.subGroupSize()))
	}
	return one(l.subGroupSize())
}

// countSubGroups is the number of sub-groups of a group, by the operation that gives the group's sizes.
func (l *funcLowerer) countSubGroups(size ir.Op) ir.ValueID {
	items := l.Bin(ir.OpMul, l.Bin(ir.OpMul, l.WorkItem(size, 0), l.WorkItem(size, 1)), l.WorkItem(size, 2))
	most := l.Bin(ir.OpSub, l.subGroupSize(), l.Const(ir.I32, 1))
	return l.Bin(ir.OpUDiv, l.Bin(ir.OpAdd, l.Conv(ir.OpTrunc, ir.I32, 0, items), most), l.subGroupSize())
}

// subGroupBarrier only orders memory: work-items of a sub-group are in lockstep.
func (l *funcLowerer) subGroupBarrier(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	in := ir.Instr{Op: ir.OpFence, Kind: uint8(l.constant(args[0][0], allMemory) & allMemory), Order: ir.AcqRel,
		Scope: ir.ScopeSubGroup}
	if len(args) == 2 {
		in.Scope = l.scope(args[1][0])
	}
	l.Emit(in)
	return nil
}

// barrierArrive is the first half of a barrier. The second half is the barrier: who is there has arrived.
func (l *funcLowerer) barrierArrive(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	l.Emit(ir.Instr{Op: ir.OpFence, Kind: uint8(l.constant(args[0][0], allMemory) & allMemory), Order: ir.Release,
		Scope: ir.ScopeWorkGroup})
	return nil
}

// shuffleWord is the word that the work-item named by index gives.
func (l *funcLowerer) shuffleWord(word, index ir.ValueID) ir.ValueID {
	return l.Emit(ir.Instr{Op: ir.OpSubGroupShuffle, Type: ir.I32, Args: l.List(word, index)})
}

// shuffleValue shuffles a value of any type in words.
func (l *funcLowerer) shuffleValue(v, index ir.ValueID) ir.ValueID {
	switch t := l.Func.Type(v); t {
	case ir.I8, ir.I16:
		return l.Conv(ir.OpTrunc, t, 0, l.shuffleWord(l.Conv(ir.OpZExt, ir.I32, 0, v), index))
	case ir.F16:
		return l.Conv(ir.OpBitcast, t, 0, l.shuffleValue(l.Conv(ir.OpBitcast, ir.I16, 0, v), index))
	case ir.F32:
		return l.Conv(ir.OpBitcast, t, 0, l.shuffleWord(l.Conv(ir.OpBitcast, ir.I32, 0, v), index))
	case ir.F64:
		return l.Conv(ir.OpBitcast, t, 0, l.shuffleValue(l.Conv(ir.OpBitcast, ir.I64, 0, v), index))
	case ir.I64:
		bits := l.Const(ir.I64, 32)
		low := l.shuffleWord(l.Conv(ir.OpTrunc, ir.I32, 0, v), index)
		high := l.shuffleWord(l.Conv(ir.OpTrunc, ir.I32, 0, l.Bin(ir.OpLShr, v, bits)), index)
		return l.Bin(ir.OpOr, l.Bin(ir.OpShl, l.Conv(ir.OpZExt, ir.I64, 0, high), bits),
			l.Conv(ir.OpZExt, ir.I64, 0, low))
	}
	return l.shuffleWord(v, index)
}

// shuffleAll shuffles all elements of a value.
func (l *funcLowerer) shuffleAll(values []ir.ValueID, index ir.ValueID) []ir.ValueID {
	out := l.MakeList(len(values))
	for i, v := range values {
		out[i] = l.shuffleValue(v, index)
	}
	return out
}

func (l *funcLowerer) subGroupShuffle(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return l.shuffleAll(args[0], args[1][0])
}

func (l *funcLowerer) subGroupShuffleXor(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return l.shuffleAll(args[0], l.Bin(ir.OpXor, l.subGroupLane(), args[1][0]))
}

// relativeLane is the work-item at a distance below or above.
func (l *funcLowerer) relativeLane(c *builtin.Call, distance ir.ValueID) ir.ValueID {
	op := ir.OpAdd
	if c.Name == "sub_group_shuffle_up" || c.Name == "intel_sub_group_shuffle_up" {
		op = ir.OpSub
	}
	return l.Bin(op, l.subGroupLane(), distance)
}

func (l *funcLowerer) subGroupShuffleRelative(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return l.shuffleAll(args[0], l.relativeLane(c, args[1][0]))
}

// subGroupShuffleTwo goes on in another value where the one ends. Indices are taken modulo the size, which is right for
// both.
func (l *funcLowerer) subGroupShuffleTwo(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	first, second := args[0], args[1] // that lies below, and above
	index := l.relativeLane(c, args[2][0])
	isFirst := l.ICmp(ir.ULT, index, l.subGroupSize())
	if c.Name == "intel_sub_group_shuffle_up" { // lane - distance, which wraps if it is below 0
		isFirst = l.ICmp(ir.UGT, args[2][0], l.subGroupLane())
	}
	out := l.MakeList(len(first))
	for i := range out {
		out[i] = l.Select(isFirst, l.shuffleValue(first[i], index), l.shuffleValue(second[i], index))
	}
	return out
}

// subGroupRotate rotates within the sub-group, or within clusters.
func (l *funcLowerer) subGroupRotate(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	lane := l.subGroupLane()
	index := l.Bin(ir.OpAdd, lane, args[1][0])
	if len(args) == 3 {
		within := l.Bin(ir.OpSub, args[2][0], l.Const(ir.I32, 1))
		outside := l.Bin(ir.OpXor, within, l.Const(ir.I32, 1<<32-1))
		index = l.Bin(ir.OpOr, l.Bin(ir.OpAnd, lane, outside), l.Bin(ir.OpAnd, index, within))
	}
	return l.shuffleAll(args[0], index)
}

// subGroupFirst is the value of the first active work-item.
func (l *funcLowerer) subGroupFirst(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return l.shuffleAll(args[0], l.firstActive())
}

// subGroupAllEqual compares with the first active work-item.
func (l *funcLowerer) subGroupAllEqual(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	x := args[0][0]
	first := l.shuffleValue(x, l.firstActive())
	isDifferent := ir.ValueID(0)
	if c.Elem.IsFloat() {
		isDifferent = l.FCmp(ir.UNE, x, first)
	} else {
		isDifferent = l.ICmp(ir.NE, x, first)
	}
	return one(l.truthInt(l.isNone(l.ballot(isDifferent))))
}

// truthInt is the int of a truth value.
func (l *funcLowerer) truthInt(v ir.ValueID) ir.ValueID {
	return l.Conv(ir.OpZExt, valueType(ast.Basic(ast.Int)), 0, v)
}
