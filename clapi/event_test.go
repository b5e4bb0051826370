package clapi

import (
	"bytes"
	"encoding/binary"
	"testing"

	"heddle/clapi/cl"
)

func (f *queueFixture) status(e *Event) int32 {
	f.t.Helper()
	have := query(f.t, func(out InfoTarget) (uint64, error) { return e.GetInfo(cl.EventCommandExecutionStatus, out) })
	return int32(binary.NativeEndian.Uint32(have))
}

func TestUserEvent(t *testing.T) {
	f := newQueueFixture(t, 0)
	e := f.userEvent()
	if have := f.status(e); have != cl.Submitted {
		t.Errorf("a new user event has status %d", have)
	}
	marker := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{e}, WantEvent: true}))
	var none *Event
	var noContext *Context
	checkStatuses(t, []statusCase{
		{"no context", second(noContext.CreateUserEvent()), cl.InvalidContext},
		{"no event", none.SetUserStatus(0), cl.InvalidEvent},
		{"event of a command", marker.SetUserStatus(0), cl.InvalidEvent},
		{"running", e.SetUserStatus(cl.Running), cl.InvalidValue},
		{"complete", e.SetUserStatus(cl.Complete), cl.Success},
		{"again", e.SetUserStatus(-1), cl.InvalidOperation},
		{"profiling", second(e.GetProfilingInfo(cl.ProfilingCommandEnd, InfoTarget{})), cl.ProfilingInfoNotAvailable},
	})
	f.mustWork(WaitForEvents([]*Event{marker, e}))
}

func TestEventInfo(t *testing.T) {
	f := newQueueFixture(t, 0)
	user := f.userEvent()
	e := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{user}, WantEvent: true}))
	for _, c := range []struct {
		event *Event
		name  uint32
		want  []byte
	}{
		{e, cl.EventCommandQueue, infoUint64[uint64](0x4000)},
		{e, cl.EventContext, infoUint64[uint64](0x3000)},
		{e, cl.EventCommandType, infoUint32(cl.CommandMarker)},
		{e, cl.EventReferenceCount, infoUint32(1)},
		{user, cl.EventCommandQueue, infoUint64[uint64](0)},
		{user, cl.EventContext, infoUint64[uint64](0x3000)},
		{user, cl.EventCommandType, infoUint32(cl.CommandUser)},
	} {
		have := query(t, func(out InfoTarget) (uint64, error) { return c.event.GetInfo(c.name, out) })
		if !bytes.Equal(have, c.want) {
			t.Errorf("%#x: %v, want %v", c.name, have, c.want)
		}
	}
	f.mustWork(e.Retain())
	if e.ReferenceCount() != 2 {
		t.Errorf("%d references", e.ReferenceCount())
	}
	f.mustWork(e.Release())
	var none *Event
	checkStatuses(t, []statusCase{
		{"no event", second(none.GetInfo(cl.EventContext, InfoTarget{})), cl.InvalidEvent},
		{"no event to retain", none.Retain(), cl.InvalidEvent},
		{"no event to release", none.Release(), cl.InvalidEvent},
		{"unknown name", second(e.GetInfo(1, InfoTarget{})), cl.InvalidValue},
	})
	f.mustWork(user.SetUserStatus(-5))
	wantStatus(t, "wait", WaitForEvents([]*Event{e}), cl.ExecStatusErrorForEventsInWaitList)
	if have := f.status(e); have != int32(cl.ExecStatusErrorForEventsInWaitList) {
		t.Errorf("after a failed event: %d", have)
	}
}

func TestProfiling(t *testing.T) {
	f := newQueueFixture(t, cl.QueueProfilingEnable)
	user := f.userEvent()
	e := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{user}, WantEvent: true}))
	wantStatus(t, "not complete", second(e.GetProfilingInfo(cl.ProfilingCommandStart, InfoTarget{})),
		cl.ProfilingInfoNotAvailable)
	f.mustWork(user.SetUserStatus(cl.Complete))
	f.mustWork(WaitForEvents([]*Event{e}))
	last := uint64(0)
	for _, name := range []uint32{cl.ProfilingCommandQueued, cl.ProfilingCommandSubmit, cl.ProfilingCommandStart,
		cl.ProfilingCommandEnd, cl.ProfilingCommandComplete} {
		have := binary.NativeEndian.Uint64(query(t, func(out InfoTarget) (uint64, error) {
			return e.GetProfilingInfo(name, out)
		}))
		if have < last || have == 0 {
			t.Errorf("%#x: %d after %d", name, have, last)
		}
		last = have
	}
	var none *Event
	unprofiled := f.event(f.newQueue(0).EnqueueMarker(true))
	f.mustWork(WaitForEvents([]*Event{unprofiled}))
	checkStatuses(t, []statusCase{
		{"no event", second(none.GetProfilingInfo(cl.ProfilingCommandEnd, InfoTarget{})), cl.InvalidEvent},
		{"unknown name", second(e.GetProfilingInfo(1, InfoTarget{})), cl.InvalidValue},
		{"queue without profiling", second(unprofiled.GetProfilingInfo(cl.ProfilingCommandEnd, InfoTarget{})),
			cl.ProfilingInfoNotAvailable},
	})
}

func TestWaitForEventsErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	done := f.userEvent()
	f.mustWork(done.SetUserStatus(cl.Complete))
	checkStatuses(t, []statusCase{
		{"NULL", WaitForEvents(nil), cl.InvalidValue},
		{"two contexts", WaitForEvents([]*Event{done, f.foreignEvent(), nil}), cl.InvalidContext},
		{"no event", WaitForEvents([]*Event{done, nil}), cl.InvalidEvent},
		{"only no event", WaitForEvents([]*Event{nil}), cl.InvalidEvent},
		{"failed", WaitForEvents([]*Event{done, f.failedEvent()}), cl.ExecStatusErrorForEventsInWaitList},
		{"complete", WaitForEvents([]*Event{done}), cl.Success},
	})
}

// TestPollingWithoutFlush is a program that never flushes but asks for the status until it is complete.
func TestPollingWithoutFlush(t *testing.T) {
	f := newQueueFixture(t, 0)
	user := f.userEvent()
	e := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{user}, WantEvent: true}))
	if have := f.status(e); have != cl.Queued && have != cl.Submitted {
		t.Errorf("status %d", have)
	}
	called := make(chan int32)
	f.mustWork(e.SetCallback(cl.Complete, func(status int32) { called <- status }))
	f.mustWork(user.SetUserStatus(cl.Complete))
	if status := <-called; status != cl.Complete || f.status(e) != cl.Complete {
		t.Errorf("called with %d", status)
	}
}

func TestCallbacks(t *testing.T) {
	f := newQueueFixture(t, 0)
	user := f.userEvent()
	e := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{user}, WantEvent: true}))
	var none *Event
	nothing := func(int32) {}
	checkStatuses(t, []statusCase{
		{"no event", none.SetCallback(cl.Complete, nothing), cl.InvalidEvent},
		{"NULL", e.SetCallback(cl.Complete, nil), cl.InvalidValue},
		{"queued", e.SetCallback(cl.Queued, nothing), cl.InvalidValue},
		{"negative", e.SetCallback(-1, nothing), cl.InvalidValue},
	})
	type call struct{ at, status int32 }
	calls := make(chan call, 3)
	for _, at := range []int32{cl.Complete, cl.Running, cl.Submitted} {
		f.mustWork(e.SetCallback(at, func(status int32) {
			f.queue.Flush() // callbacks may use the API
			calls <- call{at, status}
		}))
	}
	retired := make(chan bool)
	e.SetHandle(0x5000, func(uintptr) { close(retired) })
	f.mustWork(e.Release()) // the callbacks keep it
	f.mustWork(user.SetUserStatus(cl.Complete))
	for _, want := range []int32{cl.Submitted, cl.Running, cl.Complete} {
		if have := <-calls; have != (call{want, want}) {
			t.Errorf("called for %d with %d, want %d", have.at, have.status, want)
		}
	}
	<-retired
}

func TestMarkerAndBarrierErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	var none *CommandQueue
	for _, call := range []func(*CommandQueue, EventArgs) (*Event, error){
		(*CommandQueue).EnqueueMarkerWithWaitList, (*CommandQueue).EnqueueBarrierWithWaitList} {
		wantStatus(t, "no queue", second(call(none, EventArgs{})), cl.InvalidCommandQueue)
		checkStatuses(t, f.badWaits(func(e EventArgs) error { return second(call(f.queue, e)) }))
	}
	checkStatuses(t, []statusCase{
		{"marker without queue", second(none.EnqueueMarker(true)), cl.InvalidCommandQueue},
		{"marker without event", second(f.queue.EnqueueMarker(false)), cl.InvalidValue},
		{"barrier without queue", none.EnqueueBarrier(), cl.InvalidCommandQueue},
		{"barrier", f.queue.EnqueueBarrier(), cl.Success},
		{"wait without queue", none.EnqueueWaitForEvents(nil), cl.InvalidCommandQueue},
		{"wait for none", f.queue.EnqueueWaitForEvents(nil), cl.InvalidValue},
		{"wait for a foreigner", f.queue.EnqueueWaitForEvents([]*Event{f.foreignEvent()}), cl.InvalidContext},
		{"wait for no event", f.queue.EnqueueWaitForEvents([]*Event{nil}), cl.InvalidEvent},
	})
	e := f.event(f.queue.EnqueueBarrierWithWaitList(wantEvent))
	if e.kind != cl.CommandBarrier {
		t.Errorf("a barrier is called %#x", e.kind)
	}
	f.mustWork(f.queue.Finish())
}
