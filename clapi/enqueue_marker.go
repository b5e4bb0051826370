package clapi

import "heddle/clapi/cl"

// EnqueueMarkerWithWaitList is clEnqueueMarkerWithWaitList. Without a wait list it waits for all earlier commands.
func (q *CommandQueue) EnqueueMarkerWithWaitList(e EventArgs) (*Event, error) {
	return q.enqueueMarker(placement{kind: cl.CommandMarker, afterAll: e.Wait == nil}, e)
}

// EnqueueBarrierWithWaitList is clEnqueueBarrierWithWaitList: a marker for which all later commands wait.
func (q *CommandQueue) EnqueueBarrierWithWaitList(e EventArgs) (*Event, error) {
	return q.enqueueMarker(placement{kind: cl.CommandBarrier, afterAll: e.Wait == nil, fence: true}, e)
}

func (q *CommandQueue) enqueueMarker(p placement, e EventArgs) (*Event, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if err := q.checkWait(e.Wait); err != nil {
		return nil, err
	}
	return q.enqueueEmpty(p, e)
}

// EnqueueMarker is clEnqueueMarker of OpenCL 1.1, which requires an event.
func (q *CommandQueue) EnqueueMarker(wantEvent bool) (*Event, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if !wantEvent {
		return nil, q.context.fail(cl.InvalidValue, "event is NULL")
	}
	return q.EnqueueMarkerWithWaitList(EventArgs{WantEvent: true})
}

// EnqueueBarrier is clEnqueueBarrier of OpenCL 1.1.
func (q *CommandQueue) EnqueueBarrier() error {
	_, err := q.EnqueueBarrierWithWaitList(EventArgs{})
	return err
}

// EnqueueWaitForEvents is clEnqueueWaitForEvents of OpenCL 1.1: all later commands wait for the events.
func (q *CommandQueue) EnqueueWaitForEvents(list []*Event) error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkWaitContext(list); err != nil {
		return err
	}
	if len(list) == 0 {
		return q.context.fail(cl.InvalidValue, "num_events is 0 or event_list is NULL")
	}
	for i, e := range list {
		if e == nil {
			return q.context.fail(cl.InvalidEvent, "event_list[%d] is not a valid event", i)
		}
	}
	_, err := q.EnqueueBarrierWithWaitList(EventArgs{Wait: list})
	return err
}
