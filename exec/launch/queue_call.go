package launch

import (
	"runtime"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// QueueCaller does the functions of device queues for the work-items of a worker. It is the same for both engines: it
// reads the memory that operands point to, and calls Launch.Queues. It keeps its memory for the next call.
type QueueCaller struct {
	run     *Run
	item    uint32 // that calls: a number that the engine gave
	request ChildRequest
}

// BadAddress is the value of the panic of a call that accesses memory which is not mapped.
type BadAddress struct {
	Item    uint32 // of the work-item
	Address uintptr
}

// Begin begins a launch.
func (c *QueueCaller) Begin(r *Run) { c.run = r }

// Call does one function for one work-item, with the values of its operands. It panics with a *BadAddress if memory is
// not mapped.
func (c *QueueCaller) Call(f ir.QueueFunction, item uint32, operands []uint64) (result uint64) {
	q := c.run.Launch.Queues
	if q == nil {
		q = noQueues{}
	}
	c.item = item
	defer c.name()
	return queueCalls[f](c, q, operands)
}

// name makes a *BadAddress of a panic because of an address.
func (c *QueueCaller) name() {
	reason := recover()
	if reason == nil {
		return
	}
	if err, ok := reason.(runtime.Error); ok {
		if a, ok := err.(interface{ Addr() uintptr }); ok {
			panic(&BadAddress{c.item, a.Addr()})
		}
		if err.Error() == "runtime error: invalid memory address or nil pointer dereference" {
			panic(&BadAddress{c.item, 0})
		}
	}
	panic(reason)
}

// queueCalls are the functions.
var queueCalls = [ir.QueueFunctionCount]func(c *QueueCaller, q Queues, in []uint64) uint64{
	ir.QueueEnqueueKernel: (*QueueCaller).enqueueKernel,
	ir.QueueEnqueueMarker: (*QueueCaller).enqueueMarker,
	ir.QueueRetainEvent: func(_ *QueueCaller, q Queues, in []uint64) uint64 {
		q.RetainEvent(in[0])
		return 0
	},
	ir.QueueReleaseEvent: func(_ *QueueCaller, q Queues, in []uint64) uint64 {
		q.ReleaseEvent(in[0])
		return 0
	},
	ir.QueueCreateUserEvent: func(_ *QueueCaller, q Queues, _ []uint64) uint64 { return q.CreateUserEvent() },
	ir.QueueIsValidEvent: func(_ *QueueCaller, q Queues, in []uint64) uint64 {
		if q.IsValidEvent(in[0]) {
			return 1
		}
		return 0
	},
	ir.QueueSetUserEventStatus: func(_ *QueueCaller, q Queues, in []uint64) uint64 {
		q.SetUserEventStatus(in[0], int32(in[1]))
		return 0
	},
	ir.QueueCaptureProfiling: func(_ *QueueCaller, q Queues, in []uint64) uint64 {
		q.CaptureProfilingInfo(in[0], int32(in[1]), in[2])
		return 0
	},
	ir.QueueDefaultQueue: func(_ *QueueCaller, q Queues, _ []uint64) uint64 { return q.DefaultQueue() },
	ir.QueueChildInfo:    (*QueueCaller).childInfo,
}

// Limits that no kernel comes near to: more means that its memory was overwritten.
const (
	maxWaitEvents   = 1 << 20
	maxCaptureBytes = 1 << 20
)

// fixedOperands is the number of operands of an enqueue_kernel before the sizes of local memory.
const fixedOperands = 9

func (c *QueueCaller) enqueueKernel(q Queues, in []uint64) uint64 {
	r := &c.request
	c.begin(in[0], uint32(in[3]), in[4], in[5])
	r.Flags, r.Range, r.Child = int32(in[1]), rangeAt(in[2]), uint32(in[6])
	r.Captures, r.LocalBytes = r.Captures[:0], r.LocalBytes[:0]
	size := uint64(uint32(in[8]))
	if size > maxCaptureBytes {
		status := int32(EnqueueFailure)
		return uint64(uint32(status))
	}
	r.Captures = append(r.Captures, hostmem.Bytes(uintptr(in[7]), size)...)
	for _, size := range in[fixedOperands:] {
		r.LocalBytes = append(r.LocalBytes, uint32(size))
	}
	event, status := q.EnqueueKernel(r)
	return c.end(q, event, status, in[5])
}

func (c *QueueCaller) enqueueMarker(q Queues, in []uint64) uint64 {
	c.begin(in[0], uint32(in[1]), in[2], in[3])
	event, status := q.EnqueueMarker(&c.request)
	return c.end(q, event, status, in[3])
}

// begin fills in the part of a request that kernels and markers have.
func (c *QueueCaller) begin(queue uint64, count uint32, list, event uint64) {
	r := &c.request
	r.Queue, r.WantEvent = queue, event != 0
	r.Wait, r.WaitError = r.Wait[:0], (count == 0) != (list == 0) || count > maxWaitEvents
	if r.WaitError {
		return
	}
	for i := range uint64(count) {
		r.Wait = append(r.Wait, *hostmem.At[uint64](list + 8*i))
	}
}

// end returns the event to the kernel, unless its memory is not mapped: then no one else would release it.
func (c *QueueCaller) end(q Queues, event uint64, status int32, to uint64) uint64 {
	if to != 0 && status == 0 {
		written := false
		defer func() {
			if !written {
				q.ReleaseEvent(event)
			}
		}()
		*hostmem.At[uint64](to) = event
		written = true
	}
	return uint64(uint32(status))
}

func (c *QueueCaller) childInfo(q Queues, in []uint64) uint64 {
	question := ir.ChildQuestion(in[0])
	if in[2] == 0 {
		return uint64(q.ChildInfo(uint32(in[1]), question, nil))
	}
	c.request.Range = rangeAt(in[2])
	return uint64(q.ChildInfo(uint32(in[1]), question, &c.request.Range))
}

// rangeAt reads an ndrange_t.
func rangeAt(address uint64) (n ChildRange) {
	n.WorkDim = *hostmem.At[uint64](address + ast.NDRangeWorkDim)
	for i := range uint64(3) {
		n.Offset[i] = *hostmem.At[uint64](address + ast.NDRangeOffset + 8*i)
		n.Global[i] = *hostmem.At[uint64](address + ast.NDRangeGlobal + 8*i)
		n.Local[i] = *hostmem.At[uint64](address + ast.NDRangeLocal + 8*i)
	}
	return n
}

// noQueues are those of a launch that has none.
type noQueues struct{}

func (noQueues) EnqueueKernel(*ChildRequest) (event uint64, status int32)     { return 0, InvalidQueue }
func (noQueues) EnqueueMarker(*ChildRequest) (event uint64, status int32)     { return 0, InvalidQueue }
func (noQueues) RetainEvent(uint64)                                           {}
func (noQueues) ReleaseEvent(uint64)                                          {}
func (noQueues) CreateUserEvent() uint64                                      { return 0 }
func (noQueues) IsValidEvent(uint64) bool                                     { return false }
func (noQueues) SetUserEventStatus(uint64, int32)                             {}
func (noQueues) CaptureProfilingInfo(uint64, int32, uint64)                   {}
func (noQueues) DefaultQueue() uint64                                         { return 0 }
func (noQueues) ChildInfo(uint32, ChildQuestion, *ChildRange) (answer uint32) { return 0 }
