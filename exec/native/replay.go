package native

import (
	"io"

	"heddle/compiler/amd64/abi"
	"heddle/exec/launch"
)

// Finding the work-item of a fault.
//
// Machine code that faults leaves the instruction and the address, but usually not the lane. The interpreter knows the
// lane. So the bundle that faulted runs once more in the interpreter, or its whole group if it has barriers. That
// writes memory a second time, which does no harm: the contents of buffers are undefined after a failed command. If the
// interpreter comes to a fault in the same source line, its report is the exact one. It may come to none, because the
// bundle had already changed the memory it reads, or waits for work-items of another group; then the report comes from
// machine code alone.

// Replay is a part of a launch that faulted as machine code.
type Replay struct {
	Launch launch.Launch // with the dimensions that the application sees; it has no output and cannot be cancelled
	Group  [3]uint64     // size of a group
	Place  [3]uint64     // the position of the group
	Spans  []launch.Span // the work-items of the bundle, in the order in which they run
}

// replay finds the work-item of a fault. It returns nil if it finds none.
func (w *Worker) replay(fault *launch.Fault) *launch.Fault {
	r := w.run
	if r.Launch.Program == nil || r.HasFailed() {
		return nil
	}
	dimension := r.choice.interchanged
	again := Replay{
		Launch: interchange(r.Launch, dimension), // back
		Group:  interchangedSize(r.Group, dimension),
		Place:  interchangedSize(r.Place(w.loop.Next), dimension),
	}
	again.Launch.Printf, again.Launch.Cancel, again.Launch.Timeout = io.Discard, nil, 0
	again.Launch.Queues = nil
	for u := range w.loop.Count {
		if dimension > 0 {
			again.addLanes(w, u, dimension)
		} else {
			again.addRow(w, u)
		}
	}
	found := r.engine.interpreter.Replay(again)
	if found != nil && found.SourceLine == fault.SourceLine {
		return found
	}
	return nil
}

// addLanes adds the lanes of a sub-group one by one: in a launch whose dimensions are interchanged, the work-items of
// neighbouring lanes are no neighbours.
func (p *Replay) addLanes(w *Worker, subGroup uint32, dimension int) {
	f, c := w.frame(), w.context()
	for lane := range w.loop.Width {
		if f.masks[subGroup]>>lane&1 == 0 {
			return
		}
		id := interchangedSize(w.localID(c, f, subGroup, lane), dimension)
		p.Spans = append(p.Spans, launch.Span{First: p.linear(id), Count: 1})
	}
}

// addRow adds the lanes of a sub-group, whose linear local ids are consecutive in any shape.
func (p *Replay) addRow(w *Worker, subGroup uint32) {
	f := w.frame()
	lanes := uint64(0)
	for f.masks[subGroup]>>lanes&1 != 0 {
		lanes++
	}
	if lanes == 0 {
		return
	}
	first := f.linear + uint64(subGroup*w.loop.Width)
	if shape := abi.Shape(w.loop.Shape); shape != abi.Packed {
		id := f.first
		if shape == abi.Columns {
			id[1] += uint64(subGroup)
		} else {
			id[0] += uint64(subGroup * w.loop.Width)
		}
		first = p.linear(id)
	}
	p.Spans = append(p.Spans, launch.Span{First: first, Count: lanes})
}

// linear is the linear local id of a work-item of the group, by its local id.
func (p *Replay) linear(id [3]uint64) uint64 {
	var size [2]uint64
	for i := range size {
		size[i] = min(p.Group[i], p.Launch.Global[i]-p.Place[i]*p.Group[i])
	}
	return (id[2]*size[1]+id[1])*size[0] + id[0]
}
