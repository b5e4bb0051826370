package clapi

import (
	"sync"

	"heddle/clapi/cl"
	"heddle/exec/launch"
)

// Notify is a context's callback: it receives the reason of a failed call in words. It may be called on any thread,
// without locks.
type Notify func(reason string)

// Context owns devices and is held by all objects made in it.
type Context struct {
	Object
	platform   *Platform
	devices    []*Device
	properties []uintptr         // as given, with the terminating zero; empty when none were given
	notify     Notify            // nil: none
	print      func(text []byte) // takes the output of printf; nil: it goes to the standard output
	zeroes     launch.Zeroes     // memory that is zero when work-items and work-groups begin

	mu          sync.Mutex
	destructors []func()                   // guarded by mu; called in reverse order
	queues      map[*CommandQueue]struct{} // guarded by mu; not held

	deviceSide  deviceSide
	formats     formats // of its images and samplers
	reaches     reaches // launches that reach memory beyond their arguments
	termination termination
}

// Retain is clRetainContext.
func (c *Context) Retain() error {
	if err := c.check(); err != nil {
		return err
	}
	return c.retain()
}

// Release is clReleaseContext.
func (c *Context) Release() error {
	if err := c.check(); err != nil {
		return err
	}
	return c.release()
}

// check rejects an invalid context handle.
func (c *Context) check() error {
	if c == nil {
		return fail(cl.InvalidContext, "context is not a valid context")
	}
	return nil
}
