package clapi

import (
	"runtime/debug"
	"sync/atomic"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// ImportMemory is clImportMemoryARM: a buffer that is memory of the application. properties has no terminating zero;
// nil is NULL.
func (c *Context) ImportMemory(properties []uintptr, flags uint64, memory uintptr, size uint64) (*MemObject, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	flags &^= cl.MemUseHostPtr // ignored
	if err := c.checkMemFlags(flags); err != nil {
		return nil, err
	}
	if flags&(hostPtrFlags|cl.MemImmutableExt) != 0 {
		return nil, c.fail(cl.InvalidValue, "flags has %#x, which is not allowed here", flags)
	}
	if err := c.checkImportProperties(properties); err != nil {
		return nil, err
	}
	if limit := c.devices[0].machine.MaxAllocBytes; memory == 0 || size == 0 || size > limit {
		return nil, c.fail(cl.InvalidValue, "memory is %#x and size %d, not an address and 1 to %d", memory, size,
			limit)
	}
	if !isMapped(memory, size) {
		return nil, c.fail(cl.InvalidOperation, "there are no %d bytes of memory at %#x", size, memory)
	}
	m := &MemObject{context: c, kind: cl.MemObjectBuffer, flags: flags, sizeBytes: size, address: memory,
		isImported: true}
	return m.started()
}

// checkImportProperties checks names and values. The one kind of memory is the host's.
func (c *Context) checkImportProperties(list []uintptr) error {
	for i := 0; i < len(list); i += 2 {
		if list[i] != cl.ImportTypeArm || i > 0 {
			return c.fail(cl.InvalidProperty, "property %#x is not supported, or comes twice", list[i])
		}
		if i+1 == len(list) || list[i+1] != cl.ImportTypeHostArm {
			return c.fail(cl.InvalidProperty, "CL_IMPORT_TYPE_ARM is not CL_IMPORT_TYPE_HOST_ARM")
		}
	}
	return nil
}

// isMapped reports whether the process can read memory, by reading a byte of each page.
func isMapped(memory uintptr, size uint64) (ok bool) {
	const pageBytes = 4096
	last := memory + uintptr(size) - 1
	if last < memory {
		return false
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	for at := memory; ; at += pageBytes {
		if at > last || at < memory {
			at = last
		}
		touched.Store(uint32(hostmem.Bytes(at, 1)[0]))
		if at == last {
			return true
		}
	}
}

var touched atomic.Uint32 // so that reads are not dropped

// checkUsable answers CL_INVALID_OPERATION for imported memory in commands other than kernels.
func (q *CommandQueue) checkUsable(name string, m *MemObject) error {
	if m.isImported {
		return q.context.fail(cl.InvalidOperation, "%s is imported memory, which only kernels use", name)
	}
	return nil
}

// SetContentSize is clSetContentSizeBufferPoCL. Copies of the buffer leave out what is not in use.
func (m *MemObject) SetContentSize(content *MemObject) error {
	if err := m.check(); err != nil {
		return err
	}
	if err := content.check(); err != nil {
		return err
	}
	const countBytes = 8
	if m.kind != cl.MemObjectBuffer || content.kind != cl.MemObjectBuffer || content.sizeBytes < countBytes {
		return m.context.fail(cl.InvalidValue, "not two buffers, the second of at least %d bytes", countBytes)
	}
	if m.context != content.context {
		return m.context.fail(cl.InvalidContext, "the buffers are of different contexts")
	}
	if content != m { // which need not hold itself
		if err := content.take(); err != nil {
			return err
		}
	}
	m.mu.Lock()
	old := m.content
	m.content = content
	m.mu.Unlock()
	m.dropContent(old)
	return nil
}

// contentSize is the buffer that holds how many bytes of this one are in use; nil: all.
func (m *MemObject) contentSize() *MemObject {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.content
}

// dropContent gives up the hold of a buffer of SetContentSize; nil for none.
func (m *MemObject) dropContent(content *MemObject) {
	if content != nil && content != m {
		content.drop()
	}
}
