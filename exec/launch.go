// Package exec runs kernels over NDRanges: it cuts the range into work-groups, hands groups to workers, and each worker
// runs its groups as machine code or in the interpreter. It knows nothing of queues, events or API objects.
//
// Reading order: launch.go, device.go and worker.go (a launch, divided), prepare.go and frame.go (the interpreter),
// machine.go (machine code) with machine_choose.go, machine_fault.go and machine_print.go, verify.go.
package exec

import (
	"fmt"
	"io"

	"heddle/compiler/amd64/object"
	"heddle/compiler/lane"
)

// Launch is one kernel over one NDRange. It is read only while it runs.
type Launch struct {
	Program *lane.Program
	Machine object.Kernel // nil: the interpreter runs the launch
	Args    []byte        // the argument block, laid out by compiler.Kernel.Args; __local arguments hold offsets
	Globals uintptr       // address of the program-scope variables, 0 if there are none
	Local   uint64        // bytes of local memory of one work-group: variables and __local arguments
	WorkDim uint32        // 1 to 3
	Offset  [3]uint64     // global offset
	Global  [3]uint64     // global size; unused dimensions are 1; a zero runs nothing
	Group   [3]uint64     // work-group size, never zero; groups at the far edges may be smaller (non-uniform)
	Printf  io.Writer     // takes the formatted output of printf; used by one worker at a time
	Name    string        // the kernel's name, for reports
	Cancel  *Cancel       // ends the launch at the next back-edge or group when set; may be nil
	Memory  []Memory      // what the arguments point to, and the program-scope variables
}

// PrivateBytes is how much private memory one worker needs for the launch: that of a group if its work-items wait for
// each other at barriers, else that of the sub-group under way.
func (l *Launch) PrivateBytes() uint64 {
	items := l.Group[0] * l.Group[1] * l.Group[2]
	if !l.Program.HasBarrier {
		items = min(items, width)
	}
	return l.Program.PrivateBytes * items
}

// MaxPrivateBytes is the most private memory that a worker gives to a launch.
const MaxPrivateBytes = maxBlock

// Memory is a stretch of memory outside the Go heap.
type Memory struct {
	Address   uintptr
	SizeBytes uint64
}

// Fault is the error of a launch that did something that cannot be allowed to stand.
type Fault struct {
	Kernel   string
	GlobalID [3]uint64 // a work-item that did it,
	Others   int       // or one of so many beside it
	Line     int       // source line, 0 if unknown
	Address  uintptr   // the bad address, 0 if it was something else
	Reason   string    // in words: "write to an address that is not mapped", "private memory exhausted" ...
}

func (f *Fault) Error() string {
	others := ""
	if f.Others > 0 {
		others = fmt.Sprintf(" or one of %d beside it", f.Others)
	}
	return fmt.Sprintf("kernel %s, work-item (%d, %d, %d)%s, line %d: %s (address %#x)",
		f.Kernel, f.GlobalID[0], f.GlobalID[1], f.GlobalID[2], others, f.Line, f.Reason, f.Address)
}

// Workers lends threads to a launch. cbridge implements it with C threads; tests with goroutines.
type Workers interface {
	// Count is the number of workers, at least 1; worker ids are below it. Id 0 is the caller of Run.
	Count() int
	// Run calls body once on each of up to n workers at the same time, also on the calling thread as worker 0, and
	// returns when all calls have returned. It may use fewer when the machine is busy. body must not panic. Concurrent calls of Run
	// are served one after another.
	Run(n int, body func(worker int))
}
