package exec

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestTimeout stops launches that take too long, on both engines, and lets others end that take less, also on the run
// that was stopped.
func TestTimeout(t *testing.T) {
	k := compileKernel(t, `kernel void k(global volatile uint *x) {
		do x[1] = 7;
		while (x[0] == 0); }`)
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		d := NewDevice(Goroutines(2))
		l := oneD(k.Lane, 1024, 64)
		if bits > 0 {
			d, l.Machine = strictDevice(t, 2, bits), k.Machine
		}
		b := newBuffer(t, 16)
		l.Args = arguments(uint64(b.address))
		for range 3 {
			b.set(0, 0)
			l.Timeout = 50 * time.Millisecond
			var stopped *Timeout
			err := d.Run(l)
			if !errors.As(err, &stopped) || len(stopped.Places) == 0 || stopped.Places[0].Group[1] != 0 {
				t.Fatalf("%d bits: %v", bits, err)
			}
			if !strings.Contains(err.Error(), "was stopped after 50ms") {
				t.Error(err)
			}
			b.set(0, 1)
			l.Timeout = time.Hour
			if err := d.Run(l); err != nil {
				t.Errorf("%d bits: after that: %v", bits, err)
			}
		}
	}
}

// TestThrottle gives launches of low throttle half of the workers.
func TestThrottle(t *testing.T) {
	for _, test := range [][3]int{{0, 8, 8}, {1, 8, 8}, {-1, 8, 4}, {-1, 3, 1}, {-1, 1, 1}} {
		if got := (&Launch{Throttle: test[0]}).WorkersOf(test[1]); got != test[2] {
			t.Errorf("throttle %d: %d of %d workers, not %d", test[0], got, test[1], test[2])
		}
	}
}
