package native

import (
	"heddle/compiler/amd64/object"
	"heddle/compiler/ceil"
	"heddle/exec/launch"
)

// Groups of the engine's own. A kernel that cannot see how its work-items are grouped gets long rows, so that work that
// is done once per group and at the ends of rows is rare, but enough groups that all workers have work to the end.

// Sizes of such groups, in work-items.
const (
	minOwnGroup    = 1 << 8
	maxOwnGroup    = 1 << 14
	ownGroupShare  = 32 // groups for each worker
	columnRowLanes = 16 // vectors in a row of a group made of columns
)

// Lengths of the longest rows of groups of several dimensions: of tiles, and of others. Three of the latter fit the
// first-level cache beside what is written.
const (
	tileRow    = 128
	longestRow = 2048
)

// ownGroup chooses the size of a group that the kernel cannot see.
func ownGroup(l *launch.Launch, lanes, workers uint64, plan object.Plan) [3]uint64 {
	global := l.Global
	items := global[0] * global[1] * global[2]
	left := min(max(items/(ownGroupShare*workers), minOwnGroup), maxOwnGroup)
	group := [3]uint64{1, 1, 1}
	columns := uint64(plan.Columns)
	if columns > 0 && isMostlyWhole(l, [2]uint64{lanes, columns}) {
		group[0] = divisor(global[0], lanes, columnRowLanes*lanes)
		group[1] = divisor(global[1], columns, max(left/group[0], columns))
		return group
	}
	row := ceil.Multiple(left, lanes*uint64(max(plan.Rows, 1)))
	if global[1] > 1 { // neighbours in both dimensions share cache lines, in whichever order the kernel accesses them
		row = ceil.Multiple(min(row, ownRow(global[0], plan.Tiled)), lanes*uint64(max(plan.Rows, 1)))
	}
	group[0] = min(max(global[0], 1), row)
	for i := 1; i < 3; i++ {
		left = max(left/group[i-1], 1)
		group[i] = min(max(global[i], 1), left)
	}
	return group
}

// ownRow is the length of rows that cover n work-items about evenly. They are long, because the processor prefetches
// only consecutive memory, unless neighbours in a row access memory far apart.
func ownRow(n uint64, isTiled bool) uint64 {
	if isTiled {
		return tileRow
	}
	return ceil.Div(n, ceil.Div(n, longestRow))
}

// divisor is the largest multiple of step up to limit that divides n. It is limit if n is no multiple of step.
func divisor(n, step, limit uint64) uint64 {
	limit = min(limit, ceil.Multiple(n, step)) / step * step
	if n%step != 0 {
		return limit
	}
	for d := limit; d > step; d -= step {
		if n%d == 0 {
			return d
		}
	}
	return step
}
