package exec

import (
	"io"
	"runtime/debug"
	"time"

	"heddle/compiler/amd64/abi"
)

// Finding out who did it.
//
// Machine code that faults leaves the instruction and the address, but as a rule not the lane. The interpreter knows the
// lane. So the bundle that faulted runs once more in the interpreter, with barriers its whole group. That writes memory a
// second time, which is no harm: what a failed command leaves in its buffers is undefined anyway. If the interpreter
// comes to a fault in the same source line, its report is the exact one; if not (the bundle had already changed what it
// reads, or waits for somebody who is gone), what machine code left must do.

// replayLimit is how long the interpreter may look.
const replayLimit = 200 * time.Millisecond

// replay looks for the work-item of a fault. It returns nil if it finds none.
func (w *worker) replay(fault *Fault) *Fault {
	r := w.run
	if r.launch.Program == nil || r.hasFault() {
		return nil
	}
	again, err := r.device.take()
	if err != nil {
		return nil
	}
	defer r.device.give(again)
	if again.code, err = prepare(r.launch.Program); err != nil {
		return nil
	}
	launch := r.launch.turned(r.turned) // back
	launch.Printf, launch.Cancel = io.Discard, nil
	again.launch, again.choice, again.fault = &launch, choice{group: turnedSize(r.group, r.turned)}, nil
	again.kept, again.cutFor = keptChoice{}, cutKey{}
	again.setStop(0)
	again.cut()
	stop := again.stopAfter(replayLimit)
	err = again.workers[0].replayBundle(&w.machine, r)
	stop()
	if found, ok := err.(*Fault); ok && found.Line == fault.Line {
		return found
	}
	return nil
}

func (r *run) hasFault() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fault != nil
}

// stopAfter ends a run after a time. The function ends the waiting, and must be called.
func (r *run) stopAfter(limit time.Duration) (stop func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-done:
		case <-time.After(limit):
			r.setStop(1)
		}
	}()
	return func() {
		close(done)
		<-gone
	}
}

// replayBundle interprets what the machine code of m was about to do in a run, and returns the fault it comes to.
func (w *worker) replayBundle(m *machineWorker, r *run) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if reason := recover(); reason != nil {
			err = w.report(reason)
		}
	}()
	if err := w.prepare(); err != nil {
		return err
	}
	defer w.shrink()
	w.enter(w.run.number(turnedSize(r.place(m.loop.Next), r.turned)))
	if w.run.code.program.HasBarrier {
		w.runGroup()
		return nil
	}
	w.current = w.frames[0]
	for u := range m.loop.Count {
		if r.turned > 0 {
			w.replayTurned(m, u, r.turned)
			continue
		}
		w.replayRow(m, u)
	}
	return nil
}

// replayTurned interprets the lanes of a sub-group of a turned kernel, whose neighbours are none here, one by one.
func (w *worker) replayTurned(m *machineWorker, subGroup uint32, dimension int) {
	frame, c := m.frame(), at[machineContext](uint64(m.context))
	for lane := range m.loop.Width {
		if frame.masks[subGroup]>>lane&1 == 0 || w.run.isCancelled() {
			return
		}
		id := turnedSize(m.localID(c, frame, subGroup, lane), dimension)
		w.current.start(uint32(w.linear(id)), 1)
		w.current.resume()
	}
}

// linear is a work-item's number in the current group.
func (w *worker) linear(id [3]uint64) uint64 { return (id[2]*w.size[1]+id[1])*w.size[0] + id[0] }

// replayRow interprets the lanes of a sub-group, which have neighbouring linear local ids whatever the shape.
func (w *worker) replayRow(m *machineWorker, subGroup uint32) {
	frame := m.frame()
	lanes := 0
	for frame.masks[subGroup]>>lanes&1 != 0 {
		lanes++
	}
	if lanes == 0 || w.run.isCancelled() {
		return
	}
	first := frame.linear + uint64(subGroup*m.loop.Width)
	if shape := abi.Shape(m.loop.Shape); shape != abi.Packed {
		id := frame.first
		if shape == abi.Columns {
			id[1] += uint64(subGroup)
		} else {
			id[0] += uint64(subGroup * m.loop.Width)
		}
		first = w.linear(id)
	}
	w.current.start(uint32(first), lanes)
	w.current.resume()
}
