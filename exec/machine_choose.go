package exec

import (
	"encoding/binary"

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

// choice is how a launch runs.
type choice struct {
	machine machinePair   // empty: in the interpreter
	turned  int           // the dimension that dimension 0 is exchanged with; 0: none
	group   [3]uint64     // size of a group: the launch's, unless the kernel cannot see it; turned
	early   object.Kernel // not nil: nobody knew yet how to bundle it best; there may be better code for the same groups soon
}

// choiceKey is what a choice depends on.
type choiceKey struct {
	kernel                object.Kernel
	offset, global, group [3]uint64
}

// isFor says whether it is the key of the launch. It compares number by number: the sizes were written a moment ago, and
// a processor waits for such writes when it reads two numbers at a time, as copies do.
func (k *choiceKey) isFor(l *Launch) bool {
	for i := range 3 {
		if k.global[i] != l.Global[i] || k.group[i] != l.Group[i] || k.offset[i] != l.Offset[i] {
			return false
		}
	}
	return k.kernel == l.Machine
}

// keptChoice says what the choice of a run's last launch is good for, if there can be no better one.
type keptChoice struct {
	key   choiceKey
	isSet bool
}

// choose finds how to run a launch, and leaves it in the run, which keeps it for the next.
func (r *run) choose(l *Launch) {
	if r.kept.isSet && r.kept.key.isFor(l) {
		if r.cutFor.program != l.Program {
			r.cutFor = cutKey{}
		}
		return
	}
	c, isFinal := r.device.choose(l)
	r.choice, r.cutFor = c, cutKey{}
	r.kept = keptChoice{
		key:   choiceKey{l.Machine, l.Offset, l.Global, l.Group},
		isSet: isFinal && l.Machine != nil && !asksForArguments(l.Machine),
	}
}

// asksForArguments says whether the choice of a version depends on arguments.
func asksForArguments(k object.Kernel) bool {
	_, ok := k.RoundsArgument()
	separated, _ := k.Separated()
	return ok || k.Guard() != nil || separated != nil
}

// choose finds how to run a launch, and says whether the same launch would always get the same.
func (d *Device) choose(l *Launch) (c choice, isFinal bool) { return d.chooseFor(l, nil) }

// chooseFor is choose for a launch some of whose groups may have run, which all are of a size then, turned; nil: none have.
func (d *Device) chooseFor(l *Launch, begun *[3]uint64) (c choice, isFinal bool) {
	if l.Machine == nil || !d.engine.hasMachine() {
		return choice{group: l.Group}, false
	}
	if s, ok := l.separated(); ok {
		l = &s
	}
	kernel, dimension := turnFor(l, uint64(d.engine.VectorBits/32))
	if dimension == 0 {
		return d.chooseVersion(l, begun)
	}
	turned := l.turned(dimension)
	turned.Machine = kernel
	c, isFinal = d.chooseVersion(&turned, begun)
	if c.machine.any == nil {
		return choice{group: l.Group}, isFinal
	}
	c.turned = dimension
	return c, isFinal
}

// chooseVersion is chooseFor for a launch that is turned if it is to be.
func (d *Device) chooseVersion(l *Launch, begun *[3]uint64) (c choice, isFinal bool) {
	bits := d.engine.VectorBits
	plan, isPlanned := d.plan(l, bits)
	if plan.Halves && fillsHalves(l, bits) {
		bits /= 2
		plan, isPlanned = d.plan(l, bits)
	}
	if !isPlanned && d.isInterpretedSooner(l) {
		return choice{group: l.Group}, false
	}
	lanes := uint64(bits / 32)
	group := l.Group
	switch {
	case l.Machine.SeesGroups():
	case begun != nil:
		group = *begun
	case !isPlanned:
		group = ownGroup(l, lanes, uint64(d.threads.Count()), object.Plan{Rows: earlyRows})
	default:
		group = ownGroup(l, lanes, uint64(d.threads.Count()), plan)
	}
	w := wanted{launch: l, kernel: l.Machine, name: l.Name, bits: bits, version: versionFor(l, group, lanes, plan)}
	w.hasWhole, w.hasPartial = kinds(l, group, &w.version, lanes)
	pair, isBest, err := d.find(w, plan, group, lanes)
	if err != nil {
		d.explain(l, err)
		return choice{group: l.Group}, true
	}
	if pair.any == nil { // not yet
		return choice{group: l.Group}, false
	}
	c = choice{machine: pair, group: group}
	if !isPlanned {
		c.early = l.Machine
	}
	return c, isBest && isPlanned
}

const (
	// briefItems bounds the work-items of launches that do not wait until it is known how to bundle them best: finding out
	// takes up to tens of milliseconds, in which the smallest bundles are done with so many as a rule. Where they are not,
	// the launch goes over to better code (machine_go_over.go).
	briefItems = 1 << 16
	// earlyRows is how many sub-groups bundles may have without barriers: groups made for so many suit the better code, too.
	earlyRows = 8
	// interpretedItems bounds those of launches that the interpreter may run meanwhile.
	interpretedItems = 1 << 12
	// interpretedWork is how many instructions of one lane the interpreter runs in less time than compiling takes: of any
	// kernel, and for each instruction of the kernel.
	interpretedWork, interpretedForEach = 1 << 18, 3 << 12
)

// plan is how to bundle. If nobody has found out yet, a small launch takes what is right for all kernels and leaves the
// rest to the background.
func (d *Device) plan(l *Launch, bits int) (plan object.Plan, isPlanned bool) {
	if d.engine.Background {
		if plan, isPlanned = l.Machine.Planned(bits); isPlanned {
			return plan, true
		}
		if l.isBrief() {
			d.background.add(compileJob{device: d, kernel: l.Machine, name: l.Name, bits: bits})
			return plan, false
		}
	}
	return l.Machine.Plan(bits), true
}

// fillsHalves says whether the rows of a launch's groups, of which there are several, fill half a vector.
func fillsHalves(l *Launch, bits int) bool {
	return bits == 512 && l.Machine.SeesGroups() && l.Group[0] == uint64(bits/64) && l.Group[1]*l.Group[2] > 1
}

// isInterpretedSooner says whether a launch that would have to wait for its code is over sooner in the interpreter.
func (d *Device) isInterpretedSooner(l *Launch) bool {
	items := l.items()
	if d.engine.Mode != ModeAuto || l.Program == nil || items == 0 || items > interpretedItems {
		return false
	}
	if _, isFailed := d.failed.Load(l.Machine); isFailed {
		return false // the launch is to find out why
	}
	if _, ok := l.Program.Work(l.Args, (interpretedWork+interpretedForEach*l.Program.Length)/items); !ok {
		return false
	}
	_, err := prepare(l.Program)
	return err == nil
}

// isBrief says whether a launch is over in less time, as a rule, than it takes to find out how to bundle it best.
func (l *Launch) isBrief() bool { return l.items() <= briefItems }

// items is the number of work-items.
func (l *Launch) items() uint64 { return l.Global[0] * l.Global[1] * l.Global[2] }

// kinds says which bundles a launch has: whole ones, that is with all lanes, and others. Code with barriers runs whole
// groups in one way, so there only whole groups count.
func kinds(l *Launch, group [3]uint64, v *object.Version, lanes uint64) (whole, partial bool) {
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
	columns := columnsFor(group, plan)
	switch {
	case columns > 0 && group[0]%lanes == 0 && group[1]%columns == 0 && isMostlyWhole(l, [2]uint64{lanes, columns}):
		v.Shape, v.Count = abi.Columns, int(columns)
	case group[0] >= lanes || group[1]*group[2] == 1:
		v.Shape, v.Count = abi.Rows, plan.Rows
	}
	if v.Shape == abi.Rows && v.Count < plan.Most && group[1]*group[2] == 1 && mayBeAlone(group[0], lanes, plan) {
		v.Count = plan.Most
	}
	inBundles := group[0]
	if v.Shape == abi.Packed {
		inBundles *= group[1] * group[2]
	}
	for v.Shape != abi.Columns && v.Count > 1 && lanes*uint64(v.Count/2) >= inBundles { // the others would have no lanes
		v.Count /= 2
	}
	v.Full = v.Shape == abi.Columns && isFull(l, group, [2]uint64{lanes, columns}) ||
		v.Shape == abi.Rows && isFull(l, group, [2]uint64{lanes * uint64(v.Count), 1})
	for i := range 3 {
		v.SmallIDs = v.SmallIDs && l.Offset[i]+l.Global[i] < smallIDLimit
	}
	v.Guarded = v.SmallIDs && guardHolds(l, group)
	v.Alone = plan.Waits && isAlone(l, group, v, lanes)
	if v.Alone && v.Shape == abi.Rows {
		v.Rounds = roundsFor(l, group[0])
	}
	return v
}

// largestRounds bounds the values of arguments that have versions of their own.
const largestRounds = 1 << 14

// roundsFor is the value of the argument that loops with barriers go by, if it is about the size of the groups: half of it,
// or up to four times as much, as where work-items have several elements. Other values may be others in each launch.
func roundsFor(l *Launch, size uint64) uint32 {
	if l.Machine == nil {
		return 0
	}
	at, ok := l.Machine.RoundsArgument()
	if !ok || uint64(at.Offset)+uint64(at.Bytes) > uint64(len(l.Args)) {
		return 0
	}
	var word [8]byte
	copy(word[:], l.Args[at.Offset:at.Offset+uint32(at.Bytes)])
	n := binary.LittleEndian.Uint64(word[:])
	if n == 0 || n > largestRounds || n&(n-1) != 0 || 2*n < size || n > 4*size {
		return 0
	}
	return uint32(n)
}

// mayBeAlone says whether a bundle larger than planned is to hold all of a group: one that it fills, if it is much larger.
func mayBeAlone(size, lanes uint64, plan object.Plan) bool {
	subGroups := (size + lanes - 1) / lanes
	isFilled := size%lanes == 0 && subGroups&(subGroups-1) == 0
	return subGroups <= uint64(plan.Most) && (subGroups <= 2*uint64(plan.Rows) || isFilled)
}

// fewColumns are as few rows as a bundle of columns is cut down to.
const fewColumns = 4

// columnsFor is how many rows a bundle of columns has: less than planned in groups whose height is no multiple of that.
func columnsFor(group [3]uint64, plan object.Plan) uint64 {
	columns := uint64(plan.Columns)
	for columns > fewColumns && group[1]%columns != 0 {
		columns /= 2
	}
	return columns
}

// isAlone says whether one bundle of a version holds a whole group.
func isAlone(l *Launch, group [3]uint64, v object.Version, lanes uint64) bool {
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

// isMostlyWhole says whether at least half of the bundles of so many work-items that cover the NDRange are whole.
func isMostlyWhole(l *Launch, bundle [2]uint64) bool {
	whole, all := uint64(1), uint64(1)
	for i, n := range bundle {
		whole *= l.Global[i] / n
		all *= (l.Global[i] + n - 1) / n
	}
	return 2*whole >= all && whole > 0
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

// Longest rows of groups of several dimensions: of tiles, and of others, where three of them fit the nearest cache beside
// what is written.
const (
	tileRow    = 128
	longestRow = 2048
)

// ownGroup chooses the size of a group that the kernel cannot see.
func ownGroup(l *Launch, lanes, workers uint64, plan object.Plan) [3]uint64 {
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
	row := roundUp(left, lanes*uint64(max(plan.Rows, 1)))
	if global[1] > 1 { // neighbours in both dimensions share cache lines, whichever way the kernel walks
		row = roundUp(min(row, ownRow(global[0], plan.Tiled)), lanes*uint64(max(plan.Rows, 1)))
	}
	group[0] = min(max(global[0], 1), row)
	for i := 1; i < 3; i++ {
		left = max(left/group[i-1], 1)
		group[i] = min(max(global[i], 1), left)
	}
	return group
}

// ownRow is the length of rows that cover n work-items about evenly. They are long, as memory is read ahead only where
// it is walked along, unless neighbours in a row walk elsewhere.
func ownRow(n uint64, isTiled bool) uint64 {
	if isTiled {
		return tileRow
	}
	pieces := (n + longestRow - 1) / longestRow
	return (n + pieces - 1) / pieces
}

// divisor is the largest multiple of step up to limit that divides n, limit if n is no multiple of step itself.
func divisor(n, step, limit uint64) uint64 {
	limit = min(limit, roundUp(n, step)) / step * step
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

func roundUp(n, step uint64) uint64 { return (n + step - 1) / step * step }
