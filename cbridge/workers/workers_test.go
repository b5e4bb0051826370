package workers

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func count(n int) func() int { return func() int { return n } }

func TestEachWorkerIsCalledAtMostOnce(t *testing.T) {
	pool := New(count(4))
	defer pool.Close()
	for range 2000 {
		var calls [4]atomic.Int32
		pool.Run(3, func(worker int) { calls[worker].Add(1) })
		if calls[0].Load() != 1 || calls[1].Load() > 1 || calls[2].Load() > 1 || calls[3].Load() != 0 {
			t.Fatalf("calls %d %d %d %d", calls[0].Load(), calls[1].Load(), calls[2].Load(), calls[3].Load())
		}
	}
}

func TestWorkersRunAtTheSameTime(t *testing.T) {
	pool := New(count(3))
	defer pool.Close()
	var inside atomic.Int32
	pool.Run(3, func(int) {
		inside.Add(1)
		for end := time.Now().Add(10 * time.Second); inside.Load() < 3; runtime.Gosched() {
			if time.Now().After(end) {
				t.Error("not all workers came")
				return
			}
		}
	})
}

func TestRunWaitsForThoseInside(t *testing.T) {
	pool := New(count(2))
	defer pool.Close()
	for range 200 {
		var entered, left atomic.Int32
		pool.Run(2, func(worker int) {
			entered.Add(1)
			if worker == 1 {
				for range 2000 {
					runtime.Gosched()
				}
			}
			left.Add(1)
		})
		if entered.Load() != left.Load() {
			t.Fatal("Run returned before a worker left")
		}
	}
}

func TestConcurrentRunsAndGarbageCollection(t *testing.T) {
	pool := New(count(3))
	defer pool.Close()
	var wait sync.WaitGroup
	var busy atomic.Int32
	for range 4 {
		wait.Go(func() {
			for range 300 {
				pool.Run(3, func(worker int) {
					if worker == 0 && busy.Add(1) != 1 {
						t.Error("two jobs at the same time")
					}
					if worker == 0 {
						busy.Add(-1)
					}
				})
			}
		})
	}
	for range 20 {
		runtime.GC()
	}
	wait.Wait()
}

func TestOneWorkerNeedsNoThread(t *testing.T) {
	pool := New(count(1))
	ran := false
	pool.Run(8, func(worker int) { ran = worker == 0 })
	if !ran || pool.threads != nil || pool.Count() != 1 {
		t.Error("a pool of one worker is not the caller alone")
	}
}

func BenchmarkForkJoin(b *testing.B) {
	pool := New(count(2))
	defer pool.Close()
	for b.Loop() {
		pool.Run(2, func(int) {})
	}
}
