package hostmem

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"heddle/cbridge/scarce"
)

// Bytes views n bytes of memory outside the Go heap, of this package or of the application. The caller guarantees that
// they exist while the slice is in use. A nil address or n of zero gives an empty slice.
func Bytes(addr uintptr, n uint64) []byte {
	if addr == 0 || n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(pointer(addr)), n)
}

// At views a value outside the Go heap, such as a kernel's memory. A wrong address faults only when it is used.
//
//go:nocheckptr
func At[T any](address uint64) *T { return (*T)(unsafe.Add(unsafe.Pointer(nil), uintptr(address))) }

// pointer turns the address of memory outside the Go heap into a pointer, without the arithmetic on pointers that
// vet warns of.
func pointer(addr uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&addr))
}

// hugePage is the size of a large page. Streaming through memory is faster in large pages: the processor walks its page
// tables less often and prefetches across what would be page ends.
const hugePage = 2 << 20

func mapPages(size uint64) (uintptr, error) {
	if size >= 2*hugePage {
		return mapHuge(size)
	}
	return mapSmall(0, size)
}

// mapApart is mapPages for memory that kernels index.
func mapApart(size, gap uint64) (uintptr, error) {
	place := apart.place(size, gap)
	if place == 0 {
		return mapPages(size)
	}
	addr, err := mapSmall(place, size)
	if err == nil && addr != place {
		apart.move(addr)
	}
	if err == nil && size >= 2*hugePage {
		if addr != place {
			unmapPages(addr, size)
			return mapHuge(size)
		}
		_ = unix.Madvise(Bytes(addr, size), unix.MADV_HUGEPAGE)
	}
	return addr, err
}

// mapSmall maps memory at a place if it is free, or elsewhere.
func mapSmall(place uintptr, size uint64) (uintptr, error) {
	if err := scarce.Check("pages"); err != nil {
		return 0, err
	}
	addr, err := unix.MmapPtr(-1, 0, pointer(place), uintptr(size), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	return uintptr(addr), err
}

// mapHuge maps memory that begins with a large page, and asks for large pages. A system that has none gives small ones.
func mapHuge(size uint64) (uintptr, error) {
	addr, err := mapSmall(0, size+hugePage)
	if err != nil {
		return mapSmall(0, size) // there may be space without the alignment
	}
	start := (addr + hugePage - 1) &^ (hugePage - 1)
	end := (start + uintptr(size) + pageBytes - 1) &^ (pageBytes - 1)
	if start > addr {
		unmapPages(addr, uint64(start-addr))
	}
	if rest := addr + uintptr(size+hugePage); rest > end {
		unmapPages(end, uint64(rest-end))
	}
	_ = unix.Madvise(Bytes(start, size), unix.MADV_HUGEPAGE)
	return start, nil
}

// guardBytes is the size of the inaccessible memory on either side of a guarded block.
const guardBytes = 1 << 20

// AllocGuarded returns the address of size bytes, zeroed, between inaccessible memory: an access less than a MiB beyond
// their end faults at once and changes no other memory. Blocks end where a page ends, rounded up to Alignment.
func AllocGuarded(size uint64) (uintptr, error) {
	if size > maxBytes || scarce.Refuses("guarded memory") {
		return 0, fmt.Errorf("no memory for %d bytes", size)
	}
	pages := guardedPages(size)
	addr, err := unix.MmapPtr(-1, 0, nil, uintptr(pages)+2*guardBytes, unix.PROT_NONE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return 0, fmt.Errorf("no memory for %d bytes: %w", size, err)
	}
	first := uintptr(addr) + guardBytes
	inside := Bytes(first, pages)
	err = scarce.Check("access to guarded memory")
	if err == nil {
		err = unix.Mprotect(inside, unix.PROT_READ|unix.PROT_WRITE)
	}
	if err != nil {
		unmapPages(uintptr(addr), pages+2*guardBytes)
		return 0, fmt.Errorf("no memory for %d bytes: %w", size, err)
	}
	if pages >= 2*hugePage {
		_ = unix.Madvise(inside, unix.MADV_HUGEPAGE)
	}
	return first + uintptr(pages-alignedSize(size)), nil
}

// FreeGuarded frees a block of AllocGuarded of that size.
func FreeGuarded(addr uintptr, size uint64) {
	pages := guardedPages(size)
	unmapPages(addr-uintptr(pages-alignedSize(size))-guardBytes, pages+2*guardBytes)
}

func alignedSize(size uint64) uint64 { return (max(size, 1) + Alignment - 1) &^ (Alignment - 1) }

// guardedPages is the size of the pages that contain a guarded block.
func guardedPages(size uint64) uint64 { return (alignedSize(size) + pageBytes - 1) &^ (pageBytes - 1) }

func unmapPages(addr uintptr, size uint64) {
	if err := giveBack(addr, size); err != nil {
		panic("BUG: munmap: " + err.Error())
	}
}

// giveBack unmaps pages. That fails in the middle of larger mappings, as adjoining ones are, when there may be no more
// of them; the pages are emptied then.
func giveBack(addr uintptr, size uint64) error {
	err := unix.MunmapPtr(pointer(addr), uintptr(size))
	if err == unix.ENOMEM {
		_ = unix.Madvise(Bytes(addr, size), unix.MADV_DONTNEED)
	}
	return err
}
