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

// work takes chunks of groups until there are none. It is the root of a thread: no panic leaves it.
func (w *worker) work() {
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
		return
	}
	switch {
	case r.IsOneChunk():
		if !r.IsCancelled() {
			e.RunGroups(0, r.Total)
		}
	case r.probe == nil:
		for w.chunk() {
		}
	case w.id == 0:
		r.probe.Measure(w.chunk)
	default:
		r.probe.Help(w.chunk)
	}
}

// chunk runs the next chunk, and reports whether there was one.
func (w *worker) chunk() bool {
	first, end, ok := w.run.NextChunk()
	if ok {
		w.engines[w.run.engine].RunGroups(first, end)
	}
	return ok
}
