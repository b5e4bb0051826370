package exec

import (
	"sync"
	"sync/atomic"
	"time"
)

// Launches that are faster on one worker. Where the work-items of all groups change the same few places by atomic
// operations, counting into a histogram in global memory say, the cores hand each cache line back and forth, and all of
// them together may get less done than one alone. The code does not tell: it depends on how many places there are. So
// launches of code with such operations are watched now and then, a few chunks with all workers and a few with one.

// crowding is what was found out about some code.
type crowding struct {
	launches  atomic.Uint32 // that could have been watched
	isCrowded atomic.Bool   // one worker alone is faster
}

// watchedEvery is how often launches are watched.
const watchedEvery = 32

// company is how many of n workers a launch had better have. Launches of a few groups get all: they may have as many groups
// as there are workers because the groups wait for each other.
func (r *run) company(n int) int {
	r.watch.isOn = false
	code := r.machine.any
	if n <= 1 || code == nil || r.early != nil || !code.code.Contends || r.total/r.chunk < chunksPerWorker*uint64(len(r.workers)) {
		return n
	}
	if code.crowding.launches.Add(1)%watchedEvery == 1 {
		r.watch.begin()
		return n
	}
	if code.crowding.isCrowded.Load() {
		return 1
	}
	return n
}

// watch is the state of watching a launch.
type watch struct {
	isOn    bool
	running sync.RWMutex // helpers hold it for reading while they run a chunk
	helping atomic.Int64 // helpers that do so
	leave   atomic.Bool  // helpers are to go
	now     func() time.Time
}

func (t *watch) begin() {
	t.isOn, t.now = true, time.Now
	t.leave.Store(false)
}

// help runs chunks beside the worker that watches. A chunk is false when there are no more.
func (t *watch) help(chunk func() bool) {
	for !t.leave.Load() && t.helpOnce(chunk) {
	}
}

func (t *watch) helpOnce(chunk func() bool) bool {
	t.running.RLock()
	defer t.running.RUnlock()
	t.helping.Add(1)
	defer t.helping.Add(-1)
	return chunk()
}

// lead runs chunks in turn with helpers and alone, until it knows what is faster; then it runs the rest.
//
// One worker is faster only if its slowest chunk alone says so beside the fastest with helpers: work that becomes more or
// less along the NDRange, or is interrupted, is not to be taken for a crowd.
func (t *watch) lead(found *crowding, chunk func() bool) {
	fastest, slowest := time.Duration(1<<62), time.Duration(0)
	for range 2 {
		for t.helping.Load() == 0 {
			if !chunk() {
				return
			}
		}
		workers := time.Duration(1 + t.helping.Load())
		together, more := t.timed(chunk)
		if !more {
			return
		}
		alone, more := t.leadAlone(chunk)
		if !more {
			return
		}
		fastest, slowest = min(fastest, together/workers), max(slowest, alone)
	}
	found.isCrowded.Store(fastest > slowest)
	t.leave.Store(fastest > slowest)
	for chunk() {
	}
}

// leadAlone runs a chunk while all helpers wait.
func (t *watch) leadAlone(chunk func() bool) (time.Duration, bool) {
	t.running.Lock()
	defer t.running.Unlock()
	return t.timed(chunk)
}

// timed is how long a chunk takes, and whether there was one.
func (t *watch) timed(chunk func() bool) (time.Duration, bool) {
	start := t.now()
	more := chunk()
	return t.now().Sub(start), more
}
