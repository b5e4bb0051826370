// Package hostmem allocates memory for buffers outside the Go heap: the garbage collector never scans or moves it, and
// C code and machine code may hold its addresses.
//
// Blocks are 128-byte aligned (the largest alignment an OpenCL type asks for) and zeroed. Requests are rounded up to a
// size class; freed blocks of a class are kept for reuse up to keepBytes in all, because mapping and faulting in fresh
// pages costs far more than clearing a warm block. Small classes are carved out of one-MiB slabs, large ones are
// mappings of their own.
//
// The package must not know what the memory is for.
package hostmem

import (
	"fmt"
	"math/bits"
	"sync"

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
	mu       sync.Mutex           // guards all below
	free     map[uint64][]uintptr // by size class
	live     map[uintptr]uint64   // block to size class
	kept     uint64               // bytes of free large blocks
	slab     uintptr              // rest of the current slab of small blocks
	slabLeft uint64
}

var process Heap

// Alloc returns the address of a zeroed block of at least size bytes; a zero size gives a block too. The error means
// that the system has no more memory.
func Alloc(size uint64) (uintptr, error) { return process.Alloc(size) }

// Free frees a block of Alloc. An address that is not a live block is our own fault and panics.
func Free(addr uintptr) { process.Free(addr) }

// Alloc is the package function Alloc on this heap.
func (h *Heap) Alloc(size uint64) (uintptr, error) {
	if size > maxBytes {
		return 0, fmt.Errorf("no memory for %d bytes", size)
	}
	class := classOf(size)
	addr, isDirty, err := h.take(class)
	if err != nil {
		return 0, fmt.Errorf("no memory for %d bytes: %w", size, err)
	}
	if isDirty {
		clear(Bytes(addr, class))
	}
	return addr, nil
}

// take finds a block of the class. A reused block still holds its old contents and is dirty.
func (h *Heap) take(class uint64) (addr uintptr, isDirty bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.live == nil {
		h.live, h.free = map[uintptr]uint64{}, map[uint64][]uintptr{}
	}
	if list := h.free[class]; len(list) > 0 {
		addr, isDirty = list[len(list)-1], true
		h.free[class] = list[:len(list)-1]
		if class > smallMax {
			h.kept -= class
		}
	} else if addr, err = h.freshLocked(class); err != nil {
		return 0, false, err
	}
	h.live[addr] = class
	return addr, isDirty, nil
}

// freshLocked cuts a small block from the slab or maps a large one.
func (h *Heap) freshLocked(class uint64) (uintptr, error) {
	if class > smallMax {
		return mapPages(class)
	}
	if h.slabLeft < class {
		slab, err := mapPages(slabBytes)
		if err != nil {
			return 0, err
		}
		h.slab, h.slabLeft = slab, slabBytes
	}
	addr := h.slab
	h.slab += uintptr(class)
	h.slabLeft -= class
	return addr, nil
}

// Free is the package function Free on this heap.
func (h *Heap) Free(addr uintptr) {
	h.mu.Lock()
	class, ok := h.live[addr]
	if !ok {
		h.mu.Unlock()
		panic(fmt.Sprintf("BUG: hostmem.Free of %#x, which is not a live block", addr))
	}
	delete(h.live, addr)
	isKept := class <= smallMax || h.kept+class <= keepBytes
	if isKept {
		h.free[class] = append(h.free[class], addr)
		if class > smallMax {
			h.kept += class
		}
	}
	h.mu.Unlock()
	if !isKept {
		unmapPages(addr, class)
	}
}

// Live is the number of blocks allocated and not freed, for leak reports and tests.
func (h *Heap) Live() int {
	h.mu.Lock()
	defer h.mu.Unlock()
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
