package launch

import (
	"errors"
	"slices"
	"sync"
)

// ErrCancelled is the error of a launch whose Cancel flag was set.
var ErrCancelled = errors.New("the launch was cancelled")

// EndedItself is the error of a launch that a work-item ended with arm_terminate_kernel. What others did wrong
// meanwhile does not count.
type EndedItself struct {
	Kernel    string
	IsFailure bool
}

func (e *EndedItself) Error() string {
	if e.IsFailure {
		return "kernel " + e.Kernel + " ended itself with a failure"
	}
	return "kernel " + e.Kernel + " ended itself with success"
}

// Cancel ends launches, those under way and those that begin later. The zero value is ready for use, by several
// goroutines at once.
type Cancel struct {
	mu    sync.Mutex
	isSet bool
	runs  []*Run // under way; taken out before a run ends
}

// Set ends the launches at their next back-edges. It does not wait for that.
func (c *Cancel) Set() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isSet = true
	for _, r := range c.runs {
		r.Stop()
	}
}

// IsSet reports whether Set was called.
func (c *Cancel) IsSet() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isSet
}

func (c *Cancel) attach(r *Run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isSet {
		r.Stop()
	}
	c.runs = append(c.runs, r)
}

func (c *Cancel) detach(r *Run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.Index(c.runs, r); i >= 0 {
		c.runs = slices.Delete(c.runs, i, i+1)
	}
}
