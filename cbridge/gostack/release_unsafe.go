package gostack

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	pageBytes = 4 << 10
	keptBytes = 16 << 10 // below the caller's frame, for its next calls
)

// release gives the system back what lies below the pages in use. The heap may consist of large pages, where the whole
// of a stack is there as soon as something near it was touched: the stacks of a thousand threads were 256 MB.
//
//go:noinline
func release() {
	var here byte
	start := (lowest() + pageBytes - 1) &^ (pageBytes - 1)
	end := (uintptr(unsafe.Pointer(&here)) - keptBytes) &^ (pageBytes - 1)
	if start != 0 && start < end && end-start <= maxBytes {
		unix.Syscall(unix.SYS_MADVISE, start, end-start, unix.MADV_DONTNEED) // what fails leaves the memory as it is
	}
}

// maxBytes is above all sizes that a stack may have here: a guard against a runtime that keeps its bounds elsewhere.
const maxBytes = 4 * Bytes
