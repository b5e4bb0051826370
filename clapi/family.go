package clapi

import (
	"errors"
	"fmt"

	"heddle/clapi/cl"
	"heddle/events"
	"heddle/exec"

	"heddle/cbridge/alarm"
)

// Kernels that kernels enqueue.
//
// A family is a kernel that the host has enqueued with all its descendants; its members make a tree. A member has ended
// when its kernel has run, and is complete when its children are, too; the command of the host is complete when the
// whole family is. Children begin when their parent has ended and the events that they wait for are complete; so all
// three of the flags of enqueue_kernel are kept, the weaker ones more strictly than they ask for.
//
// The thread that has run the host's kernel runs the children that are ready, together with workers if there are
// several, so that a child costs no thread of its own. If children are left that wait for events that only other
// kernels can complete, the family is stalled: it has no thread, and goes on a new one when a child is ready.
//
// All members and events of a context are guarded by one mutex, deviceSide.mu. It is held for moments, never while a
// kernel runs.
//
// All descendants together have the time that the device gives to one launch: a kernel that enqueues itself ends, too.

// family is a kernel of the host with all that it has enqueued.
type family struct {
	side    *deviceSide
	command *kernelCommand // keeps arguments and kernel until the family is complete
	queue   *CommandQueue  // of the host
	device  *Device
	runner  Runner
	root    member

	finish func(status cl.Status) // called when the family is complete, if it was ever stalled

	ready   []*member            // guarded by side.mu
	waiting map[*member]struct{} // guarded by side.mu: whose parents have ended, and which wait for events
	failed  cl.Status            // guarded by side.mu: of the first member that failed
	limit   *alarm.Alarm         // ends the family when its time is over; nil: there is no limit
	isLate  bool                 // guarded by side.mu: its time is over, and no member begins any more
}

// member is a kernel of a family, or a marker. It is the exec.Queues of its launch.
type member struct {
	family *family
	parent *member // nil: the host's kernel
	launch exec.Launch

	// Guarded by side.mu.
	open      int       // itself until it has ended, and its children until they are complete
	waits     int       // what it waits for: its parent, and events
	held      []*member // children that wait until it has ended
	event     *deviceEvent
	queue     *deviceQueue
	costBytes uint64
	doom      cl.Status // negative: it does not run, and why
	isOver    bool      // it is in no list any more
}

// newFamily is the family of a kernel that is about to run.
func newFamily(c *kernelCommand, q *CommandQueue) *family {
	f := &family{side: &q.context.deviceSide, command: c, queue: q, device: q.device, runner: q.runner}
	f.root = member{family: f, launch: c.launch, open: 1}
	f.root.launch.Queues = &f.root
	return f
}

// runRoot runs the host's kernel.
func (f *family) runRoot() cl.Status {
	if err := f.runner.Run(&f.root.launch); err != nil {
		return f.command.statusOf(err)
	}
	return cl.Success
}

// settle runs the children of the host's kernel, which has ended with a status. If some are left that wait for events,
// finish is called later; else the outcome is returned.
func (f *family) settle(status cl.Status, finish func(cl.Status)) (isDone bool, outcome cl.Status) {
	f.finish = finish
	f.side.mu.Lock()
	f.endLocked(&f.root, status)
	if f.device.timeout > 0 && f.root.open > 0 {
		f.limit = alarm.After(f.device.timeout, f.timeOut)
	}
	f.side.mu.Unlock()
	if !f.run() {
		return false, 0
	}
	return true, f.outcome()
}

// settleAll is settle for callers that wait until all is done.
func (f *family) settleAll(status cl.Status) cl.Status {
	done := make(chan cl.Status, 1)
	if isDone, outcome := f.settle(status, func(s cl.Status) { done <- s }); isDone {
		return outcome
	}
	return <-done
}

// outcome is the status of a family that is complete.
func (f *family) outcome() cl.Status {
	if f.limit != nil {
		f.limit.Stop()
	}
	f.command.print()
	return f.failed
}

// resume goes on with a family that was stalled.
func (f *family) resume() {
	f.device.on(func() {
		if f.run() {
			f.finish(f.outcome())
		}
	})
}

// run runs members until the family is complete, or stalled, and reports which.
func (f *family) run() (isComplete bool) {
	for {
		f.runReady()
		if isComplete, isStalled := f.pause(); isComplete || isStalled {
			return isComplete
		}
	}
}

// pause finds out why nothing was ready.
func (f *family) pause() (isComplete, isStalled bool) {
	f.side.mu.Lock()
	defer f.side.mu.Unlock()
	switch {
	case f.root.open == 0:
		return true, false
	case len(f.ready) > 0:
		return false, false
	case f.queue.context.termination.isOver.Load():
		f.doomWaitingLocked(cl.ContextTerminatedKhr)
		return false, false
	case f.isLate:
		f.doomWaitingLocked(cl.OutOfResources)
		return false, false
	}
	f.side.stallLocked(f)
	return false, true
}

// runReady runs members until none is ready, with as many workers as there are members.
func (f *family) runReady() {
	for {
		n := f.readyCount()
		if n == 0 {
			return
		}
		if workers := f.device.threads; workers != nil && n > 1 {
			workers.Run(min(n, workers.Count()), f.root.launch.Priority, func(int) bool {
				for m := f.next(); m != nil; m = f.next() {
					f.execute(m)
				}
				return true
			})
			continue
		}
		if m := f.next(); m != nil {
			f.execute(m)
		}
	}
}

func (f *family) readyCount() int {
	f.side.mu.Lock()
	defer f.side.mu.Unlock()
	return len(f.ready)
}

// next takes a ready member out of its queue, nil if there is none.
func (f *family) next() *member {
	f.side.mu.Lock()
	defer f.side.mu.Unlock()
	if len(f.ready) == 0 {
		return nil
	}
	m := f.ready[0]
	f.ready = f.ready[1:]
	m.queue.usedBytes -= m.costBytes
	if f.isLate {
		m.doom = min(m.doom, cl.OutOfResources)
	}
	if m.event != nil {
		m.event.started = now()
	}
	return m
}

func now() uint64 { return events.SystemClock{}.Now() }

// execute runs a member, unless it is doomed or a marker.
func (f *family) execute(m *member) {
	status := m.doom
	if status == 0 && f.queue.context.termination.isOver.Load() {
		status = cl.ContextTerminatedKhr
	}
	isDoomed := status < 0
	if !isDoomed && m.launch.Program != nil && m.launch.Items() > 0 {
		status = f.statusOf(f.runner.Run(&m.launch))
	}
	f.side.mu.Lock()
	defer f.side.mu.Unlock()
	if !isDoomed || status == cl.ContextTerminatedKhr {
		f.failed = min(f.failed, status)
	}
	f.endLocked(m, status)
}

// statusOf is the status of a child. The application is told if the kernel did something wrong.
func (f *family) statusOf(err error) cl.Status {
	var itself *exec.EndedItself
	switch {
	case err == nil:
		return cl.Success
	case errors.As(err, &itself):
		if itself.IsFailure {
			return cl.CommandTerminatedItselfWithFailureArm
		}
		return cl.Success
	case errors.Is(err, exec.ErrCancelled):
		return cl.ContextTerminatedKhr
	}
	f.queue.report(err.Error())
	return cl.OutOfResources
}

// endLocked ends a member: its children may begin, or will never, if it failed.
func (f *family) endLocked(m *member, status cl.Status) {
	if m.parent == nil {
		f.failed = min(f.failed, status)
	}
	if m.event != nil {
		m.event.ended = now()
	}
	held := m.held
	m.held = nil
	m.doom = min(m.doom, status)
	for _, child := range held {
		if status < 0 {
			child.doom = status
			f.dropLocked(child)
			continue
		}
		if f.arriveLocked(child); child.waits > 0 {
			f.waitLocked(child)
		}
	}
	f.closeLocked(m)
}

// waitLocked notes a member that waits for events only.
func (f *family) waitLocked(m *member) {
	if f.waiting == nil {
		f.waiting = map[*member]struct{}{}
	}
	f.waiting[m] = struct{}{}
}

// arriveLocked tells that something is over that a member waits for.
func (f *family) arriveLocked(m *member) {
	if m.isOver {
		return
	}
	if m.waits--; m.waits > 0 {
		return
	}
	m.isOver = true
	delete(f.waiting, m)
	f.ready = append(f.ready, m)
	f.side.wakeLocked(f)
}

// dropLocked completes a member that is not to run.
func (f *family) dropLocked(m *member) {
	m.isOver = true
	delete(f.waiting, m)
	m.queue.usedBytes -= m.costBytes
	f.closeLocked(m)
}

// doomWaitingLocked completes all members that wait for events.
func (f *family) doomWaitingLocked(status cl.Status) {
	f.failed = min(f.failed, status)
	for m := range f.waiting {
		if !m.isOver {
			m.doom = status
			f.dropLocked(m)
		}
	}
}

// closeLocked tells that a member has ended or a child of it is complete.
func (f *family) closeLocked(m *member) {
	for ; m != nil; m = m.parent {
		if m.open--; m.open > 0 {
			return
		}
		if m.event != nil {
			f.side.completeLocked(m.event, int32(m.doom), now())
		}
	}
}

// stallLocked notes a family that cannot go on.
func (s *deviceSide) stallLocked(f *family) {
	if s.stalled == nil {
		s.stalled = map[*family]struct{}{}
	}
	s.stalled[f] = struct{}{}
}

// wakeLocked lets a family go on that was stalled.
func (s *deviceSide) wakeLocked(f *family) {
	if _, ok := s.stalled[f]; ok {
		delete(s.stalled, f)
		go f.resume()
	}
}

// timeOut ends a family that has taken too long: what runs ends by its own limit, and nothing else begins.
func (f *family) timeOut() {
	if reason := f.expire(); reason != "" {
		f.queue.report("kernel " + f.root.launch.Name + ": " + reason)
	}
}

// expire marks a family that has taken too long, and says what it was doing; nothing, if it is complete.
func (f *family) expire() (reason string) {
	f.side.mu.Lock()
	defer f.side.mu.Unlock()
	if f.root.open == 0 {
		return ""
	}
	f.isLate = true
	f.failed = min(f.failed, cl.OutOfResources)
	if _, ok := f.side.stalled[f]; ok {
		f.side.wakeLocked(f)
		return "children wait for events that no kernel completes"
	}
	return fmt.Sprintf("the kernels that it enqueued have not ended after %v", f.device.timeout)
}

// endStalled ends all families that are stalled, since the context was terminated.
func (s *deviceSide) endStalled() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for f := range s.stalled {
		s.wakeLocked(f)
	}
}
