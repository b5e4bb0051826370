package native

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ceil"
	"heddle/compiler/uniform"
	"heddle/exec/launch"
)

// The version of a kernel's code for groups of a size.
//
// A version serves any sizes of one shape of group. Rows is the best if rows of groups fill vectors, since neighbouring
// work-items then have consecutive ids; Packed fills vectors if rows are short; Columns is Rows with several rows at
// once, for kernels whose plan asks for it.

// smallIDLimit is the limit of object.Version.SmallIDs.
const smallIDLimit = 1 << 31

// kinds reports which bundles a launch has: whole ones, all of whose lanes are work-items, and partial ones. Code with
// barriers runs all bundles of a group in one way, so only whole groups count there.
func kinds(l *launch.Launch, group [3]uint64, v *object.Version, lanes uint64) (whole, partial bool) {
	var largest [3]uint64
	for i := range largest {
		largest[i] = min(group[i], l.Global[i])
	}
	bundle := [2]uint64{lanes * uint64(v.Count), 1}
	if v.Shape == abi.Columns {
		bundle = [2]uint64{lanes, uint64(v.Count)}
	}
	if v.Shape == abi.Packed {
		items := largest[0] * largest[1] * largest[2]
		whole, partial = items >= bundle[0], items%bundle[0] != 0
	} else {
		whole = largest[0] >= bundle[0] && largest[1] >= bundle[1]
		partial = largest[0]%bundle[0] != 0 || largest[1]%bundle[1] != 0
	}
	if l.Program != nil && l.Program.HasBarrier {
		whole = !partial
	}
	for i := range largest {
		partial = partial || l.Global[i]%group[i] != 0
	}
	return whole, partial
}

// versionFor chooses the version for groups of a size.
func versionFor(l *launch.Launch, group [3]uint64, lanes uint64, plan object.Plan) object.Version {
	v := object.Version{Shape: abi.Packed, Count: plan.Packed, SmallIDs: true}
	columns, lockstep := columnsFor(group, plan), lockstepOf(l, lanes)
	switch {
	case lockstep > 0:
		if group[1]*group[2] == 1 {
			v.Shape, v.Count = abi.Rows, plan.Rows
		}
		if v.Count = int(ceil.Multiple(uint64(v.Count), lockstep)); l.Program.Yields {
			v.Count = int(lockstep)
		}
	case columns > 0 && group[0]%lanes == 0 && group[1]%columns == 0 && isMostlyWhole(l, [2]uint64{lanes, columns}):
		v.Shape, v.Count = abi.Columns, int(columns)
	case group[0] >= lanes || group[1]*group[2] == 1:
		v.Shape, v.Count = abi.Rows, plan.Rows
	}
	isAlone := l.Program != nil && l.Program.Yields // each sub-group is a bundle by itself
	if v.Shape == abi.Rows && !isAlone && v.Count < plan.MaxWholeGroup && group[1]*group[2] == 1 &&
		mayHoldGroup(group[0], lanes, plan) && uint64(plan.MaxWholeGroup)%max(lockstep, 1) == 0 {
		v.Count = plan.MaxWholeGroup
	}
	inBundles := group[0]
	if v.Shape == abi.Packed {
		inBundles *= group[1] * group[2]
	}
	for v.Shape != abi.Columns && lanes*uint64(v.Count/2) >= inBundles && uint64(v.Count/2)%max(lockstep, 1) == 0 {
		v.Count /= 2 // the other sub-groups would have no lanes
	}
	v.FullBundles = v.Shape == abi.Columns && isFull(l, group, [2]uint64{lanes, columns}) ||
		v.Shape == abi.Rows && isFull(l, group, [2]uint64{lanes * uint64(v.Count), 1})
	for i := range 3 {
		v.SmallIDs = v.SmallIDs && l.Offset[i]+l.Global[i] < smallIDLimit
	}
	v.Guarded = v.SmallIDs && guardHolds(l, group)
	v.WholeGroup = plan.HasBarriers && holdsGroup(l, group, v, lanes)
	if v.WholeGroup && v.Shape == abi.Rows {
		v.TripCount = tripArgument(l, group[0])
	}
	return v
}

// lockstepOf is how many vectors of a bundle a sub-group of the language takes, 0 if the kernel does not see
// sub-groups. If it does, lanes must be in the order of linear local ids: in rows only if a group is one.
func lockstepOf(l *launch.Launch, lanes uint64) uint64 {
	if l.Program == nil || !l.Program.HasSubGroups {
		return 0
	}
	return max(1, l.Program.SubGroup/lanes)
}

// largestTripArgument is the largest value of an argument that has a version of its own.
const largestTripArgument = 1 << 14

// tripArgument is the value of the argument that is the trip count of loops with barriers, if it is about the size of
// the groups: from half of it to four times as much, for work-items with several elements. Other values may change with
// each launch; then it is 0.
func tripArgument(l *launch.Launch, size uint64) uint32 {
	if l.Machine == nil {
		return 0
	}
	at, ok := l.Machine.TripArgument()
	if !ok {
		return 0
	}
	n := argument(l, at)
	if n == 0 || n > largestTripArgument || n&(n-1) != 0 || 2*n < size || n > 4*size {
		return 0
	}
	return uint32(n)
}

// mayHoldGroup reports whether a bundle larger than planned may hold a whole group. If it is much larger, the group
// must fill it.
func mayHoldGroup(size, lanes uint64, plan object.Plan) bool {
	subGroups := ceil.Div(size, lanes)
	isFilled := size%lanes == 0 && subGroups&(subGroups-1) == 0
	return subGroups <= uint64(plan.MaxWholeGroup) && (subGroups <= 2*uint64(plan.Rows) || isFilled)
}

// fewColumns is the least number of rows of a bundle of columns that is smaller than planned.
const fewColumns = 4

// columnsFor is the number of rows of a bundle of columns. It is smaller than planned if the height of the groups is no
// multiple of that.
func columnsFor(group [3]uint64, plan object.Plan) uint64 {
	columns := uint64(plan.Columns)
	for columns > fewColumns && group[1]%columns != 0 {
		columns /= 2
	}
	return columns
}

// holdsGroup reports whether one bundle of a version holds a whole group.
func holdsGroup(l *launch.Launch, group [3]uint64, v object.Version, lanes uint64) bool {
	var size [3]uint64
	for i := range size {
		size[i] = min(group[i], l.Global[i])
	}
	count := uint64(v.Count)
	switch v.Shape {
	case abi.Rows:
		return size[0] <= lanes*count && size[1]*size[2] <= 1
	case abi.Columns:
		return size[0] <= lanes && size[1] <= count && size[2] <= 1
	}
	return size[0]*size[1]*size[2] <= lanes*count
}

// isMostlyWhole reports whether at least half of the bundles of a size that cover the NDRange are whole.
func isMostlyWhole(l *launch.Launch, bundle [2]uint64) bool {
	whole, all := uint64(1), uint64(1)
	for i, n := range bundle {
		whole *= l.Global[i] / n
		all *= ceil.Div(l.Global[i], n)
	}
	return 2*whole >= all && whole > 0
}

// isFull reports whether bundles of a size, in the first two dimensions, fill all groups.
func isFull(l *launch.Launch, group [3]uint64, bundle [2]uint64) bool {
	return group[0]%bundle[0] == 0 && group[1]%bundle[1] == 0 && l.Global[0]%group[0] == 0 &&
		l.Global[1]%group[1] == 0 && l.Global[2]%group[2] == 0
}

// guardHolds reports whether the kernel has a guard that holds for the launch.
func guardHolds(l *launch.Launch, group [3]uint64) bool {
	if l.Machine == nil {
		return false
	}
	guard := l.Machine.Guard()
	if guard == nil {
		return false
	}
	look := uniform.Launch{Offset: l.Offset, Global: l.Global, Local: group, Args: l.Args}
	for i := range 3 {
		look.Groups[i] = ceil.Div(l.Global[i], max(group[i], 1))
	}
	return guard.Holds(&look)
}
