package exec

import (
	"errors"
	"sync/atomic"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

const countSource = `kernel void k(global uint *bins) { atomic_inc(&bins[get_global_id(0) % 61]); }`

// solo notes how many workers launches ask for.
type solo struct {
	Workers
	most atomic.Int32
}

func (s *solo) Run(n int, body func(int)) {
	s.most.Store(max(s.most.Load(), int32(n)))
	s.Workers.Run(n, body)
}

func TestContendedLaunches(t *testing.T) {
	k := compileKernel(t, countSource)
	threads := &solo{Workers: Goroutines(2)}
	d := NewDeviceWith(threads, Engine{Machine: &machine, VectorBits: 256, Mode: ModeMachine, Report: failing{t}})
	b := newBuffer(t, 64)
	const items = 61 * 1024
	launch := func(items uint64) int32 {
		threads.most.Store(0)
		l := &Launch{Program: k.Lane, Machine: k.Machine, Args: arguments(uint64(b.address)), WorkDim: 1,
			Global: [3]uint64{items, 1, 1}, Group: [3]uint64{64, 1, 1}, Name: k.Name}
		if err := d.Run(l); err != nil {
			t.Fatal(err)
		}
		return threads.most.Load()
	}
	for i := range 3 * native.ProbeInterval {
		launch(items)
		for bin := range 61 {
			if got := b.get(bin); got != uint32(i+1)*1024 {
				t.Fatalf("launch %d: bin %d counts %d", i, bin, got)
			}
		}
	}
	c, _ := d.native.Choose(&Launch{Program: k.Lane, Machine: k.Machine, WorkDim: 1, Global: [3]uint64{items, 1, 1}, Group: [3]uint64{64, 1, 1}})
	for _, isContended := range []bool{true, false} {
		c.ForceContention(isContended)
		want := int32(2)
		if isContended {
			want = 0 // runs on the thread that asks
		}
		if got := launch(items); got != want {
			t.Errorf("contended %v: %d workers, not %d", isContended, got, want)
		}
	}
}

// TestContendedFaults lets a launch that is measured fail.
func TestContendedFaults(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *bins) {
		size_t i = get_global_id(0); atomic_inc(i == 30000 ? (global uint *)64 : &bins[i % 61]); }`)
	d := NewDeviceWith(Goroutines(2), Engine{Machine: &machine, VectorBits: 256, Mode: ModeMachine, Report: failing{t}})
	b := newBuffer(t, 64)
	for range 40 {
		l := &Launch{Program: k.Lane, Machine: k.Machine, Args: arguments(uint64(b.address)), WorkDim: 1,
			Global: [3]uint64{1 << 16, 1, 1}, Group: [3]uint64{64, 1, 1}, Name: k.Name}
		var fault *Fault
		if err := d.Run(l); !errors.As(err, &fault) {
			t.Fatalf("the error is %v", err)
		}
	}
}

func TestWhatContends(t *testing.T) {
	for body, want := range map[string]bool{
		"atomic_inc(y);":               true,
		"atomic_cmpxchg(y, 1, 2);":     true,
		"atomic_inc(&t[1]); y[0] = 1;": false,
		"y[0] = t[1];":                 false,
		"if (y[3] == 7) atomic_xor(y + get_global_id(0), 3);": true,
	} {
		k := compileKernel(t, "kernel void k(global uint *y) { local uint t[2]; t[1] = 0; "+body+" }")
		code, err := k.Machine.Version(256, object.Version{Count: 1, SmallIDs: true})
		if err != nil || code.HasContendedAtomics != want {
			t.Errorf("%s: contends %v, error %v", body, code.HasContendedAtomics, err)
		}
	}
}
