package events

import "heddle/clapi/cl"

// goal is what a thread waits for: one command, or all commands up to a place in the order.
type goal struct {
	command *Command // nil: all up to seq
	seq     uint64
}

func (g goal) reachedLocked(q *Queue) bool {
	if g.command != nil {
		return g.command.IsComplete()
	}
	return q.first == nil || q.first.seq > g.seq
}

// Finish submits all commands enqueued so far and returns when they are complete. The calling thread executes ready
// commands. Callbacks were called by then, if they are short.
func (q *Queue) Finish() {
	q.mu.Lock()
	q.helpLocked(goal{seq: q.lastSeq})
	q.mu.Unlock()
	q.awaitCallbacks()
}

// Wait returns when all commands are complete, and reports whether none failed. Their queues are flushed first; the
// calling thread executes their ready commands.
func Wait(commands ...*Command) bool {
	for _, c := range commands {
		if c.queue != nil && c.queue != commands[0].queue { // waiting for the first flushes its queue
			c.queue.Flush()
		}
	}
	succeeded := true
	for _, c := range commands {
		c.wait()
		succeeded = succeeded && c.Status() >= 0
	}
	return succeeded
}

// wait returns when the command is complete.
func (c *Command) wait() {
	if c.IsComplete() {
		return
	}
	if c.queue == nil {
		<-c.done
		return
	}
	c.queue.mu.Lock()
	c.queue.helpLocked(goal{command: c})
	c.queue.mu.Unlock()
}

// helpLocked executes commands, or sleeps when none is ready or they have a runner, until the goal is reached. It
// releases the lock in between and returns with it.
func (q *Queue) helpLocked(g goal) {
	q.submitLocked()
	if q.runner != nil {
		q.handOverLocked()
	}
	for !g.reachedLocked(q) {
		var c *Command
		if q.runner == nil {
			c = q.popReadyLocked()
		}
		if c == nil {
			q.waiters++
			q.changed.Wait()
			q.waiters--
			continue
		}
		q.executors++
		q.handOverLocked()
		q.mu.Unlock()
		c.execute()
		q.mu.Lock()
		q.executors--
	}
	q.handOverLocked()
}

// Failed is the negative status of a complete command that failed, and cl.Success for any other.
func (c *Command) Failed() cl.Status { return min(cl.Status(c.Status()), cl.Success) }
