package events

import "heddle/clapi/cl"

// handOverLocked makes sure that the ready commands get executors: those that check the list at once, a sleeping
// waiter, or a new runner. It is called after each change that may leave the ready list non-empty. It wakes or starts
// one executor, which hands over what it leaves, so that independent commands run at the same time.
func (q *Queue) handOverLocked() {
	if q.ready <= q.executors-q.busy {
		return
	}
	if q.waiters > 0 && q.runner == nil {
		q.changed.Signal()
		return
	}
	if q.executors >= maxExecutors {
		return // each of them checks the list again
	}
	q.executors++
	q.spawn(q.run)
}

// run is the runner: it executes ready commands and ends.
func (q *Queue) run() {
	if q.runner != nil {
		q.runner(q.drain)
	} else {
		q.drain()
	}
}

// drain executes ready commands until there are none.
func (q *Queue) drain() {
	q.mu.Lock()
	for c := q.popReadyLocked(); c != nil; c = q.popReadyLocked() {
		q.handOverLocked()
		q.mu.Unlock()
		c.execute()
		q.mu.Lock()
	}
	q.executors--
	q.mu.Unlock()
}

// runAtOnceAndUnlock executes a command that finds the queue empty and waits for nothing. It saves the ready list and
// all wake-ups, which is what makes small commands cheap.
func (q *Queue) runAtOnceAndUnlock(c *Command) {
	q.appendLocked(c)
	q.executors++
	q.busy++
	c.pending.Store(0)
	c.mu.Lock()
	c.enter(Submitted)
	c.enter(Ready)
	c.mu.Unlock()
	q.mu.Unlock()
	c.execute()
	q.mu.Lock()
	q.executors--
	q.handOverLocked()
	q.mu.Unlock()
}

// RunNow runs work on the calling thread if the queue is empty and records no times, and reports whether it did, and
// how it ended. To others it is a command like any other, for which they wait, but its state cannot be queried. That
// saves most of the cost of small commands.
func (q *Queue) RunNow(work Work) (status cl.Status, isDone bool) {
	if q.profiling.Load() || q.runner != nil || q.ended.Load() < 0 {
		return cl.Success, false
	}
	q.mu.Lock()
	if q.first != nil {
		q.mu.Unlock()
		return cl.Success, false
	}
	c := &q.now
	c.work, c.state = work, Running
	q.appendLocked(c)
	q.executors++
	q.busy++
	q.mu.Unlock()
	status = c.run()
	if ended := q.ended.Load(); ended < 0 {
		status = cl.Status(ended)
	}
	work.Release()
	q.endNow()
	return status, true
}

// Pass reports whether a command that has nothing to do, and whose wait list is complete, would be complete at once,
// and records no times: then it need not be enqueued. Passed stands for it.
func (q *Queue) Pass(r Request) bool {
	if q.profiling.Load() || q.runner != nil || q.ended.Load() < 0 {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.first == nil || q.outOfOrder && !r.AfterAll && !r.Fence && q.fence == nil
}

// Passed is the one complete command of the queue that stands for all for which Pass was true.
func (q *Queue) Passed() *Command { return &q.passed }

// IsShared reports whether several events show the command: it is a queue's Passed.
func (c *Command) IsShared() bool { return c.isShared }

// endNow removes the command of RunNow from the queue and lets those after it proceed. Dependants are added under the
// queue's lock only, since there is no event.
func (q *Queue) endNow() {
	c := &q.now
	q.mu.Lock()
	dependants := c.dependants
	c.work, c.state, c.dependants = nil, Complete, nil
	q.removeLocked(c)
	q.executors--
	if dependants == nil {
		q.handOverLocked()
		q.mu.Unlock()
		return
	}
	dependants = append([]dependant(nil), dependants...) // their memory may be used by the next RunNow
	clear(c.firstOnes[:])
	q.mu.Unlock()
	for _, d := range dependants {
		d.command.prerequisiteDone(cl.Success, d.explicit)
	}
	q.mu.Lock()
	q.handOverLocked()
	q.mu.Unlock()
}

// execute runs a ready command to its end. The caller counts as executor and holds no lock.
func (c *Command) execute() {
	status := c.doom()
	if status == cl.Success {
		c.advance(Running)
		status = c.run()
		c.advance(Ended)
		if ended := c.queue.ended.Load(); ended < 0 {
			status = cl.Status(ended)
		}
		if parent, ok := c.work.(Parent); ok && parent.HasLeft() {
			c.settle(parent, status)
			return
		}
	}
	c.complete(status)
}

// settle completes a command whose work may have left other work behind, now or later.
func (c *Command) settle(parent Parent, status cl.Status) {
	q, isFinished := c.queue, false // guarded by q.mu
	isDone, outcome := parent.Settle(status, func(status cl.Status) {
		q.mu.Lock()
		isFinished = true
		q.mu.Unlock()
		c.complete(status)
	})
	if isDone {
		c.complete(outcome)
		return
	}
	q.mu.Lock()
	if !isFinished { // else the command may be another one already
		c.isLeft = true
		q.busy--
	}
	q.mu.Unlock()
}

// run does the work. A panic is a bug of ours: it must not end the application nor leave its waiters waiting.
func (c *Command) run() cl.Status {
	if c.work == nil {
		return cl.Success
	}
	status, reason := c.runGuarded()
	if reason != nil && c.queue.panicked != nil {
		c.queue.panicked(reason)
	}
	return status
}

// runGuarded does the work, and returns what it panicked with.
func (c *Command) runGuarded() (status cl.Status, reason any) {
	defer func() {
		if reason = recover(); reason != nil {
			status = cl.OutOfResources
		}
	}()
	return min(c.work.Run(), cl.Success), nil
}
