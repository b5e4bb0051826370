package clapi

import (
	"bytes"
	"slices"
	"sync"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/lane"
	"heddle/exec"
)

// fakeRunner keeps the launches it was given, as copies.
type fakeRunner struct {
	mu       sync.Mutex
	launches []exec.Launch
	args     [][]byte
	err      error
}

func (r *fakeRunner) Run(l *exec.Launch) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.launches = append(r.launches, exec.Launch{Globals: l.Globals, Local: l.Local, WorkDim: l.WorkDim,
		Offset: l.Offset, Global: l.Global, Group: l.Group, Name: l.Name})
	r.args = append(r.args, bytes.Clone(l.Args))
	return r.err
}

// queueFixture adds a queue that runs kernels on a fake, and a second context for errors.
type queueFixture struct {
	*fixture
	queue  *CommandQueue
	runner *fakeRunner
	other  *fixture
}

func newQueueFixture(t *testing.T, properties uint64) *queueFixture {
	f := &queueFixture{fixture: newFixture(t), runner: new(fakeRunner), other: newFixture(t)}
	f.queue = f.newQueue(properties)
	f.queue.SetHandle(0x4000, nil)
	return f
}

func (f *queueFixture) newQueue(properties uint64) *CommandQueue {
	f.t.Helper()
	q, err := f.context.CreateCommandQueue(f.device, properties)
	f.mustWork(err)
	q.runner = f.runner
	return q
}

// event makes an enqueue call's event checkable in one expression.
func (f *queueFixture) event(e *Event, err error) *Event {
	f.t.Helper()
	f.mustWork(err)
	if e == nil {
		f.t.Fatal("no event")
	}
	return e
}

func (f *queueFixture) userEvent() *Event {
	f.t.Helper()
	return f.event(f.context.CreateUserEvent())
}

// foreignEvent is a complete event of another context.
func (f *queueFixture) foreignEvent() *Event {
	f.t.Helper()
	e, err := f.other.context.CreateUserEvent()
	f.mustWork(err)
	f.mustWork(e.SetUserStatus(cl.Complete))
	return e
}

// failedEvent is a user event with a negative status.
func (f *queueFixture) failedEvent() *Event {
	f.t.Helper()
	e := f.userEvent()
	f.mustWork(e.SetUserStatus(-1))
	return e
}

var wantEvent = EventArgs{WantEvent: true}

// badWaits are the malformed wait lists with their statuses.
func (f *queueFixture) badWaits(call func(EventArgs) error) []statusCase {
	waiting := func(list ...*Event) error { return call(EventArgs{Wait: list}) }
	return []statusCase{
		{"event of another context", waiting(f.foreignEvent()), cl.InvalidContext},
		{"no event in the wait list", waiting(f.userEvent(), nil), cl.InvalidEventWaitList},
		{"wait list without a count", call(EventArgs{Wait: []*Event{}}), cl.InvalidEventWaitList},
	}
}

func TestCreateCommandQueueErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	var none *Context
	create := func(device *Device, properties uint64) error {
		return second(f.context.CreateCommandQueue(device, properties))
	}
	list := func(list ...uint64) error {
		return second(f.context.CreateCommandQueueWithProperties(f.device, list))
	}
	checkStatuses(t, []statusCase{
		{"no context", second(none.CreateCommandQueue(f.device, 0)), cl.InvalidContext},
		{"no device", create(nil, 0), cl.InvalidDevice},
		{"foreign device", create(f.other.device, 0), cl.InvalidDevice},
		{"unknown bit", create(f.device, 1<<40), cl.InvalidValue},
		{"no context, list", second(none.CreateCommandQueueWithProperties(f.device, nil)), cl.InvalidContext},
		{"foreign device, list", second(f.context.CreateCommandQueueWithProperties(f.other.device, nil)),
			cl.InvalidDevice},
		{"empty list", list(), cl.Success},
		{"profiling", list(cl.QueueProperties, cl.QueueProfilingEnable), cl.Success},
		{"unknown name", list(0x7777, 1), cl.InvalidValue},
		{"name twice", list(cl.QueueProperties, 0, cl.QueueProperties, 0), cl.InvalidValue},
		{"name without value", list(cl.QueueProperties), cl.InvalidValue},
		{"unknown bit in list", list(cl.QueueProperties, 1<<40), cl.InvalidValue},
		{"size on the host", list(cl.QueueSize, 64), cl.InvalidValue},
		{"default on the host", list(cl.QueueProperties, cl.QueueOnDeviceDefault), cl.InvalidValue},
		{"in order on the device", list(cl.QueueProperties, cl.QueueOnDevice), cl.InvalidValue},
		{"on the device", list(cl.QueueProperties, cl.QueueOnDevice|cl.QueueOutOfOrderExecModeEnable), cl.Success},
		{"too large on the device", list(cl.QueueProperties, cl.QueueOnDevice|cl.QueueOutOfOrderExecModeEnable,
			cl.QueueSize, maxDeviceQueueBytes+1), cl.InvalidQueueProperties},
	})
}

func TestCommandQueueInfo(t *testing.T) {
	f := newQueueFixture(t, cl.QueueProfilingEnable)
	want := map[uint32][]byte{
		cl.QueueContext:         infoUint64[uint64](0x3000),
		cl.QueueDevice:          infoUint64[uint64](0x2000),
		cl.QueueReferenceCount:  infoUint32(1),
		cl.QueueProperties:      infoUint64[uint64](cl.QueueProfilingEnable),
		cl.QueuePropertiesArray: nil,
		cl.QueueDeviceDefault:   infoUint64[uint64](0),
	}
	for name, value := range want {
		have := query(t, func(out InfoTarget) (uint64, error) { return f.queue.GetInfo(name, out) })
		if !bytes.Equal(have, value) {
			t.Errorf("%#x: %v, want %v", name, have, value)
		}
	}
	q, err := f.context.CreateCommandQueueWithProperties(f.device, []uint64{cl.QueueProperties, 0})
	f.mustWork(err)
	have := query(t, func(out InfoTarget) (uint64, error) { return q.GetInfo(cl.QueuePropertiesArray, out) })
	if !bytes.Equal(have, infoUint64[uint64](cl.QueueProperties, 0, 0)) {
		t.Errorf("properties array %v", have)
	}
	var none *CommandQueue
	checkStatuses(t, []statusCase{
		{"no queue", second(none.GetInfo(cl.QueueContext, InfoTarget{})), cl.InvalidCommandQueue},
		{"size of a host queue", second(f.queue.GetInfo(cl.QueueSize, InfoTarget{})), cl.InvalidCommandQueue},
		{"unknown name", second(f.queue.GetInfo(1, InfoTarget{})), cl.InvalidValue},
	})
}

func TestSetQueueProperty(t *testing.T) {
	f := newQueueFixture(t, 0)
	for _, step := range []struct {
		properties uint64
		enable     bool
		old        uint64
	}{
		{cl.QueueProfilingEnable, true, 0},
		{cl.QueueOutOfOrderExecModeEnable, true, cl.QueueProfilingEnable},
		{cl.QueueProfilingEnable, false, cl.QueueProfilingEnable | cl.QueueOutOfOrderExecModeEnable},
		{0, true, cl.QueueOutOfOrderExecModeEnable},
	} {
		old, err := f.queue.SetProperty(step.properties, step.enable)
		f.mustWork(err)
		if old != step.old {
			t.Errorf("%+v: old properties %#x", step, old)
		}
	}
	var none *CommandQueue
	checkStatuses(t, []statusCase{
		{"no queue", second(none.SetProperty(0, true)), cl.InvalidCommandQueue},
		{"unknown bit", second(f.queue.SetProperty(1<<20, true)), cl.InvalidValue},
	})
}

func TestQueueReferences(t *testing.T) {
	f := newQueueFixture(t, 0)
	retired := make(chan uintptr, 1)
	f.queue.SetHandle(0x4000, func(handle uintptr) { retired <- handle })
	user := f.userEvent()
	marker := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{user}, WantEvent: true}))
	f.mustWork(f.queue.Retain())
	f.mustWork(f.queue.Release())
	f.mustWork(f.queue.Release())
	f.mustWork(user.SetUserStatus(cl.Complete))
	f.mustWork(WaitForEvents([]*Event{marker}))
	select {
	case <-retired:
		t.Error("the queue went although an event leads to it")
	default:
	}
	f.mustWork(marker.Release())
	if handle := <-retired; handle != 0x4000 {
		t.Errorf("retired %#x", handle)
	}
	var none *CommandQueue
	checkStatuses(t, []statusCase{
		{"retain", none.Retain(), cl.InvalidCommandQueue},
		{"release", none.Release(), cl.InvalidCommandQueue},
		{"flush", none.Flush(), cl.InvalidCommandQueue},
		{"finish", none.Finish(), cl.InvalidCommandQueue},
	})
}

// TestOutOfOrderQueue lets a command overtake one that waits.
func TestOutOfOrderQueue(t *testing.T) {
	f := newQueueFixture(t, cl.QueueOutOfOrderExecModeEnable)
	user := f.userEvent()
	late := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{user}, WantEvent: true}))
	source, b := f.buffer(0, 8), f.buffer(0, 8)
	early := f.event(f.queue.EnqueueCopyBuffer(BufferCopy{Source: source, Target: b, Size: 8}, wantEvent))
	f.mustWork(WaitForEvents([]*Event{early}))
	if late.command.IsComplete() {
		t.Error("the marker did not wait")
	}
	f.mustWork(user.SetUserStatus(cl.Complete))
	f.mustWork(f.queue.Finish())
	if !late.command.IsComplete() {
		t.Error("finish came back early")
	}
}

// TestWildHostPointer wants the command to fail and the queue to survive.
func TestWildHostPointer(t *testing.T) {
	f := newQueueFixture(t, 0)
	reasons := make(chan string, 1)
	f.context.notify = func(reason string) { reasons <- reason }
	b := f.buffer(0, 64)
	const nowhere = 0x10
	_, err := f.queue.EnqueueReadBuffer(BufferTransfer{Buffer: b, Blocking: true, Size: 64, HostPtr: nowhere},
		wantEvent)
	wantStatus(t, "wild pointer", err, cl.OutOfResources)
	if reason := <-reasons; reason == "" {
		t.Error("no reason")
	}
	good := hostBytes(t, make([]byte, 64))
	_, err = f.queue.EnqueueReadBuffer(BufferTransfer{Buffer: b, Blocking: true, Size: 64, HostPtr: good}, wantEvent)
	f.mustWork(err)
}

// laneProgram is enough of a program for the estimate of its length.
func laneProgram(ops ...lane.Op) *lane.Program {
	return &lane.Program{Length: uint64(len(ops)), HasLoop: slices.Contains(ops, lane.OpLoop)}
}

func BenchmarkBlockingRead4K(b *testing.B) {
	q, m := benchmarkQueue(b)
	target, err := hostmem.Alloc(4096)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := q.EnqueueReadBuffer(BufferTransfer{Buffer: m, Blocking: true, Size: 4096, HostPtr: target},
			EventArgs{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEmptyKernelAndFinish(b *testing.B) {
	q, _ := benchmarkQueue(b)
	k := benchmarkKernel(q.context)
	global := []uint64{1}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := q.EnqueueNDRangeKernel(k, &NDRange{WorkDim: 1, Global: global}, EventArgs{}); err != nil {
			b.Fatal(err)
		}
		if err := q.Finish(); err != nil {
			b.Fatal(err)
		}
	}
}

type noRunner struct{}

func (noRunner) Run(*exec.Launch) error { return nil }

func benchmarkQueue(b *testing.B) (*CommandQueue, *MemObject) {
	platform := NewPlatform(Setup{Compiler: new(fakeCompiler), Machine: testMachine})
	context, err := platform.CreateContext(nil, []*Device{platform.Device()}, nil)
	if err != nil {
		b.Fatal(err)
	}
	q, err := context.CreateCommandQueue(platform.Device(), 0)
	if err != nil {
		b.Fatal(err)
	}
	q.runner = noRunner{}
	m, err := context.CreateBuffer(0, 4096, 0)
	if err != nil {
		b.Fatal(err)
	}
	return q, m
}

func benchmarkKernel(c *Context) *Kernel {
	code := fakeKernel("empty")
	code.Args, code.Lane = nil, laneProgram(lane.OpEnter, lane.OpEnd)
	form := &kernelForm{exec: &executable{program: &compiler.Program{}}, code: code}
	k := &Kernel{program: &Program{context: c, devices: c.devices}, code: code, forms: []*kernelForm{form}}
	k.init("kernel", cl.InvalidKernel, nil)
	return k
}

// TestQueuesShareRunner makes two queues: the memory kept for launches is the device's.
func TestQueuesShareRunner(t *testing.T) {
	p := NewPlatform(Setup{Machine: testMachine, Workers: exec.Goroutines(1)})
	c, err := p.CreateContext(nil, []*Device{p.Device()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, err1 := c.CreateCommandQueue(p.Device(), 0)
	second, err2 := c.CreateCommandQueue(p.Device(), 0)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if first.runner == nil || first.runner != second.runner {
		t.Errorf("runners %v and %v", first.runner, second.runner)
	}
}
