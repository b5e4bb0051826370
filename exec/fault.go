package exec

import (
	"fmt"
	"runtime"

	"heddle/compiler/ir"
)

// report makes a fault of what was recovered from the interpreter's loop. A panic that is no bad access is a bug of
// ours; it too ends the launch only.
func (w *worker) report(reason any) error {
	fault := &Fault{Kernel: w.run.launch.Name, Reason: "memory access to an address that is not mapped"}
	f := w.current
	if w.run.machine.any != nil {
		return w.reportService(fault, reason)
	}
	err, isRuntime := reason.(runtime.Error)
	if f == nil || !isRuntime {
		return fmt.Errorf("kernel %s: BUG: %v", w.run.launch.Name, reason)
	}
	if withAddress, ok := err.(interface{ Addr() uintptr }); ok {
		fault.Address = withAddress.Addr()
	} else if err.Error() != "runtime error: invalid memory address or nil pointer dereference" {
		return fmt.Errorf("kernel %s: BUG: %w", w.run.launch.Name, err)
	}
	in := &f.code[f.pc-1]
	source := &w.run.code.program.Code[in.source]
	if source.Pos != 0 && w.run.code.program.PosLine != nil {
		fault.Line = w.run.code.program.PosLine(source.Pos)
	}
	k := f.culprit(in, fault)
	fault.Reason = wordsFor(source.Op, fault.Address)
	for i := range 3 {
		fault.GlobalID[i] = w.origin[i] + uint64(w.localIDs[i][f.first+uint32(k)])
	}
	return fault
}

// reportService completes the report of a fault in what Go does for machine code: printf reads strings of the kernel.
func (w *worker) reportService(fault *Fault, reason any) error {
	withAddress, ok := reason.(interface{ Addr() uintptr })
	if !ok {
		return fmt.Errorf("kernel %s: BUG: %v", w.run.launch.Name, reason)
	}
	m := &w.machine
	fault.Address = withAddress.Addr()
	fault.GlobalID = m.culprit(at[machineContext](uint64(m.context)))
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
