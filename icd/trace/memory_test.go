package trace

import (
	"io"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// edgeOfMemory is the address of a text that ends where memory ends.
func edgeOfMemory(t *testing.T, text string) uint64 {
	t.Helper()
	memory, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(memory) })
	if err := unix.Mprotect(memory[page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	copy(memory[page-len(text):], text)
	return uint64(uintptr(unsafe.Pointer(&memory[page-len(text)])))
}

// BenchmarkCall is the price of a line.
func BenchmarkCall(b *testing.B) {
	tracer := New(io.Discard)
	for b.Loop() {
		tracer.End(1, tracer.Begin(1, 3, []uint64{0x7f0000000080, 33, 4096, 0, 0}), 0)
	}
}
