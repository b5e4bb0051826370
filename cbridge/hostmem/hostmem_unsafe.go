package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Bytes views n bytes of memory outside the Go heap, of this package or of the application. The caller knows that they
// are there and stay there while the slice is in use. A nil address or n of zero gives an empty slice.
func Bytes(addr uintptr, n uint64) []byte {
	if addr == 0 || n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(pointer(addr)), n)
}

// pointer turns the address of memory outside the Go heap into a pointer, without the arithmetic on pointers that
// vet warns of.
func pointer(addr uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&addr))
}

func mapPages(size uint64) (uintptr, error) {
	addr, err := unix.MmapPtr(-1, 0, nil, uintptr(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	return uintptr(addr), err
}

func unmapPages(addr uintptr, size uint64) {
	if err := unix.MunmapPtr(pointer(addr), uintptr(size)); err != nil {
		panic("BUG: munmap: " + err.Error())
	}
}
