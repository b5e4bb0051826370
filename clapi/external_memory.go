package clapi

import (
	"errors"

	"heddle/clapi/cl"
	"heddle/clapi/external"
)

// Memory objects in memory of other APIs and processes (cl_khr_external_memory): mapped by a file descriptor, so that
// all sides see the same bytes.

// memoryHandles are the types of descriptors from which memory objects can be made. Images lie in them row by row.
var memoryHandles = infoUint32(cl.ExternalMemoryHandleOpaqueFdKhr, cl.ExternalMemoryHandleDmaBufKhr)

// externalHandle is the descriptor that the properties of a new memory object give.
type externalHandle struct {
	kind uint64 // 0: none
	fd   int
}

// externalProperty takes a property of external memory, and reports whether it is one.
func (m *MemObject) externalProperty(name uint64, values []uint64) (isOne bool, err error) {
	c := m.context
	switch name {
	case cl.ExternalMemoryHandleOpaqueFdKhr, cl.ExternalMemoryHandleDmaBufKhr:
		if m.handle.kind != 0 {
			return true, c.fail(cl.InvalidProperty, "two handles of external memory are given")
		}
		m.handle = externalHandle{kind: name, fd: int(int32(values[0]))}
		return true, nil
	case cl.MemDeviceHandleListKhr:
		m.devices = append([]uint64{}, values...)
		return true, nil
	}
	return false, nil
}

// checkExternal checks what the properties say of external memory, together.
func (m *MemObject) checkExternal(hostPtr uintptr, find func(handle uintptr) *Device) error {
	c := m.context
	if m.handle.kind == 0 {
		if m.devices != nil {
			return c.fail(cl.InvalidProperty, "CL_MEM_DEVICE_HANDLE_LIST_KHR is given without external memory")
		}
		return nil
	}
	for _, handle := range m.devices {
		if d := find(uintptr(handle)); d == nil || !c.hasDevice(d) {
			return c.fail(cl.InvalidDevice, "CL_MEM_DEVICE_HANDLE_LIST_KHR has %#x, which is no device of the context",
				handle)
		}
	}
	if m.devices != nil && len(m.devices) == 0 {
		return c.fail(cl.InvalidDevice, "CL_MEM_DEVICE_HANDLE_LIST_KHR is empty")
	}
	if m.flags&hostPtrFlags != 0 {
		return c.fail(cl.InvalidValue, "flags %#x has a HOST_PTR flag, but the memory is external", m.flags)
	}
	if hostPtr != 0 {
		return c.fail(cl.InvalidHostPtr, "host_ptr is given, but the memory is external")
	}
	return nil
}

// mapExternal gives a new buffer or image its memory.
func (m *MemObject) mapExternal() error {
	memory, err := external.ImportMemory(m.handle.fd, external.Request{SizeBytes: m.sizeBytes,
		IsReadOnly: m.flags&cl.MemImmutableExt != 0, IsDmaBuf: m.handle.kind == cl.ExternalMemoryHandleDmaBufKhr})
	switch {
	case errors.Is(err, external.ErrTooSmall) && m.image == nil:
		return m.context.fail(cl.InvalidBufferSize, "%v", err)
	case errors.Is(err, external.ErrTooSmall):
		return m.context.fail(cl.InvalidImageSize, "the image needs %d bytes: %v", m.sizeBytes, err)
	case errors.Is(err, external.ErrNoMemory):
		return m.context.fail(cl.OutOfHostMemory, "external memory: %v", err)
	case err != nil:
		return m.context.fail(cl.InvalidProperty, "external memory: %v", err)
	}
	m.external, m.address = memory, memory.Address()
	return nil
}

// EnqueueAcquireExternal is clEnqueueAcquireExternalMemObjectsKHR. A handle that is no memory object is nil in the
// list; a nil list is NULL.
func (q *CommandQueue) EnqueueAcquireExternal(objects []*MemObject, count uint32, e EventArgs) (*Event, error) {
	return q.enqueueExternal(cl.CommandAcquireExternalMemObjectsKhr, (*external.Memory).Begin, objects, count, e)
}

// EnqueueReleaseExternal is clEnqueueReleaseExternalMemObjectsKHR.
func (q *CommandQueue) EnqueueReleaseExternal(objects []*MemObject, count uint32, e EventArgs) (*Event, error) {
	return q.enqueueExternal(cl.CommandReleaseExternalMemObjectsKhr, (*external.Memory).End, objects, count, e)
}

func (q *CommandQueue) enqueueExternal(
	kind uint32, do func(*external.Memory) error, objects []*MemObject, count uint32, e EventArgs,
) (*Event, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if (count == 0) != (objects == nil) {
		return nil, q.context.fail(cl.InvalidValue, "num_mem_objects is %d and mem_objects is NULL, or the other way "+
			"round", count)
	}
	for i, m := range objects {
		if m == nil || m.external == nil {
			return nil, q.context.fail(cl.InvalidMemObject, "mem_objects[%d] was not made from external memory", i)
		}
		if m.context != q.context || !m.isFor(q.device) {
			return nil, q.context.fail(cl.InvalidCommandQueue, "mem_objects[%d] is not for the device of "+
				"command_queue", i)
		}
	}
	if err := q.checkWaitWithStatus(e.Wait); err != nil {
		return nil, err
	}
	if err := holdAll(objects); err != nil {
		return nil, err
	}
	c := &externalCommand{emptyCommand: emptyCommand{objects: objects}, do: do}
	return q.enqueue(&c.command, c, placement{kind: kind}, e)
}

// isFor reports whether an object of external memory was made for a device.
func (m *MemObject) isFor(d *Device) bool {
	for _, handle := range m.devices {
		if uintptr(handle) == d.Handle() {
			return true
		}
	}
	return m.devices == nil
}

// externalCommand takes or gives back external memory.
type externalCommand struct {
	emptyCommand
	do func(*external.Memory) error
}

func (c *externalCommand) Run() cl.Status {
	for _, m := range c.objects {
		if c.do(m.external) != nil {
			return cl.OutOfResources
		}
	}
	return cl.Success
}
