// Package interp is the interpreter: it runs lane programs (package lane), one work-item per lane, in sub-groups of 64
// lanes. It runs on any processor, is the reference for machine code in tests, and runs launches that are over before
// their code is compiled. It knows the launch (package launch) but neither the device nor machine code.
//
// # How it works
//
// prepare translates a lane program once: each instruction becomes an inst with the Go function that runs it, chosen by
// operation, type and operand classes, and with its registers as byte offsets. A frame holds the registers of one
// sub-group, its mask of active lanes and the place where it goes on. An inst runs over all 64 lanes in a loop, so that
// choosing it costs little for each lane; if few lanes are active, it goes by their list instead. Branches do not jump:
// they add the active lanes to the pending masks of their targets, and the blocks follow each other in an order in
// which a pending mask is complete when its block is entered.
//
// A worker runs the sub-groups of a group one after the other. If the program has barriers, each sub-group has a frame,
// and a barrier suspends it: the worker resumes all of them in turn until all have ended.
//
// Memory is accessed at the addresses that the kernel computes. A bad access is a panic (debug.SetPanicOnFault, set by
// the caller), which the worker turns into the launch's error.
//
// # Files
//
// Reading order: worker.go (groups and sub-groups), prepare.go (translation), frame.go and frame_unsafe.go (masks,
// control flow, registers), then the instructions: ops_gen.go (pure operations, written by gen), scalar.go (moves, and
// pure operations without a loop of their own), memory.go, atomic.go, place.go (ids and sizes), fold.go (reductions and
// scans), printf.go, queue.go; and fault.go (from a panic to the work-item).
package interp

import (
	"heddle/cbridge/hostmem"
	"heddle/compiler/ceil"
	"heddle/compiler/lane"
	"heddle/exec/launch"
)

// Worker runs groups on one thread. Its memory is kept for the next launch.
type Worker struct {
	run      *launch.Run
	memory   *launch.WorkerMemory
	code     *prepared
	frames   []*frame // one per sub-group if the program suspends, else one
	spare    []*frame // frames not needed now
	group    [3]uint64
	size     [3]uint64 // of this group
	origin   [3]uint64 // global id of its first work-item
	localIDs [3][]uint32
	shape    [3]uint64 // that localIDs are for
	current  *frame    // for reports of faults
	args     [3]uint64
	queues   launch.QueueCaller
	operands []uint64 // of a call of queues
}

// Init makes a worker of a run, with the memory that kernels see.
func (w *Worker) Init(r *launch.Run, m *launch.WorkerMemory) { w.run, w.memory = r, m }

// Supports reports whether the interpreter runs a program.
func Supports(p *lane.Program) bool {
	_, err := prepare(p)
	return err == nil
}

// smallWork is the number of instructions of one lane that take less time than to wake a thread (5 µs).
const smallWork = 8 << 10

// DemandOf says how a launch is to be divided. The error names an operation that the interpreter lacks.
func DemandOf(l *launch.Launch) (launch.Demand, error) {
	code, err := prepare(l.Program)
	if err != nil {
		return launch.Demand{}, err
	}
	items := l.Items()
	return launch.Demand{
		PrivateStep: launch.PrivateStep(l.Program.PrivateBytes, l.Program.PrivateAlign),
		ChunkItems:  1 << 12,
		IsSmall:     !l.Program.HasLoop && items < smallWork && items*uint64(len(code.code)) < smallWork,
	}, nil
}

// Prepare finds memory for the launch.
func (w *Worker) Prepare() (err error) {
	r := w.run
	if w.code, err = prepare(r.Launch.Program); err != nil {
		return err
	}
	w.queues.Begin(r)
	items := r.Group[0] * r.Group[1] * r.Group[2]
	n := 1
	if w.code.program.HasBarrier {
		n = int(ceil.Div(items, uint64(w.lanes())))
	}
	w.spare = append(w.spare, w.frames...)
	w.frames = w.frames[:0]
	for range n {
		w.frames = append(w.frames, w.newFrame())
	}
	w.shape = [3]uint64{}
	perFrame := r.PrivateStep * width
	if err := w.memory.Prepare(r, perFrame*uint64(n)); err != nil {
		return err
	}
	for i, f := range w.frames {
		f.private = w.memory.Private.Address + uintptr(perFrame)*uintptr(i)
	}
	return nil
}

// RunGroups runs the groups from first to before end, until the launch is cancelled.
func (w *Worker) RunGroups(first, end uint64) {
	for g := first; g < end && !w.run.IsCancelled(); g++ {
		w.enter(g)
		w.runGroup()
	}
}

// Finish ends the worker's part of the launch. It makes an error of a panic that was recovered from the other methods,
// nil if there was none.
func (w *Worker) Finish(recovered any) (err error) {
	if recovered != nil {
		err = w.report(recovered)
	}
	w.code, w.current = nil, nil
	return err
}

// newFrame takes a frame that is large enough for the program, with its constants.
func (w *Worker) newFrame() *frame {
	code := w.code
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

// lanes is how many lanes of frames are used: one sub-group where each must be able to go on by itself.
func (w *Worker) lanes() uint32 {
	if p := w.code.program; p.Yields {
		return uint32(p.SubGroup)
	}
	return width
}

// enter makes the g-th group the current one.
func (w *Worker) enter(g uint64) {
	r := w.run
	w.group = r.Place(g)
	for i := range 3 {
		start := w.group[i] * r.Group[i]
		w.size[i] = min(r.Group[i], r.Launch.Global[i]-start)
		w.origin[i] = r.Launch.Offset[i] + start
	}
	if w.size != w.shape {
		w.numberItems()
	}
	if r.Launch.Zeroes.Local {
		clear(hostmem.Bytes(w.memory.Local, r.Launch.Local))
	}
}

// start prepares a frame for the work-items from first on.
func (w *Worker) start(f *frame, first uint32, n int) {
	if w.run.Launch.Zeroes.Private {
		clear(hostmem.Bytes(f.private, w.run.PrivateStep*width))
	}
	f.start(first, n)
}

// numberItems lists the local ids of a group of the current size, padded to whole sub-groups.
func (w *Worker) numberItems() {
	w.shape = w.size
	n := int(ceil.Multiple(w.size[0]*w.size[1]*w.size[2], width))
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
func (w *Worker) runGroup() {
	items := uint32(w.size[0] * w.size[1] * w.size[2])
	if !w.code.program.HasBarrier {
		f := w.frames[0]
		w.current = f
		for first := uint32(0); first < items && !w.run.IsCancelled(); first += width {
			w.start(f, first, int(min(width, items-first)))
			f.resume()
		}
		return
	}
	w.runSuspending(items)
}

// runSuspending resumes every sub-group that does not wait at a barrier until it suspends. When all wait, all have come
// to the barrier and go on. That is repeated until all have ended.
func (w *Worker) runSuspending(items uint32) {
	lanes := w.lanes()
	frames := w.frames[:ceil.Div(items, lanes)]
	for i, f := range frames {
		first := uint32(i) * lanes
		w.start(f, first, int(min(lanes, items-first)))
	}
	for left := len(frames); left > 0 && !w.run.IsCancelled(); {
		isReady, hasMoved := false, false
		for _, f := range frames {
			if f.isDone || f.isWaiting {
				continue
			}
			w.current = f
			f.resume()
			if w.run.IsCancelled() { // the place of one tells where the others stand
				return
			}
			if f.isDone {
				left--
			}
			isReady = isReady || !f.isDone && !f.isWaiting
			hasMoved = hasMoved || !f.isStuck
		}
		if isReady && !hasMoved {
			w.run.Fail(w.deadlock(frames))
			return
		}
		for _, f := range frames {
			f.isWaiting = f.isWaiting && isReady
		}
	}
}

// RunItems runs some work-items of a group, given as spans of consecutive linear local ids of at most a sub-group, or
// the complete group if the program has barriers or operations of sub-groups.
func (w *Worker) RunItems(group uint64, spans []launch.Span) {
	w.enter(group)
	if p := w.code.program; p.HasBarrier || p.HasSubGroups {
		w.runGroup()
		return
	}
	w.current = w.frames[0]
	for _, s := range spans {
		if w.run.IsCancelled() {
			return
		}
		w.start(w.current, uint32(s.First), int(s.Count))
		w.current.resume()
	}
}
