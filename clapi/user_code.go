package clapi

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"heddle/clapi/cl"
	"heddle/events"
)

// userCode knows which threads are inside a function of the application that is a part of a command: a native kernel,
// or the function of clEnqueueSVMFree. A blocking call from there that would wait for that command is an error instead
// of a wait without end. Other callbacks hold up no command.
type userCode struct {
	count atomic.Int32 // of threads

	mu      sync.Mutex
	threads map[int]*events.Command // guarded by mu: the innermost command, by the system's number of the thread
}

// call calls a function of the application as a part of a command.
func (u *userCode) call(c *events.Command, function func()) {
	runtime.LockOSThread() // the function calls back on this thread
	defer runtime.UnlockOSThread()
	thread := syscall.Gettid()
	outer := u.swap(thread, c)
	u.count.Add(1)
	defer func() {
		u.count.Add(-1)
		u.swap(thread, outer)
	}()
	function()
}

func (u *userCode) swap(thread int, c *events.Command) (old *events.Command) {
	u.mu.Lock()
	defer u.mu.Unlock()
	old = u.threads[thread]
	switch {
	case c == nil:
		delete(u.threads, thread)
	case u.threads == nil:
		u.threads = map[int]*events.Command{thread: c}
	default:
		u.threads[thread] = c
	}
	return old
}

// current is the command that this thread is inside of, nil if there is none.
func (u *userCode) current() *events.Command {
	if u.count.Load() == 0 {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.threads[syscall.Gettid()]
}

// checkBlocking refuses a blocking call from inside a command that waits says would wait for that command.
func (c *Context) checkBlocking(waits func(inside *events.Command) bool) error {
	if inside := c.platform.userCode.current(); inside != nil && waits(inside) {
		return c.fail(cl.InvalidOperation,
			"the call comes from a function that is a part of a command, and would wait for that command")
	}
	return nil
}
