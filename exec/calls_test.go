package exec

import (
	"fmt"
	"testing"
	"time"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
)

// TestEndlessLoopInACallCanBeCancelled runs endless loops in functions that are called, not inlined.
func TestEndlessLoopInACallCanBeCancelled(t *testing.T) {
	const source = `
uint wait(global uint *p) {
	uint n = 0;
	while (1) n += atomic_add(p, 1);
	return n;
}
uint through(global uint *p) { return wait(p) + 1; }
kernel void k(global uint *y) { y[get_global_id(0)] = through(y); }`
	k := compileWith(t, source, func(o *compiler.Options) { o.PassesOff = []string{"inline"} }).Kernels[0]
	t.Run("interpreter", func(t *testing.T) { cancelEndless(t, NewDevice(Goroutines(2)), k, nil) })
	for _, bits := range []int{512, 256} {
		if !runsVectors(t, bits) {
			continue
		}
		t.Run(fmt.Sprint(bits), func(t *testing.T) {
			cancelEndless(t, strictDevice(t, 2, bits), k, k.Machine)
		})
	}
}

func cancelEndless(t *testing.T, d *Device, k *compiler.Kernel, m object.Kernel) {
	b := newBuffer(t, 200)
	l := oneD(k.Lane, 200, 50, uint64(b.address))
	l.Machine = m
	mustEndCancelled(t, d, l, func() { time.Sleep(20 * time.Millisecond) })
}
