package exec

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// endOfMemory is the address of a page that cannot be accessed, after one that can be read and written.
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

// TestPixelsBeforeTheEndOfMemory reads interleaved bytes up to the last byte that is mapped.
func TestPixelsBeforeTheEndOfMemory(t *testing.T) {
	end := endOfMemory(t)
	const items = 64
	out := newBuffer(t, items*8)
	for _, test := range []struct {
		source string
		bytes  uint64 // number of bytes that are read
	}{
		{"y[i] = x[3 * i] + x[3 * i + 1];", 3*items - 1},
		{"y[i] = x[3 * i];", 3*items - 2},
		{"y[i] = x[2 * i];", 2*items - 1},
		{"y[i] = x[4 * i] + x[4 * i + 2];", 4*items - 1},
		{"y[i] = x[4 * i];", 4*items - 3},
		{"y[i] = x[6 * i] + x[6 * i + 1];", 6*items - 4},
		{"y[i] = x[8 * i] + x[8 * i + 1];", 8*items - 6},
		{"y[i] = ((global uchar4 *)x)[i].y;", 4 * items},
		{"uint s = 0; if (i < 32) s = x[20 * i]; if (i < 31) s += x[20 * i + 1] + x[20 * i + 2]; y[i] = s;", 20*31 + 1},
		{"uint s = 0; if (i < 32) s = x[20 * i]; if (i < 32) s += x[20 * i + 1] * 3; y[i] = s;", 20*31 + 2},
		{"uint s = 0; if (i < 31) s = x[20 * i]; if (i < 32) s += x[20 * i + 1] * 3; y[i] = s;", 20*31 + 2},
		{"uint s = 0; if (i > 60) s = x[20 * i + 3]; if (i > 50) s += x[20 * i + 2] * 3; y[i] = s;", 20*(items-1) + 4},
		{"((global uint *)y)[i] = x[20 * i] | x[20 * i + 1] << 8 | x[20 * i + 2] << 16 | x[20 * i + 3] << 24;",
			20*(items-1) + 4},
		{"if (i < 9) ((global uint *)y)[i] = x[5 * i] << 24 | x[5 * i + 1] << 16 | x[5 * i + 2] << 8 | x[5 * i + 3];",
			5*8 + 4},
		{"x[5 * i] = i; x[5 * i + 1] = i >> 8; x[5 * i + 2] = i >> 16; x[5 * i + 3] = i >> 24;", 5*(items-1) + 4},
		{"x[3 * i] = i; x[3 * i + 1] = i;", 3*items - 1},
		{"x[4 * i] = i; x[4 * i + 1] = i;", 4*items - 2},
	} {
		k := compileKernel(t, "kernel void f(global uchar *y, global uchar *x) { int i = get_global_id(0); "+
			test.source+" }")
		d := strictDevice(t, 1, vectorBits())
		l := oneD(k.Lane, items, items, uint64(out.address), end-test.bytes)
		l.Machine = k.Machine
		if err := d.Run(l); err != nil {
			t.Errorf("%s: %v", test.source, err)
		}
	}
}
