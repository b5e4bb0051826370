package clapi

import (
	"sync"

	"heddle/clapi/cl"
	"heddle/clapi/external"
)

// MemObject is a memory object: a buffer, a sub-buffer (kind cl.MemObjectBuffer) or an image.
//
// Everything but the mappings, the destructors and the contents is immutable after creation.
type MemObject struct {
	Object
	context *Context
	kind    uint32 // cl.MemObjectBuffer, or of an image cl.MemObjectImage2d and so on
	flags   uint64 // as CL_MEM_FLAGS returns them: completed from the parent's

	sizeBytes               uint64
	address                 uintptr    // of the bytes: a block of ours, the host pointer, or inside the parent
	hostPtr                 uintptr    // as CL_MEM_HOST_PTR returns it: only with CL_MEM_USE_HOST_PTR
	properties              []uint64   // as given to clCreate*WithProperties, with the terminating zero
	parent                  *MemObject // of a sub-buffer, or what an image was made from; held
	origin                  uint64     // of a sub-buffer in its parent
	image                   *imagePart // of an image, else nil
	ownsMemory              bool       // address is a hostmem block to free
	isGuarded               bool       // it is one of AllocGuarded
	packetBytes, maxPackets uint32     // of a pipe
	isImported              bool       // the application's by clImportMemoryARM, or made from such an object

	external *external.Memory // where the contents lie in memory of others; nil: not
	handle   externalHandle   // from which external was made
	devices  []uint64         // for which it is, as handles; nil: all of the context

	shared           *Allocation // into which hostPtr leads, held; nil: none, or the parent's
	hasDeviceAddress bool        // made with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT

	mu          sync.Mutex
	maps        mappings   // guarded by mu of the root
	destructors []func()   // guarded by mu; called in reverse order
	content     *MemObject // guarded by mu; held: has the number of bytes in use (SetContentSize); nil: all
}

// Retain is clRetainMemObject.
func (m *MemObject) Retain() error {
	if err := m.check(); err != nil {
		return err
	}
	return m.retain()
}

// Release is clReleaseMemObject.
func (m *MemObject) Release() error {
	if err := m.check(); err != nil {
		return err
	}
	return m.release()
}

// Context is the context the object was made in.
func (m *MemObject) Context() *Context { return m.context }

// Address is the first byte of the object's contents.
func (m *MemObject) Address() uintptr { return m.address }

// SizeBytes is the size of the object's contents.
func (m *MemObject) SizeBytes() uint64 { return m.sizeBytes }

// Flags are the CL_MEM_* flags as clGetMemObjectInfo returns them.
func (m *MemObject) Flags() uint64 { return m.flags }

// root is the object whose memory this one uses, and where in it this one starts: for overlap checks.
func (m *MemObject) root() (*MemObject, uint64) {
	start := uint64(0)
	for ; m.parent != nil; m = m.parent {
		start += m.origin
	}
	return m, start
}

// check rejects an invalid memory object handle.
func (m *MemObject) check() error {
	if m == nil {
		return fail(cl.InvalidMemObject, "memory object is not a valid memory object")
	}
	return nil
}
