// Package workers lends C threads to kernel launches; it implements exec.Workers. The threads block the application's
// signals, have signal stacks of their own and take part in a job within a fraction of a microsecond when they are
// awake. pool.c describes the method.
//
// Jobs do not wait for each other: the caller of Run works on its own at once, and idle threads help the job of the
// highest priority that wants them. Where more threads run than there are processors, those of lower priority give way
// between pieces of their work (Yield).
//
// The package must not know what the jobs do.
//
// Reading order: workers.go, yield.go, bound.go (on certain processors only), pool.c, mask.c.
package workers

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "pool.h"
*/
import "C"

import (
	"math/bits"
	"runtime/cgo"
	"sync"
	"unsafe"

	_ "heddle/cbridge/host" // has heddle_scarce
)

// Pool is a set of workers. The threads start with the first Run that wants more than one.
type Pool struct {
	count func() int // at least 1 and always the same
	bound *mask      // immutable; the processors on which its threads run, nil: all
	jobs  [slots]job

	mu      sync.Mutex
	free    uint32                // guarded by mu: slots without a job, by bit
	started bool                  // guarded by mu
	threads *C.struct_heddle_pool // immutable once started; nil: the system refused all threads
	self    cgo.Handle            // immutable once started

	load load
}

// slots is the number of jobs at a time that get more workers than their caller.
const slots = C.HEDDLE_POOL_SLOTS

// job is what the workers of a slot do. It is written before the slot is opened.
type job struct{ body func(worker int) bool }

// New makes a pool of count() workers, the caller of Run included. count is not called before the first use of the
// pool.
func New(count func() int) *Pool {
	return &Pool{count: sync.OnceValue(func() int { return max(count(), 1) }), free: 1<<slots - 1}
}

// Count is the number of workers, at least 1.
func (p *Pool) Count() int { return p.count() }

// Run calls body on up to n workers at the same time, on the calling thread as worker 0. It returns when all calls have
// returned; workers that wake too late are not waited for. Each call has a number below Count that no other has at the
// time. body reports whether the job needs no further worker; if not, because Yield told it to return, it may be called
// again. Its call as worker 0 does the rest of the job. body must not panic.
//
// Several jobs may run at a time, with different bodies. The priority is -1, 0 or 1.
func (p *Pool) Run(n, priority int, body func(worker int) (isOver bool)) {
	p.load.begin(priority)
	defer p.load.end(priority)
	n = min(n, p.count())
	slot := -1
	if n > 1 {
		slot = p.takeSlot()
	}
	if slot < 0 {
		body(0)
		return
	}
	p.jobs[slot].body = body
	C.heddle_pool_post(p.threads, C.uint32_t(slot), C.uint32_t(n-1), C.int32_t(priority))
	body(0)
	C.heddle_pool_close(p.threads, C.uint32_t(slot))
	p.jobs[slot].body = nil
	p.mu.Lock()
	p.free |= 1 << slot
	p.mu.Unlock()
}

// takeSlot is a slot for a job, negative if there is none.
func (p *Pool) takeSlot() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.started {
		p.startLocked()
	}
	if p.threads == nil || p.free == 0 {
		return -1
	}
	slot := bits.TrailingZeros32(p.free)
	p.free &^= 1 << slot
	return slot
}

// startLocked makes the threads.
func (p *Pool) startLocked() {
	var started C.uint32_t
	p.started = true
	p.self = cgo.NewHandle(p)
	p.threads = C.heddle_pool_new(C.uint32_t(p.count()), unsafe.Pointer(p.bound), C.uintptr_t(p.self), &started)
	if p.threads != nil && started == 0 {
		p.closeLocked()
	}
}

// Close ends the threads. The pool of the driver lives as long as the process; those of sub-devices and tests end.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.threads != nil {
		p.closeLocked()
	}
}

func (p *Pool) closeLocked() {
	C.heddle_pool_free(p.threads)
	p.self.Delete()
	p.threads = nil
}

// wantsAbove reports whether a job above the priority wants another worker.
func (p *Pool) wantsAbove(priority int) bool {
	return C.heddle_pool_wants(p.threads, C.int32_t(priority)) != 0
}

//export heddleWorkerRun
func heddleWorkerRun(pool uintptr, slot uint32, worker int32) (isOver bool) {
	p := cgo.Handle(pool).Value().(*Pool)
	p.load.active.Add(1)
	defer p.load.active.Add(-1)
	return p.jobs[slot].body(int(worker))
}
