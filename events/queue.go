package events

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// submitEvery is the number of commands after which the queue submits them by itself, so that a program that enqueues
// for long without a flush keeps the machine busy.
const submitEvery = 32

// maxExecutors bounds the threads that execute commands of one queue, without those that wait for it. It is more than
// the processors of a small machine, so that a few long commands of one work-group do not keep short ones waiting.
var maxExecutors = max(8, runtime.NumCPU())

// Options are the behaviour of a queue. If it has a Runner, commands are executed within calls of that and nowhere
// else: neither by threads that wait nor within Enqueue.
type Options struct {
	OutOfOrder bool
	Profiling  bool
	Clock      Clock            // nil: SystemClock
	Spawn      func(run func()) // starts runners and callbacks on goroutines; nil: the go statement
	Runner     func(run func()) // calls run, on the goroutine of a runner, where the queue's commands belong
	Panicked   func(value any)  // receives panics in Work.Run, on the executor's goroutine; may be nil
}

// Queue orders commands and has them executed. All methods may be called by many threads.
type Queue struct {
	clock     Clock
	spawn     func(func())
	panicked  func(any)
	runner    func(func()) // nil: any thread executes commands
	profiling atomic.Bool
	ended     atomic.Int32 // negative: the status with which all commands end

	delivering atomic.Int32 // goroutines that call callbacks of commands

	mu          sync.Mutex
	changed     sync.Cond // with mu: a change that may concern a waiting thread
	outOfOrder  bool
	lastSeq     uint64
	first, last *Command // unfinished commands in the order of enqueueing
	unsubmitted *Command // the first unfinished command that was not submitted; all after it were not either
	gathered    int      // number of unsubmitted commands
	fence       *Command // the latest barrier of an out-of-order queue; maybe complete
	readyFirst  *Command
	readyLast   *Command
	ready       int     // length of the ready list
	executors   int     // threads that run a command now and will check the ready list again
	busy        int     // the executors among them whose command is not complete; the others check the list at once
	waiters     int     // threads that sleep on changed; they take ready commands when woken
	now         Command // the command of RunNow; in the list while it runs
	passed      Command // complete; see Passed
}

// Request is a command's work and its prerequisites.
type Request struct {
	Work     Work       // nil: nothing to do
	After    []*Command // the wait list; failure is inherited
	AfterAll bool       // waits for all earlier commands of the queue: marker and barrier without a wait list
	Fence    bool       // all later commands of the queue wait for it: barrier
	Inline   bool       // may run inside Enqueue on the calling thread when nothing has to be waited for
	Reuse    Reusable   // called when the queue does not use the command any more; may be nil
}

// NewQueue makes an empty queue. It needs no closing: a queue without commands has no goroutine.
func NewQueue(o Options) *Queue {
	q := &Queue{outOfOrder: o.OutOfOrder, clock: o.Clock, spawn: orGo(o.Spawn), panicked: o.Panicked,
		runner: o.Runner}
	if q.clock == nil {
		q.clock = SystemClock{}
	}
	q.changed.L = &q.mu
	q.now.queue = q
	q.passed.queue, q.passed.spawn, q.passed.state, q.passed.isShared = q, q.spawn, Complete, true
	q.profiling.Store(o.Profiling)
	return q
}

// SetProfiling switches the recording of times for commands enqueued from now on.
func (q *Queue) SetProfiling(on bool) { q.profiling.Store(on) }

// SetOutOfOrder changes the order for commands enqueued from now on. The caller has finished the queue, unless it does
// not care in which order the commands in it and the new ones run.
func (q *Queue) SetOutOfOrder(on bool) {
	q.mu.Lock()
	q.outOfOrder, q.fence = on, nil
	q.mu.Unlock()
}

// Enqueue puts the command, which must be new, at the end of the queue. It returns at once, except that an Inline
// request may be executed before it returns.
func (q *Queue) Enqueue(c *Command, r Request) {
	q.adopt(c, r.Work)
	c.reuse = r.Reuse
	for _, before := range r.After {
		before.addDependant(c, true)
		if other := before.queue; other != nil && other != q {
			other.Flush() // the application should have; without it this command could wait for ever
		}
	}
	q.mu.Lock()
	if r.Inline && q.runner == nil && q.first == nil && c.pending.Load() == 1 && c.inherited.Load() == 0 {
		q.runAtOnceAndUnlock(c)
		return
	}
	q.orderLocked(c, r)
	q.appendLocked(c)
	if q.unsubmitted == nil {
		q.unsubmitted = c
	}
	q.gathered++
	if q.gathered >= submitEvery || c.inherited.Load() != 0 {
		q.submitLocked()
		q.handOverLocked()
	}
	q.mu.Unlock()
}

// adopt makes the new command one of this queue. No other thread knows it yet.
func (q *Queue) adopt(c *Command, work Work) {
	c.queue, c.work, c.spawn = q, work, q.spawn
	c.pending.Store(1)
	c.status.Store(Queued.executionStatus())
	if q.profiling.Load() {
		c.clock = q.clock
		c.times[Queued] = c.clock.Now()
	}
}

// orderLocked makes the command wait for the prerequisites of the queue's own order.
func (q *Queue) orderLocked(c *Command, r Request) {
	switch {
	case !q.outOfOrder:
		if q.last != nil {
			q.last.addDependant(c, false)
		}
	case r.AfterAll:
		q.afterAllLocked(c)
	case q.fence != nil:
		q.fence.addDependant(c, false)
	}
	if r.Fence && q.outOfOrder {
		q.fence = c
	}
}

// afterAllLocked makes the command wait for all before it: for the latest that does so itself, and those after that
// one, so that edges do not grow with the square of the commands.
func (q *Queue) afterAllLocked(c *Command) {
	c.isAfterAll = true
	for before := q.last; before != nil; before = before.previous {
		before.addDependant(c, false)
		if before.isAfterAll {
			return
		}
	}
}

func (q *Queue) appendLocked(c *Command) {
	q.lastSeq++
	c.seq = q.lastSeq
	c.previous = q.last
	if q.last == nil {
		q.first = c
	} else {
		q.last.next = c
	}
	q.last = c
}

// remove takes a complete command out of the list and wakes those who wait for it.
func (q *Queue) remove(c *Command) {
	q.mu.Lock()
	q.removeLocked(c)
	q.mu.Unlock()
}

func (q *Queue) removeLocked(c *Command) {
	if c.previous == nil {
		q.first = c.next
	} else {
		c.previous.next = c.next
	}
	if c.next == nil {
		q.last = c.previous
	} else {
		c.next.previous = c.previous
	}
	c.previous, c.next = nil, nil
	if !c.isLeft {
		q.busy--
	}
	if q.fence == c {
		q.fence = nil
	}
	if q.waiters > 0 {
		q.changed.Broadcast()
	}
}

// Flush submits all commands enqueued so far and has them executed. It does not wait.
func (q *Queue) Flush() {
	q.mu.Lock()
	q.submitLocked()
	q.handOverLocked()
	q.mu.Unlock()
}

// submitLocked submits the unsubmitted commands.
func (q *Queue) submitLocked() {
	for c := q.unsubmitted; c != nil; c = c.next {
		c.advance(Submitted)
		if c.pending.Add(-1) == 0 {
			q.pushReadyLocked(c)
		}
	}
	q.unsubmitted, q.gathered = nil, 0
}

// makeReady is called by the step of c.pending to zero.
func (q *Queue) makeReady(c *Command) {
	q.mu.Lock()
	q.pushReadyLocked(c)
	q.handOverLocked()
	q.mu.Unlock()
}

func (q *Queue) pushReadyLocked(c *Command) {
	c.advance(Ready)
	if q.readyLast == nil {
		q.readyFirst = c
	} else {
		q.readyLast.nextReady = c
	}
	q.readyLast = c
	q.ready++
}

// popReadyLocked takes a ready command, which makes the caller busy. It is nil when nothing is ready.
func (q *Queue) popReadyLocked() *Command {
	c := q.readyFirst
	if c == nil {
		return nil
	}
	q.readyFirst = c.nextReady
	c.nextReady = nil
	q.ready--
	q.busy++
	if q.readyFirst == nil {
		q.readyLast = nil
	}
	return c
}
