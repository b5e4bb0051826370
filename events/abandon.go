package events

import "heddle/clapi/cl"

// Commands that are not wanted any more. One that has not begun does not run. It gives up waiting for its wait list, so
// that it ends soon, but not its place in the queue's order: later commands may count on those before it.

// Cancel ends a command of a queue that has not begun with cl.CancelledImg, and flushes its queue. It does nothing to
// others.
func (c *Command) Cancel() {
	c.queue.Flush()
	if c.Status() > cl.Running && c.abandon(cl.CancelledImg) {
		c.queue.makeReady(c)
	}
}

// End lets all commands of the queue end with a negative status: those that have not begun at once, others when their
// work ends. It stays so for later commands.
func (q *Queue) End(status cl.Status) {
	q.ended.Store(int32(status))
	q.mu.Lock()
	defer q.mu.Unlock()
	q.submitLocked()
	for c := q.first; c != nil; c = c.next {
		if c.abandon(status) {
			q.pushReadyLocked(c)
		}
	}
	q.handOverLocked()
}

// abandon makes a submitted command end with a negative status instead of running, and reports whether that makes it
// ready.
func (c *Command) abandon(status cl.Status) bool {
	c.inherited.CompareAndSwap(0, int32(status))
	const never = -1 << 30
	waits := c.explicit.Swap(never)
	return waits > 0 && c.pending.Add(-waits) == 0
}

// doom is the negative status with which a ready command ends without running, or cl.Success.
func (c *Command) doom() cl.Status {
	if status := c.queue.ended.Load(); status < 0 {
		return cl.Status(status)
	}
	return cl.Status(c.inherited.Load())
}
