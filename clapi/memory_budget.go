package clapi

import (
	"sync/atomic"

	"heddle/clapi/cl"
)

// budget is the memory of a device that is left for memory objects and shared memory. The system gives more than there
// is, and ends a process that then uses it; so a device gives no more than it has: the machine's memory, or that of the
// control group, or HEDDLE_MEM_LIMIT. What the host owns (CL_MEM_USE_HOST_PTR) does not count.
type budget struct {
	limit uint64 // immutable; 0: none, in tests
	used  atomic.Uint64
}

// take counts bytes, and reports whether there were as many left.
func (b *budget) take(bytes uint64) bool {
	for {
		used := b.used.Load()
		if b.limit != 0 && (bytes > b.limit || used > b.limit-bytes) {
			return false
		}
		if b.used.CompareAndSwap(used, used+bytes) {
			return true
		}
	}
}

func (b *budget) give(bytes uint64) { b.used.Add(-bytes) }

// takeMemory counts memory of the context's device, or fails with a status.
func (c *Context) takeMemory(bytes uint64, status cl.Status) error {
	b := &c.platform.device.budget
	if b.take(bytes) {
		return nil
	}
	return c.fail(status, "%d bytes are more than is left: %d of %d bytes of the device are in use", bytes,
		b.used.Load(), b.limit)
}

// limitMemory applies HEDDLE_MEM_LIMIT to what the device has.
func (m *Machine) limitMemory(limit uint64) {
	if limit != 0 && limit < m.MemoryBytes {
		m.MemoryBytes = limit
		m.MaxAllocBytes = min(m.MaxAllocBytes, limit)
	}
}
