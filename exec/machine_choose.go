package exec

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/uniform"
)

// Which version of a kernel's code a launch gets, and how its work-items are grouped.
//
// A version serves any sizes of one shape of group. Rows is the best where rows of groups fill vectors, since what lies
// beside each other then has neighbouring ids; Packed fills vectors where rows are short; Columns is Rows with several
// rows at once, for kernels that say that they profit.
//
// A kernel that cannot see how its work-items are grouped gets groups to our liking: long rows, so that what is done
// once per group and at the ends of rows is rare, but so many that all workers have work to the end.

// Sizes of groups to our liking, in work-items.
const (
	minOwnGroup    = 1 << 8
	maxOwnGroup    = 1 << 14
	ownGroupShare  = 32 // groups for each worker
	columnRowLanes = 16 // vectors in a row of a group made of columns
)

// smallIDLimit is the limit of object.Version.SmallIDs.
const smallIDLimit = 1 << 31

// choose finds the code that a launch runs, nil for the interpreter, and the size of its groups.
func (d *Device) choose(l *Launch) (*machineCode, [3]uint64) {
	if l.Machine == nil || !d.engine.hasMachine() {
		return nil, l.Group
	}
	plan := l.Machine.Plan(d.engine.VectorBits)
	lanes := uint64(d.engine.VectorBits / 32)
	group := l.Group
	if !l.Machine.SeesGroups() {
		group = ownGroup(l, lanes, uint64(d.threads.Count()), plan)
	}
	version := versionFor(l, group, lanes, plan)
	code, err := l.Machine.Version(d.engine.VectorBits, version)
	if err == nil {
		var ready *machineCode
		if ready, err = d.load(l, version, code); err == nil {
			return ready, group
		}
	}
	d.explain(l, err)
	return nil, l.Group
}

// explain says why a kernel does not run as machine code, once per kernel and process if anybody wants to know.
func (d *Device) explain(l *Launch, err error) {
	if d.engine.Mode == ModeAuto {
		return
	}
	if seen, _ := d.explained.LoadOrStore(l.Machine, new(once)); seen.(*once).first() {
		d.engine.report("kernel %s runs on the interpreter: %v", l.Name, err)
	}
}

// versionFor chooses the version for groups of a size.
func versionFor(l *Launch, group [3]uint64, lanes uint64, plan object.Plan) object.Version {
	v := object.Version{Shape: abi.Packed, Count: plan.Packed, SmallIDs: true}
	switch {
	case plan.Columns > 0 && isFull(l, group, [2]uint64{lanes, uint64(plan.Columns)}):
		v.Shape, v.Count = abi.Columns, plan.Columns
	case group[0] >= lanes || group[1]*group[2] == 1:
		v.Shape, v.Count = abi.Rows, plan.Rows
	}
	for v.Shape == abi.Rows && v.Count > 1 && lanes*uint64(v.Count/2) >= group[0] { // the others would have no lanes
		v.Count /= 2
	}
	v.Full = v.Shape == abi.Columns || v.Shape == abi.Rows && isFull(l, group, [2]uint64{lanes * uint64(v.Count), 1})
	for i := range 3 {
		v.SmallIDs = v.SmallIDs && l.Offset[i]+l.Global[i] < smallIDLimit
	}
	v.Guarded = v.SmallIDs && guardHolds(l, group)
	return v
}

// isFull says whether bundles of so many work-items, in the first two dimensions, fill all groups.
func isFull(l *Launch, group [3]uint64, bundle [2]uint64) bool {
	return group[0]%bundle[0] == 0 && group[1]%bundle[1] == 0 && l.Global[0]%group[0] == 0 &&
		l.Global[1]%group[1] == 0 && l.Global[2]%group[2] == 0
}

// guardHolds asks the kernel's guard, if it has one.
func guardHolds(l *Launch, group [3]uint64) bool {
	if l.Machine == nil {
		return false
	}
	guard := l.Machine.Guard()
	if guard == nil {
		return false
	}
	look := uniform.Launch{Offset: l.Offset, Global: l.Global, Local: group, Args: l.Args}
	for i := range 3 {
		look.Groups[i] = (l.Global[i] + group[i] - 1) / max(group[i], 1)
	}
	return guard.Holds(&look)
}

// ownGroup chooses the size of a group that the kernel cannot see.
func ownGroup(l *Launch, lanes, workers uint64, plan object.Plan) [3]uint64 {
	global := l.Global
	items := global[0] * global[1] * global[2]
	left := min(max(items/(ownGroupShare*workers), minOwnGroup), maxOwnGroup)
	group := [3]uint64{1, 1, 1}
	columns := uint64(plan.Columns)
	if columns > 0 && global[1]%columns == 0 && global[0]%lanes == 0 && global[1] > 0 {
		group[0] = divisor(global[0], lanes, columnRowLanes*lanes)
		group[1] = divisor(global[1], columns, max(left/group[0], columns))
		return group
	}
	group[0] = min(max(global[0], 1), roundUp(left, lanes*uint64(max(plan.Rows, 1))))
	for i := 1; i < 3; i++ {
		left = max(left/group[i-1], 1)
		group[i] = min(max(global[i], 1), left)
	}
	return group
}

// divisor is the largest multiple of step up to limit that divides n, itself a multiple of step.
func divisor(n, step, limit uint64) uint64 {
	for d := min(limit, n) / step * step; d > step; d -= step {
		if n%d == 0 {
			return d
		}
	}
	return step
}

func roundUp(n, step uint64) uint64 { return (n + step - 1) / step * step }
