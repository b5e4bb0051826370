package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// A build makes about ten times as much garbage as it leaves, and the library's heap is small otherwise (buffers are
// not in it), so that by Go's own measure each build would collect every few megabytes: a third of its time. So the
// heap may grow to five times the live data instead of twice, which is some ten megabytes for usual programs; above a
// gigabyte, which only the largest sources approach, memory counts more than time.
const (
	collectorPercent = 400
	collectorLimit   = 1 << 30
)

// tuneCollector runs at the first build, since it takes some microseconds. The user's own settings (GOGC, GOMEMLIMIT)
// stay.
var tuneCollector = sync.OnceFunc(func() {
	const defaultPercent = 100
	if old := debug.SetGCPercent(collectorPercent); old != defaultPercent {
		debug.SetGCPercent(old)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(collectorLimit)
	}
})

// Garbage stays until the next collection, and an application that has ended its work makes none happen: a million
// queued commands leave 900 MB. So a heap that was found large by a collection, and had no other for a while, is
// collected and given back to the system. If that frees little, the next attempt comes later.
const (
	largeHeap    = 64 << 20
	reclaimAfter = 3 * time.Second
	reclaimLast  = 2 * time.Minute // the runtime's own interval between collections
)

// reclaimer gives unused heap back. There is one for the process, and tests have their own.
type reclaimer struct {
	mu          sync.Mutex
	isArmed     bool          // guarded by mu: a timer runs
	pause       time.Duration // guarded by mu: how long it runs
	first       time.Duration // how long it runs usually
	collections uint32        // guarded by mu: their number when it began to run
	isStopped   bool          // guarded by mu
}

// watchHeap begins to look at the heap after each collection.
func watchHeap(pause time.Duration) *reclaimer {
	r := &reclaimer{pause: pause, first: pause}
	r.watchNext()
	return r
}

// sentinel is garbage from the beginning, so that each collection runs its finalizer. It is large enough to be an
// object of its own.
type sentinel [32]byte

func (r *reclaimer) watchNext() {
	runtime.SetFinalizer(new(sentinel), func(*sentinel) {
		if r.arm() {
			r.watchNext()
		}
	})
}

// arm starts the timer if the heap is large, and reports whether the reclaimer goes on.
func (r *reclaimer) arm() bool {
	resident, collections := heapState()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.isStopped && !r.isArmed && resident >= largeHeap {
		r.isArmed, r.collections = true, collections
		time.AfterFunc(r.pause, r.reclaim)
	}
	return !r.isStopped
}

// reclaim collects twice, because sync.Pool keeps its objects over one collection.
func (r *reclaimer) reclaim() {
	before, collections := heapState()
	r.mu.Lock()
	isBusy := collections != r.collections
	r.mu.Unlock()
	freed := true
	if !isBusy {
		runtime.GC()
		debug.FreeOSMemory()
		after, _ := heapState()
		freed = after < before/4*3
	}
	r.mu.Lock()
	r.isArmed = false
	switch {
	case !freed:
		r.pause = min(2*r.pause, reclaimLast)
	case !isBusy:
		r.pause = r.first
	}
	r.mu.Unlock()
	r.arm()
}

func (r *reclaimer) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.isStopped = true
}

// heapState returns how much of the heap is the process's, and the number of collections so far.
func heapState() (resident uint64, collections uint32) {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapSys - stats.HeapReleased, stats.NumGC
}
