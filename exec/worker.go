package exec

import (
	"runtime/debug"

	"heddle/exec/interp"
	"heddle/exec/launch"
	"heddle/exec/native"
)

// engine runs groups for one worker: an *interp.Worker or a *native.Worker. Its methods are called on the worker's
// thread, with panics at bad addresses switched on, and without locks. Prepare and RunGroups may panic.
type engine interface {
	// Prepare finds memory for the launch, which is divided and started.
	Prepare() error
	// RunGroups runs the groups from first to before end, until the launch is cancelled. It reports errors to the
	// launch.Run.
	RunGroups(first, end uint64)
	// Finish ends the worker's part of the launch. It makes an error of a panic that was recovered from the other
	// methods, nil if there was none.
	Finish(recovered any) error
}

// The engines of a worker.
const (
	interpreted = iota
	compiled
	engineCount
)

// worker is the state of one thread that runs groups. Its memory is kept for the next launch.
type worker struct {
	run     *run
	id      int
	memory  launch.WorkerMemory
	interp  interp.Worker
	native  native.Worker
	engines [engineCount]engine
}

func (w *worker) init(r *run, id int) {
	w.run, w.id = r, id
	w.interp.Init(r.Run, &w.memory)
	w.native.Init(&r.native, &w.memory)
	w.engines = [engineCount]engine{interpreted: &w.interp, compiled: &w.native}
}

// work takes chunks of groups until there are none, or the worker is to help another launch. It reports which. It is
// the root of a thread: no panic leaves it.
func (w *worker) work() (isOver bool) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	r := w.run
	e := w.engines[r.engine]
	defer func() {
		if err := e.Finish(recover()); err != nil {
			r.Fail(err)
		}
		w.memory.Shrink()
	}()
	if err := e.Prepare(); err != nil {
		r.Fail(err)
		return true
	}
	switch {
	case r.IsOneChunk():
		if !r.IsCancelled() {
			e.RunGroups(0, r.Total)
		}
	case r.probe == nil || w.measure():
		return w.rest()
	}
	return true
}

// measure is the worker's part of a launch that is measured, up to the end of that. It reports whether the worker is to
// go on.
func (w *worker) measure() bool {
	if w.id == 0 {
		return w.run.probe.Measure(w.chunk)
	}
	return w.run.probe.Help(w.chunk)
}

// rest takes chunks of groups until there are none, or the worker is to help another launch. It reports which.
func (w *worker) rest() (isOver bool) {
	for w.chunk() {
		if w.run.device.threads.Yield(w.id, w.run.Launch.Priority) {
			return false
		}
	}
	return true
}

// chunk runs the next chunk, and reports whether there was one.
func (w *worker) chunk() bool {
	first, end, ok := w.run.NextChunk()
	if ok {
		w.engines[w.run.engine].RunGroups(first, end)
	}
	return ok
}
