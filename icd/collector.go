package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"heddle/cbridge/alarm"
	"heddle/cbridge/host"
	"heddle/compiler/shortage"
)

// A build makes about ten times as much garbage as it leaves, and the library's heap is small otherwise (buffers are
// not in it), so that by Go's own measure each build would collect every few megabytes: a third of its time. So the
// heap may grow to five times the live data instead of twice, which is some ten megabytes for usual programs. Where
// much lives, as when many threads build, it may grow by collectorGarbage, and by half at least. Where the process has
// a limit of address space, memory counts more than time above a quarter of it.
const (
	collectorPercent = 400
	leastPercent     = 50
	collectorGarbage = 96 << 20
)

// What the heap may take, as part of the memory that there is, and at least: builds that take more end. The collector
// works for less before.
const (
	heapPart  = 2
	leastHeap = 256 << 20
)

var heapBound uint64 = math.MaxInt64

// boundHeap is called once, with the machine's memory and what the user allows of it, 0 for all.
func boundHeap(memory, limit uint64) {
	if limit != 0 {
		memory = min(memory, limit)
	}
	heapBound = max(memory/heapPart, leastHeap)
}

// tunesPercent says that the collector's percentage is ours.
var tunesPercent atomic.Bool

// tuneCollector runs at the first build, since it takes some microseconds. The user's own settings (GOGC, GOMEMLIMIT)
// stay.
var tuneCollector = sync.OnceFunc(func() {
	const defaultPercent = 100
	if old := debug.SetGCPercent(collectorPercent); old != defaultPercent {
		debug.SetGCPercent(old)
	} else {
		tunesPercent.Store(true)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(int64(min(host.AddressSpaceLimit()/4, heapBound/4*3)))
	}
})

// percentFor is how many percent of what a collection left may be added until the next.
func percentFor(liveBytes uint64) int {
	return int(min(max(collectorGarbage*100/max(liveBytes, 1), leastPercent), collectorPercent))
}

// retuneLocked sets the percentage after a collection. One that is nearly right stays, since setting it stops all
// threads of Go for a moment.
func (r *reclaimer) retuneLocked(heap *runtime.MemStats) {
	if !tunesPercent.Load() {
		return
	}
	live := heap.NextGC / uint64(100+r.percent) * 100
	if percent := percentFor(live); max(percent, r.percent) > min(percent, r.percent)*5/4 {
		r.percent = percent
		debug.SetGCPercent(percent)
	}
}

// What a build takes of the heap: for its tokens in one piece, and in all, by bytes of its source and whatever that is.
// A build that takes more ends when memory is short (compiler/shortage).
const (
	spaceForTokens = 40
	spaceForByte   = 400
	spaceForBuild  = 48 << 20
)

// builds counts those under way.
var builds struct {
	sync.Mutex
	count int
}

// releaseAfter is how long address space stays kept back for the next build.
const releaseAfter = 2 * time.Second

// beginBuild is called before a build, and what it returns after it: when none has been under way for a while, address
// space that was kept back for builds is free again. Only processes with a limit of it keep any.
func beginBuild() (end func()) {
	tuneCollector()
	builds.Lock()
	defer builds.Unlock()
	builds.count++
	return endBuild
}

func endBuild() {
	builds.Lock()
	defer builds.Unlock()
	builds.count--
	switch {
	case builds.count > 0:
	case host.AddressSpaceLimit() != math.MaxUint64:
		alarm.After(releaseAfter, releaseAddressSpace)
	default:
		host.ForgiveShortage() // launches compile what they run again
	}
}

func releaseAddressSpace() {
	builds.Lock()
	defer builds.Unlock()
	if builds.count == 0 {
		host.ReleaseAddressSpace()
	}
}

// requireAddressSpace ends a build that the process has no address space for, if that has a limit. A heap that is there
// already, and hardly used, is enough for small ones.
func requireAddressSpace(sourceBytes int) {
	if host.KeepAddressSpace(uint64(sourceBytes)*spaceForTokens, heapBound) {
		return
	}
	runtime.GC()
	if heap := heapState(); heap.HeapSys-heap.HeapInuse < uint64(sourceBytes)*spaceForByte+spaceForBuild {
		panic(shortage.Error{})
	}
	host.ForgiveShortage()
}

// Garbage stays until the next collection, and an application that has ended its work makes none happen: a million
// queued commands leave 900 MB. So a heap that was found large by a collection, and that is hardly used any more, is
// collected and given back to the system. If that frees little, the next attempt comes later.
const (
	largeHeap    = 64 << 20
	reclaimAfter = 3 * time.Second
	reclaimLast  = 2 * time.Minute // the runtime's own interval between collections
	fewOf        = 64              // the heap is quiet when less than this part of its objects is new
)

// reclaimer gives unused heap back. There is one for the process, and tests have their own.
type reclaimer struct {
	first time.Duration // the usual time from one look at the heap to the next

	mu        sync.Mutex
	isArmed   bool          // guarded by mu: a timer runs
	pause     time.Duration // guarded by mu: how long it runs
	percent   int           // guarded by mu: the collector's, where it is ours
	allocated uint64        // guarded by mu: objects so far, when it began to run
	isStopped bool          // guarded by mu
}

// watchHeap begins to look at the heap after each collection.
func watchHeap(first time.Duration) *reclaimer {
	r := &reclaimer{first: first, pause: first, percent: collectorPercent}
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

// arm, which runs after each collection, starts the timer if the heap is large, and reports whether the reclaimer goes
// on.
func (r *reclaimer) arm() bool {
	heap := heapState()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.retuneLocked(&heap)
	if !r.isStopped && !r.isArmed && resident(&heap) >= largeHeap {
		r.isArmed, r.allocated = true, heap.Mallocs
		alarm.After(r.pause, r.look)
	}
	return !r.isStopped
}

// look reclaims a quiet heap, and goes on looking as long as it is large.
func (r *reclaimer) look() {
	heap := heapState()
	r.mu.Lock()
	isQuiet := heap.Mallocs-r.allocated < heap.HeapObjects/fewOf
	r.mu.Unlock()
	isSame := isQuiet && !reclaim(resident(&heap))
	r.mu.Lock()
	r.isArmed = false
	if r.pause *= 2; !isSame {
		r.pause = r.first
	}
	r.pause = min(r.pause, reclaimLast)
	r.mu.Unlock()
	r.arm()
}

// reclaim reports whether it freed much of what was resident before. It collects twice, because sync.Pool keeps its
// objects over one collection.
func reclaim(before uint64) bool {
	runtime.GC()
	debug.FreeOSMemory()
	heap := heapState()
	return resident(&heap) < before/4*3
}

func (r *reclaimer) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.isStopped = true
}

func heapState() (stats runtime.MemStats) {
	runtime.ReadMemStats(&stats)
	return stats
}

// resident is how much of the heap the process has.
func resident(heap *runtime.MemStats) uint64 { return heap.HeapSys - heap.HeapReleased }
