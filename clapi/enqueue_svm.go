package clapi

import (
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// PointerCopy is the parameters of clEnqueueSVMMemcpy and clEnqueueMemcpyINTEL.
type PointerCopy struct {
	Blocking       bool
	Target, Source uintptr
	Size           uint64
}

// EnqueueSVMMemcpy is clEnqueueSVMMemcpy.
func (q *CommandQueue) EnqueueSVMMemcpy(t PointerCopy, e EventArgs) (*Event, error) {
	return q.enqueuePointerCopy(t, cl.CommandSvmMemcpy, t.Size == 0, e)
}

// EnqueueMemcpyINTEL is clEnqueueMemcpyINTEL.
func (q *CommandQueue) EnqueueMemcpyINTEL(t PointerCopy, e EventArgs) (*Event, error) {
	return q.enqueuePointerCopy(t, cl.CommandMemcpyIntel, false, e)
}

// enqueuePointerCopy copies from pointer to pointer. Either may lead into shared memory, of any context, or elsewhere.
func (q *CommandQueue) enqueuePointerCopy(t PointerCopy, kind uint32, mayBeNull bool, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if !mayBeNull && (t.Target == 0 || t.Source == 0) {
		return nil, q.context.fail(cl.InvalidValue, "dst_ptr or src_ptr is NULL")
	}
	c := &pointerCopyCommand{to: t.Target, from: t.Source, size: t.Size}
	if err := q.checkPointerCopy(c, e); err != nil {
		c.held.end()
		return nil, err
	}
	return q.enqueue(&c.command, c,
		placement{kind: kind, blocking: t.Blocking, small: t.Size <= smallTransferBytes, unseen: true}, e)
}

// checkStart is the beginning of the error lists of commands on pointers.
func (q *CommandQueue) checkStart(e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	return q.checkWaitContext(e.Wait)
}

func (q *CommandQueue) checkPointerCopy(c *pointerCopyCommand, e EventArgs) error {
	if err := q.use(&c.held[0], "dst_ptr", c.to, c.size); err != nil {
		return err
	}
	if err := q.use(&c.held[1], "src_ptr", c.from, c.size); err != nil {
		return err
	}
	if err := q.checkWaitList(e.Wait); err != nil {
		return err
	}
	if size := uintptr(c.size); c.from-c.to < size || c.to-c.from < size {
		return q.context.fail(cl.MemCopyOverlap, "%d bytes at %#x and at %#x overlap", c.size, c.from, c.to)
	}
	return nil
}

// use holds the allocation into which a pointer leads, if there is one, and checks that it has size bytes from there.
func (q *CommandQueue) use(into **Allocation, name string, pointer uintptr, size uint64) error {
	if size == 0 {
		return nil
	}
	if uint64(pointer)+size < size {
		return q.context.fail(cl.InvalidValue, "%d bytes at %s %#x are beyond the end of memory", size, name, pointer)
	}
	a := q.context.useAt(pointer)
	*into = a
	if a != nil && size > a.rest(pointer) {
		return q.context.fail(cl.InvalidValue, "%d bytes at %s %#x are more than the allocation of %d bytes at %#x has",
			size, name, pointer, a.sizeBytes, a.address)
	}
	return nil
}

// heldAllocations are those that a command uses; nil for none.
type heldAllocations [2]*Allocation

func (h *heldAllocations) end() {
	for _, a := range h {
		a.endUse()
	}
}

// pointerCopyCommand copies bytes between places that were given as pointers.
type pointerCopyCommand struct {
	command
	to, from uintptr
	size     uint64
	held     heldAllocations // until the command is complete
}

func (c *pointerCopyCommand) Run() cl.Status {
	c.lockMemory()
	defer c.unlockMemory()
	// an invalid pointer fails the command, not the process
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	copy(hostmem.Bytes(c.to, c.size), hostmem.Bytes(c.from, c.size))
	return cl.Success
}

func (c *pointerCopyCommand) Release() {
	c.held.end()
	c.command.Release()
}

// PointerFill is the parameters of clEnqueueSVMMemFill and clEnqueueMemFillINTEL. Pattern is as in BufferFill.
type PointerFill struct {
	Target      uintptr
	Pattern     []byte
	PatternSize uint64
	Size        uint64
}

// EnqueueSVMMemFill is clEnqueueSVMMemFill.
func (q *CommandQueue) EnqueueSVMMemFill(f PointerFill, e EventArgs) (*Event, error) {
	return q.enqueuePointerFill(f, cl.CommandSvmMemfill, f.Size == 0, e)
}

// EnqueueMemFillINTEL is clEnqueueMemFillINTEL.
func (q *CommandQueue) EnqueueMemFillINTEL(f PointerFill, e EventArgs) (*Event, error) {
	return q.enqueuePointerFill(f, cl.CommandMemfillIntel, false, e)
}

func (q *CommandQueue) enqueuePointerFill(f PointerFill, kind uint32, mayBeNull bool, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if f.Target == 0 && !mayBeNull {
		return nil, q.context.fail(cl.InvalidValue, "the pointer to the memory to fill is NULL")
	}
	if err := q.checkPattern(f); err != nil {
		return nil, err
	}
	c := &pointerFillCommand{to: f.Target, size: f.Size, patternSize: int(f.PatternSize)}
	copy(c.pattern[:], f.Pattern[:f.PatternSize])
	err := q.use(&c.held[0], "the pointer", f.Target, f.Size)
	if err == nil {
		err = q.checkWaitList(e.Wait)
	}
	if err != nil {
		c.held.end()
		return nil, err
	}
	return q.enqueue(&c.command, c, placement{kind: kind, small: f.Size <= smallTransferBytes, unseen: true}, e)
}

func (q *CommandQueue) checkPattern(f PointerFill) error {
	if f.Pattern == nil {
		return q.context.fail(cl.InvalidValue, "pattern is NULL")
	}
	if n := f.PatternSize; n == 0 || n > maxPatternBytes || n&(n-1) != 0 {
		return q.context.fail(cl.InvalidValue, "pattern_size is %d, not a power of two up to %d", n, maxPatternBytes)
	}
	if uint64(f.Target)%f.PatternSize != 0 || f.Size%f.PatternSize != 0 {
		return q.context.fail(cl.InvalidValue, "pointer %#x or size %d is no multiple of pattern_size %d", f.Target,
			f.Size, f.PatternSize)
	}
	return nil
}

// pointerFillCommand repeats a pattern in memory that was given as a pointer.
type pointerFillCommand struct {
	command
	to          uintptr
	size        uint64
	pattern     [maxPatternBytes]byte
	patternSize int
	held        heldAllocations // until the command is complete
}

func (c *pointerFillCommand) Run() cl.Status {
	c.lockMemory()
	defer c.unlockMemory()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	fill(c.to, c.size, c.pattern[:c.patternSize])
	return cl.Success
}

func (c *pointerFillCommand) Release() {
	c.held.end()
	c.command.Release()
}

// PointerMap is the parameters of clEnqueueSVMMap.
type PointerMap struct {
	Blocking bool
	Flags    uint64 // CL_MAP_*
	Pointer  uintptr
	Size     uint64
}

// EnqueueSVMMap is clEnqueueSVMMap. Shared memory is host memory, so the command only keeps its place in the order.
func (q *CommandQueue) EnqueueSVMMap(m PointerMap, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if m.Pointer == 0 {
		return nil, q.context.fail(cl.InvalidValue, "svm_ptr is NULL")
	}
	if m.Size == 0 {
		return nil, q.context.fail(cl.InvalidValue, "size is 0")
	}
	if !validMapFlags(m.Flags) {
		return nil, q.context.fail(cl.InvalidValue, "map_flags %#x are not valid", m.Flags)
	}
	if err := q.checkInside(m.Pointer, m.Size); err != nil {
		return nil, err
	}
	return q.enqueueNothing(placement{kind: cl.CommandSvmMap, blocking: m.Blocking}, e)
}

// enqueueNothing is enqueueEmpty after the check of the wait list, which ends the error lists of hints.
func (q *CommandQueue) enqueueNothing(p placement, e EventArgs) (*Event, error) {
	if err := q.checkWaitList(e.Wait); err != nil {
		return nil, err
	}
	return q.enqueueEmpty(p, e)
}

// checkInside refuses a range that leaves the allocation in which it starts, or memory altogether.
func (q *CommandQueue) checkInside(pointer uintptr, size uint64) error {
	var a *Allocation
	err := q.use(&a, "the pointer", pointer, size)
	a.endUse()
	return err
}

// EnqueueSVMUnmap is clEnqueueSVMUnmap.
func (q *CommandQueue) EnqueueSVMUnmap(pointer uintptr, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if pointer == 0 {
		return nil, q.context.fail(cl.InvalidValue, "svm_ptr is NULL")
	}
	return q.enqueueNothing(placement{kind: cl.CommandSvmUnmap}, e)
}
