package parallel

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func TestFor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, n := range []int{0, 1, 2, 3, 4, 5, 1000} {
		done := make([]int, n)
		busy := make([]atomic.Int32, max(Workers(n), 1))
		For(Workers(n), n, func(worker, i int) {
			if busy[worker].Add(1) != 1 {
				t.Error("two pieces at once have the same worker")
			}
			done[i]++
			busy[worker].Add(-1)
		})
		for i, times := range done {
			if times != 1 {
				t.Fatalf("n %d: piece %d was done %d times", n, i, times)
			}
		}
	}
}

func TestForPanics(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, n := range []int{1, 100} {
		func() {
			defer func() {
				if reason := recover(); reason != "piece" {
					t.Errorf("n %d: recovered %v", n, reason)
				}
			}()
			For(Workers(n), n, func(_, i int) { panic("piece") })
		}()
	}
}

// The runtime may give the program more processors at any time. Callers have memory for the number of workers they
// asked for.
func TestForHasNoMoreWorkersThanAsked(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	workers := Workers(100)
	runtime.GOMAXPROCS(8)
	For(workers, 100, func(worker, _ int) {
		if worker >= workers {
			t.Errorf("worker %d of %d", worker, workers)
		}
		runtime.Gosched()
	})
}
