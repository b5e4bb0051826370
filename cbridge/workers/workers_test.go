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
		pool.Run(3, 0, func(worker int) bool { calls[worker].Add(1); return true })
		if calls[0].Load() != 1 || calls[1].Load()+calls[2].Load()+calls[3].Load() > 2 {
			t.Fatalf("calls %d %d %d %d", calls[0].Load(), calls[1].Load(), calls[2].Load(), calls[3].Load())
		}
	}
}

func TestWorkersRunAtTheSameTime(t *testing.T) {
	pool := New(count(3))
	defer pool.Close()
	var inside atomic.Int32
	pool.Run(3, 0, func(int) bool {
		inside.Add(1)
		for end := time.Now().Add(10 * time.Second); inside.Load() < 3; runtime.Gosched() {
			if time.Now().After(end) {
				t.Error("not all workers came")
				break
			}
		}
		return true
	})
}

func TestRunWaitsForThoseInside(t *testing.T) {
	pool := New(count(2))
	defer pool.Close()
	for range 200 {
		var entered, left atomic.Int32
		pool.Run(2, 0, func(worker int) bool {
			entered.Add(1)
			if worker == 1 {
				for range 2000 {
					runtime.Gosched()
				}
			}
			left.Add(1)
			return true
		})
		if entered.Load() != left.Load() {
			t.Fatal("Run returned before a worker left")
		}
	}
}

// TestConcurrentRunsAndGarbageCollection runs more jobs at a time than there are slots, of all priorities.
func TestConcurrentRunsAndGarbageCollection(t *testing.T) {
	pool := New(count(3))
	defer pool.Close()
	var wait sync.WaitGroup
	for caller := range 2 * slots {
		wait.Go(func() {
			priority := caller%3 - 1
			for range 50 {
				var done, taken atomic.Int32
				pool.Run(3, priority, func(worker int) bool {
					for taken.Add(1) <= 20 {
						done.Add(1)
						if pool.Yield(worker, priority) {
							return false
						}
					}
					return true
				})
				if done.Load() != 20 {
					t.Errorf("%d pieces of 20 were done", done.Load())
				}
			}
		})
	}
	for range 20 {
		runtime.GC()
	}
	wait.Wait()
	if pool.free != 1<<slots-1 || pool.load.active.Load() != 0 {
		t.Errorf("slots %#x are free, %d threads at work", pool.free, pool.load.active.Load())
	}
}

// TestJobsDoNotWaitForEachOther has jobs that end only if they overlap, all of which want all workers.
func TestJobsDoNotWaitForEachOther(t *testing.T) {
	pool := New(count(2))
	defer pool.Close()
	var here atomic.Int32
	var wait sync.WaitGroup
	for range 2 * slots {
		wait.Go(func() {
			pool.Run(2, 0, func(worker int) bool {
				if worker == 0 {
					here.Add(1)
				}
				for end := time.Now().Add(10 * time.Second); here.Load() < 2*slots; runtime.Gosched() {
					if time.Now().After(end) {
						t.Error("not all jobs began")
						break
					}
				}
				return true
			})
		})
	}
	wait.Wait()
}

// TestLowPriorityGivesWay has a job of high priority that waits until one of low priority stands back, and one of low
// priority that goes on all the same while the other never ends by itself.
func TestLowPriorityGivesWay(t *testing.T) {
	pool := New(count(2))
	defer pool.Close()
	var pieces atomic.Int32
	var isOver atomic.Bool
	low := func(worker int) bool {
		for !isOver.Load() {
			pieces.Add(1)
			if pool.Yield(worker, -1) {
				return false
			}
		}
		return true
	}
	var wait sync.WaitGroup
	wait.Go(func() { pool.Run(2, -1, low) })
	await := func(what string, is func() bool) {
		for end := time.Now().Add(10 * time.Second); !is(); runtime.Gosched() {
			if time.Now().After(end) {
				t.Error(what)
				return
			}
		}
	}
	await("the job of low priority does not run", func() bool { return pieces.Load() > 10 })
	var workers atomic.Int32
	pool.Run(2, 1, func(int) bool {
		workers.Add(1)
		await("the worker did not come", func() bool { return workers.Load() == 2 })
		await("the other job does not stand back", func() bool { return pool.load.active.Load() <= 2 })
		before := pieces.Load()
		await("the other job stands still", func() bool { return pieces.Load() > before })
		return true
	})
	before := pieces.Load()
	await("the other job does not go on", func() bool { return pieces.Load() > before+100 })
	isOver.Store(true)
	wait.Wait()
}

func TestOneWorkerNeedsNoThread(t *testing.T) {
	pool := New(count(1))
	ran := false
	pool.Run(8, 0, func(worker int) bool { ran = worker == 0; return true })
	if !ran || pool.threads != nil || pool.Count() != 1 {
		t.Error("a pool of one worker is not the caller alone")
	}
}

func BenchmarkForkJoin(b *testing.B) {
	pool := New(count(2))
	defer pool.Close()
	for b.Loop() {
		pool.Run(2, 0, func(int) bool { return true })
	}
}
