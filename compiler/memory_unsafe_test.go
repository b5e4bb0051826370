package compiler_test

import "unsafe"

// address is where a buffer of a test begins. The test keeps the buffer alive; Go's heap does not move.
func address[T any](buffer []T) uint64 {
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(buffer))))
}

// globalsBlock copies the initial contents of a program's globals to memory aligned to 128 and relocates them.
func globalsBlock(size uint64, init []byte, relocations []uint64) (keep []byte, base uintptr) {
	keep = make([]byte, size+128)
	start := (uintptr(unsafe.Pointer(&keep[0]))+127)&^127 - uintptr(unsafe.Pointer(&keep[0]))
	block := keep[start:]
	copy(block, init)
	base = uintptr(unsafe.Pointer(&block[0]))
	for _, r := range relocations {
		*(*uintptr)(unsafe.Pointer(&block[r])) += base
	}
	return keep, base
}
