// Package workers lends C threads to kernel launches; it implements exec.Workers. The threads block the application's
// signals, have signal stacks of their own and take part in a job within a fraction of a microsecond when they are
// awake. pool.c describes the method.
//
// The package must not know what the jobs do.
package workers

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "pool.h"
*/
import "C"

import (
	"runtime/cgo"
	"sync"
)

// Pool is a set of workers. The threads start with the first Run that wants more than one.
type Pool struct {
	count func() int // at least 1 and always the same

	mu      sync.Mutex // held for the whole of a Run: jobs go one after another
	threads *C.struct_heddle_pool
	limit   int // workers that could be had: count, less when the system refused threads
	self    cgo.Handle
	body    func(worker int) // of the current job; written before the job is posted
}

// New makes a pool of count() workers, the caller of Run included. count is not called before the first use of the
// pool.
func New(count func() int) *Pool {
	return &Pool{count: sync.OnceValue(func() int { return max(count(), 1) })}
}

// Count is the number of workers, at least 1.
func (p *Pool) Count() int { return p.count() }

// Run calls body on up to n workers at the same time, on the calling thread as worker 0. It returns when all calls have
// returned; workers that wake too late are not waited for. body must not panic.
func (p *Pool) Run(n int, body func(worker int)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n = min(n, p.count())
	if n > 1 && p.threads == nil && p.limit == 0 {
		p.startLocked()
	}
	if n = min(n, p.limit); n <= 1 {
		body(0)
		return
	}
	p.body = body
	C.heddle_pool_post(p.threads, C.uint32_t(n))
	body(0)
	C.heddle_pool_close(p.threads)
	p.body = nil
}

// startLocked makes the threads.
func (p *Pool) startLocked() {
	var started C.uint32_t
	p.self = cgo.NewHandle(p)
	p.threads = C.heddle_pool_new(C.uint32_t(p.count()), C.uintptr_t(p.self), &started)
	p.limit = int(started) + 1
}

// Close ends the threads. The pool of the driver lives as long as the process; tests close theirs.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.threads == nil {
		return
	}
	C.heddle_pool_free(p.threads)
	p.self.Delete()
	p.threads, p.limit = nil, 0
}

//export heddleWorkerRun
func heddleWorkerRun(pool uintptr, worker int32) {
	cgo.Handle(pool).Value().(*Pool).body(int(worker))
}
