package exec

import (
	"fmt"
	"testing"

	"heddle/cbridge/hostmem"
)

// TestSmallRowsUnderMasks reads rows of bytes and 16-bit words under masks. They are read in one piece if the row lies
// within a page; the memory after the last active lane's element may not be mapped.
func TestSmallRowsUnderMasks(t *testing.T) {
	const items, room = 64, 512
	end := endOfMemory(t)
	memory := hostmem.Bytes(uintptr(end-room), room)
	for i := range memory {
		memory[i] = byte(i*37 + 11)
	}
	for _, bits := range []int{512, 256} {
		if !runsVectors(t, bits) {
			continue
		}
		for size, typ := range map[int]string{1: "uchar", 2: "ushort"} {
			k := compileKernel(t, fmt.Sprintf(`kernel void f(global uint *y, global %s *x, ulong first, ulong n, ulong lanes) {
				int i = get_global_id(0);
				y[i] = 77777;
				if (i >= (int)first && i < (int)n && lanes >> (i & 7) & 1) y[i] = x[i]; }`, typ))
			d := strictDevice(t, 1, bits)
			for n := 0; n <= items; n++ {
				for _, lanes := range []uint64{0xff, 0x55, 0x81, 0} {
					for _, behind := range []int{0, 1, 8, 100} { // number of bytes between the last element and the end
						first, start := n/3, room-behind-n*size
						out := newBuffer(t, items)
						l := oneD(k.Lane, items, items, uint64(out.address), end-room+uint64(start), uint64(first),
							uint64(n), lanes)
						l.Machine = k.Machine
						if err := d.Run(l); err != nil {
							t.Fatal(err)
						}
						for i := range items {
							want := uint32(77777)
							if i >= first && i < n && lanes>>(i&7)&1 != 0 {
								want = 0
								for b := range size {
									want |= uint32(memory[start+i*size+b]) << (8 * b)
								}
							}
							if got := out.get(i); got != want {
								t.Fatalf("%d bits, %s, %d to %d of lanes %x, %d bytes before the end: item %d: %d, "+
									"not %d",
									bits, typ, first, n, lanes, behind, i, got, want)
							}
						}
					}
				}
			}
		}
	}
}
