package clapi

import (
	"errors"
	"math/bits"
	"runtime/debug"
	"slices"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

const (
	accessFlags     = cl.MemReadWrite | cl.MemReadOnly | cl.MemWriteOnly
	hostPtrFlags    = cl.MemUseHostPtr | cl.MemAllocHostPtr | cl.MemCopyHostPtr
	hostAccessFlags = cl.MemHostReadOnly | cl.MemHostWriteOnly | cl.MemHostNoAccess
)

// CreateBuffer is clCreateBuffer.
func (c *Context) CreateBuffer(flags, size uint64, hostPtr uintptr) (*MemObject, error) {
	return c.CreateBufferWithProperties(nil, flags, size, hostPtr, nil)
}

// CreateBufferWithProperties is clCreateBufferWithProperties. properties has no terminating zero; nil is NULL.
func (c *Context) CreateBufferWithProperties(
	properties []uint64, flags, size uint64, hostPtr uintptr, find func(handle uintptr) *Device,
) (*MemObject, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	m := &MemObject{context: c, kind: cl.MemObjectBuffer, flags: flags, sizeBytes: size,
		properties: withEnd(properties)}
	if err := m.setBufferProperties(properties); err != nil {
		return nil, err
	}
	if err := c.checkMemFlags(flags); err != nil {
		return nil, err
	}
	if err := m.checkExternal(hostPtr, find); err != nil {
		return nil, err
	}
	if err := c.checkImmutable(flags, m.handle.kind != 0); err != nil {
		return nil, err
	}
	if limit := c.devices[0].machine.MaxAllocBytes; size == 0 || size > limit {
		return nil, c.fail(cl.InvalidBufferSize, "size is %d, not in 1 to %d", size, limit)
	}
	if err := c.checkHostPtr(flags, hostPtr); err != nil {
		return nil, err
	}
	if a := c.findAllocation(hostPtr); a != nil && size > a.rest(hostPtr) {
		return nil, c.fail(cl.InvalidBufferSize, "size is %d, but the allocation at host_ptr has %d bytes", size,
			a.rest(hostPtr))
	}
	if err := m.allocate(hostPtr); err != nil {
		return nil, err
	}
	return m.started()
}

// CreateBufferWithPropertiesINTEL is the same for an extension with another code for properties.
func (c *Context) CreateBufferWithPropertiesINTEL(
	properties []uint64, flags, size uint64, hostPtr uintptr, find func(handle uintptr) *Device,
) (*MemObject, error) {
	m, err := c.CreateBufferWithProperties(properties, flags, size, hostPtr, find)
	if e := (*Error)(nil); errors.As(err, &e) && e.Status == cl.InvalidProperty {
		e.Status = cl.InvalidValue
	}
	return m, err
}

// setBufferProperties checks properties and notes what they ask for. Every buffer has an address that stays the same.
func (m *MemObject) setBufferProperties(list []uint64) error {
	return m.context.eachProperty(list, func(name uint64, values []uint64) error {
		if isOne, err := m.externalProperty(name, values); isOne {
			return err
		}
		if name != cl.MemDevicePrivateAddressExt {
			return m.context.fail(cl.InvalidProperty, "property %#x is not supported", name)
		}
		value := values[0]
		if value != cl.True && value != cl.False {
			return m.context.fail(cl.InvalidProperty, "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT is %d, neither CL_TRUE nor "+
				"CL_FALSE", value)
		}
		m.hasDeviceAddress = value == cl.True
		return nil
	})
}

// started is a new memory object whose life begins. If it fails, its memory is freed.
func (m *MemObject) started() (*MemObject, error) {
	m.isImported = m.isImported || m.parent != nil && m.parent.isImported
	if err := m.start(); err != nil {
		m.freeMemory()
		return nil, err
	}
	return m, nil
}

// freeMemory frees what the object has outside of Go's heap.
func (m *MemObject) freeMemory() {
	if m.ownsMemory {
		m.freeOwn()
	}
	if m.shared != nil {
		m.shared.drop()
	}
	if m.external != nil {
		m.external.Close()
	}
	if m.image != nil {
		hostmem.FreeOwn(m.image.descriptors)
	}
}

// checkMemFlags refuses unknown flags and those that exclude each other.
func (c *Context) checkMemFlags(flags uint64) error {
	if unknown := flags &^ (accessFlags | hostPtrFlags | hostAccessFlags | cl.MemImmutableExt); unknown != 0 {
		return c.fail(cl.InvalidValue, "flags has %#x, which is not allowed here", unknown)
	}
	if bits.OnesCount64(flags&accessFlags) > 1 {
		return c.fail(cl.InvalidValue, "flags %#x has more than one of READ_WRITE, READ_ONLY, WRITE_ONLY", flags)
	}
	if bits.OnesCount64(flags&hostAccessFlags) > 1 {
		return c.fail(cl.InvalidValue,
			"flags %#x has more than one of HOST_READ_ONLY, HOST_WRITE_ONLY, HOST_NO_ACCESS", flags)
	}
	if flags&cl.MemImmutableExt != 0 && flags&(cl.MemReadWrite|cl.MemWriteOnly|cl.MemHostWriteOnly) != 0 {
		return c.fail(cl.InvalidValue, "flags %#x has IMMUTABLE with READ_WRITE, WRITE_ONLY or HOST_WRITE_ONLY", flags)
	}
	if flags&cl.MemUseHostPtr != 0 && flags&(cl.MemAllocHostPtr|cl.MemCopyHostPtr) != 0 {
		return c.fail(cl.InvalidValue, "flags %#x has USE_HOST_PTR with ALLOC_HOST_PTR or COPY_HOST_PTR", flags)
	}
	return nil
}

// checkImmutable wants contents for an object that cannot get any later.
func (c *Context) checkImmutable(flags uint64, isExternal bool) error {
	if flags&cl.MemImmutableExt != 0 && flags&(cl.MemUseHostPtr|cl.MemCopyHostPtr) == 0 && !isExternal {
		return c.fail(cl.InvalidValue, "flags %#x has IMMUTABLE without USE_HOST_PTR or COPY_HOST_PTR", flags)
	}
	return nil
}

// checkHostPtr wants a host pointer exactly when the flags use one.
func (c *Context) checkHostPtr(flags uint64, hostPtr uintptr) error {
	isUsed := flags&(cl.MemUseHostPtr|cl.MemCopyHostPtr) != 0
	if isUsed && hostPtr == 0 {
		return c.fail(cl.InvalidHostPtr, "host_ptr is null, but flags %#x uses it", flags)
	}
	if !isUsed && hostPtr != 0 {
		return c.fail(cl.InvalidHostPtr, "host_ptr is given, but flags %#x does not use it", flags)
	}
	return nil
}

// allocate gives a new buffer or image its memory.
func (m *MemObject) allocate(hostPtr uintptr) error {
	if m.handle.kind != 0 {
		return m.mapExternal()
	}
	if m.flags&cl.MemUseHostPtr != 0 {
		m.address, m.hostPtr = hostPtr, hostPtr
		if a := m.context.findAllocation(hostPtr); a != nil && a.tryHold() {
			m.shared = a
		}
		return nil
	}
	if err := m.allocateOwn(); err != nil {
		return err
	}
	m.ownsMemory = true
	if m.flags&cl.MemCopyHostPtr != 0 {
		return m.copyFrom(hostPtr)
	}
	return nil
}

// allocateOwn takes memory of the device. The specification leaves its contents undefined.
func (m *MemObject) allocateOwn() error {
	if err := m.context.takeMemory(m.sizeBytes, cl.MemObjectAllocationFailure); err != nil {
		return err
	}
	alloc := hostmem.AllocUndefined
	if m.context.platform.takeGuard() {
		alloc, m.isGuarded = hostmem.AllocGuarded, true
	}
	address, err := alloc(m.sizeBytes)
	if err != nil {
		m.giveGuard()
		m.context.platform.device.budget.give(m.sizeBytes)
		return m.context.fail(cl.MemObjectAllocationFailure, "%d bytes: %v", m.sizeBytes, err)
	}
	m.address = address
	return nil
}

// maxGuards is how many memory objects have guards at a time: the system limits the number of mappings, and others need
// some.
const maxGuards = 16000

// takeGuard reports whether a new memory object gets guards.
func (p *Platform) takeGuard() bool {
	if !p.guards {
		return false
	}
	if p.guarded.Add(1) > maxGuards {
		p.guarded.Add(-1)
		return false
	}
	return true
}

func (m *MemObject) giveGuard() {
	if m.isGuarded {
		m.isGuarded = false
		m.context.platform.guarded.Add(-1)
	}
}

func (m *MemObject) freeOwn() {
	if m.isGuarded {
		hostmem.FreeGuarded(m.address, m.sizeBytes)
		m.giveGuard()
	} else {
		hostmem.Free(m.address)
	}
	m.context.platform.device.budget.give(m.sizeBytes)
}

// copyFrom fills a new buffer or image, and frees its memory when the host pointer does not have as much.
func (m *MemObject) copyFrom(hostPtr uintptr) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			m.freeOwn()
			err = m.context.fail(cl.InvalidHostPtr, "there are no %d bytes of memory at host_ptr %#x", m.sizeBytes,
				hostPtr)
		}
	}()
	copy(hostmem.Bytes(m.address, m.sizeBytes), hostmem.Bytes(hostPtr, m.sizeBytes))
	return nil
}

// start begins the life of a memory object that is otherwise complete. If it fails, nothing is held.
func (m *MemObject) start() error {
	if m.parent != nil { // it holds the context
		if err := m.parent.take(); err != nil {
			return err
		}
	}
	if err := m.context.take(); err != nil {
		return err
	}
	m.init("memory object", cl.InvalidMemObject, m.destroyMemObject)
	m.postpone = m.context.platform.postpone
	return nil
}

func (m *MemObject) destroyMemObject() {
	m.mu.Lock()
	destructors := m.destructors
	m.mu.Unlock()
	for _, callback := range slices.Backward(destructors) {
		callback()
	}
	m.dropMaps()
	m.dropContent(m.contentSize())
	m.freeMemory()
	if m.parent != nil {
		m.parent.drop()
	}
	m.context.drop()
}

// CreateSubBuffer is clCreateSubBuffer. A nil region is a NULL buffer_create_info.
func (m *MemObject) CreateSubBuffer(flags uint64, createType uint32, region *cl.BufferRegion) (*MemObject, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	c := m.context
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	if m.isImported {
		return nil, c.fail(cl.InvalidOperation, "buffer is imported memory")
	}
	if m.kind != cl.MemObjectBuffer || m.parent != nil {
		return nil, c.fail(cl.InvalidMemObject, "buffer is a sub-buffer or no buffer")
	}
	if err := m.checkSubFlags(flags); err != nil {
		return nil, err
	}
	if createType != cl.BufferCreateTypeRegion {
		return nil, c.fail(cl.InvalidValue, "buffer_create_type is %#x, not CL_BUFFER_CREATE_TYPE_REGION", createType)
	}
	if region == nil {
		return nil, c.fail(cl.InvalidValue, "buffer_create_info is null")
	}
	if err := m.checkRegion(*region); err != nil {
		return nil, err
	}
	return m.newSubBuffer(flags, *region).started()
}

// checkSubFlags rejects flags that an object made from this one cannot have, such as more access.
func (m *MemObject) checkSubFlags(flags uint64) error {
	if flags&hostPtrFlags != 0 {
		return m.context.fail(cl.InvalidValue, "flags %#x has a HOST_PTR flag; those are inherited", flags)
	}
	if err := m.context.checkMemFlags(flags); err != nil {
		return err
	}
	for _, rule := range []struct{ parent, child uint64 }{
		{cl.MemWriteOnly, cl.MemReadWrite | cl.MemReadOnly},
		{cl.MemReadOnly, cl.MemReadWrite | cl.MemWriteOnly},
		{cl.MemImmutableExt, cl.MemReadWrite | cl.MemWriteOnly | cl.MemHostWriteOnly},
		{cl.MemHostWriteOnly, cl.MemHostReadOnly},
		{cl.MemHostReadOnly, cl.MemHostWriteOnly},
		{cl.MemHostNoAccess, cl.MemHostReadOnly | cl.MemHostWriteOnly},
	} {
		if m.flags&rule.parent != 0 && flags&rule.child != 0 {
			return m.context.fail(cl.InvalidValue, "flags %#x contradicts the flags %#x of the object it is made from",
				flags, m.flags)
		}
	}
	return nil
}

func (m *MemObject) checkRegion(region cl.BufferRegion) error {
	c := m.context
	if region.Size == 0 {
		return c.fail(cl.InvalidBufferSize, "the region's size is 0")
	}
	if region.Origin > m.sizeBytes || region.Size > m.sizeBytes-region.Origin {
		return c.fail(cl.InvalidValue, "the region of %d bytes at %d is outside the buffer of %d bytes",
			region.Size, region.Origin, m.sizeBytes)
	}
	if region.Origin%alignmentBytes != 0 {
		return c.fail(cl.MisalignedSubBufferOffset, "the region's origin %d is no multiple of %d",
			region.Origin, alignmentBytes)
	}
	return nil
}

// inheritFlags completes the flags of an object made from this one.
func (m *MemObject) inheritFlags(flags uint64) uint64 {
	for _, group := range []uint64{accessFlags, hostAccessFlags} {
		if flags&group == 0 {
			flags |= m.flags & group
		}
	}
	return flags | m.flags&(hostPtrFlags|cl.MemImmutableExt)
}

func (m *MemObject) newSubBuffer(flags uint64, region cl.BufferRegion) *MemObject {
	sub := &MemObject{
		context: m.context, kind: cl.MemObjectBuffer, flags: m.inheritFlags(flags), sizeBytes: region.Size,
		address: m.address + uintptr(region.Origin), parent: m, origin: region.Origin,
	}
	if m.hostPtr != 0 {
		sub.hostPtr = m.hostPtr + uintptr(region.Origin)
	}
	return sub
}
