// Package hostmem allocates memory for buffers outside the Go heap: the garbage collector never scans or moves it, and
// C code and machine code may hold its addresses.
//
// Blocks are 128-byte aligned (the largest alignment an OpenCL type asks for) and zeroed, unless the caller takes large
// ones as they are. Requests are rounded up to a size class; freed blocks of a class are kept for reuse up to keepBytes
// in all, because mapping and faulting in fresh pages costs far more than clearing a warm block. Small classes are
// carved out of one-MiB slabs, large ones are mappings of their own.
//
// What kernels index lies apart from all other mappings of the process, with gaps between the blocks: a kernel that
// runs past the end of a buffer meets memory that is not mapped, not a stack, a library or the state of its own
// launch. That state is in a heap of its own.
//
// The package must not know what the memory is for.
package hostmem

import (
	"fmt"
	"math/bits"
	"sync"

	"heddle/cbridge/scarce"
	"heddle/compiler/ceil"
)

// Alignment is that of every block.
const Alignment = 128

const (
	pageBytes = 4096
	slabBytes = 1 << 20   // one mapping that holds many small blocks
	smallMax  = 64 << 10  // larger blocks are mappings of their own
	keepBytes = 256 << 20 // free large blocks kept mapped, in all
	maxBytes  = 1 << 46   // above any address space; keeps the rounding free of overflow
)

// Heap is an allocator. The zero value is ready for use; the package functions use one Heap for the process.
type Heap struct {
	sized Sized
	live  map[uintptr]uint64 // guarded by sized.mu: block to size class
}

// Sized is an allocator whose callers know the sizes of their blocks, which is what a Heap keeps a map for. The zero
// value is ready for use.
type Sized struct {
	mu       sync.Mutex              // guards all below
	small    [smallClasses][]uintptr // free small blocks, by the number of the class
	large    map[uint64][]uintptr    // free large blocks, by size class
	kept     uint64                  // bytes of free large blocks
	slab     uintptr                 // rest of the current slab of small blocks
	slabLeft uint64
	isOwn    bool   // for the driver, not for kernels: anywhere
	mappings uint64 // that exist, unless isOwn
}

var (
	process Heap
	own     = Heap{sized: Sized{isOwn: true}}
)

// AllocOwn is Alloc for what the driver itself keeps there. FreeOwn frees it.
func AllocOwn(size uint64) (uintptr, error) { return own.Alloc(size) }

// FreeOwn frees a block of AllocOwn.
func FreeOwn(addr uintptr) { own.Free(addr) }

// Alloc returns the address of a zeroed block of at least size bytes; a zero size gives a block too. The error means
// that the system has no more memory.
func Alloc(size uint64) (uintptr, error) { return process.Alloc(size) }

// AllocUndefined is Alloc, but large blocks that were in use before keep their old contents: clearing takes as long as
// a simple kernel over the block.
func AllocUndefined(size uint64) (uintptr, error) { return process.AllocUndefined(size) }

// Free frees a block of Alloc. An address that is not a live block is our own fault and panics.
func Free(addr uintptr) { process.Free(addr) }

// Alloc is the package function Alloc on this heap.
func (h *Heap) Alloc(size uint64) (uintptr, error) { return h.sized.alloc(size, 0, h.noteLocked) }

// AllocUndefined is the package function AllocUndefined on this heap.
func (h *Heap) AllocUndefined(size uint64) (uintptr, error) {
	return h.sized.alloc(size, smallMax, h.noteLocked)
}

// noteLocked records the class of a live block.
func (h *Heap) noteLocked(addr uintptr, class uint64) {
	if h.live == nil {
		h.live = map[uintptr]uint64{}
	}
	h.live[addr] = class
}

// Alloc is the package function Alloc on this heap.
func (s *Sized) Alloc(size uint64) (uintptr, error) { return s.alloc(size, 0, nil) }

// alloc calls noteLocked, unless it is nil, with the block and its class. Blocks of classes above mostCleared keep what
// they held before; 0: none do.
func (s *Sized) alloc(size, mostCleared uint64, noteLocked func(addr uintptr, class uint64)) (uintptr, error) {
	if size > maxBytes || scarce.Refuses("a block of memory") {
		return 0, fmt.Errorf("no memory for %d bytes", size)
	}
	class := classOf(size)
	s.mu.Lock()
	addr, isDirty, err := s.takeLocked(class)
	if err == nil && noteLocked != nil {
		noteLocked(addr, class)
	}
	s.mu.Unlock()
	if err != nil {
		return 0, fmt.Errorf("no memory for %d bytes: %w", size, err)
	}
	if isDirty && (mostCleared == 0 || class <= mostCleared) {
		clear(Bytes(addr, class))
	}
	return addr, nil
}

// takeLocked finds a block of the class. A reused block still holds its old contents and is dirty.
func (s *Sized) takeLocked(class uint64) (addr uintptr, isDirty bool, err error) {
	if addr = s.keptLocked(class); addr != 0 {
		return addr, true, nil
	}
	addr, err = s.freshLocked(class)
	return addr, false, err
}

// keptLocked takes a free block of the class, 0 if there is none.
func (s *Sized) keptLocked(class uint64) uintptr {
	if class <= smallMax {
		list := &s.small[classNumber(class)]
		if len(*list) == 0 {
			return 0
		}
		addr := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		return addr
	}
	list := s.large[class]
	if len(list) == 0 {
		return 0
	}
	s.large[class] = list[:len(list)-1]
	s.kept -= class
	return list[len(list)-1]
}

// freshLocked cuts a small block from the slab or maps a large one.
func (s *Sized) freshLocked(class uint64) (uintptr, error) {
	if class > smallMax {
		return s.mapLocked(class)
	}
	if s.slabLeft < class {
		slab, err := s.mapLocked(slabBytes)
		if err != nil {
			return 0, err
		}
		s.slab, s.slabLeft = slab, slabBytes
	}
	addr := s.slab
	s.slab += uintptr(class)
	s.slabLeft -= class
	return addr, nil
}

// mapLocked maps memory for the heap.
func (s *Sized) mapLocked(size uint64) (uintptr, error) {
	if s.isOwn {
		return mapPages(size)
	}
	gap := uint64(gapBytes)
	if s.mappings >= maxGaps {
		gap = 0
	}
	addr, err := mapApart(size, gap)
	if err == nil {
		s.mappings++
	}
	return addr, err
}

// Free is the package function Free on this heap.
func (h *Heap) Free(addr uintptr) {
	h.sized.mu.Lock()
	class, ok := h.live[addr]
	if !ok {
		h.sized.mu.Unlock()
		panic(fmt.Sprintf("BUG: hostmem.Free of %#x, which is not a live block", addr))
	}
	delete(h.live, addr)
	h.sized.giveAndUnlock(addr, class)
}

// Free frees a block that Alloc made for size bytes.
func (s *Sized) Free(addr uintptr, size uint64) {
	s.mu.Lock()
	s.giveAndUnlock(addr, classOf(size))
}

// giveAndUnlock keeps a free block, or gives it back to the system.
func (s *Sized) giveAndUnlock(addr uintptr, class uint64) {
	isKept := true
	if class <= smallMax {
		list := &s.small[classNumber(class)]
		*list = append(*list, addr)
	} else if isKept = s.kept+class <= keepBytes; isKept {
		if s.large == nil {
			s.large = map[uint64][]uintptr{}
		}
		s.large[class] = append(s.large[class], addr)
		s.kept += class
	}
	if !isKept {
		s.mappings--
	}
	s.mu.Unlock()
	if isKept {
		return
	}
	if err := giveBack(addr, class); err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.large[class] = append(s.large[class], addr)
		s.kept += class
		s.mappings++
	}
}

// Live is the number of blocks allocated and not freed, for leak reports and tests.
func (h *Heap) Live() int {
	h.sized.mu.Lock()
	defer h.sized.mu.Unlock()
	return len(h.live)
}

// classOf rounds a size up to its class: multiples of Alignment with four steps per power of two, so at most a quarter
// of a block is lost; whole pages above smallMax.
func classOf(size uint64) uint64 {
	if size <= Alignment {
		return Alignment
	}
	step := max(uint64(Alignment), uint64(1)<<(bits.Len64(size-1)-3))
	if size > smallMax {
		step = max(step, pageBytes)
	}
	return ceil.Multiple(size, step)
}

// smallClasses is the number of classes up to smallMax: 8 up to 1 KiB, and 4 for each power of two above.
const smallClasses = 8 + 4*6

// classNumber numbers the classes up to smallMax.
func classNumber(class uint64) int {
	if class <= 8*Alignment {
		return int(class/Alignment) - 1
	}
	power := bits.Len64(class-1) - 1 // the class is above 1 << power
	return 8 + 4*(power-10) + int(class>>(power-2)) - 5
}
