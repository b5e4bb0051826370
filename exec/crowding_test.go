package exec

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"heddle/compiler/amd64/object"
)

// TestWatching gives a launch's chunks times, in turn those with a helper and those without, and wants to know whether one
// worker alone is taken for faster.
func TestWatching(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		together, alone [2]time.Duration
		crowded         bool
	}{
		"in each other's way":    {[2]time.Duration{10 * ms, 12 * ms}, [2]time.Duration{4 * ms, 3 * ms}, true},
		"side by side":           {[2]time.Duration{5 * ms, 6 * ms}, [2]time.Duration{4 * ms, 4 * ms}, false},
		"no gain":                {[2]time.Duration{8 * ms, 8 * ms}, [2]time.Duration{4 * ms, 4 * ms}, false},
		"less and less work":     {[2]time.Duration{80 * ms, 9 * ms}, [2]time.Duration{20 * ms, 2 * ms}, false},
		"more and more work":     {[2]time.Duration{2 * ms, 20 * ms}, [2]time.Duration{5 * ms, 50 * ms}, false},
		"one chunk interrupted":  {[2]time.Duration{90 * ms, 5 * ms}, [2]time.Duration{4 * ms, 4 * ms}, false},
		"alone, and interrupted": {[2]time.Duration{10 * ms, 10 * ms}, [2]time.Duration{4 * ms, 40 * ms}, false},
	} {
		t.Run(name, func(t *testing.T) {
			var found crowding
			found.isCrowded.Store(!c.crowded)
			helperLeft := watchChunks(&found, c.together, c.alone, 1000)
			if found.isCrowded.Load() != c.crowded {
				t.Errorf("found crowded: %v", found.isCrowded.Load())
			}
			if helperLeft != c.crowded {
				t.Errorf("the helper left: %v", helperLeft)
			}
		})
	}
}

// TestWatchingShortLaunches ends launches before anything is known.
func TestWatchingShortLaunches(t *testing.T) {
	for chunks := range 5 {
		for _, was := range []bool{false, true} {
			var found crowding
			found.isCrowded.Store(was)
			watchChunks(&found, [2]time.Duration{1, 1}, [2]time.Duration{1, 1}, chunks)
			if found.isCrowded.Load() != was && chunks < 4 {
				t.Errorf("%d chunks changed what was known", chunks)
			}
		}
	}
}

// watchChunks leads a launch of so many chunks, with one helper, and says whether the helper left though there were more.
// Only the leader's chunks count and move the clock, so that it does not matter which of the two gets a processor; where
// the leader sends the helper away, the chunks last until that has happened.
func watchChunks(found *crowding, together, alone [2]time.Duration, chunks int) (helperLeft bool) {
	var w watch
	w.begin()
	var clock time.Duration
	w.now = func() time.Time { return time.Time{}.Add(clock) }
	var left atomic.Int64
	left.Store(int64(chunks))
	var isGone atomic.Bool
	var wait sync.WaitGroup
	wait.Go(func() {
		w.help(func() bool {
			runtime.Gosched()
			return left.Load() > 0
		})
		isGone.Store(true)
	})
	round := 0
	w.lead(found, func() bool {
		if w.running.TryRLock() {
			w.running.RUnlock()
			clock += together[min(round, 1)]
		} else { // locked: alone
			clock += alone[round]
			round++
		}
		runtime.Gosched()
		switch {
		case w.leave.Load():
			return !isGone.Load()
		case w.helping.Load() == 0 && round < 2 && chunks >= minWatched:
			return true // no helper has come yet
		}
		return left.Add(-1) >= 0
	})
	helperLeft = isGone.Load() && w.leave.Load()
	left.Store(0)
	wait.Wait()
	return helperLeft
}

// minWatched is the number of chunks of a launch that is watched to its end.
const minWatched = 100

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

func TestCrowdedLaunches(t *testing.T) {
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
	for i := range 3 * watchedEvery {
		launch(items)
		for bin := range 61 {
			if got := b.get(bin); got != uint32(i+1)*1024 {
				t.Fatalf("launch %d: bin %d counts %d", i, bin, got)
			}
		}
	}
	c, _ := d.choose(&Launch{Program: k.Lane, Machine: k.Machine, WorkDim: 1, Global: [3]uint64{items, 1, 1}, Group: [3]uint64{64, 1, 1}})
	found := &c.machine.any.crowding
	for _, isCrowded := range []bool{true, false} {
		found.launches.Store(1)
		found.isCrowded.Store(isCrowded)
		want := int32(2)
		if isCrowded {
			want = 0 // runs on the thread that asks
		}
		if got := launch(items); got != want {
			t.Errorf("crowded %v: %d workers, not %d", isCrowded, got, want)
		}
	}
}

// TestCrowdedFaults lets a launch that is watched fail.
func TestCrowdedFaults(t *testing.T) {
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
		if err != nil || code.Contends != want {
			t.Errorf("%s: contends %v, error %v", body, code.Contends, err)
		}
	}
}
