package native

import (
	"fmt"
	"math/bits"
	"syscall"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/ir"
	"heddle/exec/launch"
	"heddle/exec/printf"
)

// Reports of faults. The signal handler leaves the instruction and the address in the context; the work-item comes from
// running the bundle again in the interpreter (replay.go). If that does not fault, because the kernel has changed the
// memory it reads, the report names a guess: the first lane in the instruction's mask of the first sub-group that has
// one, and the number of other work-items of the bundle. The mask may be another sub-group's, or be no mask of lanes.

// report makes a fault of the findings of the signal handler.
func (w *Worker) report() error {
	r, c := w.run, w.context()
	fault := &launch.Fault{Kernel: r.Launch.Name, Address: uintptr(c.faultAddress), Reason: reasonOf(c)}
	code := w.running()
	if pos := code.code.PosAt(uint32(c.faultPC - uint64(code.entry))); pos != 0 {
		fault.SourceLine = r.Line(pos)
	}
	fault.GlobalID, fault.Others = interchangedSize(w.culprit(c), r.choice.interchanged), w.lanes()-1
	if exact := w.replay(fault); exact != nil {
		return exact
	}
	return fault
}

// reportPanic makes an error of a panic that was recovered from the worker: memory that a printf or a device queue was
// to read or write and that is not mapped, or a bug of this driver.
func (w *Worker) reportPanic(reason any) error {
	r := w.run
	item, address := uint32(0), uintptr(0)
	switch bad := reason.(type) {
	case *printf.BadString:
		item, address = bad.Item, bad.Address
	case *launch.BadAddress:
		item, address = bad.Item, bad.Address
	default:
		return fmt.Errorf("kernel %s: BUG: %v", r.Launch.Name, reason)
	}
	f, width := w.frame(), w.loop.Width
	id := w.globalID(w.context(), f, item/width, item%width)
	return &launch.Fault{
		Kernel:     r.Launch.Name,
		GlobalID:   interchangedSize(id, r.choice.interchanged),
		SourceLine: r.Line(w.running().code.Services[f.serviceNumber].Pos),
		Address:    address,
		Reason:     launch.Unmapped("read from", address),
	}
}

// reasonOf says in words why the processor refused an instruction.
func reasonOf(c *context) string {
	switch syscall.Signal(c.faultSignal) {
	case syscall.SIGFPE:
		return "divide error"
	case syscall.SIGILL:
		return "illegal instruction"
	}
	access := "access to"
	isAddressed := c.faultKind&abi.FaultIsAddressed != 0
	switch {
	case c.faultKind&abi.FaultIsWrite != 0:
		access = "write to"
	case isAddressed:
		access = "read from"
	}
	if !isAddressed {
		return access + " an address that is not mapped"
	}
	return launch.Unmapped(access, uintptr(c.faultAddress))
}

// deadlock tells of sub-groups that wait for each other. Each is a bundle.
func (w *Worker) deadlock() error {
	r, l := w.run, &w.loop
	d := &launch.Deadlock{Kernel: r.Launch.Name, Group: interchangedSize(r.Place(l.Next), r.choice.interchanged)}
	for b := range l.Bundles {
		f := hostmem.At[frame](uint64(w.frames.Address) + b*l.FrameStep)
		switch {
		case f.resume == ^uint64(0):
		case f.runs == 0:
			d.AtBarrier++
		default:
			if d.Waiting == 0 {
				d.SourceLine = r.Line(ir.Pos(f.serviceNumber))
			}
			d.Waiting++
		}
	}
	return d
}

// lanes is the number of work-items of the bundle under way.
func (w *Worker) lanes() (n int) {
	for _, mask := range w.frame().masks[:w.loop.Count] {
		n += bits.OnesCount16(mask)
	}
	return n
}

// culprit is the global id of a work-item of the bundle that faulted.
func (w *Worker) culprit(c *context) [3]uint64 {
	f := w.frame()
	for _, wanted := range []uint64{c.faultLanes, ^uint64(0)} {
		for u := range w.loop.Count {
			if lanes := wanted & uint64(f.masks[u]); lanes != 0 {
				return w.globalID(c, f, u, uint32(bits.TrailingZeros64(lanes)))
			}
		}
	}
	return c.origin
}

// globalID is that of a lane of a bundle.
func (w *Worker) globalID(c *context, f *frame, subGroup, lane uint32) [3]uint64 {
	id := w.localID(c, f, subGroup, lane)
	for i := range id {
		id[i] += c.origin[i]
	}
	return id
}

// localID is that of a lane of a bundle.
func (w *Worker) localID(c *context, f *frame, subGroup, lane uint32) [3]uint64 {
	id := f.first
	switch abi.Shape(w.loop.Shape) {
	case abi.Rows:
		id[0] += uint64(subGroup*w.loop.Width + lane)
	case abi.Columns:
		id[0] += uint64(lane)
		id[1] += uint64(subGroup)
	case abi.Packed:
		linear := f.linear + uint64(subGroup*w.loop.Width+lane)
		for i := range id {
			id[i] = uint64(*hostmem.At[uint32](c.ids[i] + 4*linear))
		}
	}
	return id
}
