package clapi

import (
	"sync/atomic"

	"heddle/clapi/cl"
)

// Shared virtual memory and unified shared memory: blocks that the application knows by their address. Every pointer of
// the process is valid in a kernel, so there is nothing to map, copy or keep coherent; what remains is to know which
// blocks there are, and to keep each until the commands that use it are complete.

// maker is the functions that make and free an allocation; those of one do not know allocations of the other.
type maker uint8

const (
	madeBySVM maker = iota // clSVMAlloc, clSVMAllocWithPropertiesKHR
	madeByUSM              // cl*MemAllocINTEL
)

// Allocation is a block of shared memory.
//
// It is found by its address from its creation until it is freed. Commands and buffers that use it hold it: memory that
// is freed too early, against the specification, stays until they are gone, though new calls do not find it any more.
type Allocation struct {
	context    *Context // held
	device     *Device  // associated with it; nil for none
	address    uintptr
	sizeBytes  uint64
	maker      maker
	kind       uint32   // madeBySVM: index of its type in svmTypes; madeByUSM: CL_MEM_TYPE_*_INTEL
	flags      uint64   // madeBySVM: CL_SVM_ALLOC_ACCESS_*; madeByUSM: CL_MEM_ALLOC_*_INTEL
	properties []uint64 // as given, with the terminating zero; nil for NULL

	holds     atomic.Int32 // one until it is freed, and one for each user
	commands  atomic.Int32 // the users that are commands
	isAwaited atomic.Bool  // a thread waits until no command uses it
}

// allocate gives a new allocation its memory and makes it known.
func (c *Context) allocate(a *Allocation) (uintptr, error) {
	if err := c.take(); err != nil {
		return 0, err
	}
	if err := c.takeMemory(a.sizeBytes, cl.OutOfHostMemory); err != nil {
		c.drop()
		return 0, err
	}
	address, err := c.platform.shared.Alloc(a.sizeBytes)
	if err != nil {
		c.platform.device.budget.give(a.sizeBytes)
		c.drop()
		return 0, c.fail(cl.OutOfHostMemory, "%d bytes: %v", a.sizeBytes, err)
	}
	a.context, a.address = c, address
	a.holds.Store(1)
	c.platform.allocations.Insert(address, a.sizeBytes, a)
	return address, nil
}

// findAllocation is the allocation into which a pointer leads, in this or another context; nil if there is none. The
// caller holds nothing: it may be freed at any time.
func (c *Context) findAllocation(pointer uintptr) *Allocation {
	if pointer == 0 {
		return nil
	}
	a, _ := c.platform.allocations.Find(pointer)
	return a
}

// forget takes an allocation that starts at a pointer out of those that can be found; nil if the context has none there
// of this maker. The caller gives up its hold.
func (c *Context) forget(pointer uintptr, by maker) *Allocation {
	a, _ := c.platform.allocations.Remove(pointer, func(a *Allocation) bool { return a.context == c && a.maker == by })
	return a
}

// tryHold takes a hold unless the memory is already gone, and reports whether it did.
func (a *Allocation) tryHold() bool {
	for {
		holds := a.holds.Load()
		if holds <= 0 {
			return false
		}
		if a.holds.CompareAndSwap(holds, holds+1) {
			return true
		}
	}
}

// drop gives up a hold. The last one frees the memory. It may run on a worker.
func (a *Allocation) drop() {
	if a.holds.Add(-1) == 0 {
		a.context.platform.shared.Free(a.address, a.sizeBytes)
		a.context.platform.device.budget.give(a.sizeBytes)
		a.context.dropLater()
	}
}

// useAt is the allocation into which a pointer leads, held for a command; nil if there is none.
func (c *Context) useAt(pointer uintptr) *Allocation {
	a := c.findAllocation(pointer)
	if a == nil || !a.tryHold() {
		return nil
	}
	a.commands.Add(1)
	return a
}

// endUse gives up the hold of a command. It may run on a worker; a may be nil.
func (a *Allocation) endUse() {
	if a == nil {
		return
	}
	a.endCommand()
	a.drop()
}

// endCommand counts one command less that uses the allocation. The caller keeps its hold.
func (a *Allocation) endCommand() {
	if a.commands.Add(-1) == 0 && a.isAwaited.Load() {
		a.context.reaches.wake()
	}
}

// rest is the number of bytes from a pointer into the allocation to its end.
func (a *Allocation) rest(pointer uintptr) uint64 { return a.sizeBytes - uint64(pointer-a.address) }

// isFine reports whether the host may use the memory while a kernel does.
func (a *Allocation) isFine() bool {
	if a.maker == madeByUSM {
		return a.kind != cl.MemTypeDeviceIntel
	}
	return svmTypes[a.kind]&cl.SvmCapabilityConcurrentAccessKhr != 0 && a.kind != svmDevice
}

// deviceHandle is the handle of the device that is associated with the allocation, 0 for none.
func (a *Allocation) deviceHandle() uintptr {
	if a.device == nil {
		return 0
	}
	return a.device.Handle()
}

// checkAlignment wants 0 or a power of two up to the size of the largest type, which every block is aligned to.
func (c *Context) checkAlignment(status cl.Status, alignment uint64) error {
	if alignment&(alignment-1) != 0 || alignment > alignmentBytes {
		return c.fail(status, "alignment is %d, not a power of two up to %d", alignment, alignmentBytes)
	}
	return nil
}

// withEnd is a list of properties as queries return it: nil for NULL, else with the terminating zero.
func withEnd(list []uint64) []uint64 {
	if list == nil {
		return nil
	}
	return append(append(make([]uint64, 0, len(list)+1), list...), 0)
}
