// Package crew does independent pieces of work on all processors at once.
package crew

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls body once for every i below n, on so many goroutines, and returns when all calls have. Calls with the same
// worker, a number below workers, come one after another, so that it may name memory of theirs. What body panics with,
// the caller of Each panics with; other pieces may be left undone then.
func Each(workers, n int, body func(worker, i int)) {
	if workers <= 1 {
		for i := range n {
			body(0, i)
		}
		return
	}
	var c crew
	c.body, c.n = body, int64(n)
	for worker := 1; worker < workers; worker++ {
		c.group.Go(func() { c.work(worker) })
	}
	c.work(0)
	c.group.Wait()
	if reason := c.reason.Load(); reason != nil {
		panic(*reason)
	}
}

// Size is how many workers do n pieces best. It is asked once for each use of Each: the runtime changes GOMAXPROCS while
// the program runs, when it is given more or fewer processors.
func Size(n int) int { return min(n, runtime.GOMAXPROCS(0)) }

// crew is one call of Each.
type crew struct {
	body   func(worker, i int)
	n      int64
	next   atomic.Int64
	group  sync.WaitGroup
	reason atomic.Pointer[any] // what the last panic was about
}

// work takes pieces until there are none.
func (c *crew) work(worker int) {
	defer func() {
		if reason := recover(); reason != nil {
			c.next.Store(c.n)
			c.reason.Store(&reason)
		}
	}()
	for i := c.next.Add(1) - 1; i < c.n; i = c.next.Add(1) - 1 {
		c.body(worker, int(i))
	}
}
