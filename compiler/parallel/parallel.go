// Package parallel runs independent pieces of work on all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"

	"heddle/compiler/shortage"
)

// For calls body once for every i below n, on the given number of goroutines, and returns when all calls have. Calls
// with the same worker, a number below workers, never overlap, so that it may index memory of their own. A panic of
// body becomes a panic of the caller of For; other pieces may be left undone then.
func For(workers, n int, body func(worker, i int)) {
	if workers <= 1 {
		for i := range n {
			shortage.Check()
			body(0, i)
		}
		return
	}
	l := loop{body: body, n: int64(n)}
	for worker := 1; worker < workers; worker++ {
		l.group.Go(func() { l.work(worker) })
	}
	l.work(0)
	l.group.Wait()
	if reason := l.reason.Load(); reason != nil {
		panic(*reason)
	}
}

// Workers is the best number of workers for n pieces. Callers ask once for each use of For: the runtime changes
// GOMAXPROCS while the program runs, when it is given more or fewer processors.
func Workers(n int) int { return min(n, runtime.GOMAXPROCS(0)) }

// loop is one call of For.
type loop struct {
	body   func(worker, i int)
	n      int64
	next   atomic.Int64
	group  sync.WaitGroup
	reason atomic.Pointer[any] // the value of the last panic
}

// work takes pieces until there are none.
func (l *loop) work(worker int) {
	defer func() {
		if reason := recover(); reason != nil {
			l.next.Store(l.n)
			l.reason.Store(&reason)
		}
	}()
	for i := l.next.Add(1) - 1; i < l.n; i = l.next.Add(1) - 1 {
		shortage.Check()
		l.body(worker, int(i))
	}
}
