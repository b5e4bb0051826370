package exec

import (
	"errors"
	"sync/atomic"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

const countSource = `kernel void k(global uint *bins) { atomic_inc(&bins[get_global_id(0) % 61]); }`

// solo is one worker that records how many workers launches ask for.
type solo struct {
	Workers
	most atomic.Int32
}

func (s *solo) Run(n, priority int, body func(int) bool) {
	s.most.Store(max(s.most.Load(), int32(n)))
	s.Workers.Run(n, priority, body)
}

func TestContendedLaunches(t *testing.T) {
	k := compileKernel(t, countSource)
	threads := &solo{Workers: Goroutines(2)}
	d := NewDeviceWith(threads, strictEngine(t, 256))
	b := newBuffer(t, 64)
	const items = 61 * 1024
	launch := func(items uint64) int32 {
		threads.most.Store(0)
		if err := d.Run(kernelLaunch(k, k.Machine, items, 64, uint64(b.address))); err != nil {
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
	c, _ := d.native.Choose(kernelLaunch(k, k.Machine, items, 64))
	for _, isContended := range []bool{true, false} {
		c.ForceContention(isContended)
		want := int32(2)
		if isContended {
			want = 1
		}
		if got := launch(items); got != want {
			t.Errorf("contended %v: %d workers, not %d", isContended, got, want)
		}
	}
}

// TestContendedFaults lets a launch fail while its contention is measured.
func TestContendedFaults(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *bins) {
		size_t i = get_global_id(0); atomic_inc(i == 30000 ? (global uint *)64 : &bins[i % 61]); }`)
	d := strictDevice(t, 2, 256)
	b := newBuffer(t, 64)
	for range 40 {
		l := kernelLaunch(k, k.Machine, 1<<16, 64, uint64(b.address))
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
