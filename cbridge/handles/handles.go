// Package handles makes the values that applications hold as cl_context, cl_mem and so on.
//
// A handle is the address of a 64-byte slot in a slab outside the Go heap. The ICD loader reads the slot's first word,
// the dispatch table, and the second, which is its own (cl_khr_icd 2.0); we never read the slot back. A handle is
// mapped to its object by arithmetic and a Go table, so any value an application passes, also a garbage one, is
// answered without touching its memory.
//
// Slabs are never unmapped, and a retired slot keeps its dispatch pointer, so a stale handle reaches us through the
// loader and gets its error. Slots are reused first-in first-out and not before reuseDelay others were retired, so a
// stale handle stays invalid for a while.
//
// The package must not know what the objects are.
package handles

import (
	"sync"
	"sync/atomic"
)

// Kind is the type of a handle's object.
type Kind uint32

// The kinds. The C code of icd has the same numbers.
const (
	Platform Kind = iota + 1
	Device
	Context
	CommandQueue
	MemObject
	Program
	Kernel
	Event
	Sampler
	CommandBuffer
	MutableCommand
	Semaphore
)

// SlabBytes is the size of a slab: of one mapping with room for handles.
const SlabBytes = 64 << 20

const (
	slotBytes  = 64
	slabSlots  = SlabBytes / slotBytes
	blockSlots = 4096 // entries of a table block, made on demand
	slabsMax   = 64   // 64 million live objects; the next one is refused
	reuseDelay = 1024 // retired slots that wait before the first is reused
	noSlot     = -1
)

// Table makes and finds handles. Find is lock-free.
type Table struct {
	dispatch uintptr // immutable
	slabs    [slabsMax]slab
	count    atomic.Int32 // slabs in use

	mu      sync.Mutex
	loader  uintptr // guarded by mu: the second word of all slots
	fresh   int     // guarded by mu: the first slot never used
	retired queue   // guarded by mu: slots for reuse

	isShort atomic.Bool // few slots are left
}

// slab is one mapping and the objects of its slots.
type slab struct {
	base   uintptr // immutable once count covers the slab
	blocks [slabSlots / blockSlots]atomic.Pointer[block]
}

type block [blockSlots]atomic.Pointer[entry]

// entry is immutable. A slot without an object has none.
type entry struct {
	kind   Kind
	object any
}

// slotHead is the layout of a slot. The fields after the loader's word are for debuggers only.
type slotHead struct {
	dispatch   uintptr
	loader     uintptr
	kind       Kind
	generation uint32 // how often the slot was given out
	index      uint64
}

// NewTable makes a table whose handles carry this dispatch table. It continues with a slab, whose first slots may have
// been given out before there was a table: New gives them out again, in order. The loader's word is in the first slot.
func NewTable(dispatch, slab uintptr) *Table {
	t := &Table{dispatch: dispatch, loader: loaderDataOf(slab)}
	t.slabs[0].base = slab
	t.count.Store(1)
	return t
}

// New returns a handle of the object. It is 0 when there is no memory for handles.
func (t *Table) New(kind Kind, object any) uintptr {
	slot := t.takeSlot(kind)
	if slot == noSlot {
		return 0
	}
	s, index := &t.slabs[slot/slabSlots], slot%slabSlots
	handle := t.handleOf(slot)
	s.blockOf(index)[index%blockSlots].Store(&entry{kind, object})
	return handle
}

// Get is the object of a handle of this kind. It is false for everything else: 0, garbage, retired handles, handles of
// other kinds.
func (t *Table) Get(handle uintptr, kind Kind) (any, bool) {
	cell := t.find(handle)
	if cell == nil {
		return nil, false
	}
	e := cell.Load()
	if e == nil || e.kind != kind {
		return nil, false
	}
	return e.object, true
}

// Retire makes a handle invalid. Invalid handles are ignored.
func (t *Table) Retire(handle uintptr) {
	cell := t.find(handle)
	if cell == nil || cell.Swap(nil) == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.retired.push(t.slotOf(handle))
}

// Live counts the handles in use. It walks the table: for leak reports and tests.
func (t *Table) Live() int {
	live := 0
	for i := range t.count.Load() {
		for b := range t.slabs[i].blocks {
			live += t.slabs[i].blocks[b].Load().live()
		}
	}
	return live
}

func (b *block) live() int {
	if b == nil {
		return 0
	}
	live := 0
	for i := range b {
		if b[i].Load() != nil {
			live++
		}
	}
	return live
}

// Each calls a function with each handle in use. It walks the table: for leak reports.
func (t *Table) Each(do func(handle uintptr, object any)) {
	for i := range int(t.count.Load()) {
		for b := range t.slabs[i].blocks {
			cells := t.slabs[i].blocks[b].Load()
			if cells == nil {
				continue
			}
			for c := range cells {
				if e := cells[c].Load(); e != nil {
					do(t.handleOf(i*slabSlots+b*blockSlots+c), e.object)
				}
			}
		}
	}
}

// find is the cell of a handle, nil if no slot of ours starts there.
func (t *Table) find(handle uintptr) *atomic.Pointer[entry] {
	for i := range t.count.Load() {
		s := &t.slabs[i]
		offset := handle - s.base
		if offset >= SlabBytes {
			continue
		}
		if offset%slotBytes != 0 {
			return nil
		}
		index := offset / slotBytes
		b := s.blocks[index/blockSlots].Load()
		if b == nil {
			return nil
		}
		return &b[index%blockSlots]
	}
	return nil
}

// Contains reports whether an address lies in the memory of handles, whether they are in use or not.
func (t *Table) Contains(address uintptr) bool {
	for i := range t.count.Load() {
		if address-t.slabs[i].base < SlabBytes {
			return true
		}
	}
	return false
}

// slotOf is the number of a valid handle's slot.
func (t *Table) slotOf(handle uintptr) int {
	for i := range t.count.Load() {
		if offset := handle - t.slabs[i].base; offset < SlabBytes {
			return int(i)*slabSlots + int(offset/slotBytes)
		}
	}
	panic("BUG: slotOf a value that is no handle")
}

// handleOf is the handle of a slot's number.
func (t *Table) handleOf(slot int) uintptr {
	return t.slabs[slot/slabSlots].base + uintptr(slot%slabSlots)*slotBytes
}

// SetLoaderData writes the loader's word into all slots, also into those whose handles are stale, for the loader reads
// them without asking, and into future ones.
func (t *Table) SetLoaderData(data uintptr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.loader = data
	for slot := range t.fresh {
		writeLoaderData(t.handleOf(slot), data)
	}
}

// takeSlot returns a free slot, filled in, or noSlot.
func (t *Table) takeSlot(kind Kind) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	slot := t.freeSlotLocked()
	if slot != noSlot {
		writeSlot(t.handleOf(slot), slotHead{dispatch: t.dispatch, loader: t.loader, kind: kind, index: uint64(slot)})
	}
	return slot
}

// HasRoom reports whether New will return handles, this many for the caller, besides those of other threads that have
// asked the same.
func (t *Table) HasRoom(handles int) bool {
	if handles <= margin && !t.isShort.Load() {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.roomLocked() < handles+margin {
		if !t.growLocked() {
			return false
		}
	}
	t.isShort.Store(false)
	return true
}

// margin is for what several threads ask for at a time.
const margin = 8192

func (t *Table) roomLocked() int { return int(t.count.Load())*slabSlots - t.fresh + t.retired.len() }

func (t *Table) freeSlotLocked() int {
	if t.retired.len() > reuseDelay {
		return t.retired.pop()
	}
	if t.fresh < int(t.count.Load())*slabSlots || t.growLocked() {
		t.fresh++
		if t.roomLocked() < 2*margin {
			t.isShort.Store(true)
		}
		return t.fresh - 1
	}
	if t.retired.len() > 0 {
		return t.retired.pop()
	}
	return noSlot
}

// growLocked adds a slab, and reports whether it could. The kernel allocates its pages when slots are first written.
func (t *Table) growLocked() bool {
	n := t.count.Load()
	if n == slabsMax {
		return false
	}
	base, err := mapSlab(SlabBytes)
	if err != nil {
		return false
	}
	t.slabs[n].base = base
	t.count.Store(n + 1)
	return true
}

// blockOf is the table block of a slot, made on demand.
func (s *slab) blockOf(index int) *block {
	cell := &s.blocks[index/blockSlots]
	if b := cell.Load(); b != nil {
		return b
	}
	cell.CompareAndSwap(nil, new(block))
	return cell.Load()
}

// queue is a first-in first-out list of slots in a ring.
type queue struct {
	ring  []int // length is a power of two
	first int
	count int
}

func (q *queue) len() int { return q.count }

func (q *queue) push(slot int) {
	if q.count == len(q.ring) {
		q.grow()
	}
	q.ring[(q.first+q.count)&(len(q.ring)-1)] = slot
	q.count++
}

func (q *queue) pop() int {
	slot := q.ring[q.first]
	q.first = (q.first + 1) & (len(q.ring) - 1)
	q.count--
	return slot
}

func (q *queue) grow() {
	ring := make([]int, max(64, 2*len(q.ring)))
	for i := range q.count {
		ring[i] = q.ring[(q.first+i)&(len(q.ring)-1)]
	}
	q.ring, q.first = ring, 0
}
