package exec

import (
	"strings"
	"testing"
	"time"
)

// TestReportsNameFiles: reports of faults and of launches that were stopped name the file that #line gives, on both
// engines, and no file where the text is the program's own.
func TestReportsNameFiles(t *testing.T) {
	k := compileKernel(t, `
		kernel void k(global volatile uint *x) {
			if (x[0] == 0)
				*(global uint *)64 = 1;
		# line 70 "parts/loop.h"
			do x[2] = 7;
			while (x[0] == 1);
			if (x[0] == 2)
		# line 9 "last.cl"
				*(global uint *)64 = 1;
		}`)
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		d, b := NewDevice(Goroutines(2)), newBuffer(t, 16)
		l := oneD(k.Lane, 64, 64)
		if bits > 0 {
			d, l.Machine = strictDevice(t, 2, bits), k.Machine
		}
		l.Args, l.Timeout = arguments(uint64(b.address)), 50*time.Millisecond
		for first, want := range []string{", line 4: ", " of parts/loop.h", ", line 9 of last.cl: "} {
			b.set(0, uint32(first))
			if err := d.Run(l); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%d bits: the report has no %q: %v", bits, want, err)
			}
		}
	}
}
