package clapi

import (
	"heddle/clapi/cl"
)

// USMRequest is the parameters of clHostMemAllocINTEL, clDeviceMemAllocINTEL and clSharedMemAllocINTEL.
type USMRequest struct {
	Kind       uint32  // CL_MEM_TYPE_*_INTEL
	Device     *Device // nil for none, and for an invalid handle
	NoDevice   bool    // device is NULL, or not a parameter
	Properties []uint64
	Size       uint64
	Alignment  uint32
}

// usmCapabilities are those of each kind: all memory is memory of the process.
const usmCapabilities = cl.UnifiedSharedMemoryAccessIntel | cl.UnifiedSharedMemoryAtomicAccessIntel |
	cl.UnifiedSharedMemoryConcurrentAccessIntel | cl.UnifiedSharedMemoryConcurrentAtomicAccessIntel

// USMAlloc is clHostMemAllocINTEL, clDeviceMemAllocINTEL and clSharedMemAllocINTEL.
func (c *Context) USMAlloc(r USMRequest) (uintptr, error) {
	if err := c.checkAlive(); err != nil {
		return 0, err
	}
	mayLack := r.Kind != cl.MemTypeDeviceIntel
	if !(r.NoDevice && mayLack) && (r.Device == nil || !c.hasDevice(r.Device)) {
		return 0, c.fail(cl.InvalidDevice, "device is not a device of context")
	}
	if err := c.checkAlignment(cl.InvalidValue, uint64(r.Alignment)); err != nil {
		return 0, err
	}
	a := &Allocation{maker: madeByUSM, kind: r.Kind, device: r.Device, sizeBytes: r.Size,
		properties: withEnd(r.Properties)}
	if err := c.setUSMProperties(a, r.Properties); err != nil {
		return 0, err
	}
	if limit := c.devices[0].machine.MaxAllocBytes; r.Size == 0 || r.Size > limit {
		return 0, c.fail(cl.InvalidBufferSize, "size is %d, not in 1 to %d", r.Size, limit)
	}
	return c.allocate(a)
}

// setUSMProperties checks properties and notes the flags.
func (c *Context) setUSMProperties(a *Allocation, list []uint64) error {
	const placements = cl.MemAllocInitialPlacementDeviceIntel | cl.MemAllocInitialPlacementHostIntel
	return c.checkProperties(list, func(name, value uint64) error {
		switch {
		case name != cl.MemAllocFlagsIntel:
			return c.fail(cl.InvalidProperty, "property %#x is not supported", name)
		case value&^uint64(cl.MemAllocWriteCombinedIntel|placements) != 0:
			return c.fail(cl.InvalidProperty, "CL_MEM_ALLOC_FLAGS_INTEL %#x has unknown bits", value)
		case value&placements == placements:
			return c.fail(cl.InvalidProperty, "CL_MEM_ALLOC_FLAGS_INTEL %#x has two initial placements", value)
		case value&placements != 0 && a.kind != cl.MemTypeSharedIntel:
			return c.fail(cl.InvalidProperty, "CL_MEM_ALLOC_FLAGS_INTEL %#x has an initial placement, which only "+
				"shared memory has", value)
		}
		a.flags = value
		return nil
	})
}

// USMFree is clMemFreeINTEL.
func (c *Context) USMFree(pointer uintptr) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.free(pointer, madeByUSM)
}

// USMBlockingFree is clMemBlockingFreeINTEL: it waits for the commands enqueued so far that may use the memory.
func (c *Context) USMBlockingFree(pointer uintptr) error {
	if err := c.check(); err != nil {
		return err
	}
	if pointer == 0 {
		return nil
	}
	a := c.forget(pointer, madeByUSM)
	if a == nil {
		return c.fail(cl.InvalidValue, "%#x is no allocation of the context that this function frees", pointer)
	}
	c.flushQueues()
	c.reaches.await(a)
	a.drop()
	return nil
}

// flushQueues submits all commands of the context.
func (c *Context) flushQueues() {
	c.mu.Lock()
	queues := make([]*CommandQueue, 0, len(c.queues))
	for q := range c.queues {
		queues = append(queues, q)
	}
	c.mu.Unlock()
	for _, q := range queues {
		q.graph.Flush() // also of one that is destroyed meanwhile, which has no commands
	}
}

// usmInfo answers clGetMemAllocInfoINTEL, of nil for a pointer into no allocation of the context.
var usmInfo = lazyInfo(func() infoTable[*Allocation] {
	return infoTable[*Allocation]{
		cl.MemAllocTypeIntel: func(a *Allocation) []byte {
			if a == nil {
				return infoUint32(cl.MemTypeUnknownIntel)
			}
			return infoUint32(a.kind)
		},
		cl.MemAllocBasePtrIntel: func(a *Allocation) []byte { return infoUint64(orNone(a).address) },
		cl.MemAllocSizeIntel:    func(a *Allocation) []byte { return infoUint64(orNone(a).sizeBytes) },
		cl.MemAllocDeviceIntel:  func(a *Allocation) []byte { return infoUint64(orNone(a).deviceHandle()) },
		cl.MemAllocFlagsIntel:   func(a *Allocation) []byte { return infoUint64(orNone(a).flags) },
	}
})

// USMInfo is clGetMemAllocInfoINTEL.
func (c *Context) USMInfo(pointer uintptr, name uint32, out InfoTarget) (uint64, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	return usmInfo().get(c, c.allocationOf(pointer, madeByUSM), name, out)
}
