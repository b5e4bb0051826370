package exec

import "heddle/exec/launch"

// What is launched, and how that ends. Package launch has the types, since the engines need them too.
type (
	// Launch is one kernel over one NDRange.
	Launch = launch.Launch
	// Memory is a range of memory outside the Go heap.
	Memory = launch.Memory
	// Cancel ends launches.
	Cancel = launch.Cancel
	// EndedItself is the error of a launch that one of its work-items ended.
	EndedItself = launch.EndedItself
	// Queues are the device queues of a launch: whoever has them implements it.
	Queues = launch.Queues
	// ChildRequest is what a kernel enqueues.
	ChildRequest = launch.ChildRequest
	// ChildRange is an ndrange_t.
	ChildRange = launch.ChildRange
	// ChildQuestion is a question about a child kernel.
	ChildQuestion = launch.ChildQuestion
	// Fault is the error of a launch one of whose work-items did something forbidden.
	Fault = launch.Fault
	// Deadlock is the error of sub-groups that wait for each other.
	Deadlock = launch.Deadlock
)

// When a child may begin.
const (
	EnqueueNoWait        = launch.EnqueueNoWait
	EnqueueWaitKernel    = launch.EnqueueWaitKernel
	EnqueueWaitWorkGroup = launch.EnqueueWaitWorkGroup
)

// The statuses that kernels get from enqueueing.
const (
	EnqueueSuccess         = launch.EnqueueSuccess
	OutOfResources         = launch.OutOfResources
	InvalidArgSize         = launch.InvalidArgSize
	InvalidEventWaitList   = launch.InvalidEventWaitList
	EventAllocationFailure = launch.EventAllocationFailure
	EnqueueFailure         = launch.EnqueueFailure
	InvalidQueue           = launch.InvalidQueue
	InvalidNDRange         = launch.InvalidNDRange
	DeviceQueueFull        = launch.DeviceQueueFull
)

// The questions about a child kernel, the last two with a range.
const (
	ChildWorkGroupSize     = launch.ChildWorkGroupSize
	ChildPreferredMultiple = launch.ChildPreferredMultiple
	ChildSubGroupCount     = launch.ChildSubGroupCount
	ChildMaxSubGroupSize   = launch.ChildMaxSubGroupSize
)

// Timeout is the error of a launch that took longer than it may.
type Timeout = launch.Timeout

// ErrCancelled is the error of a launch whose Cancel flag was set.
var ErrCancelled = launch.ErrCancelled

// NullBytes is the size of the memory at address 0 that counts as null.
const NullBytes = launch.NullBytes

// MaxPrivateBytes is the most private memory that a worker gives to a launch.
const MaxPrivateBytes = launch.MaxPrivateBytes

// Workers lends threads to a launch. cbridge implements it with C threads; tests with goroutines.
type Workers interface {
	// Count is the number of workers, at least 1; worker ids are below it. Id 0 is the caller of Run.
	Count() int
	// Run calls body on up to n workers at the same time, also on the calling thread as worker 0, and returns when all
	// calls have returned. It may use fewer when the machine is busy. No two calls at a time have the same number. body
	// reports whether the launch needs no further worker; if it does, a worker may come back. It must not panic. Calls
	// of Run do not wait for each other; workers help the one of the highest priority, of -1, 0 and 1.
	Run(n, priority int, body func(worker int) (isOver bool))
	// Yield is called by body between pieces of its work. It lets launches of higher priority go first, and reports
	// whether the worker is to return from body to help one of them.
	Yield(worker, priority int) (isToLeave bool)
}
