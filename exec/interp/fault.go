package interp

import (
	"fmt"
	"math/bits"
	"runtime"

	"heddle/compiler/ceil"
	"heddle/compiler/ir"
	"heddle/exec/launch"
	"heddle/exec/printf"
)

// report makes a fault of a panic that was recovered from the worker. A panic that is no bad access is a bug of this
// driver; it too ends only the launch.
func (w *Worker) report(reason any) error {
	if bad, ok := reason.(*printf.BadString); ok {
		return w.reportAddress(bad.Item, bad.Address)
	}
	if bad, ok := reason.(*launch.BadAddress); ok {
		return w.reportAddress(bad.Item, bad.Address)
	}
	name := w.run.Launch.Name
	err, isRuntime := reason.(runtime.Error)
	f := w.current
	if f == nil || !isRuntime {
		return fmt.Errorf("kernel %s: BUG: %v", name, reason)
	}
	fault := &launch.Fault{Kernel: name}
	if withAddress, ok := err.(interface{ Addr() uintptr }); ok {
		fault.Address = withAddress.Addr()
	} else if err.Error() != "runtime error: invalid memory address or nil pointer dereference" {
		return fmt.Errorf("kernel %s: BUG: %w", name, err)
	}
	in := &f.code[f.pc-1]
	source := f.sourceOf(in)
	fault.SourceLine = w.run.Line(source.Pos)
	fault.GlobalID = w.globalID(f, uint32(f.culprit(in, fault)))
	fault.Reason = launch.Unmapped(accessOf(source.Op), fault.Address)
	return fault
}

// deadlock tells of sub-groups that wait for each other.
func (w *Worker) deadlock(frames []*frame) error {
	d := &launch.Deadlock{Kernel: w.run.Launch.Name, Group: w.group}
	for _, f := range frames {
		switch {
		case f.isDone:
		case f.isWaiting:
			d.AtBarrier++
		default:
			if d.Waiting == 0 {
				d.SourceLine = w.run.Line(f.sourceOf(&f.code[f.pc-1]).Pos)
			}
			d.Waiting++
		}
	}
	return d
}

// stand notes that a sub-group was stopped at the end of a loop's body.
func (w *Worker) stand(f *frame, in *inst) {
	lane := bits.TrailingZeros64(f.pending[in.slot])
	p := launch.Place{Group: w.group, First: w.globalID(f, uint32(lane)), SourceLine: w.run.Line(f.sourceOf(in).Pos)}
	w.addOthers(&p, f)
	w.run.StoodAt(p)
}

// addOthers adds the sub-groups of the group beside one to its place.
func (w *Worker) addOthers(p *launch.Place, one *frame) {
	items := uint64(w.size[0] * w.size[1] * w.size[2])
	if !w.code.program.HasBarrier {
		p.Add(launch.NotBegun, ir.SourceLine{}, items-min(items, uint64(one.first+width)))
		return
	}
	lanes := uint64(w.lanes())
	for i, f := range w.frames[:ceil.Div(items, lanes)] {
		if f == one || f.isDone {
			continue
		}
		here := min(lanes, items-uint64(i)*lanes)
		switch {
		case f.pc == w.code.program.Start:
			p.Add(launch.NotBegun, ir.SourceLine{}, here)
		case f.isWaiting || !w.code.program.Yields:
			p.Add(launch.AtBarrier, w.run.Line(f.sourceOf(&f.code[f.pc-1]).Pos), here)
		default:
			p.Add(launch.InLoop, w.run.Line(f.sourceOf(&f.code[f.pc-1]).Pos), here)
		}
	}
}

// globalID is that of a lane.
func (w *Worker) globalID(f *frame, lane uint32) (id [3]uint64) {
	for i := range id {
		id[i] = w.origin[i] + uint64(w.localIDs[i][f.first+lane])
	}
	return id
}

// reportAddress reports memory that is not mapped, which a printf or a device queue was to read or write.
func (w *Worker) reportAddress(item uint32, address uintptr) error {
	f := w.current
	return &launch.Fault{
		Kernel:     w.run.Launch.Name,
		GlobalID:   w.globalID(f, item),
		SourceLine: w.run.Line(f.sourceOf(&f.code[f.pc-1]).Pos),
		Address:    address,
		Reason:     launch.Unmapped(accessOf(ir.OpLoad), address),
	}
}

// culprit is the active lane whose address fits the fault best. The fault has no address if the bad one is null or not
// canonical; then culprit fills it in.
func (f *frame) culprit(in *inst, fault *launch.Fault) int {
	source := f.sourceOf(in)
	operands, size := []int{1}, source.Type.Bytes()
	if source.Op == ir.OpMemCopy {
		operands, size = []int{1, 2}, source.Imm
	}
	offsets := [3]uint32{in.a, in.b, in.c}
	for _, k := range f.active() {
		for _, i := range operands {
			address := f.get(in.class[i], offsets[i-1], int(k))
			isOdd := address < launch.NullBytes || address>>47 != 0
			if fault.Address == 0 && isOdd {
				fault.Address = uintptr(address)
				return int(k)
			}
			if fault.Address != 0 && uint64(fault.Address)-address < max(1, size) {
				return int(k)
			}
		}
	}
	return int(f.active()[0])
}

// accessOf says in words how an operation accesses memory.
func accessOf(op ir.Op) string {
	switch op {
	case ir.OpLoad, ir.OpImageRead:
		return "read from"
	case ir.OpStore, ir.OpImageWrite:
		return "write to"
	case ir.OpAtomicRMW, ir.OpAtomicCmpXchg, ir.OpAtomicLoad, ir.OpAtomicStore:
		return "atomic operation on"
	}
	return "access to"
}
