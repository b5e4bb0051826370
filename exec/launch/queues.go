package launch

import "heddle/compiler/ir"

// Device-side enqueue: what running kernels ask of queues. Kernels know queues and events as numbers, which they may
// make up, keep too long or mix up: any number may come.

// Queues are the device queues and events of a launch, and what else the built-in functions of "Enqueuing Kernels" ask
// of the world outside the kernel. The workers of the launch call it, several at once, with no lock held and while
// work-items wait: it must not wait for other commands. Nothing is kept that a method gets by pointer or slice.
type Queues interface {
	// EnqueueKernel enqueues a child of the launch. The event has one reference, which is the kernel's, and is 0 if
	// there is none. The status is one of CLK_*; the compiler maps it to CLK_ENQUEUE_FAILURE where programs get no
	// more. After an error nothing has happened.
	EnqueueKernel(r *ChildRequest) (event uint64, status int32)
	// EnqueueMarker enqueues a marker: the request has only its queue and wait list.
	EnqueueMarker(r *ChildRequest) (event uint64, status int32)

	// RetainEvent and ReleaseEvent count references of the kernels.
	RetainEvent(event uint64)
	ReleaseEvent(event uint64)
	// CreateUserEvent makes a user event with one reference, which is the kernel's. It is 0 if there is no room.
	CreateUserEvent() (event uint64)
	// IsValidEvent reports whether a number is that of an event.
	IsValidEvent(event uint64) bool
	// SetUserEventStatus completes a user event: 0 is CL_COMPLETE, negative numbers are errors.
	SetUserEventStatus(event uint64, status int32)
	// CaptureProfilingInfo writes two numbers of 64 bits to an address of memory that kernels use, when the command of
	// the event is complete: now or later, before the launch counts as complete. The address may be any number.
	CaptureProfilingInfo(event uint64, name int32, address uint64)

	// DefaultQueue is the number of the default device queue, 0 if there is none.
	DefaultQueue() uint64
	// ChildInfo answers a question about a child kernel. The range is nil unless the question is about one.
	ChildInfo(child uint32, question ChildQuestion, n *ChildRange) uint32
}

// ChildRequest is what a kernel enqueues.
type ChildRequest struct {
	Queue     uint64
	Flags     int32 // EnqueueNoWait and its neighbours, or another number
	Wait      []uint64
	WaitError bool // the wait list is null though events are announced, or the other way round
	WantEvent bool

	// Of kernels only.
	Range      ChildRange
	Child      uint32   // index of compiler.Program.Children; may be any number
	Captures   []byte   // the start of the child's argument block
	LocalBytes []uint32 // sizes of its __local arguments, in their order
}

// ChildRange is an ndrange_t as it lies in memory. The kernel may have filled it with anything.
type ChildRange struct {
	WorkDim               uint64
	Offset, Global, Local [3]uint64 // Local: zeros: the device chooses
}

// When a child may begin at the earliest, besides its wait list: kernel_enqueue_flags_t.
const (
	EnqueueNoWait        = 0
	EnqueueWaitKernel    = 1 // when the parent has run to its end
	EnqueueWaitWorkGroup = 2 // when the group that enqueued it has
)

// The statuses that kernels get from enqueueing: CLK_*.
const (
	EnqueueSuccess         = 0
	OutOfResources         = -5
	InvalidArgSize         = -51
	InvalidEventWaitList   = -57
	EventAllocationFailure = -100
	EnqueueFailure         = -101
	InvalidQueue           = -102
	InvalidNDRange         = -160
	DeviceQueueFull        = -161
)

// ChildQuestion is one of the queries get_kernel_*.
type ChildQuestion = ir.ChildQuestion

// The questions, the last two about a range.
const (
	ChildWorkGroupSize     = ir.ChildWorkGroupSize
	ChildPreferredMultiple = ir.ChildPreferredMultiple
	ChildSubGroupCount     = ir.ChildSubGroupCount
	ChildMaxSubGroupSize   = ir.ChildMaxSubGroupSize
)
