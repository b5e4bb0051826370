package handles

import (
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"heddle/cbridge/scarce"
)

// A slot must hold its head.
var _ [slotBytes - unsafe.Sizeof(slotHead{})]byte

func mapSlab(size uintptr) (uintptr, error) {
	if err := scarce.Check("a slab of handles"); err != nil {
		return 0, err
	}
	addr, err := unix.MmapPtr(-1, 0, nil, size, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	return uintptr(addr), err
}

// writeSlot fills a slot before its handle is given out. The dispatch pointer of a slot never changes its value, so a
// loader that reads a stale handle's slot at this moment sees a good one; so it is with the loader's word.
func writeSlot(handle uintptr, head slotHead) {
	slot := *(**slotHead)(unsafe.Pointer(&handle))
	head.generation = slot.generation + 1
	*slot = head
}

func writeLoaderData(handle, data uintptr) {
	head := *(**slotHead)(unsafe.Pointer(&handle))
	atomic.StoreUintptr(&head.loader, data)
}

// dispatchOf reads a slot as the loader does.
func dispatchOf(handle uintptr) uintptr { return (*(**slotHead)(unsafe.Pointer(&handle))).dispatch }

// loaderDataOf reads a slot as the loader does.
func loaderDataOf(handle uintptr) uintptr { return (*(**slotHead)(unsafe.Pointer(&handle))).loader }
