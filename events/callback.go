package events

import "syscall"

// callback is a function to be called when a state is reached.
type callback struct {
	at     State
	status int32 // what to call with; set when due
	call   func(status int32)
}

// AddCallback has call called once when the command has reached the state at (Submitted, Running or Complete), or a
// later one, or has failed. call gets the execution status of that state, or the negative status of a failed command.
// The calls of one command come one after another on a goroutine of their own, in the order in which they fell due; no
// lock is held, so call may use the API. Of Queue.Passed, call is called before AddCallback returns.
func (c *Command) AddCallback(at State, call func(status int32)) {
	if c.isShared {
		call(at.executionStatus())
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.callbacks = append(c.callbacks, callback{at: at, call: call}); at <= c.state {
		c.collectDueLocked()
	}
}

// collectDueLocked moves the callbacks whose state is reached to the goroutine that calls them. The order of
// registration stays within one state; earlier states come first.
func (c *Command) collectDueLocked() {
	for at := Queued; at <= c.state; at++ {
		c.collectLocked(at)
	}
	if len(c.due) == 0 || c.delivering {
		return
	}
	c.delivering = true
	if c.queue != nil {
		c.queue.delivering.Add(1)
	}
	c.spawn(c.deliver)
}

// collectLocked moves the callbacks of one state.
func (c *Command) collectLocked(at State) {
	rest := c.callbacks[:0]
	for _, one := range c.callbacks {
		if one.at == at {
			one.status = at.executionStatus()
			if c.outcome < 0 {
				one.status = int32(c.outcome)
			}
			c.due = append(c.due, one)
		} else {
			rest = append(rest, one)
		}
	}
	clear(c.callbacks[len(rest):])
	c.callbacks = rest
}

// deliver calls due callbacks until none is left.
func (c *Command) deliver() {
	if q := c.queue; q != nil {
		defer q.delivering.Add(-1)
	}
	for {
		c.mu.Lock()
		due := c.due
		c.due = nil
		c.delivering = len(due) > 0
		c.mu.Unlock()
		if len(due) == 0 {
			return
		}
		for _, one := range due {
			one.call(one.status)
		}
	}
}

// A program that has finished its queue often takes it that callbacks were called, and most drivers let it. So Finish
// looks patience times, after a pause each, whether they were. It does not wait longer, since a callback may be long,
// or wait for a lock that the caller of Finish holds.
var patience = 100 // tests change it

// awaitCallbacks gives callbacks that are due a few milliseconds.
func (q *Queue) awaitCallbacks() {
	pause := syscall.Timespec{Nsec: 50_000}
	for i := 0; i < patience && q.delivering.Load() > 0; i++ {
		_ = syscall.Nanosleep(&pause, nil) // interrupted: it looks sooner
	}
}
