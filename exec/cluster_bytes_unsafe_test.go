package exec

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// endOfMemory is an address behind a page that can be read and written, where none can.
func endOfMemory(t *testing.T) uint64 {
	page := unix.Getpagesize()
	memory, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(memory) })
	if err := unix.Mprotect(memory[page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return uint64(uintptr(unsafe.Pointer(&memory[0]))) + uint64(page)
}

// TestPixelsBeforeTheEndOfMemory: what lies behind the last byte that is read may be no memory.
func TestPixelsBeforeTheEndOfMemory(t *testing.T) {
	end := endOfMemory(t)
	const items = 64
	out := newBuffer(t, items*8)
	for _, test := range []struct {
		source string
		bytes  uint64 // that are read
	}{
		{"y[i] = x[3 * i] + x[3 * i + 1];", 3*items - 1},
		{"y[i] = x[3 * i];", 3*items - 2},
		{"y[i] = x[2 * i];", 2*items - 1},
		{"y[i] = x[4 * i] + x[4 * i + 2];", 4*items - 1},
		{"y[i] = x[4 * i];", 4*items - 3},
		{"y[i] = x[6 * i] + x[6 * i + 1];", 6*items - 4},
		{"y[i] = x[8 * i] + x[8 * i + 1];", 8*items - 6},
		{"y[i] = ((global uchar4 *)x)[i].y;", 4 * items},
		{"x[3 * i] = i; x[3 * i + 1] = i;", 3*items - 1},
		{"x[4 * i] = i; x[4 * i + 1] = i;", 4*items - 2},
	} {
		k := compileKernel(t, "kernel void f(global uchar *y, global uchar *x) { int i = get_global_id(0); "+test.source+" }")
		d := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: vectorBits(), Mode: ModeMachine, Report: failing{t}})
		l := oneD(k.Lane, items, items, uint64(out.address), end-test.bytes)
		l.Machine = k.Machine
		if err := d.Run(l); err != nil {
			t.Errorf("%s: %v", test.source, err)
		}
	}
}
