// Package launch defines the launch of a kernel, and holds the state that its workers share while it runs: it is the
// border between the device (package exec) and the engines (packages interp and native). It owns these types so that
// the engines need neither the device nor each other. It runs nothing itself.
//
// Reading order: launch.go (a launch as it is enqueued), run.go (a launch under way, divided into groups), memory.go
// (the memory of a worker that kernels see), cancel.go and fault.go (how a launch fails).
//
// A Run's lock comes after that of a Cancel; nothing is called with either held but the writer of printf's output.
package launch

import (
	"io"
	"time"

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
	IsEager bool          // it begins before its kernel is planned, however many work-items it has

	// Timeout: a launch that takes longer ends as a *Timeout at its next back-edge or group. 0: none.
	Timeout time.Duration

	// Zeroes is which memory is zero when a work-item or a work-group begins.
	Zeroes Zeroes

	Priority int   // hint: -1 is low, 0 medium and 1 high
	Throttle int   // hint: -1 is low, for which it gets half of the workers; 0 medium and 1 high
	Takes    Takes // which code

	Queues Queues // what its kernel enqueues goes there; nil: enqueueing fails

	// Once: it may not be run twice to compare, since it reaches memory beyond Memory, or memory that the host uses
	// while it runs.
	Once bool
}

// Zeroes is memory that is cleared. What was promoted to registers is zero if the program was linked so.
type Zeroes struct{ Local, Private bool }

// Takes is which code a launch takes.
type Takes uint8

// The kinds of code.
const (
	TakesAny       Takes = iota // if there is none, some is compiled
	TakesReady                  // code that there is, or none; the background makes what is missing
	TakesOnlyReady              // the same, and nothing is made for it
)

// Enqueues reports whether the kernel may enqueue others.
func (l *Launch) Enqueues() bool { return l.Program != nil && l.Program.Enqueues }

// Lanes is the number of lanes of a sub-group in the interpreter.
const Lanes = 64

// PrivateBytes is the private memory that one worker needs for the launch: that of a group if its work-items wait for
// each other at barriers, else that of the current sub-group.
func (l *Launch) PrivateBytes() uint64 {
	items := l.Group[0] * l.Group[1] * l.Group[2]
	if !l.Program.HasBarrier {
		items = min(items, Lanes)
	}
	return l.Program.PrivateBytes * items
}

// WorkersOf is how many workers of those that there are the launch may have.
func (l *Launch) WorkersOf(all int) int {
	if l.Throttle < 0 {
		return max(all/2, 1)
	}
	return all
}

// Items is the number of work-items.
func (l *Launch) Items() uint64 { return l.Global[0] * l.Global[1] * l.Global[2] }

// Memory is a range of memory outside the Go heap.
type Memory struct {
	Address   uintptr
	SizeBytes uint64
}

// Overlaps reports whether two ranges have a byte in common.
func (m Memory) Overlaps(n Memory) bool {
	return m.Address-n.Address < uintptr(n.SizeBytes) || n.Address-m.Address < uintptr(m.SizeBytes)
}

// TotalBytes is the size of all ranges together.
func TotalBytes(ranges []Memory) uint64 {
	total := uint64(0)
	for _, m := range ranges {
		total += m.SizeBytes
	}
	return total
}
