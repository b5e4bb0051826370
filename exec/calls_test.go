package exec

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"heddle/compiler"
)

// notInlined compiles a kernel whose calls stay, and gives a launch of it on each engine.
func notInlined(t *testing.T, source string, try func(t *testing.T, d *Device, l *Launch)) {
	k := compileWith(t, source, func(o *compiler.Options) { o.PassesOff = []string{"inline"} }).Kernels[0]
	launch := func() *Launch {
		b := newBuffer(t, 200)
		return &Launch{Program: k.Lane, Machine: k.Machine, Args: arguments(uint64(b.address)), WorkDim: 1, Name: "k",
			Global: [3]uint64{200, 1, 1}, Group: [3]uint64{50, 1, 1}}
	}
	t.Run("interpreter", func(t *testing.T) { try(t, NewDevice(Goroutines(2)), launch()) })
	for _, bits := range []int{512, 256} {
		if !runsVectors(t, bits) {
			continue
		}
		t.Run(fmt.Sprint(bits), func(t *testing.T) {
			try(t, NewDeviceWith(Goroutines(2), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}}), launch())
		})
	}
}

func TestEndlessLoopInACallCanBeCancelled(t *testing.T) {
	notInlined(t, `uint wait(global uint *p) { uint n = 0; while (1) n += atomic_add(p, 1); return n; }
uint through(global uint *p) { return wait(p) + 1; }
kernel void k(global uint *y) { y[get_global_id(0)] = through(y); }`, func(t *testing.T, d *Device, l *Launch) {
		l.Cancel = new(Cancel)
		done := make(chan error)
		go func() { done <- d.Run(l) }()
		time.Sleep(20 * time.Millisecond)
		l.Cancel.Set()
		select {
		case err := <-done:
			if !errors.Is(err, ErrCancelled) {
				t.Fatalf("the error is %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the launch goes on")
		}
	})
}
