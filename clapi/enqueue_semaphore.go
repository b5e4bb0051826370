package clapi

import (
	"slices"

	"heddle/clapi/cl"
	"heddle/events"
)

// EnqueueWaitSemaphores is clEnqueueWaitSemaphoresKHR. semaphores is nil for NULL; binary ones have no payload.
func (q *CommandQueue) EnqueueWaitSemaphores(count uint32, semaphores []*Semaphore, e EventArgs) (*Event, error) {
	if err := q.takeSemaphores(count, semaphores, e); err != nil {
		return nil, err
	}
	c := &semaphoreCommand{semaphores: semaphores}
	p := placement{kind: cl.CommandSemaphoreWaitKhr, small: true}
	for _, s := range semaphores {
		if next := s.await(); next != nil {
			p.after = append(p.after, next)
		}
	}
	return q.enqueueAndFlush(&c.command, c, p, e)
}

// EnqueueSignalSemaphores is clEnqueueSignalSemaphoresKHR.
func (q *CommandQueue) EnqueueSignalSemaphores(count uint32, semaphores []*Semaphore, e EventArgs) (*Event, error) {
	if err := q.takeSemaphores(count, semaphores, e); err != nil {
		return nil, err
	}
	c := &signalCommand{semaphoreCommand: semaphoreCommand{semaphores: semaphores}}
	c.announce(1)
	return q.enqueueAndFlush(&c.command, c, placement{kind: cl.CommandSemaphoreSignalKhr, small: true}, e)
}

// enqueueAndFlush submits the command at once, since commands of other queues wait for it that do not know this one.
func (q *CommandQueue) enqueueAndFlush(c *command, work events.Work, p placement, e EventArgs) (*Event, error) {
	event, err := q.enqueue(c, work, p, e)
	if err == nil {
		q.graph.Flush()
	}
	return event, err
}

// takeSemaphores checks the parameters and holds the semaphores.
func (q *CommandQueue) takeSemaphores(count uint32, semaphores []*Semaphore, e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	if count == 0 || semaphores == nil {
		return q.context.fail(cl.InvalidValue, "num_sema_objects is 0, or sema_objects is NULL")
	}
	for i, s := range semaphores {
		if s == nil {
			return q.context.fail(cl.InvalidSemaphoreKhr, "sema_objects[%d] is not a valid semaphore", i)
		}
		if s.context != q.context {
			return q.context.fail(cl.InvalidContext, "sema_objects[%d] is of another context than command_queue", i)
		}
		if !slices.Contains(s.devices, q.device.Handle()) {
			return q.context.fail(cl.InvalidCommandQueue, "command_queue's device is not that of sema_objects[%d]", i)
		}
	}
	if err := q.checkWaitWithStatus(e.Wait); err != nil {
		return err
	}
	for i, s := range semaphores {
		if err := s.take(); err != nil {
			dropEach(semaphores[:i])
			return err
		}
	}
	return nil
}

// semaphoreCommand waits for semaphores, which are prerequisites, so it has no work.
type semaphoreCommand struct {
	command
	semaphores []*Semaphore // held until the command is complete
}

func (c *semaphoreCommand) Run() cl.Status { return cl.Success }

func (c *semaphoreCommand) Release() {
	dropEach(c.semaphores)
	c.command.Release()
}

// signalCommand signals semaphores.
type signalCommand struct {
	semaphoreCommand
	hasRun bool
}

func (c *signalCommand) announce(count int) {
	for _, s := range c.semaphores {
		s.announce(count)
	}
}

func (c *signalCommand) Run() cl.Status {
	c.hasRun = true
	c.announce(-1)
	for _, s := range c.semaphores {
		s.signal(cl.Success)
	}
	return cl.Success
}

// Release fails those that wait for the signal if it has failed.
func (c *signalCommand) Release() {
	if !c.hasRun {
		c.announce(-1)
	}
	for _, s := range c.semaphores {
		if !c.hasRun {
			s.signal(cl.ExecStatusErrorForEventsInWaitList)
		}
	}
	c.semaphoreCommand.Release()
}
