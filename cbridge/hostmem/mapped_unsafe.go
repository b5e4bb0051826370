package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// IsMapped reports whether there is memory at an address, which it does not touch. It may not be accessible.
func IsMapped(addr uintptr) bool {
	var resident byte
	_, _, errno := unix.Syscall(unix.SYS_MINCORE, addr&^(pageBytes-1), 1, uintptr(unsafe.Pointer(&resident)))
	return errno == 0
}
