package exec

import (
	"fmt"
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
)

// worker is what one thread needs to run work-groups. Its memory is kept for the next launch.
type worker struct {
	run      *run
	frames   []*frame // one per sub-group if the program suspends, else one
	spare    []*frame // frames not needed now
	group    [3]uint64
	size     [3]uint64 // of this group
	origin   [3]uint64 // global id of its first work-item
	localIDs [3][]uint32
	shape    [3]uint64 // that localIDs are for
	current  *frame    // for reports of faults
	args     [3]uint64

	arguments    uintptr // a copy of the launch's argument block, outside the Go heap
	argumentsCap uint64
	localBlock   uintptr // local memory and what is around it
	local        uintptr
	localBytes   uint64
	private      uintptr
	privateBytes uint64

	machine machineWorker
}

// work takes chunks of groups until there are none. It is the root of a thread: nothing panics out of it.
func (w *worker) work() {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if reason := recover(); reason != nil {
			w.run.fail(w.report(reason))
		}
		w.machine.pair = machinePair{} // it may be of a kernel that goes now
	}()
	prepare, runGroups := (*worker).prepare, (*worker).interpretGroups
	if w.run.machine.any != nil {
		prepare, runGroups = (*worker).prepareMachine, (*worker).runMachineGroups
	}
	if err := prepare(w); err != nil {
		w.run.fail(err)
		return
	}
	defer w.shrink()
	r := w.run
	if r.isOneChunk() {
		if !r.isCancelled() {
			runGroups(w, 0, r.total)
		}
		return
	}
	chunk := func() bool {
		first := r.next.Add(r.chunk) - r.chunk
		if first >= r.total || r.isCancelled() {
			return false
		}
		if r.early != nil {
			w.goOver()
		}
		runGroups(w, first, min(first+r.chunk, r.total))
		return true
	}
	switch {
	case !r.watch.isOn:
		for chunk() {
		}
	case w == &r.workers[0]:
		r.watch.lead(&r.machine.any.crowding, chunk)
	default:
		r.watch.help(chunk)
	}
}

// interpretGroups runs the groups from first to before end.
func (w *worker) interpretGroups(first, end uint64) {
	for g := first; g < end && !w.run.isCancelled(); g++ {
		w.enter(g)
		w.runGroup()
	}
}

// prepare finds memory for the interpreter.
func (w *worker) prepare() error {
	r := w.run
	items := r.group[0] * r.group[1] * r.group[2]
	n := 1
	if r.code.program.HasBarrier {
		n = int((items + width - 1) / width)
	}
	w.spare = append(w.spare, w.frames...)
	w.frames = w.frames[:0]
	for range n {
		w.frames = append(w.frames, w.newFrame())
	}
	w.shape = [3]uint64{}
	perFrame := r.privateStep * width
	if err := w.prepareMemory(perFrame * uint64(n)); err != nil {
		return err
	}
	for i, f := range w.frames {
		f.private = w.private + uintptr(perFrame)*uintptr(i)
	}
	return nil
}

// prepareMemory finds memory for what kernels see, with so many bytes of private memory, and copies the arguments.
func (w *worker) prepareMemory(private uint64) error {
	r := w.run
	if err := grow(&w.arguments, &w.argumentsCap, uint64(len(r.launch.Args))); err != nil {
		return fmt.Errorf("kernel %s: arguments: out of resources: %w", r.launch.Name, err)
	}
	copy(hostmem.Bytes(w.arguments, w.argumentsCap), r.launch.Args)
	if err := w.growLocal(r.launch.Local); err != nil {
		return fmt.Errorf("kernel %s: local memory of %d bytes: out of resources: %w", r.launch.Name, r.launch.Local, err)
	}
	if err := growGuarded(&w.private, &w.privateBytes, private); err != nil {
		return fmt.Errorf("kernel %s: private memory of %d bytes per work-item: out of resources: %w", r.launch.Name, r.privateStep, err)
	}
	return nil
}

// growLocal makes local memory at least so large, with the slack around it that machine code wants.
func (w *worker) growLocal(need uint64) error {
	if need == 0 {
		return nil
	}
	err := growGuarded(&w.localBlock, &w.localBytes, need+2*abi.LocalSlack)
	w.local = w.localBlock + abi.LocalSlack
	return err
}

// keepBlock is how much private or local memory a worker keeps for the next launch.
const keepBlock = 16 << 20

// shrink gives large blocks back.
func (w *worker) shrink() {
	if w.privateBytes > keepBlock {
		hostmem.FreeGuarded(w.private, w.privateBytes)
		w.private, w.privateBytes = 0, 0
	}
	if w.localBytes > keepBlock {
		hostmem.FreeGuarded(w.localBlock, w.localBytes)
		w.localBlock, w.local, w.localBytes = 0, 0, 0
	}
	w.shrinkMachine()
}

// maxBlock bounds what a worker may ask of the system for a launch.
const maxBlock = 4 << 30

// grow makes a block of memory outside the Go heap at least so large.
func grow(block *uintptr, have *uint64, need uint64) error {
	return replaceSmaller(block, have, need, hostmem.Alloc, func(addr uintptr, _ uint64) { hostmem.Free(addr) })
}

// growGuarded is grow for memory that kernels index: what they do behind its end is a fault, not harm to the process.
func growGuarded(block *uintptr, have *uint64, need uint64) error {
	return replaceSmaller(block, have, need, hostmem.AllocGuarded, hostmem.FreeGuarded)
}

func replaceSmaller(block *uintptr, have *uint64, need uint64, alloc func(uint64) (uintptr, error), free func(uintptr, uint64)) error {
	if need <= *have {
		return nil
	}
	if need > maxBlock {
		return fmt.Errorf("%d bytes are more than a worker may have", need)
	}
	if *block != 0 {
		free(*block, *have)
		*block, *have = 0, 0
	}
	fresh, err := alloc(need)
	if err != nil {
		return err
	}
	*block, *have = fresh, need
	return nil
}

// newFrame takes a frame that is large enough for the program, with its constants.
func (w *worker) newFrame() *frame {
	code := w.run.code
	var f *frame
	if n := len(w.spare); n > 0 {
		f = w.spare[n-1]
		w.spare = w.spare[:n-1]
	} else {
		f = &frame{worker: w}
	}
	if len(f.memory) < code.words {
		f.registers = newRegisters(code.words)
	}
	if n := int(code.program.Slots); cap(f.pending) < n {
		f.pending = make([]uint64, n)
	}
	f.pending = f.pending[:code.program.Slots]
	if n := int(code.program.Functions); len(f.callers) < n {
		f.callers = make([]caller, n)
	}
	f.code = code.code
	for _, c := range code.program.Consts {
		*f.u64(code.offset(c.Reg)) = c.Bits
	}
	return f
}

// place is where the g-th group lies.
func (r *run) place(g uint64) [3]uint64 {
	row := g / r.groups[0]
	return [3]uint64{g % r.groups[0], row % r.groups[1], row / r.groups[1]}
}

// number is which group lies at a place.
func (r *run) number(place [3]uint64) uint64 {
	return (place[2]*r.groups[1]+place[1])*r.groups[0] + place[0]
}

// enter makes the g-th group the current one.
func (w *worker) enter(g uint64) {
	r := w.run
	w.group = r.place(g)
	for i := range 3 {
		start := w.group[i] * r.group[i]
		w.size[i] = min(r.group[i], r.launch.Global[i]-start)
		w.origin[i] = r.launch.Offset[i] + start
	}
	if w.size != w.shape {
		w.numberItems()
	}
}

// numberItems lists the local ids of a group of the current size, padded to whole sub-groups.
func (w *worker) numberItems() {
	w.shape = w.size
	n := int(w.size[0]*w.size[1]*w.size[2]+width-1) / width * width
	for i := range w.localIDs {
		if cap(w.localIDs[i]) < n {
			w.localIDs[i] = make([]uint32, n)
		}
		w.localIDs[i] = w.localIDs[i][:n]
	}
	var id [3]uint32
	for k := range n {
		for i := range id {
			w.localIDs[i][k] = id[i]
		}
		id[0]++
		if uint64(id[0]) == w.size[0] {
			id[0] = 0
			id[1]++
		}
		if uint64(id[1]) == w.size[1] {
			id[1] = 0
			id[2]++
		}
	}
}

// runGroup runs all sub-groups of the current group.
func (w *worker) runGroup() {
	items := uint32(w.size[0] * w.size[1] * w.size[2])
	if !w.run.code.program.HasBarrier {
		f := w.frames[0]
		w.current = f
		for first := uint32(0); first < items && !w.run.isCancelled(); first += width {
			f.start(first, int(min(width, items-first)))
			f.resume()
		}
		return
	}
	w.runSuspending(items)
}

// runSuspending runs every sub-group to its next barrier, again and again until all have ended.
func (w *worker) runSuspending(items uint32) {
	n := int((items + width - 1) / width)
	for i, f := range w.frames[:n] {
		first := uint32(i) * width
		f.start(first, int(min(width, items-first)))
	}
	for left := n; left > 0 && !w.run.isCancelled(); {
		for _, f := range w.frames[:n] {
			if f.isDone {
				continue
			}
			w.current = f
			f.resume()
			if f.isDone {
				left--
			}
		}
	}
}
