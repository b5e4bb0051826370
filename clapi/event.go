package clapi

import (
	"sync"
	"sync/atomic"

	"heddle/clapi/cl"
	"heddle/events"
)

// Event is an event object: the application's view of a command of a queue, or a user event.
type Event struct {
	Object
	context *Context
	queue   *CommandQueue // nil for a user event
	command *events.Command
	kind    uint32         // CL_COMMAND_*
	kernel  *kernelCommand // nil: the command is no kernel

	isOfSeveral bool // the command is one of several queues, so none is told

	calls atomic.Pointer[calls] // made for the first callback, if several events show the command
}

// newEvent makes the event of a command. It holds the queue, or the context if there is none.
func newEvent(context *Context, queue *CommandQueue, command *events.Command, kind uint32) *Event {
	e := &Event{context: context, queue: queue, command: command, kind: kind}
	e.kept = &context.Object
	if queue != nil {
		e.kept = &queue.Object
	}
	e.kept.hold()
	e.init("event", cl.InvalidEvent, nil)
	return e
}

// CreateUserEvent is clCreateUserEvent.
func (c *Context) CreateUserEvent() (*Event, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	command := new(events.Command)
	command.InitUser(nil)
	return newEvent(c, nil, command, cl.CommandUser), nil
}

// Retain is clRetainEvent.
func (e *Event) Retain() error {
	if err := e.check(); err != nil {
		return err
	}
	return e.retain()
}

// Release is clReleaseEvent.
func (e *Event) Release() error {
	if err := e.check(); err != nil {
		return err
	}
	return e.release()
}

// check rejects an invalid event handle.
func (e *Event) check() error {
	if e == nil {
		return fail(cl.InvalidEvent, "event is not a valid event")
	}
	return nil
}

// SetUserStatus is clSetUserEventStatus.
func (e *Event) SetUserStatus(status int32) error {
	if err := e.check(); err != nil {
		return err
	}
	if e.queue != nil {
		return e.context.fail(cl.InvalidEvent, "event is not a user event")
	}
	if status > cl.Complete {
		return e.context.fail(cl.InvalidValue, "execution_status is %d, neither CL_COMPLETE nor negative", status)
	}
	if !e.command.SetUserStatus(cl.Status(status)) {
		return e.context.fail(cl.InvalidOperation, "the status of the user event was set before")
	}
	return nil
}

// CancelCommands is clCancelCommandsIMG. A handle that is no event is nil in the list; nil is a NULL list.
func CancelCommands(list []*Event, count uint64) error {
	if (list == nil) != (count == 0) {
		return fail(cl.InvalidValue, "event_list is NULL and num_events_in_list is not 0, or the other way round")
	}
	for i, e := range list {
		if e == nil {
			return fail(cl.InvalidEvent, "event_list[%d] is not a valid event", i)
		}
		if e.queue == nil {
			return e.context.fail(cl.InvalidEvent, "event_list[%d] is a user event, which belongs to no command", i)
		}
	}
	for _, e := range list {
		e.command.Cancel()
	}
	return nil
}

// SetCallback is clSetEventCallback. callback runs on a goroutine of its own, with no lock held; its argument is the
// callback's type, or the negative status of a failed command.
func (e *Event) SetCallback(callbackType int32, callback func(status int32)) error {
	if err := e.check(); err != nil {
		return err
	}
	if callback == nil {
		return e.context.fail(cl.InvalidValue, "pfn_event_notify is NULL")
	}
	states := map[int32]events.State{cl.Submitted: events.Submitted, cl.Running: events.Running,
		cl.Complete: events.Complete}
	state, ok := states[callbackType]
	if !ok {
		return e.context.fail(cl.InvalidValue, "command_exec_callback_type is %d, not CL_SUBMITTED, CL_RUNNING or "+
			"CL_COMPLETE", callbackType)
	}
	e.hold() // the callback gets the event, even if the application has released it by then
	run := func(status int32) {
		callback(status)
		e.drop()
	}
	if e.command.IsShared() {
		e.inTurn().add(func() { e.command.AddCallback(state, run) })
	} else {
		e.command.AddCallback(state, run)
	}
	e.submit()
	return nil
}

// calls are functions that are called one after another, on a goroutine of their own.
type calls struct {
	mu        sync.Mutex
	due       []func()
	isRunning bool
}

// inTurn are the calls of the event's callbacks. Those of other commands are made in turn by the command.
func (e *Event) inTurn() *calls {
	if e.calls.Load() == nil {
		e.calls.CompareAndSwap(nil, new(calls))
	}
	return e.calls.Load()
}

func (c *calls) add(call func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due = append(c.due, call)
	if !c.isRunning {
		c.isRunning = true
		go c.run()
	}
}

func (c *calls) run() {
	for {
		c.mu.Lock()
		due := c.due
		c.due, c.isRunning = nil, len(due) > 0
		c.mu.Unlock()
		if len(due) == 0 {
			return
		}
		for _, call := range due {
			call()
		}
	}
}

// submit flushes the queue of a command that is not submitted yet. The specification leaves that to the application,
// but one that polls or waits for a callback without a flush would wait for ever, and works on drivers that start
// commands at once.
func (e *Event) submit() {
	if e.queue != nil && e.command.Status() == cl.Queued {
		e.queue.graph.Flush()
	}
}
