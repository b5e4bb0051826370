package clapi

import (
	"heddle/clapi/cl"
	"heddle/image"
)

// BufferMap is the parameters of clEnqueueMapBuffer.
type BufferMap struct {
	Buffer       *MemObject
	Blocking     bool
	Flags        uint64 // CL_MAP_*
	Offset, Size uint64
}

// EnqueueMapBuffer is clEnqueueMapBuffer. Device memory is host memory, so the pointer is that of the contents
// themselves and the command only keeps its place in the order.
func (q *CommandQueue) EnqueueMapBuffer(m BufferMap, e EventArgs) (uintptr, *Event, error) {
	if err := q.checkMap(&m, e); err != nil {
		return 0, nil, err
	}
	size := image.Box{RowBytes: m.Size, Rows: 1, Slices: 1}
	pointer := m.Buffer.address + uintptr(m.Offset)
	event, err := q.enqueueMap(m.Buffer, mapping{place: size.Packed(uint64(pointer)), size: size,
		writes: m.Flags&mapsForWriting != 0}, placement{kind: cl.CommandMapBuffer, blocking: m.Blocking}, e)
	if err != nil {
		return 0, nil, err
	}
	return pointer, event, nil
}

// mapsForWriting are the flags with which the host writes.
const mapsForWriting = cl.MapWrite | cl.MapWriteInvalidateRegion

// enqueueMap makes a mapping and enqueues its command.
func (q *CommandQueue) enqueueMap(object *MemObject, m mapping, p placement, e EventArgs) (*Event, error) {
	if !object.addMap(m) {
		return nil, q.context.fail(cl.InvalidOperation, "the region overlaps one that is mapped for writing")
	}
	event, err := q.enqueueEmpty(p, e, object)
	if err != nil {
		object.removeMap(m.pointer())
	}
	return event, err
}

func (q *CommandQueue) checkMap(m *BufferMap, e EventArgs) error {
	if err := q.checkOneBuffer(m.Buffer, e); err != nil {
		return err
	}
	if err := q.checkRange("buffer", m.Buffer, m.Offset, m.Size); err != nil {
		return err
	}
	if m.Size == 0 {
		return q.context.fail(cl.InvalidValue, "size is 0")
	}
	if !validMapFlags(m.Flags) {
		return q.context.fail(cl.InvalidValue, "map_flags %#x are not valid", m.Flags)
	}
	if err := q.checkWaitList(e.Wait); err != nil {
		return err
	}
	if err := q.checkSubBuffer("buffer", m.Buffer); err != nil {
		return err
	}
	return q.checkMapAccess(m.Buffer, m.Flags)
}

// checkMapAccess answers CL_INVALID_OPERATION.
func (q *CommandQueue) checkMapAccess(m *MemObject, flags uint64) error {
	if flags&cl.MapRead != 0 {
		if err := q.checkHostAccess(m, hostReads); err != nil {
			return err
		}
	}
	if flags&mapsForWriting != 0 {
		return q.checkHostAccess(m, hostWrites)
	}
	return nil
}

// validMapFlags reports whether all bits are known and CL_MAP_WRITE_INVALIDATE_REGION stands alone.
func validMapFlags(flags uint64) bool {
	const plain = cl.MapRead | cl.MapWrite
	return flags&^uint64(plain) == 0 || flags == cl.MapWriteInvalidateRegion
}

// EnqueueUnmapMemObject is clEnqueueUnmapMemObject.
func (q *CommandQueue) EnqueueUnmapMemObject(object *MemObject, mapped uintptr, e EventArgs) (*Event, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if object == nil {
		return nil, q.context.fail(cl.InvalidMemObject, "memobj is not a valid memory object")
	}
	if err := q.checkUsable("memobj", object); err != nil {
		return nil, err
	}
	if !object.isMapped(mapped) {
		return nil, q.context.fail(cl.InvalidValue, "mapped_ptr %#x is of no mapping of the memory object", mapped)
	}
	if err := q.checkWaitList(e.Wait); err != nil {
		return nil, err
	}
	if err := q.checkBufferContext("memobj", object); err != nil {
		return nil, err
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return nil, err
	}
	removed, ok := object.removeMap(mapped)
	if !ok { // another thread was faster
		return nil, q.context.fail(cl.InvalidValue, "mapped_ptr %#x is of no mapping of the memory object", mapped)
	}
	event, err := q.enqueueEmpty(placement{kind: cl.CommandUnmapMemObject}, e, object)
	if err != nil {
		object.addMap(removed)
	}
	return event, err
}

// EnqueueMigrateMemObjects is clEnqueueMigrateMemObjects. There is one memory, so nothing moves.
func (q *CommandQueue) EnqueueMigrateMemObjects(objects []*MemObject, flags uint64, e EventArgs) (*Event, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	for _, object := range objects {
		if err := q.checkBufferContext("a memory object", object); err != nil {
			return nil, err
		}
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return nil, err
	}
	for i, object := range objects {
		if object == nil {
			return nil, q.context.fail(cl.InvalidMemObject, "mem_objects[%d] is not a valid memory object", i)
		}
	}
	if len(objects) == 0 {
		return nil, q.context.fail(cl.InvalidValue, "num_mem_objects is 0 or mem_objects is NULL")
	}
	if flags&^uint64(cl.MigrateMemObjectHost|cl.MigrateMemObjectContentUndefined) != 0 {
		return nil, q.context.fail(cl.InvalidValue, "flags %#x has unknown bits", flags)
	}
	if err := q.checkWaitList(e.Wait); err != nil {
		return nil, err
	}
	return q.enqueueEmpty(placement{kind: cl.CommandMigrateMemObjects}, e, objects...)
}
