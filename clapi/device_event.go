package clapi

import (
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// deviceEvent is an event of kernels: of a child or a marker, or a user event. It is guarded by deviceSide.mu.
type deviceEvent struct {
	number     uint64
	references int32 // of kernels
	isUser     bool
	status     int32 // cl.Submitted until it is complete
	waiting    []*member
	captures   []capture

	started, ended, completed uint64 // of a child
}

// capture is where the times of an event are wanted.
type capture struct{ address uint64 }

func (e *deviceEvent) isComplete() bool { return e.status <= cl.Complete }

// deviceEvents are the events of a context's kernels. A number is the place of the event in the list, from 1 on, and
// above that how many events have had the place: numbers of events that are gone stay invalid for long.
type deviceEvents struct {
	list  []*deviceEvent // nil: a free place
	count []uint32       // of events that had the place
	free  []uint32       // places
}

const eventPlaceBits = 32

// add makes an event with one reference. It is nil if there are too many.
func (t *deviceEvents) add(isUser bool) *deviceEvent {
	var place uint32
	switch n := len(t.free); {
	case n > 0:
		place = t.free[n-1]
		t.free = t.free[:n-1]
	case len(t.list) == maxDeviceEvents:
		return nil
	default:
		place = uint32(len(t.list))
		t.list, t.count = append(t.list, nil), append(t.count, 0)
	}
	t.count[place]++
	e := &deviceEvent{references: 1, isUser: isUser, status: cl.Submitted,
		number: uint64(t.count[place])<<eventPlaceBits | uint64(place+1)}
	t.list[place] = e
	return e
}

// find is the event of a number, nil if there is none.
func (t *deviceEvents) find(number uint64) *deviceEvent {
	place := uint64(uint32(number)) - 1
	if place >= uint64(len(t.list)) {
		return nil
	}
	if e := t.list[place]; e != nil && e.number == number {
		return e
	}
	return nil
}

// forget removes an event that is complete and to which no kernel refers.
func (t *deviceEvents) forget(e *deviceEvent) {
	if e.references > 0 || !e.isComplete() {
		return
	}
	place := uint32(e.number) - 1
	if t.list[place] == e {
		t.list[place] = nil
		t.free = append(t.free, place)
	}
}

// completeLocked completes an event and lets those that wait for it go on.
func (s *deviceSide) completeLocked(e *deviceEvent, status int32, now uint64) {
	if e.isComplete() {
		return
	}
	e.status, e.completed = status, now
	for _, m := range e.waiting {
		if status < 0 && m.doom == 0 {
			m.doom = cl.ExecStatusErrorForEventsInWaitList
		}
		m.family.arriveLocked(m)
	}
	e.waiting = nil
	for _, c := range e.captures {
		e.write(c)
	}
	e.captures = nil
	s.events.forget(e)
}

// write writes the times of a complete event. An address without memory is the kernel's fault, and nobody else's.
func (e *deviceEvent) write(c capture) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { _ = recover() }()
	*hostmem.At[uint64](c.address) = e.ended - e.started
	*hostmem.At[uint64](c.address + 8) = e.completed - e.started
}

// RetainEvent implements exec.Queues.
func (m *member) RetainEvent(event uint64) {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.events.find(event); e != nil && e.references > 0 {
		e.references++
	}
}

// ReleaseEvent implements exec.Queues. A user event that no kernel can complete any more fails.
func (m *member) ReleaseEvent(event uint64) {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.events.find(event)
	if e == nil || e.references == 0 {
		return
	}
	if e.references--; e.references == 0 && e.isUser && !e.isComplete() {
		s.completeLocked(e, int32(cl.InvalidEvent), 0)
		return
	}
	s.events.forget(e)
}

// CreateUserEvent implements exec.Queues.
func (m *member) CreateUserEvent() uint64 {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.events.add(true); e != nil {
		return e.number
	}
	return 0
}

// IsValidEvent implements exec.Queues.
func (m *member) IsValidEvent(event uint64) bool {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.events.find(event)
	return e != nil && e.references > 0
}

// SetUserEventStatus implements exec.Queues.
func (m *member) SetUserEventStatus(event uint64, status int32) {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.events.find(event); e != nil && e.isUser && status <= cl.Complete {
		s.completeLocked(e, status, 0)
	}
}

// CaptureProfilingInfo implements exec.Queues.
func (m *member) CaptureProfilingInfo(event uint64, name int32, address uint64) {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.events.find(event)
	if e == nil || e.isUser || name != profilingExecTime {
		return
	}
	if e.isComplete() {
		e.write(capture{address})
		return
	}
	e.captures = append(e.captures, capture{address})
}

// profilingExecTime is CLK_PROFILING_COMMAND_EXEC_TIME.
const profilingExecTime = 1

// DefaultQueue implements exec.Queues.
func (m *member) DefaultQueue() uint64 {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.defaults[m.family.device]; q != nil {
		return q.side.number
	}
	return 0
}
