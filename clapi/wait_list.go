package clapi

import (
	"heddle/clapi/cl"
	"heddle/events"
)

// checkWaitContext is the half of the wait list's check that the specification reports as CL_INVALID_CONTEXT, early in
// the error lists. Nothing is enqueued in a context that was terminated.
func (q *CommandQueue) checkWaitContext(list []*Event) error {
	if err := q.context.checkAlive(); err != nil {
		return err
	}
	for i, e := range list {
		if e != nil && e.context != q.context {
			return q.context.fail(cl.InvalidContext, "event_wait_list[%d] is of another context than command_queue", i)
		}
	}
	return nil
}

// checkWaitList is the other half, CL_INVALID_EVENT_WAIT_LIST. enqueue.go describes malformed lists.
func (q *CommandQueue) checkWaitList(list []*Event) error {
	if list != nil && len(list) == 0 {
		return q.context.fail(cl.InvalidEventWaitList, "event_wait_list is not NULL, but num_events_in_wait_list is 0")
	}
	for i, e := range list {
		if e == nil {
			return q.context.fail(cl.InvalidEventWaitList, "event_wait_list[%d] is not a valid event", i)
		}
	}
	return nil
}

// checkWait is both halves, for calls that have nothing to check in between.
func (q *CommandQueue) checkWait(list []*Event) error {
	if err := q.checkWaitContext(list); err != nil {
		return err
	}
	return q.checkWaitList(list)
}

// checkWaitWithStatus is checkWait for calls that refuse events which have failed already.
func (q *CommandQueue) checkWaitWithStatus(list []*Event) error {
	if err := q.checkWait(list); err != nil {
		return err
	}
	for i, event := range list {
		if event.command.Status() < 0 {
			return q.context.fail(cl.ExecStatusErrorForEventsInWaitList, "event_wait_list[%d] has failed", i)
		}
	}
	return nil
}

// commandsOf are the graph nodes of checked events.
func commandsOf(list []*Event) []*events.Command {
	if len(list) == 0 {
		return nil
	}
	commands := make([]*events.Command, len(list))
	for i, e := range list {
		commands[i] = e.command
	}
	return commands
}

// WaitForEvents is clWaitForEvents.
func WaitForEvents(list []*Event) error {
	if len(list) == 0 {
		return fail(cl.InvalidValue, "num_events is 0 or event_list is NULL")
	}
	var context *Context
	for i, e := range list {
		if e == nil {
			continue
		}
		if context != nil && e.context != context {
			return context.fail(cl.InvalidContext, "event_list[%d] is of another context than those before it", i)
		}
		context = e.context
	}
	for i, e := range list {
		if e == nil {
			return context.fail(cl.InvalidEvent, "event_list[%d] is not a valid event", i)
		}
	}
	commands := commandsOf(list)
	waits := func(inside *events.Command) bool { return inside.HoldsUp(commands...) }
	if err := context.checkBlocking(waits); err != nil {
		return err
	}
	if !events.Wait(commands...) {
		return context.fail(cl.ExecStatusErrorForEventsInWaitList, "a command of event_list failed")
	}
	return nil
}
