package workers

import (
	"sync"
	"sync/atomic"
	"time"

	"heddle/cbridge/alarm"
)

// Priorities of jobs. A hint is no promise, and kernels of different priorities may wait for each other by atomic
// operations on shared memory: a job of low priority therefore never stands still, it only gets rarer turns.

const (
	lowest, highest = -1, 1

	// turn is how long a thread gives way before it does a piece of its work nevertheless. A piece takes some
	// microseconds, unless the kernel has long loops.
	turn = 50 * time.Millisecond
)

// load is how many threads do what.
type load struct {
	jobs   [highest - lowest + 1]atomic.Int32 // under way, by priority
	active atomic.Int32                       // threads that work on jobs

	mu      sync.Mutex
	changed chan struct{} // guarded by mu: closed when a job ends; nil if none waits
	watched atomic.Bool   // somebody waits
}

func (l *load) begin(priority int) {
	l.jobs[priority-lowest].Add(1)
	l.active.Add(1)
}

func (l *load) end(priority int) {
	l.active.Add(-1)
	l.jobs[priority-lowest].Add(-1)
	if l.watched.Load() {
		l.wake()
	}
}

// isOutranked reports whether a job of a higher priority is under way.
func (l *load) isOutranked(priority int) bool {
	for above := priority + 1; above <= highest; above++ {
		if l.jobs[above-lowest].Load() > 0 {
			return true
		}
	}
	return false
}

// Yield is called by the body of a job of the priority between pieces of its work. It lets jobs of higher priority go
// first, and reports whether the worker is to return from the body to help one of them.
func (p *Pool) Yield(worker, priority int) (isToLeave bool) {
	if !p.load.isOutranked(priority) {
		return false
	}
	if worker != 0 && p.wantsAbove(priority) {
		return true
	}
	p.load.giveWay(priority, int32(p.count()))
	return false
}

// giveWay waits for a turn, if more threads are at work than there are processors.
func (l *load) giveWay(priority int, processors int32) {
	if !l.stepBack(processors) {
		return
	}
	defer l.active.Add(1)
	isOver := make(chan struct{})
	timer := alarm.After(turn, func() { close(isOver) })
	defer timer.Stop()
	for {
		changed := l.watch()
		if !l.isOutranked(priority) {
			return
		}
		select {
		case <-changed:
		case <-isOver:
			return
		}
	}
}

// stepBack takes the thread out of those at work, if they are too many.
func (l *load) stepBack(processors int32) bool {
	for {
		active := l.active.Load()
		if active <= processors {
			return false
		}
		if l.active.CompareAndSwap(active, active-1) {
			return true
		}
	}
}

// watch is closed when a job ends.
func (l *load) watch() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
		l.watched.Store(true)
	}
	return l.changed
}

func (l *load) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
		l.watched.Store(false)
	}
}
