package clapi

import (
	"encoding/binary"
	"slices"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/ceil"
	"heddle/exec"
)

// What a running kernel enqueues. Everything in a request may be anything: the kernel's memory may have been
// overwritten.

// memberBytes is what a child takes in its queue beside its captured variables, and its list of events.
const (
	memberBytes = 128
	eventBytes  = 8
)

// EnqueueKernel implements exec.Queues.
func (m *member) EnqueueKernel(r *exec.ChildRequest) (event uint64, status int32) {
	children := m.family.program().Children
	if uint64(r.Child) >= uint64(len(children)) || r.Flags < exec.EnqueueNoWait || r.Flags > exec.EnqueueWaitWorkGroup {
		return 0, exec.EnqueueFailure
	}
	child := m.newChild()
	if status := child.prepare(children[r.Child], r); status != exec.EnqueueSuccess {
		return 0, status
	}
	return child.enqueue(r)
}

// EnqueueMarker implements exec.Queues. A marker is a child without a kernel.
func (m *member) EnqueueMarker(r *exec.ChildRequest) (event uint64, status int32) {
	if len(r.Wait) == 0 {
		return 0, exec.InvalidEventWaitList
	}
	marker := m.newChild()
	if r.WantEvent {
		return marker.enqueue(r)
	}
	s := m.family.side // no kernel can see it, so it does nothing
	s.mu.Lock()
	defer s.mu.Unlock()
	_, status = marker.placeLocked(r)
	return 0, status
}

// program is the one whose kernels these are.
func (f *family) program() *compiler.Program { return f.command.program }

func (m *member) newChild() *member { return &member{family: m.family, parent: m, open: 1, waits: 1} }

// enqueue puts a child into its queue, where it waits for its parent.
func (m *member) enqueue(r *exec.ChildRequest) (event uint64, status int32) {
	s := m.family.side
	s.mu.Lock()
	defer s.mu.Unlock()
	queue, status := m.placeLocked(r)
	if status != exec.EnqueueSuccess {
		return 0, status
	}
	if r.WantEvent {
		if m.event = s.events.add(false); m.event == nil {
			return 0, exec.EventAllocationFailure
		}
		event = m.event.number
	}
	m.queue, m.costBytes = queue, m.cost(r)
	queue.usedBytes += m.costBytes
	for _, number := range r.Wait {
		m.waitForLocked(s.events.find(number))
	}
	m.parent.open++
	m.parent.held = append(m.parent.held, m)
	return event, exec.EnqueueSuccess
}

func (m *member) waitForLocked(e *deviceEvent) {
	if !e.isComplete() {
		e.waiting = append(e.waiting, m)
		m.waits++
	} else if e.status < 0 {
		m.doom = cl.ExecStatusErrorForEventsInWaitList
	}
}

// cost is how many bytes of its queue a child takes.
func (m *member) cost(r *exec.ChildRequest) uint64 {
	return memberBytes + uint64(len(m.launch.Args)) + eventBytes*uint64(len(r.Wait))
}

// placeLocked finds the queue of a request, if that has room and all events are there.
func (m *member) placeLocked(r *exec.ChildRequest) (*deviceQueue, int32) {
	s := m.family.side
	q := s.queues[r.Queue]
	if q == nil || q.device != m.family.device {
		return nil, exec.InvalidQueue
	}
	if r.WaitError {
		return nil, exec.InvalidEventWaitList
	}
	for _, number := range r.Wait {
		if e := s.events.find(number); e == nil || e.references == 0 {
			return nil, exec.InvalidEventWaitList
		}
	}
	if q.side.usedBytes+m.cost(r) > q.side.sizeBytes {
		return nil, exec.DeviceQueueFull
	}
	return q.side, exec.EnqueueSuccess
}

// prepare makes the launch of a child.
func (m *member) prepare(code *compiler.Kernel, r *exec.ChildRequest) int32 {
	l, parent := &m.launch, &m.family.root.launch
	l.Program, l.Name, l.Once = code.Lane, code.Name, true
	if code.Machine != nil {
		l.Machine = code.Machine
	}
	l.Globals, l.Memory, l.Printf = parent.Globals, parent.Memory, parent.Printf
	l.Cancel, l.Timeout, l.Priority, l.Throttle = parent.Cancel, parent.Timeout, parent.Priority, parent.Throttle
	if l.Enqueues() {
		l.Queues = m
	}
	if status := m.setRange(code, &r.Range); status != exec.EnqueueSuccess {
		return status
	}
	if status := m.setArgs(code, r); status != exec.EnqueueSuccess {
		return status
	}
	if m.family.queue.checkPrivate(l) != nil {
		return exec.OutOfResources
	}
	return exec.EnqueueSuccess
}

// setRange checks and sets the sizes of a child.
func (m *member) setRange(code *compiler.Kernel, r *exec.ChildRange) int32 {
	if r.WorkDim < 1 || r.WorkDim > maxWorkItemDimensions {
		return exec.InvalidNDRange
	}
	q, l := m.family.queue, &m.launch
	l.WorkDim = uint32(r.WorkDim)
	n := NDRange{WorkDim: l.WorkDim, Offset: r.Offset[:r.WorkDim], Global: r.Global[:r.WorkDim]}
	if q.setGlobal(l, &n) != nil {
		return exec.InvalidNDRange
	}
	isChosen := slices.ContainsFunc(r.Local[:r.WorkDim], func(n uint64) bool { return n != 0 })
	if !isChosen {
		l.Group = suggestLocalSize(code, m.family.device, l.Global)
	} else if q.setLocal(l, code, r.Local[:r.WorkDim]) != nil {
		return exec.InvalidNDRange
	}
	if q.checkUniform(l, code, isChosen) != nil {
		return exec.InvalidNDRange
	}
	return exec.EnqueueSuccess
}

// setArgs makes the argument block: the captured variables, and the offsets of __local arguments.
func (m *member) setArgs(code *compiler.Kernel, r *exec.ChildRequest) int32 {
	if uint64(len(r.Captures)) > code.ArgBlockBytes {
		return exec.EnqueueFailure
	}
	l := &m.launch
	l.Args = make([]byte, code.ArgBlockBytes)
	copy(l.Args, r.Captures)
	l.Local = code.LocalBytes
	sizes := r.LocalBytes
	for i := range code.Args {
		arg := &code.Args[i]
		if arg.Kind != compiler.ArgLocal {
			continue
		}
		if len(sizes) == 0 || sizes[0] == 0 {
			return exec.InvalidArgSize
		}
		l.Local = ceil.Multiple(l.Local, alignmentBytes)
		binary.NativeEndian.PutUint64(l.Args[arg.OffsetBytes:], l.Local)
		l.Local += uint64(sizes[0])
		sizes = sizes[1:]
	}
	if l.Local-code.ScratchBytes > mostLocalBytes {
		return exec.OutOfResources
	}
	return exec.EnqueueSuccess
}

// ChildInfo implements exec.Queues.
func (m *member) ChildInfo(child uint32, question exec.ChildQuestion, n *exec.ChildRange) uint32 {
	children := m.family.program().Children
	if uint64(child) >= uint64(len(children)) {
		return 0
	}
	code := children[child]
	switch question {
	case exec.ChildWorkGroupSize:
		return maxWorkGroupSize
	case exec.ChildPreferredMultiple:
		return uint32(m.family.device.machine.Lanes)
	case exec.ChildMaxSubGroupSize:
		return uint32(code.SubGroupSize)
	case exec.ChildSubGroupCount:
		var sized member
		sized.family = m.family
		if n == nil || sized.setRange(code, n) != exec.EnqueueSuccess {
			return 0
		}
		group := sized.launch.Group
		return uint32(ceil.Div(group[0]*group[1]*group[2], code.SubGroupSize))
	}
	return 0
}
