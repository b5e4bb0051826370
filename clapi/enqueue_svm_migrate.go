package clapi

import (
	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// Hints where memory should lie. There is one memory, so nothing moves; the commands keep their place in the order.

// PointerMigration is the parameters of clEnqueueSVMMigrateMem. Nil slices are NULL.
type PointerMigration struct {
	Pointers []uintptr
	Sizes    []uint64
	Flags    uint64
}

const migrationFlags = cl.MigrateMemObjectHost | cl.MigrateMemObjectContentUndefined

// EnqueueSVMMigrateMem is clEnqueueSVMMigrateMem.
func (q *CommandQueue) EnqueueSVMMigrateMem(m PointerMigration, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if len(m.Pointers) == 0 {
		return nil, q.context.fail(cl.InvalidValue, "num_svm_pointers is 0 or svm_pointers is NULL")
	}
	if m.Flags&^uint64(migrationFlags) != 0 {
		return nil, q.context.fail(cl.InvalidValue, "flags %#x has unknown bits", m.Flags)
	}
	for i, pointer := range m.Pointers {
		var size uint64
		if m.Sizes != nil {
			size = m.Sizes[i]
		}
		if pointer == 0 && size == 0 {
			continue
		}
		if err := q.checkMigrated(i, pointer, size); err != nil {
			return nil, err
		}
	}
	return q.enqueueNothing(placement{kind: cl.CommandSvmMigrateMem}, e)
}

// checkMigrated wants a range that is inside shared memory of the context, or inside other memory of the process, which
// is shared too. A size of 0 is all of the allocation.
func (q *CommandQueue) checkMigrated(i int, pointer uintptr, size uint64) error {
	a := q.context.findAllocation(pointer)
	if a == nil {
		last := pointer + uintptr(max(size, 1)-1)
		if last < pointer || !hostmem.IsMapped(pointer) || !hostmem.IsMapped(last) {
			return q.context.fail(cl.InvalidValue, "svm_pointers[%d] %#x does not lead to %d bytes of memory", i,
				pointer, size)
		}
		return nil
	}
	if a.context != q.context || a.maker != madeBySVM {
		return q.context.fail(cl.InvalidValue, "svm_pointers[%d] %#x leads to no SVM allocation of the context", i,
			pointer)
	}
	return q.checkInside(pointer, size)
}

// PointerHint is the parameters of clEnqueueMigrateMemINTEL and clEnqueueMemAdviseINTEL.
type PointerHint struct {
	Pointer uintptr
	Size    uint64
	Hint    uint64 // flags, or the advice
}

// EnqueueMigrateMemINTEL is clEnqueueMigrateMemINTEL.
func (q *CommandQueue) EnqueueMigrateMemINTEL(h PointerHint, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if h.Hint&^uint64(migrationFlags) != 0 {
		return nil, q.context.fail(cl.InvalidValue, "flags %#x has unknown bits", h.Hint)
	}
	return q.enqueueHint(h, cl.CommandMigratememIntel, e)
}

// The advices that are reserved; none has a meaning yet.
const firstAdvice, lastAdvice = 0x4208, 0x420f

// EnqueueMemAdviseINTEL is clEnqueueMemAdviseINTEL. 0 is no advice, as SYCL programs give it.
func (q *CommandQueue) EnqueueMemAdviseINTEL(h PointerHint, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if h.Hint != 0 && (h.Hint < firstAdvice || h.Hint > lastAdvice) {
		return nil, q.context.fail(cl.InvalidValue, "advice %#x is not known", h.Hint)
	}
	return q.enqueueHint(h, cl.CommandMemadviseIntel, e)
}

// enqueueHint refuses ranges that leave their allocation, and no others: a hint for other memory may be ignored.
func (q *CommandQueue) enqueueHint(h PointerHint, kind uint32, e EventArgs) (*Event, error) {
	if err := q.checkInside(h.Pointer, h.Size); err != nil {
		return nil, err
	}
	return q.enqueueNothing(placement{kind: kind}, e)
}
