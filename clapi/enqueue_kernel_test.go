package clapi

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler/amd64"
	"heddle/compiler/lane"
	"heddle/exec"
)

// readyKernel is a kernel of the fake compiler with a loop-free program and all arguments set.
func (f *queueFixture) readyKernel(b *MemObject) *Kernel {
	f.t.Helper()
	k := f.kernel("fine")
	k.code.Lane = laneProgram(lane.OpEnter, lane.OpEnd)
	find := Finder{MemObject: func(uintptr) *MemObject { return b }}
	f.mustWork(k.SetArg(argInt, 4, hostWord(f.t, 42), Finder{}))
	f.mustWork(k.SetArg(argBuffer, 8, hostWord(f.t, 0x77), find))
	f.mustWork(k.SetArg(argLocal, 16, 0, Finder{}))
	f.mustWork(k.SetArg(argLocal2, 16, 0, Finder{}))
	return k
}

func TestEnqueueNDRangeKernel(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	k := f.readyKernel(b)
	e := f.event(f.queue.EnqueueNDRangeKernel(k, &NDRange{WorkDim: 2, Offset: []uint64{5, 6}, Global: []uint64{8, 9},
		Local: []uint64{4, 3}}, wantEvent))
	if e.kind != cl.CommandNdrangeKernel {
		t.Errorf("kind %#x", e.kind)
	}
	f.mustWork(k.SetArg(argInt, 4, hostWord(t, 43), Finder{})) // too late for the launch
	f.mustWork(f.queue.Finish())
	l := f.runner.launches[0]
	if l.WorkDim != 2 || l.Offset != [3]uint64{5, 6, 0} || l.Global != [3]uint64{8, 9, 1} ||
		l.Group != [3]uint64{4, 3, 1} {
		t.Errorf("launched %+v", l)
	}
	if l.Name != "fine" || l.Local == 0 {
		t.Errorf("launched %+v", l)
	}
	block := f.runner.args[0]
	if have := binary.NativeEndian.Uint32(block); have != 42 {
		t.Errorf("argument 0 is %d", have)
	}
	if have := binary.NativeEndian.Uint64(block[8:]); have != uint64(b.address) {
		t.Errorf("argument 1 is %#x", have)
	}
}

// TestLocalSizeOfNull wants full lanes for any size, also for primes.
func TestLocalSizeOfNull(t *testing.T) {
	f := newQueueFixture(t, 0)
	k := f.readyKernel(f.buffer(0, 64))
	for _, global := range []uint64{1, 7, 16, 1000, 1009, 104729, 1 << 20} {
		f.mustWork(second(f.queue.EnqueueNDRangeKernel(k, &NDRange{WorkDim: 1, Global: []uint64{global}}, EventArgs{})))
		f.mustWork(f.queue.Finish())
		l := f.runner.launches[len(f.runner.launches)-1]
		if l.Group[0] < min(global, f.device.machine.Lanes) || l.Group[0] > maxWorkGroupSize {
			t.Errorf("global size %d: groups of %d", global, l.Group[0])
		}
	}
}

func TestEmptyRangeRunsNothing(t *testing.T) {
	f := newQueueFixture(t, 0)
	k := f.readyKernel(f.buffer(0, 64))
	for _, n := range []NDRange{{WorkDim: 1}, {WorkDim: 2, Global: []uint64{4, 0}}} {
		e := f.event(f.queue.EnqueueNDRangeKernel(k, &n, wantEvent))
		f.mustWork(WaitForEvents([]*Event{e}))
	}
	if len(f.runner.launches) != 0 {
		t.Error("something ran")
	}
}

func TestNDRangeErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	k := f.readyKernel(b)
	unset := f.kernel("unset")
	required := f.readyKernel(b)
	required.code.ReqdWorkGroupSize = [3]uint64{4, 2, 1}
	good := NDRange{WorkDim: 1, Global: []uint64{8}, Local: []uint64{4}}
	call := func(k *Kernel, n NDRange) error { return second(f.queue.EnqueueNDRangeKernel(k, &n, EventArgs{})) }
	sized := func(global, local uint64) error {
		return call(k, NDRange{WorkDim: 1, Global: []uint64{global}, Local: []uint64{local}})
	}
	var none *CommandQueue
	checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
		return second(f.queue.EnqueueNDRangeKernel(k, &good, e))
	}), []statusCase{
		{"no queue", second(none.EnqueueNDRangeKernel(k, &good, EventArgs{})), cl.InvalidCommandQueue},
		{"no kernel", call(nil, good), cl.InvalidKernel},
		{"foreign kernel", call(f.other.kernel("k"), good), cl.InvalidContext},
		{"unset arguments", call(unset, good), cl.InvalidKernelArgs},
		{"no dimension", call(k, NDRange{}), cl.InvalidWorkDimension},
		{"four dimensions", call(k, NDRange{WorkDim: 4}), cl.InvalidWorkDimension},
		{"offset overflows", call(k, NDRange{WorkDim: 1, Global: []uint64{8}, Offset: []uint64{math.MaxUint64 - 3}}),
			cl.InvalidGlobalOffset},
		{"too many items", call(k, NDRange{WorkDim: 2, Global: []uint64{1 << 40, 1 << 40}}), cl.InvalidGlobalWorkSize},
		{"empty group", sized(8, 0), cl.InvalidWorkGroupSize},
		{"huge group", sized(8, maxWorkGroupSize+1), cl.InvalidWorkGroupSize},
		{"group that overflows", call(k, NDRange{WorkDim: 2, Global: []uint64{8, 8},
			Local: []uint64{1 << 32, 1 << 32}}), cl.InvalidWorkGroupSize},
		{"not the required group", call(required, good), cl.InvalidWorkGroupSize},
		{"task with a required group", second(f.queue.EnqueueTask(required, EventArgs{})), cl.InvalidWorkGroupSize},
		{"non-uniform groups", sized(9, 4), cl.Success},
	}...))
	f.mustWork(f.queue.Finish())
	if holds := b.holds.Load(); holds != 1 {
		t.Errorf("%d holds on the buffer are left", holds)
	}
}

func TestTask(t *testing.T) {
	f := newQueueFixture(t, 0)
	e := f.event(f.queue.EnqueueTask(f.readyKernel(f.buffer(0, 64)), wantEvent))
	f.mustWork(f.queue.Finish())
	if l := f.runner.launches[0]; e.kind != cl.CommandTask || l.Global != [3]uint64{1, 1, 1} || l.Group != l.Global {
		t.Errorf("kind %#x, launched %+v", e.kind, l)
	}
}

// TestFaultFailsTheEvent wants a failed event, a reason, and a queue that goes on.
func TestFaultFailsTheEvent(t *testing.T) {
	f := newQueueFixture(t, 0)
	reasons := make(chan string, 1)
	f.context.notify = func(reason string) { reasons <- reason }
	k := f.readyKernel(f.buffer(0, 64))
	f.runner.err = &exec.Fault{Kernel: "fine", Reason: "as asked"}
	n := NDRange{WorkDim: 1, Global: []uint64{8}}
	failed := f.event(f.queue.EnqueueNDRangeKernel(k, &n, wantEvent))
	f.mustWork(f.queue.Finish())
	if have := f.status(failed); have != int32(cl.OutOfResources) {
		t.Errorf("status %d", have)
	}
	if reason := <-reasons; !strings.Contains(reason, "as asked") {
		t.Errorf("reason %q", reason)
	}
	after := f.event(f.queue.EnqueueMarkerWithWaitList(EventArgs{Wait: []*Event{failed}, WantEvent: true}))
	f.runner.err = nil
	next := f.event(f.queue.EnqueueNDRangeKernel(k, &n, wantEvent))
	f.mustWork(f.queue.Finish())
	if f.status(after) != int32(cl.ExecStatusErrorForEventsInWaitList) || f.status(next) != cl.Complete {
		t.Errorf("after: %d, next: %d", f.status(after), f.status(next))
	}
}

// A launch with an event may reuse the memory of one without, which has been through all its states.
func TestEventAfterLaunchesWithoutEvents(t *testing.T) {
	f := newQueueFixture(t, 0)
	k := f.readyKernel(f.buffer(0, 64))
	n := NDRange{WorkDim: 1, Global: []uint64{1 << 20}} // not small, so that it goes through the queue
	for range 10 {
		for range 3 {
			_, err := f.queue.EnqueueNDRangeKernel(k, &n, EventArgs{})
			f.mustWork(err)
		}
		f.mustWork(f.queue.Finish())
		event := f.event(f.queue.EnqueueNDRangeKernel(k, &n, wantEvent))
		f.mustWork(f.queue.Finish())
		if status := f.status(event); status != cl.Complete {
			t.Fatalf("status %d", status)
		}
	}
}

func TestSmallLaunches(t *testing.T) {
	f := newFixture(t)
	f.device.machineLanes = 16
	for _, c := range []struct {
		items   uint64
		length  int
		loops   bool
		machine bool
		want    bool
	}{
		{1, 2, false, false, true},
		{64, 2, false, true, true},
		{1 << 20, 2, false, true, false},
		{1, 3, true, true, false},
		{1, smallLaunch, false, true, false},
		{0, smallLaunch, false, true, true},
		{1000, 10, false, false, false},
		{1000, 10, false, true, true},
		{1 << 63, 10, false, true, false},
	} {
		k := f.kernel("k")
		ops := make([]lane.Op, c.length)
		if c.loops {
			ops[1] = lane.OpLoop
		}
		l := &exec.Launch{Program: laneProgram(ops...), Global: [3]uint64{c.items, 1, 1}}
		if c.machine {
			l.Machine = new(amd64.Kernel)
		}
		if k.forms[0].isSmallLaunch(l, f.device) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// Launches without an event reuse memory, and so do their commands that have to wait.
func TestLaunchesDoNotAllocate(t *testing.T) {
	f := newQueueFixture(t, 0)
	f.queue.runner = idleRunner{}
	b := f.buffer(0, 64)
	k := f.readyKernel(b)
	for name, n := range map[string]NDRange{
		"small":           {WorkDim: 1, Global: []uint64{8}, Local: []uint64{8}},
		"large":           {WorkDim: 2, Global: []uint64{1 << 20, 1 << 10}, Local: []uint64{8, 1}},
		"local size NULL": {WorkDim: 1, Global: []uint64{1 << 20}},
	} {
		if count := testing.AllocsPerRun(200, func() {
			if _, err := f.queue.EnqueueNDRangeKernel(k, &n, EventArgs{}); err != nil {
				t.Fatal(err)
			}
			f.mustWork(f.queue.Finish())
		}); count >= 1 { // the garbage collector may empty the pool
			t.Errorf("%s: %v allocations for each launch", name, count)
		}
	}
	if holds := b.holds.Load(); holds != 1 {
		t.Errorf("%d holds on the buffer are left", holds)
	}
}

type idleRunner struct{}

func (idleRunner) Run(*exec.Launch) error { return nil }

func BenchmarkLaunch(b *testing.B) {
	f := newQueueFixture(new(testing.T), 0)
	f.queue.runner = idleRunner{}
	k := f.readyKernel(f.buffer(0, 64))
	one := NDRange{WorkDim: 1, Global: []uint64{1}, Local: []uint64{1}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.queue.EnqueueNDRangeKernel(k, &one, EventArgs{}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestNativeKernel(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	var seen []byte
	args := counting(24)
	f.mustWork(second(f.queue.EnqueueNativeKernel(NativeKernel{
		Call: func(p uintptr) { seen = append(seen, hostmem.Bytes(p, 24)...) }, Args: args, ArgsBytes: 24,
		Objects: []*MemObject{b, nil}, Places: []uint64{8, 16}, ObjectCount: 2}, EventArgs{})))
	clear(args) // the call has its own copy
	f.mustWork(f.queue.Finish())
	if seen[7] != 7 || binary.NativeEndian.Uint64(seen[8:]) != uint64(b.address) ||
		binary.NativeEndian.Uint64(seen[16:]) != 0 {
		t.Errorf("called with %v", seen)
	}
}

func TestNativeKernelErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	good := NativeKernel{Call: func(uintptr) {}, Args: counting(16), ArgsBytes: 16, Objects: []*MemObject{b},
		Places: []uint64{8}, ObjectCount: 1}
	try := func(change func(*NativeKernel)) error {
		n := good
		change(&n)
		return second(f.queue.EnqueueNativeKernel(n, EventArgs{}))
	}
	var none *CommandQueue
	checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
		return second(f.queue.EnqueueNativeKernel(good, e))
	}), []statusCase{
		{"no queue", second(none.EnqueueNativeKernel(good, EventArgs{})), cl.InvalidCommandQueue},
		{"no function", try(func(n *NativeKernel) { n.Call = nil }), cl.InvalidValue},
		{"no arguments, but a size", try(func(n *NativeKernel) { n.Args = nil }), cl.InvalidValue},
		{"no arguments, but objects", try(func(n *NativeKernel) { n.Args, n.ArgsBytes = nil, 0 }), cl.InvalidValue},
		{"arguments without a size", try(func(n *NativeKernel) { n.ArgsBytes = 0 }), cl.InvalidValue},
		{"no list", try(func(n *NativeKernel) { n.Objects = nil }), cl.InvalidValue},
		{"no places", try(func(n *NativeKernel) { n.Places = nil }), cl.InvalidValue},
		{"list without a number", try(func(n *NativeKernel) { n.ObjectCount = 0 }), cl.InvalidValue},
		{"place outside", try(func(n *NativeKernel) { n.Places = []uint64{9} }), cl.InvalidValue},
		{"foreign buffer", try(func(n *NativeKernel) { n.Objects = []*MemObject{f.other.buffer(0, 8)} }),
			cl.InvalidMemObject},
	}...))
	f.mustWork(f.queue.Finish())
}

var errNoFault = errors.New("the engine lacks something")

// TestEngineError is an error that is no fault of the kernel.
func TestEngineError(t *testing.T) {
	f := newQueueFixture(t, 0)
	f.context.notify = func(string) {}
	f.runner.err = errNoFault
	e := f.event(f.queue.EnqueueTask(f.readyKernel(f.buffer(0, 64)), wantEvent))
	wantStatus(t, "wait", WaitForEvents([]*Event{e}), cl.ExecStatusErrorForEventsInWaitList)
}

func TestPrivateMemoryMustFit(t *testing.T) {
	f := newQueueFixture(t, 0) // 1 GiB for 8 units
	k := f.readyKernel(f.buffer(0, 64))
	launch := func(bytes, local uint64, barrier bool) error {
		*k.code.Lane = *laneProgram(lane.OpEnter, lane.OpEnd)
		k.code.Lane.PrivateBytes, k.code.Lane.HasBarrier = bytes, barrier
		return second(f.queue.EnqueueNDRangeKernel(k,
			&NDRange{WorkDim: 1, Global: []uint64{4096}, Local: []uint64{local}}, EventArgs{}))
	}
	checkStatuses(t, []statusCase{
		{"fits", launch(1<<20, 128, true), cl.Success},
		{"a group does not fit", launch(1<<20, 256, true), cl.OutOfResources},
		{"a sub-group fits", launch(1<<20, 4096, false), cl.Success},
		{"one work-item does not fit", launch(1<<30, 1, false), cl.OutOfResources},
		{"more than can be counted", launch(1<<62, 4096, true), cl.OutOfResources},
	})
	f.mustWork(f.queue.Finish())
}
