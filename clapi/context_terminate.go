package clapi

import (
	"sync/atomic"

	"heddle/clapi/cl"
	"heddle/exec"
)

// termination is the state of a context for cl_khr_terminate_context.
type termination struct {
	isAllowed bool        // made with CL_CONTEXT_TERMINATE_KHR; immutable
	isOver    atomic.Bool // it was terminated
	launches  exec.Cancel // those of a context that may be terminated
}

// Terminate is clTerminateContextKHR. Kernels stop at their next back-edges; other commands that run, native kernels
// among them, come to their ends. All that has not begun ends at once.
func (c *Context) Terminate() error {
	if err := c.check(); err != nil {
		return err
	}
	if !c.termination.isAllowed {
		return c.fail(cl.InvalidOperation, "the context was not made with CL_CONTEXT_TERMINATE_KHR set to CL_TRUE")
	}
	if !c.termination.isOver.CompareAndSwap(false, true) {
		return c.fail(cl.ContextTerminatedKhr, "the context was terminated before")
	}
	for _, q := range c.livingQueues() {
		q.graph.End(cl.ContextTerminatedKhr)
		q.drop()
	}
	c.termination.launches.Set()
	c.deviceSide.endStalled()
	if c.notify != nil {
		c.notify("the context was terminated by clTerminateContextKHR")
	}
	return nil
}

// livingQueues are the queues of the context, held.
func (c *Context) livingQueues() []*CommandQueue {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []*CommandQueue
	for q := range c.queues {
		if q.tryHold() {
			list = append(list, q)
		}
	}
	return list
}

// checkAlive rejects an invalid context, and one that was terminated: for calls that make something.
func (c *Context) checkAlive() error {
	if err := c.check(); err != nil {
		return err
	}
	if c.termination.isOver.Load() {
		return c.fail(cl.ContextTerminatedKhr, "the context was terminated")
	}
	return nil
}

// launchCancel ends launches when the context is terminated; nil if it cannot be.
func (c *Context) launchCancel() *exec.Cancel {
	if !c.termination.isAllowed {
		return nil
	}
	return &c.termination.launches
}
