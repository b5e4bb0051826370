package events

import (
	"fmt"
	"sync"
	"sync/atomic"

	"heddle/clapi/cl"
)

// Work is the work of a command.
type Work interface {
	// Run does it and returns cl.Success or a negative status. It is called at most once, on whichever thread executes
	// the command, with no lock held, and may take long. A panic counts as failure of the command.
	Run() cl.Status
	// Release gives up what the command holds. It is called exactly once, after Run or instead of it, before the
	// command is complete, with no lock held. It must not call the application.
	Release()
}

// Parent is work that may leave other work behind: the command has ended after Run, but is complete only when that is
// done, too.
type Parent interface {
	Work
	// HasLeft reports, after Run, whether it has left anything.
	HasLeft() bool
	// Settle is called after Run if it has, on the same thread, with no lock held. It does what is left, and returns
	// true with the status that the command gets. If it can do no more at the time, it returns false, and finish is
	// called later, once, on any thread, perhaps before Settle has returned.
	Settle(status cl.Status, finish func(status cl.Status)) (isDone bool, outcome cl.Status)
}

// Reusable is the owner of a command's memory.
type Reusable interface {
	// Reuse is called once the command is complete and the queue does not use it any more: it may be reset and enqueued
	// again, if the owner has not given it away. It is called on the executor's thread with no lock held.
	Reuse()
}

// Reset makes a command for which Reuse was called as good as new.
func (c *Command) Reset() { *c = Command{} }

// Command is one node of the graph. The zero value is ready for Queue.Enqueue or InitUser and may be part of a larger
// struct, so that a command costs one allocation. It must not be copied or used twice.
type Command struct {
	queue *Queue // immutable; nil for a user event
	work  Work   // immutable; nil for none
	spawn func(func())
	reuse Reusable      // immutable; may be nil
	done  chan struct{} // of a user event: closed when it is complete

	pending   atomic.Int32 // unfinished prerequisites, and one until it is submitted
	explicit  atomic.Int32 // those of them from the wait list; negative once it waits for them no more
	status    atomic.Int32 // the execution status that the API shows; written by enter only
	inherited atomic.Int32 // negative: a prerequisite failed or it was abandoned, so this command will not run

	// Guarded by queue.mu.
	seq            uint64   // place in the order of enqueueing
	isLeft         bool     // its executor does not wait for it to be complete
	isAfterAll     bool     // waits for all commands before it in the list
	previous, next *Command // in the list of unfinished commands
	nextReady      *Command // in the ready list

	mu         sync.Mutex
	isShared   bool               // immutable: several events show it; callbacks of one must not wait for another's
	state      State              // guarded by mu; changed by enter only
	outcome    cl.Status          // guarded by mu; set before entering Complete
	clock      Clock              // guarded by mu; nil when no times are wanted
	times      [stateCount]uint64 // guarded by mu; time of entry by state
	dependants []dependant        // guarded by mu
	firstOnes  [2]dependant       // memory for the first dependants
	callbacks  []callback         // guarded by mu; not yet due
	due        []callback         // guarded by mu; to be called by the goroutine that runs deliver
	delivering bool               // guarded by mu; that goroutine exists
}

// dependant is an edge of the graph.
type dependant struct {
	command  *Command
	explicit bool // from a wait list: failure is inherited
}

// Times are the five profiling times in nanoseconds. They never decrease.
type Times struct {
	Queued, Submit, Start, End, Complete uint64
}

// enter is the one function that changes a command's state. The caller holds c.mu. Skipped states get the time of the
// state entered.
func (c *Command) enter(next State) {
	if !c.state.mayBecome(next) {
		panic(fmt.Sprintf("BUG: a command went from %v to %v", c.state, next))
	}
	if c.clock != nil {
		now := max(c.clock.Now(), c.times[c.state])
		for s := c.state + 1; s <= next; s++ {
			c.times[s] = now
		}
	}
	c.state = next
	if c.outcome < 0 {
		c.status.Store(int32(c.outcome))
	} else {
		c.status.Store(next.executionStatus())
	}
	if len(c.callbacks) > 0 {
		c.collectDueLocked()
	}
}

// advance is enter for callers without the lock.
func (c *Command) advance(next State) {
	c.mu.Lock()
	c.enter(next)
	c.mu.Unlock()
}

// Status is the execution status: cl.Queued, cl.Submitted, cl.Running, cl.Complete or negative for a failure. It never
// blocks.
func (c *Command) Status() int32 { return c.status.Load() }

// IsComplete reports whether the command is complete or failed. It never blocks.
func (c *Command) IsComplete() bool { return c.status.Load() <= cl.Complete }

// Queue is the queue of the command, nil for a user event.
func (c *Command) Queue() *Queue { return c.queue }

// State is the state with all six values.
func (c *Command) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// Times are the times recorded so far; zeros for states not reached, and all zero when the queue was not profiling.
func (c *Command) Times() Times {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Times{c.times[Queued], c.times[Submitted], c.times[Running], c.times[Ended], c.times[Complete]}
}

// Profiled reports whether times are recorded.
func (c *Command) Profiled() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.clock != nil
}

// addDependant makes d wait for c, unless c is complete already.
func (c *Command) addDependant(d *Command, explicit bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == Complete {
		d.inherit(c.outcome, explicit)
		return
	}
	if c.dependants == nil {
		c.dependants = c.firstOnes[:0]
	}
	d.pending.Add(1)
	if explicit {
		d.explicit.Add(1)
	}
	c.dependants = append(c.dependants, dependant{d, explicit})
}

// inherit records that a prerequisite ended with the given status, and reports whether the command is doomed by that.
// What waits for a cancelled command is cancelled as well.
func (c *Command) inherit(status cl.Status, explicit bool) bool {
	if status >= 0 || !explicit {
		return false
	}
	if status != cl.CancelledImg {
		status = cl.ExecStatusErrorForEventsInWaitList
	}
	c.inherited.CompareAndSwap(0, int32(status))
	return true
}

// prerequisiteDone is called for each dependant. A doomed command is submitted, so that its waiters and callbacks are
// served even if the application never flushes.
func (c *Command) prerequisiteDone(status cl.Status, explicit bool) {
	if explicit && c.explicit.Add(-1) < 0 {
		return // it was abandoned
	}
	doomed, q := c.inherit(status, explicit), c.queue // c may be another command once it is ready
	if c.pending.Add(-1) == 0 {
		q.makeReady(c)
	}
	if doomed {
		q.Flush()
	}
}

// complete ends the command and lets its dependants proceed. The caller holds no lock.
func (c *Command) complete(status cl.Status) {
	if c.work != nil {
		c.work.Release()
	}
	c.mu.Lock()
	c.outcome = status
	c.enter(Complete)
	dependants := c.dependants
	c.dependants = nil
	c.mu.Unlock()
	if c.queue != nil {
		c.queue.remove(c)
	} else {
		close(c.done)
	}
	for i := range dependants {
		dependants[i].command.prerequisiteDone(status, dependants[i].explicit)
		dependants[i] = dependant{} // a held event must not keep the chain after it alive
	}
	if c.reuse != nil && c.explicit.Load() >= 0 { // else what it waited for knows it still
		c.reuse.Reuse()
	}
}
