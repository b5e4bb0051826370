package native

import (
	"sync"
	"sync/atomic"
	"time"

	"heddle/exec/launch"
)

// Contention: launches that are faster on one worker. If the work-items of all groups change the same few places by
// atomic operations, for example the bins of a histogram in global memory, the cores hand each cache line back and
// forth, and all of them together may be slower than one alone. The code does not tell: it depends on the number of
// places. So some of the launches of code with such operations are measured: a few chunks with all workers and a few
// with one.

// contention is the result of measuring some code.
type contention struct {
	launches    atomic.Uint32 // that could have been measured
	isContended atomic.Bool   // one worker alone is faster
}

// ProbeInterval is the number of launches of which one is measured.
const ProbeInterval = 32

// WorkersFor returns how many of n workers should run the launch, and a probe if the launch is to be measured.
// Launches of a few groups get all n: the groups may wait for each other, and be as many as the workers for that
// reason.
func (r *Run) WorkersFor(n int) (int, *Probe) {
	code := r.choice.code.any
	if n <= 1 || code == nil || r.choice.early != nil || !code.code.HasContendedAtomics ||
		r.Total/r.Chunk < launch.ChunksPerWorker*uint64(r.engine.Workers()) {
		return n, nil
	}
	if code.contention.launches.Add(1)%ProbeInterval == 1 {
		r.probe.begin(&code.contention)
		return n, &r.probe
	}
	if code.contention.isContended.Load() {
		return 1, nil
	}
	return n, nil
}

// ForceContention makes launches of the chosen code run as if it had just been measured; for tests.
func (c *Choice) ForceContention(isContended bool) {
	c.code.any.contention.launches.Store(1)
	c.code.any.contention.isContended.Store(isContended)
}

// Probe measures a launch. Worker 0 calls Measure, the others, its helpers, call Help.
type Probe struct {
	found   *contention
	running sync.RWMutex // helpers hold it for reading while they run a chunk
	helping atomic.Int64 // number of helpers that do so
	isOver  atomic.Bool  // it is known which is faster
	leave   atomic.Bool  // helpers are to end
	now     func() time.Time
}

func (p *Probe) begin(found *contention) {
	p.found, p.now = found, time.Now
	p.leave.Store(false)
	p.isOver.Store(false)
}

// Help runs chunks beside the worker that measures, until that is over. A chunk is false when there are no more. It
// reports whether the helper is to go on with the rest.
func (p *Probe) Help(chunk func() bool) bool {
	for !p.isOver.Load() {
		if !p.helpOnce(chunk) {
			return false
		}
	}
	return !p.leave.Load()
}

func (p *Probe) helpOnce(chunk func() bool) bool {
	p.running.RLock()
	defer p.running.RUnlock()
	p.helping.Add(1)
	defer p.helping.Add(-1)
	return chunk()
}

// Measure runs chunks alternately with helpers and alone, until it knows which is faster. It reports whether there may
// be more.
//
// One worker is taken for faster only if its slowest chunk alone is faster than the fastest with helpers. Work that
// grows or shrinks along the NDRange, or is interrupted, does not look like contention then.
func (p *Probe) Measure(chunk func() bool) bool {
	defer p.isOver.Store(true)
	fastest, slowest := time.Duration(1<<62), time.Duration(0)
	for range 2 {
		for p.helping.Load() == 0 {
			if !chunk() {
				return false
			}
		}
		workers := time.Duration(1 + p.helping.Load())
		together, more := p.timed(chunk)
		if !more {
			return false
		}
		alone, more := p.timedAlone(chunk)
		if !more {
			return false
		}
		fastest, slowest = min(fastest, together/workers), max(slowest, alone)
	}
	p.found.isContended.Store(fastest > slowest)
	p.leave.Store(fastest > slowest)
	return true
}

// timedAlone is timed while all helpers wait.
func (p *Probe) timedAlone(chunk func() bool) (time.Duration, bool) {
	p.running.Lock()
	defer p.running.Unlock()
	return p.timed(chunk)
}

// timed is the time that a chunk takes, and reports whether there was one.
func (p *Probe) timed(chunk func() bool) (time.Duration, bool) {
	start := p.now()
	more := chunk()
	return p.now().Sub(start), more
}
