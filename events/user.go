package events

import "heddle/clapi/cl"

// InitUser makes the zero command a user event: a command without queue and work, submitted, which SetUserStatus
// completes. spawn starts the goroutine for callbacks; nil means the go statement.
func (c *Command) InitUser(spawn func(func())) {
	c.spawn = orGo(spawn)
	c.done = make(chan struct{})
	c.mu.Lock()
	c.status.Store(Queued.executionStatus())
	c.enter(Submitted)
	c.mu.Unlock()
}

// SetUserStatus completes a user event with cl.Success or a negative status. It returns false when that was done
// before.
func (c *Command) SetUserStatus(status cl.Status) bool {
	if c.queue != nil {
		panic("BUG: SetUserStatus on a command of a queue")
	}
	if !c.pending.CompareAndSwap(0, 1) { // a user event has no prerequisites, so its count is free to mean "set"
		return false
	}
	c.complete(status)
	return true
}

func orGo(spawn func(func())) func(func()) {
	if spawn != nil {
		return spawn
	}
	return func(f func()) { go f() }
}
