package exec

import (
	"math/bits"
	"syscall"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/ir"
)

// reportMachine makes a fault of what the signal handler found.
//
// The work-item comes from running the bundle again in the interpreter. Where that does not fault, as when the kernel has
// changed what it reads, the report names a guess, the first lane in the instruction's mask of the first sub-group that has
// it, and how many others of the bundle it may have been: the mask may be another sub-group's, or be one of other things
// than lanes.
func (w *worker) reportMachine() error {
	r, m := w.run, &w.machine
	c := at[machineContext](uint64(m.context))
	fault := &Fault{Kernel: r.launch.Name, Address: uintptr(c.faultAddress), Reason: machineWords(c)}
	code := w.running()
	if pos := code.code.PosAt(uint32(c.faultPC - uint64(code.entry))); pos != 0 {
		fault.Line = r.line(pos)
	}
	fault.GlobalID, fault.Others = turnedSize(m.culprit(c), r.turned), m.lanes()-1
	if exact := w.replay(fault); exact != nil {
		return exact
	}
	return fault
}

// line is the source line of a position, 0 if it is unknown.
func (r *run) line(pos ir.Pos) int {
	if p := r.launch.Program; p != nil && p.PosLine != nil {
		return p.PosLine(pos)
	}
	return 0
}

func machineWords(c *machineContext) string {
	switch syscall.Signal(c.faultSignal) {
	case syscall.SIGFPE:
		return "divide error"
	case syscall.SIGILL:
		return "illegal instruction"
	}
	verb := "access to"
	switch {
	case c.faultKind&abi.FaultIsWrite != 0:
		verb = "write to"
	case c.faultKind&abi.FaultIsAddressed != 0:
		verb = "read from"
	}
	if c.faultKind&abi.FaultIsAddressed != 0 && c.faultAddress < reach {
		return verb + " a null pointer"
	}
	return verb + " an address that is not mapped"
}

// lanes is the number of work-items of the bundle under way.
func (m *machineWorker) lanes() (n int) {
	for _, mask := range m.frame().masks[:m.loop.Count] {
		n += bits.OnesCount16(mask)
	}
	return n
}

// culprit is the global id of a work-item of the bundle that faulted.
func (m *machineWorker) culprit(c *machineContext) [3]uint64 {
	f := m.frame()
	for _, wanted := range []uint64{c.faultLanes, ^uint64(0)} {
		for u := range m.loop.Count {
			if lanes := wanted & uint64(f.masks[u]); lanes != 0 {
				return m.globalID(c, f, u, uint32(bits.TrailingZeros64(lanes)))
			}
		}
	}
	return c.origin
}

// globalID is that of a lane of a bundle.
func (m *machineWorker) globalID(c *machineContext, f *machineFrame, subGroup, lane uint32) [3]uint64 {
	id := m.localID(c, f, subGroup, lane)
	for i := range id {
		id[i] += c.origin[i]
	}
	return id
}

// localID is that of a lane of a bundle.
func (m *machineWorker) localID(c *machineContext, f *machineFrame, subGroup, lane uint32) [3]uint64 {
	id := f.first
	switch abi.Shape(m.loop.Shape) {
	case abi.Rows:
		id[0] += uint64(subGroup*m.loop.Width + lane)
	case abi.Columns:
		id[0] += uint64(lane)
		id[1] += uint64(subGroup)
	case abi.Packed:
		linear := f.linear + uint64(subGroup*m.loop.Width+lane)
		for i := range id {
			id[i] = uint64(*at[uint32](c.ids[i] + 4*linear))
		}
	}
	return id
}
