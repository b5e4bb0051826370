package shortage

import (
	"sync"
	"sync/atomic"
)

// Once is like sync.Once, but what has panicked is tried again: memory that was short may be there later.
type Once struct {
	isDone atomic.Bool
	mu     sync.Mutex
}

// Do calls a function unless one has returned before.
func (o *Once) Do(do func()) {
	if o.isDone.Load() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.isDone.Load() {
		do()
		o.isDone.Store(true)
	}
}
