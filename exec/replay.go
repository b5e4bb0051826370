package exec

import (
	"errors"
	"runtime/debug"
	"time"

	"heddle/cbridge/alarm"
	"heddle/compiler/lane"
	"heddle/exec/interp"
	"heddle/exec/launch"
	"heddle/exec/native"
)

// replayer is the interpreter of a device as machine code needs it.
type replayer struct{ device *Device }

// Supports reports whether the interpreter runs a program.
func (replayer) Supports(p *lane.Program) bool { return interp.Supports(p) }

// replayLimit is how long the interpreter may look for a fault.
const replayLimit = 200 * time.Millisecond

// Replay runs a part of a launch in the interpreter, on the calling thread, and returns the fault that it comes to.
func (p replayer) Replay(part native.Replay) *launch.Fault {
	r, err := p.device.take()
	if err != nil {
		return nil
	}
	defer p.device.give(r)
	c := native.Interpreted(&part.Launch)
	r.native.Use(c)
	r.native.Begin(&part.Launch)
	r.isDivided = false
	demand, err := interp.DemandOf(r.Launch)
	if err != nil {
		return nil
	}
	r.Divide(part.Group, demand, len(r.workers))
	r.Start()
	stop := r.stopAfter(replayLimit)
	err = r.workers[0].replay(&part)
	stop()
	var found *launch.Fault
	errors.As(err, &found)
	return found
}

// stopAfter ends a run after a time. The function ends the waiting, and must be called.
func (r *run) stopAfter(limit time.Duration) (stop func()) {
	stopped := make(chan struct{})
	a := alarm.After(limit, func() {
		r.Stop()
		close(stopped)
	})
	return func() {
		if !a.Stop() {
			<-stopped
		}
	}
}

// replay interprets a part of a launch, and returns the error that it comes to.
func (w *worker) replay(part *native.Replay) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if found := w.interp.Finish(recover()); found != nil {
			err = found
		}
		w.memory.Shrink()
	}()
	if err := w.interp.Prepare(); err != nil {
		return err
	}
	w.interp.RunItems(w.run.Number(part.Place), part.Spans)
	return nil
}
