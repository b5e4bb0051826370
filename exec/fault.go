package exec

import (
	"fmt"
	"runtime"

	"heddle/compiler/ir"
)

// report makes a fault of what was recovered from a worker's loop. A panic that is no bad access is a bug of ours; it too
// ends the launch only.
func (w *worker) report(reason any) error {
	if bad, ok := reason.(*badString); ok {
		return w.reportString(bad)
	}
	err, isRuntime := reason.(runtime.Error)
	f := w.current
	if f == nil || w.run.machine.any != nil || !isRuntime {
		return fmt.Errorf("kernel %s: BUG: %v", w.run.launch.Name, reason)
	}
	fault := &Fault{Kernel: w.run.launch.Name}
	if withAddress, ok := err.(interface{ Addr() uintptr }); ok {
		fault.Address = withAddress.Addr()
	} else if err.Error() != "runtime error: invalid memory address or nil pointer dereference" {
		return fmt.Errorf("kernel %s: BUG: %w", w.run.launch.Name, err)
	}
	in := &f.code[f.pc-1]
	source := f.sourceOf(in)
	fault.Line = w.run.line(source.Pos)
	fault.GlobalID = w.globalID(f, uint32(f.culprit(in, fault)))
	fault.Reason = wordsFor(source.Op, fault.Address)
	return fault
}

// globalID is that of a lane of the interpreter.
func (w *worker) globalID(f *frame, lane uint32) (id [3]uint64) {
	for i := range id {
		id[i] = w.origin[i] + uint64(w.localIDs[i][f.first+lane])
	}
	return id
}

// reportString reports a string of a printf that is not in memory, on either engine.
func (w *worker) reportString(bad *badString) error {
	fault := &Fault{Kernel: w.run.launch.Name, Address: bad.address, Reason: wordsFor(ir.OpLoad, bad.address)}
	if w.run.machine.any == nil {
		fault.Line = w.run.line(w.current.sourceOf(&w.current.code[w.current.pc-1]).Pos)
		fault.GlobalID = w.globalID(w.current, bad.item)
		return fault
	}
	m := &w.machine
	frame := m.frame()
	fault.Line = w.run.line(w.running().code.Prints[frame.serviceNumber].Pos)
	fault.GlobalID = m.globalID(at[machineContext](uint64(m.context)), frame, bad.item/m.loop.Width, bad.item%m.loop.Width)
	return fault
}

// reach is how far behind an access's address the address of its fault may lie, and what counts as null.
const reach = 4096

// culprit is the active lane whose address fits the fault best; the address itself is unknown for null and for
// addresses the processor does not even look up.
func (f *frame) culprit(in *inst, fault *Fault) int {
	source := f.sourceOf(in)
	operands, size := []int{1}, source.Type.Bytes()
	if source.Op == ir.OpMemCopy {
		operands, size = []int{1, 2}, source.Imm
	}
	offsets := [3]uint32{in.a, in.b, in.c}
	for _, k := range f.active() {
		for _, i := range operands {
			address := f.get(in.class[i], offsets[i-1], int(k))
			isOdd := address < reach || address>>47 != 0
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

func wordsFor(op ir.Op, address uintptr) string {
	verb := "access to"
	switch op {
	case ir.OpLoad:
		verb = "read from"
	case ir.OpStore:
		verb = "write to"
	case ir.OpAtomicRMW, ir.OpAtomicCmpXchg, ir.OpAtomicLoad, ir.OpAtomicStore:
		verb = "atomic operation on"
	}
	if address < reach {
		return verb + " a null pointer"
	}
	return verb + " an address that is not mapped"
}
