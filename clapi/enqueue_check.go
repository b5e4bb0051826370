package clapi

import "heddle/clapi/cl"

// The checks that several enqueue calls share. Each entry point calls them in the order of its error list in the
// specification.

// checkBufferContext answers CL_INVALID_CONTEXT for a buffer of another context. A nil buffer is checkBuffer's matter.
func (q *CommandQueue) checkBufferContext(name string, b *MemObject) error {
	if b != nil && b.context != q.context {
		return q.context.fail(cl.InvalidContext, "%s is of another context than command_queue", name)
	}
	return nil
}

func (q *CommandQueue) checkBuffer(name string, b *MemObject) error {
	if b == nil || b.kind != cl.MemObjectBuffer {
		return q.context.fail(cl.InvalidMemObject, "%s is not a valid buffer", name)
	}
	return q.checkUsable(name, b)
}

// checkRange answers CL_INVALID_VALUE for bytes beyond the end of a buffer.
func (q *CommandQueue) checkRange(name string, b *MemObject, offset, size uint64) error {
	if offset > b.sizeBytes || size > b.sizeBytes-offset {
		return q.context.fail(cl.InvalidValue, "%d bytes from offset %d are beyond the %d bytes of %s", size, offset,
			b.sizeBytes, name)
	}
	return nil
}

// checkSubBuffer answers CL_MISALIGNED_SUB_BUFFER_OFFSET.
func (q *CommandQueue) checkSubBuffer(name string, b *MemObject) error {
	if b.parent != nil && b.origin%alignmentBytes != 0 {
		return q.context.fail(cl.MisalignedSubBufferOffset, "%s starts at %d, no multiple of %d bytes", name, b.origin,
			alignmentBytes)
	}
	return nil
}

// hostAccess is a way in which the host uses a memory object.
type hostAccess struct {
	verb      string
	forbidden uint64 // CL_MEM_HOST_* flags of objects that may not be used so
}

var (
	hostReads  = hostAccess{"read", cl.MemHostWriteOnly | cl.MemHostNoAccess}
	hostWrites = hostAccess{"written", cl.MemHostReadOnly | cl.MemHostNoAccess | cl.MemImmutableExt}
)

// checkTarget answers CL_INVALID_OPERATION for an object that cannot be changed.
func (q *CommandQueue) checkTarget(name string, m *MemObject) error {
	if m.flags&cl.MemImmutableExt != 0 {
		return q.context.fail(cl.InvalidOperation, "%s was created with CL_MEM_IMMUTABLE_EXT", name)
	}
	return nil
}

// checkHostAccess answers CL_INVALID_OPERATION.
func (q *CommandQueue) checkHostAccess(b *MemObject, access hostAccess) error {
	if b.flags&access.forbidden != 0 {
		return q.context.fail(cl.InvalidOperation, "the object was created with flags %#x and cannot be %s by the host",
			b.flags, access.verb)
	}
	return nil
}
