package clapi

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/lane"
	"heddle/exec"
)

// relatives is a Runner whose kernels enqueue others, and a context with a device queue for them.
type relatives struct {
	*queueFixture
	side *CommandQueue
	body func(q exec.Queues) error // what each kernel does
	runs atomic.Int64
}

func (r *relatives) Run(l *exec.Launch) error {
	r.runs.Add(1)
	return r.body(l.Queues)
}

func newRelatives(t *testing.T, sizeBytes uint64) *relatives {
	t.Helper()
	r := &relatives{queueFixture: newQueueFixture(t, 0)}
	side, err := r.context.CreateCommandQueueWithProperties(r.device, []uint64{cl.QueueProperties,
		cl.QueueOnDevice | cl.QueueOutOfOrderExecModeEnable, cl.QueueSize, sizeBytes})
	r.mustWork(err)
	r.side = side
	r.device.threads = exec.Goroutines(4)
	return r
}

// start enqueues a kernel of the host whose program has one child.
func (r *relatives) start() *Event {
	k := benchmarkKernel(r.context)
	enqueues := func() *lane.Program {
		p := laneProgram(lane.OpEnter, lane.OpEnd)
		p.Enqueues = true
		return p
	}
	k.code.Lane = enqueues()
	k.forms[0].exec.program.Children = []*compiler.Kernel{{Name: "child", Lane: enqueues(), SubGroupSize: 64}}
	r.queue.runner = r
	e, err := r.queue.EnqueueNDRangeKernel(k, &NDRange{WorkDim: 1, Global: []uint64{1}}, wantEvent)
	r.mustWork(err)
	return e
}

// ask is a request for a child of one work-item.
func (r *relatives) ask(wait ...uint64) *exec.ChildRequest {
	return &exec.ChildRequest{Queue: r.side.side.number, Wait: wait, WantEvent: true,
		Range: exec.ChildRange{WorkDim: 1, Global: [3]uint64{1}}}
}

// TestFamilyTree grows trees in which members wait for others and for user events that yet others complete, some of
// them not successfully.
func TestFamilyTree(t *testing.T) {
	r := newRelatives(t, 1<<20)
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(1, 2))
	draw := func(n int) int {
		mu.Lock()
		defer mu.Unlock()
		return random.IntN(n)
	}
	var left, made atomic.Int64
	r.body = func(q exec.Queues) error {
		var events []uint64
		user := q.CreateUserEvent()
		for range draw(4) {
			if left.Add(-1) < 0 {
				break
			}
			ask := r.ask(slices.Clone(events[:draw(len(events)+1)])...)
			if draw(3) == 0 {
				ask.Wait = append(ask.Wait, user)
			}
			if event, status := q.EnqueueKernel(ask); status == exec.EnqueueSuccess {
				made.Add(1)
				events = append(events, event)
			} else {
				t.Errorf("a child was refused: %d", status)
			}
		}
		if len(events) > 0 {
			if _, status := q.EnqueueMarker(r.ask(events...)); status != exec.EnqueueSuccess {
				t.Errorf("a marker was refused: %d", status)
			}
		}
		for _, e := range events {
			q.ReleaseEvent(e)
		}
		q.SetUserEventStatus(user, 0)
		q.ReleaseEvent(user)
		return nil
	}
	for range 300 {
		left.Store(200)
		e := r.start()
		if err := WaitForEvents([]*Event{e}); err != nil {
			t.Fatal(err)
		}
	}
	if want := made.Load() + 300; r.runs.Load() != want {
		t.Errorf("%d of %d kernels ran", r.runs.Load(), want)
	}
	if r.side.side.usedBytes != 0 {
		t.Errorf("%d bytes of the queue are in use", r.side.side.usedBytes)
	}
	s := &r.context.deviceSide
	markers := 0 // no kernel releases theirs
	for _, e := range s.events.list {
		if e != nil {
			markers++
			if e.references != 1 || !e.isComplete() {
				t.Errorf("event %#x stays with %d references and status %d", e.number, e.references, e.status)
			}
		}
	}
	if markers == 0 || len(s.stalled) != 0 {
		t.Errorf("%d markers, %d stalled families", markers, len(s.stalled))
	}
}

// TestStalledFamilies waits for user events that kernels of other families complete, or none.
func TestStalledFamilies(t *testing.T) {
	r := newRelatives(t, 1<<20)
	r.device.timeout = 20 * time.Millisecond
	r.side.context.notify = func(string) {}
	var user atomic.Uint64
	first := true
	r.body = func(q exec.Queues) error {
		if first {
			first = false
			user.Store(q.CreateUserEvent())
			q.EnqueueKernel(r.ask(user.Load()))
		}
		return nil
	}
	e := r.start()
	if err := WaitForEvents([]*Event{e}); err == nil || e.command.Failed() != cl.OutOfResources {
		t.Errorf("a family that waits for ever ended with %d", e.command.Status())
	}
	r.device.timeout, first = 0, true
	e = r.start()
	r.mustWork(r.queue.Flush())
	for s := &r.context.deviceSide; ; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		stalled := len(s.stalled)
		s.mu.Unlock()
		if stalled == 1 {
			break
		}
	}
	if e.command.IsComplete() {
		t.Error("the command is complete before its child")
	}
	(&member{family: &family{side: &r.context.deviceSide}}).SetUserEventStatus(user.Load(), 0)
	if err := WaitForEvents([]*Event{e}); err != nil {
		t.Error(err)
	}
}

// TestEndlessFamilies: kernels that enqueue themselves without end stop when the time of one launch is over.
func TestEndlessFamilies(t *testing.T) {
	r := newRelatives(t, 1<<20)
	r.device.timeout = 20 * time.Millisecond
	told := make(chan string, 1)
	r.context.notify = func(text string) { told <- text }
	r.body = func(q exec.Queues) error {
		for range 3 {
			q.EnqueueKernel(r.ask())
		}
		return nil
	}
	e := r.start()
	if err := WaitForEvents([]*Event{e}); err == nil || e.command.Failed() != cl.OutOfResources {
		t.Errorf("a family without end ended with %d", e.command.Status())
	}
	if text := <-told; !strings.Contains(text, "the kernels that it enqueued have not ended after 20ms") {
		t.Errorf("the context was told: %q", text)
	}
	if r.side.side.usedBytes != 0 {
		t.Errorf("%d bytes of the queue are in use", r.side.side.usedBytes)
	}
}

func TestEventNumbers(t *testing.T) {
	var table deviceEvents
	first := table.add(true)
	for _, garbage := range []uint64{0, 1, first.number + 1, first.number - 1, ^uint64(0), 1 << eventPlaceBits} {
		if table.find(garbage) != nil {
			t.Errorf("%#x is taken for an event", garbage)
		}
	}
	first.references, first.status = 0, cl.Complete
	table.forget(first)
	second := table.add(false)
	if second.number == first.number || table.find(first.number) != nil || table.find(second.number) != second {
		t.Errorf("numbers %#x and %#x", first.number, second.number)
	}
	for range maxDeviceEvents - 1 {
		if table.add(false) == nil {
			t.Fatal("too few events")
		}
	}
	if table.add(false) != nil {
		t.Error("too many events")
	}
}
