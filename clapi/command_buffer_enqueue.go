package clapi

import (
	"runtime"
	"sync/atomic"

	"heddle/clapi/cl"
)

// Enqueue is clEnqueueCommandBufferKHR. queues is nil for NULL, which stands for those of the creation.
func (b *CommandBuffer) Enqueue(count uint32, queues []*CommandQueue, e EventArgs) (*Event, error) {
	if err := b.use(); err != nil {
		return nil, err
	}
	defer b.drop()
	present, err := b.executable()
	if err != nil {
		return nil, err
	}
	if queues, err = b.checkQueues(count, queues); err == nil {
		err = queues[0].checkWait(e.Wait)
	}
	if err != nil {
		present.drop()
		return nil, err
	}
	c := &bufferCommand{present: present, queues: queues}
	c.begin(b.context)
	if len(queues) > 1 {
		return b.enqueueOnAll(c, queues, e)
	}
	q := queues[0]
	if present.isSmall && !e.WantEvent && len(e.Wait) == 0 {
		c.queue, c.isNow = q, true
		if _, isDone := q.graph.RunNow(c); isDone {
			return nil, nil
		}
		c.queue, c.isNow = nil, false
	}
	return q.enqueue(&c.command, c, placement{kind: cl.CommandCommandBufferKhr, small: present.isSmall}, e)
}

// executable is what is recorded, with a hold that the caller must drop.
func (b *CommandBuffer) executable() (*sequence, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.isFinal {
		return nil, b.context.fail(cl.InvalidOperation, "the command-buffer is not finalised")
	}
	if !b.present.isReady {
		return nil, b.context.fail(cl.InvalidOperation, "arguments of a kernel of the command-buffer are not set")
	}
	b.present.users.Add(1)
	return b.present, nil
}

// checkQueues finds the queues to run on. All properties that queues may have are supported, and none is required.
func (b *CommandBuffer) checkQueues(count uint32, queues []*CommandQueue) ([]*CommandQueue, error) {
	if (queues == nil) != (count == 0) {
		return nil, b.context.fail(cl.InvalidValue, "queues is NULL and num_queues is %d, or the reverse", count)
	}
	if count == 0 {
		return b.queues, nil
	}
	if int(count) != len(b.queues) {
		return nil, b.context.fail(cl.InvalidValue, "num_queues is %d, but the command-buffer has %d queues", count,
			len(b.queues))
	}
	for i, q := range queues {
		switch {
		case q == nil || q.graph == nil:
			return nil, b.context.fail(cl.InvalidCommandQueue, "queues[%d] is not a valid command-queue of the host", i)
		case q.context != b.context:
			return nil, b.context.fail(cl.InvalidContext, "queues[%d] is of another context than the command-buffer", i)
		case q.device != b.queues[i].device:
			return nil, b.context.fail(cl.InvalidDevice, "queues[%d] is of another device than that of the creation", i)
		}
	}
	return queues, nil
}

// enqueueOnAll runs a command once that has its place in the order of several queues: it waits for a marker in each of
// the others, and they wait for it.
func (b *CommandBuffer) enqueueOnAll(c *bufferCommand, queues []*CommandQueue, e EventArgs) (*Event, error) {
	wantEvent := e.WantEvent
	e.WantEvent = true
	for _, q := range queues[1:] {
		before, err := q.enqueueEmpty(placement{kind: cl.CommandMarker}, EventArgs{WantEvent: true})
		if err != nil {
			c.Release()
			return nil, err
		}
		defer before.drop()
		e.Wait = append(e.Wait[:len(e.Wait):len(e.Wait)], before)
	}
	event, err := queues[0].enqueue(&c.command, c, placement{kind: cl.CommandCommandBufferKhr}, e)
	if err != nil {
		return nil, err
	}
	event.isOfSeveral = true
	for _, q := range queues[1:] {
		if _, err = q.enqueueEmpty(placement{kind: cl.CommandMarker}, EventArgs{Wait: []*Event{event}}); err != nil {
			break
		}
	}
	if err != nil || !wantEvent {
		event.drop()
		return nil, err
	}
	return event, nil
}

// bufferCommand runs what a command-buffer has recorded.
type bufferCommand struct {
	command
	present *sequence       // held until the command is complete
	queues  []*CommandQueue // of which each has a command in its order that waits for this one
	context *Context
	isNow   bool     // as in kernelCommand
	numbers []uint64 // what context.reaches counts kernels by
}

// begin counts the command as a user of the shared memory of its steps.
func (c *bufferCommand) begin(context *Context) {
	c.context = context
	for _, a := range c.present.used {
		a.commands.Add(1)
	}
	for _, r := range c.present.reaches {
		c.numbers = append(c.numbers, context.reaches.begin(r))
	}
}

// Run runs the steps wave by wave, and ends with the first that fails.
func (c *bufferCommand) Run() cl.Status {
	for _, wave := range c.present.waves {
		if status := c.runWave(wave); status < 0 {
			return status
		}
	}
	return cl.Success
}

func (c *bufferCommand) Release() {
	for _, number := range c.numbers {
		c.context.reaches.end(number)
	}
	for _, a := range c.present.used {
		a.endCommand()
	}
	c.present.drop()
	if !c.isNow {
		c.command.Release()
	}
}

// runWave runs steps that do not depend on each other: the long ones at the same time.
func (c *bufferCommand) runWave(wave []*step) cl.Status {
	var long []*step
	for _, one := range wave {
		if !one.isSmall && len(wave) > 1 {
			long = append(long, one)
		} else if status := c.runStep(one, c.queues[0].device); status < 0 {
			return status
		}
	}
	if long == nil {
		return cl.Success
	}
	return c.runTogether(long)
}

// runStep runs a step on the device of its queue. The calling thread runs where the commands of the device here do;
// nil: anywhere.
func (c *bufferCommand) runStep(one *step, here *Device) (status cl.Status) {
	q := c.queues[one.queue]
	if q.device == here {
		return one.runOn(q)
	}
	q.device.on(func() { status = one.runOn(q) })
	return status
}

// runOn does the work of a step that may have been recorded for another queue.
func (s *step) runOn(q *CommandQueue) cl.Status {
	if kernel, ok := s.work.(*kernelCommand); ok {
		return kernel.runFor(q)
	}
	return s.work.Run()
}

// outcome is how work has ended.
type outcome struct {
	status cl.Status
	panic  any
}

// runTogether runs work on as many goroutines as there are processors, or a few more than on a small machine.
func (c *bufferCommand) runTogether(long []*step) cl.Status {
	outcomes := make(chan outcome, len(long))
	var next atomic.Int64
	for range min(len(long), max(8, runtime.NumCPU())) {
		go func() {
			for i := next.Add(1); i <= int64(len(long)); i = next.Add(1) {
				outcomes <- c.attempt(long[i-1])
			}
		}()
	}
	worst := cl.Status(cl.Success)
	var failure any
	for range long {
		end := <-outcomes
		worst = min(worst, end.status)
		if end.panic != nil {
			failure = end.panic
		}
	}
	if failure != nil {
		panic(failure) // on the executor, which reports it
	}
	return worst
}

func (c *bufferCommand) attempt(one *step) (end outcome) {
	defer func() { end.panic = recover() }()
	return outcome{status: c.runStep(one, nil)}
}
