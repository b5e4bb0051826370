package exec

import (
	"fmt"
	"runtime"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
)

// Running machine code. A worker fills in what package abi describes, outside the Go heap: a context, a frame for each
// bundle that may be under way, tables of local ids. Then the C loop of cbridge/code runs one chunk of groups after the
// other and comes back when a chunk ends or the code needs something of Go. All of the memory is kept for the next
// launch.

// machineCode is loaded code.
type machineCode struct {
	code     *object.Code
	entry    uintptr
	crowding crowding
}

// machinePair is the code of a launch: one for any bundle, and maybe one for bundles that are whole. Both have the same
// shape. It is empty for the interpreter.
type machinePair struct {
	any   *machineCode
	whole *machineCode // nil: any runs them all, and may be code for whole bundles if there are no others
}

// suspends says whether either needs a frame for each bundle.
func (p machinePair) suspends() bool {
	return p.any.code.Suspends || p.whole != nil && p.whole.code.Suspends
}

// largest is the larger number of the two.
func (p machinePair) largest(of func(*object.Code) uint64) uint64 {
	n := of(p.any.code)
	if p.whole != nil {
		n = max(n, of(p.whole.code))
	}
	return n
}

// privateStep is how far the private memories of neighbouring lanes lie apart.
func (p machinePair) privateStep() uint64 {
	return stepOf(p.largest(privateBytes), p.largest(privateAlign))
}

func frameBytes(c *object.Code) uint64   { return uint64(c.FrameBytes) }
func privateBytes(c *object.Code) uint64 { return c.PrivateBytes }
func privateAlign(c *object.Code) uint64 { return c.PrivateAlign }

// running is the code of the bundle under way.
func (w *worker) running() *machineCode {
	if p := w.machine.pair; p.whole != nil && w.machine.loop.IsWhole != 0 {
		return p.whole
	}
	return w.machine.pair.any
}

// load makes code ready to run, unless that was done before. It stays as long as anybody has the code. The kernel's name
// and version are its name for profilers.
func (d *Device) load(name string, version object.Version, code *object.Code) (*machineCode, error) {
	if ready, ok := code.Loaded.Load().(*machineCode); ok {
		return ready, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if ready, ok := code.Loaded.Load().(*machineCode); ok {
		return ready, nil
	}
	entry, free, err := d.engine.Machine.Load(code.Bytes)
	if err != nil {
		return nil, err
	}
	d.engine.PerfMap.add(entry, len(code.Bytes), name, version)
	ready := &machineCode{code: code, entry: entry}
	runtime.AddCleanup(ready, func(free func()) { free() }, free)
	code.Loaded.Store(ready)
	return ready, nil
}

// machineChunk is how many work-items a worker takes at a time, at least: some microseconds of work.
const machineChunk = 1 << 14

// smallMachineWork is how many bytes of code, run for one bundle each, are not worth waking a thread for: some 5 µs.
const smallMachineWork = 64 << 10

// isSmall says whether so many work-items take less time than to share them.
func (m *machineCode) isSmall(items uint64) bool {
	bundles := items/uint64(m.code.Width*m.code.Count) + 1
	return !m.code.Loops && bundles < smallMachineWork && bundles*uint64(len(m.code.Bytes)) < smallMachineWork
}

// bundles is the number of bundles of a group.
func (m *machineCode) bundles(group [3]uint64) uint64 {
	width, count := uint64(m.code.Width), uint64(m.code.Count)
	switch m.code.Shape {
	case abi.Rows:
		return roundUp(group[0], width*count) / (width * count) * group[1] * group[2]
	case abi.Columns:
		return roundUp(group[0], width) / width * (roundUp(group[1], count) / count) * group[2]
	}
	return roundUp(group[0]*group[1]*group[2], width*count) / (width * count)
}

// machineContext is a context as package abi lays it out; a test compares.
type machineContext struct {
	args, globals, local, _, cancel, privateStep, workDim, _ uint64

	origin, group, size, enqueued, groups, globalSize, globalOffset, ids [3]uint64

	faultPC, faultAddress, faultSignal, _, _, faultKind, faultLanes uint64

	bounds [3]uint64
	stream uint64
	_      [5]uint64
}

// machineFrame is the start of a frame as package abi lays it out; a test compares.
type machineFrame struct {
	_             uint64
	first         [3]uint64
	linear        uint64
	private       uint64
	masks         [abi.MaxCount]uint16
	serviceNumber uint32
	serviceResult uint32
	_             uint64
	serviceMasks  [abi.MaxCount]uint16
}

// frame is that of the bundle under way.
func (m *machineWorker) frame() *machineFrame {
	return at[machineFrame](uint64(m.frames) + m.loop.Frame()*m.loop.FrameStep)
}

// machineWorker is what a worker has for machine code.
type machineWorker struct {
	pair         machinePair // the run's, or better code
	isBest       bool        // there will be no better code for the launch
	loop         abi.GroupLoop
	context      uintptr
	contextBytes uint64
	preparedCut  uint64 // the run's cut that all is prepared for, but for what each launch has of its own; 0: none
	privateNeed  uint64 // private memory of the bundles that may be under way
	frames       uintptr
	frameBytes   uint64
	tables       uintptr
	tableBytes   uint64
	printer      printer // keeps its memory
}

// prepareMachine is prepareFor the code that was chosen for the launch. Most of that stays as it is for the next one of the
// same sizes.
func (w *worker) prepareMachine() error {
	r, m := w.run, &w.machine
	m.isBest = false
	if m.preparedCut != r.cuts {
		err := w.prepareFor(r.machine)
		if err == nil {
			m.preparedCut = r.cuts
		}
		return err
	}
	m.pair = r.machine
	if err := w.prepareMemory(m.privateNeed); err != nil {
		return err
	}
	m.loop.Private = uint64(w.private)
	w.fillContext()
	return nil
}

// prepareFor finds memory for machine code and fills in what holds for the whole launch.
func (w *worker) prepareFor(pair machinePair) error {
	r, m, code := w.run, &w.machine, pair.any.code
	m.pair, m.preparedCut = pair, 0
	frameStep, frames := roundUp(pair.largest(frameBytes), 64), uint64(1)
	if pair.suspends() {
		frames = pair.any.bundles(r.group)
	}
	w.current = nil
	privateStep := r.privateStep * uint64(code.Width*code.Count)
	m.privateNeed = privateStep * frames
	if err := w.prepareMemory(m.privateNeed); err != nil {
		return err
	}
	err := grow(&m.context, &m.contextBytes, abi.ContextBytes)
	if err == nil {
		err = grow(&m.frames, &m.frameBytes, frameStep*frames)
	}
	if err != nil {
		return fmt.Errorf("kernel %s: state of %d sub-groups: out of resources: %w", r.launch.Name, frames, err)
	}
	tableSize := m.loop.TableSize
	m.loop = abi.GroupLoop{} // in place: a copy of what was just written would have to wait for it
	l := &m.loop
	l.Entry, l.Context, l.Frames, l.FrameStep = uint64(pair.any.entry), uint64(m.context), uint64(m.frames), frameStep
	l.Private, l.PrivateStep = uint64(w.private), privateStep
	l.Width, l.Count, l.Shape = uint32(code.Width), uint32(code.Count), uint32(code.Shape)
	m.loop.Repeats = truth(code.Repeats)
	if pair.whole != nil {
		m.loop.Whole = uint64(pair.whole.entry)
		m.loop.WholeRepeats = truth(pair.whole.code.Repeats)
	}
	if pair.suspends() {
		m.loop.Suspends = 1
	}
	if code.Shape == abi.Packed {
		m.loop.TableSize = tableSize
		if err := w.prepareTables(); err != nil {
			return err
		}
	}
	w.fillSizes()
	w.fillContext()
	return nil
}

// prepareTables makes room for the tables of local ids of the largest group. The loop fills them in, and again only when
// the size of the group changes.
func (w *worker) prepareTables() error {
	r, m, code := w.run, &w.machine, w.machine.pair.any.code
	whole := uint64(code.Width * code.Count)
	need := 3 * roundUp(4*roundUp(r.group[0]*r.group[1]*r.group[2], whole), 64)
	if need > m.tableBytes {
		m.loop.TableSize = [3]uint64{}
	}
	if err := grow(&m.tables, &m.tableBytes, need); err != nil {
		return fmt.Errorf("kernel %s: local ids: out of resources: %w", r.launch.Name, err)
	}
	return nil
}

// fillContext writes what each launch has of its own.
func (w *worker) fillContext() {
	r := w.run
	c := at[machineContext](uint64(w.machine.context))
	c.args, c.globals, c.local = uint64(w.arguments), uint64(r.launch.Globals), uint64(w.local)
	c.cancel, c.privateStep, c.workDim = uint64(r.stop), r.privateStep, uint64(r.launch.WorkDim)
	c.stream = r.device.engine.streamBits(r.launch, w.machine.pair.any.code.Streams)
	for bound := range c.bounds {
		c.bounds[bound] = w.memoryBound(ir.MemoryBound(bound))
	}
}

// fillSizes writes what is the same for all launches that are cut alike.
func (w *worker) fillSizes() {
	r, m := w.run, &w.machine
	c := at[machineContext](uint64(m.context))
	c.enqueued, c.groups = r.group, r.groups
	c.globalSize, c.globalOffset = r.launch.Global, r.launch.Offset
	third := m.tableBytes / 3
	for i := range c.ids {
		c.ids[i] = uint64(m.tables) + uint64(i)*third
	}
}

// runMachineGroups runs the groups from first to before end.
func (w *worker) runMachineGroups(first, end uint64) {
	r, l := w.run, &w.machine.loop
	l.Next, l.End, l.IsLocated, l.IsInside = first, end, 0, 0
	for {
		code := r.device.engine.Machine.Run(l)
		switch code {
		case abi.Ended:
			return
		case abi.Service:
			w.printMachine()
			continue
		case abi.Cancelled:
		case abi.Faulted:
			r.fail(w.reportMachine())
		default:
			r.fail(fmt.Errorf("kernel %s: BUG: machine code returned %d", r.launch.Name, code))
		}
		w.machine.preparedCut = 0 // it stopped in the middle
		return
	}
}

// keepFrames is how much memory of frames a worker keeps for the next launch.
const keepFrames = 16 << 20

// shrinkMachine gives large blocks back.
func (w *worker) shrinkMachine() {
	if m := &w.machine; m.frameBytes > keepFrames {
		hostmem.Free(m.frames)
		m.frames, m.frameBytes, m.preparedCut = 0, 0, 0
	}
}
