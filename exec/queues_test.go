package exec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler"
	"heddle/exec/launch"
)

// family runs kernels with the children that they enqueue: those of a launch when it has ended, one after another.
type family struct {
	program  *compiler.Program
	device   *Device
	machine  bool
	capacity int // of the queue

	mu     sync.Mutex
	events map[uint64]*int32 // their statuses: 1 is open, 0 complete
	ran    int
}

// the numbers of the queues that there are
const firstQueue, secondQueue = 77, 78

// parent is launch.Queues of one launch.
type parent struct {
	*family
	launch  *Launch
	waiting []*child
}

// child is what was enqueued; a marker has no launch.
type child struct {
	launch *Launch
	wait   []uint64
	event  uint64
}

func (p *parent) newEvent() uint64 {
	id := uint64(len(p.events) + 1000)
	status := int32(1)
	p.events[id] = &status
	return id
}

func (p *parent) EnqueueKernel(r *launch.ChildRequest) (event uint64, status int32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if status := p.check(r); status != 0 {
		return 0, status
	}
	if r.Range.WorkDim < 1 || r.Range.WorkDim > 3 {
		return 0, launch.InvalidNDRange
	}
	return p.add(r, p.launchOf(r)), 0
}

func (p *parent) EnqueueMarker(r *launch.ChildRequest) (event uint64, status int32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if status := p.check(r); status != 0 {
		return 0, status
	}
	return p.add(r, nil), 0
}

func (p *parent) check(r *launch.ChildRequest) int32 {
	switch {
	case r.Queue != firstQueue && r.Queue != secondQueue:
		return launch.InvalidQueue
	case r.WaitError || slices.ContainsFunc(r.Wait, func(e uint64) bool { return p.events[e] == nil }):
		return launch.InvalidEventWaitList
	case len(p.waiting) == p.capacity:
		return launch.DeviceQueueFull
	}
	return 0
}

func (p *parent) add(r *launch.ChildRequest, l *Launch) uint64 {
	c := &child{launch: l, wait: slices.Clone(r.Wait), event: p.newEvent()}
	p.waiting = append(p.waiting, c)
	return c.event
}

// launchOf is the launch of a child.
func (p *parent) launchOf(r *launch.ChildRequest) *Launch {
	k := p.program.Children[r.Child]
	l := &Launch{Program: k.Lane, Globals: p.launch.Globals, WorkDim: uint32(r.Range.WorkDim), Name: k.Name,
		Offset: [3]uint64{}, Global: [3]uint64{1, 1, 1}, Group: [3]uint64{1, 1, 1}, Local: k.LocalBytes, Once: true}
	if p.machine {
		l.Machine = k.Machine
	}
	for i := range r.Range.WorkDim {
		l.Offset[i], l.Global[i] = r.Range.Offset[i], r.Range.Global[i]
		l.Group[i] = max(r.Range.Local[i], 1)
	}
	l.Args = append(slices.Clone(r.Captures), make([]byte, k.ArgBlockBytes-uint64(len(r.Captures)))...)
	next := 0
	for _, a := range k.Args {
		if a.Kind == compiler.ArgLocal {
			l.Local = (l.Local + 127) / 128 * 128
			binary.LittleEndian.PutUint64(l.Args[a.OffsetBytes:], l.Local)
			l.Local += uint64(r.LocalBytes[next])
			next++
		}
	}
	return l
}

func (p *parent) RetainEvent(uint64)  {}
func (p *parent) ReleaseEvent(uint64) {}

func (p *parent) CreateUserEvent() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.newEvent()
}

func (p *parent) IsValidEvent(event uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.events[event] != nil
}

func (p *parent) SetUserEventStatus(event uint64, status int32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*p.events[event] = status
}

func (p *parent) CaptureProfilingInfo(_ uint64, name int32, address uint64) {
	*hostmem.At[uint64](address), *hostmem.At[uint64](address + 8) = uint64(name)+6, 8
}

func (p *parent) DefaultQueue() uint64 { return firstQueue }

func (p *parent) ChildInfo(child uint32, question launch.ChildQuestion, n *launch.ChildRange) uint32 {
	answer := 100*child + 10*uint32(question)
	if n != nil {
		answer += uint32(n.Global[0])
	}
	return answer
}

// run runs a launch and all that it enqueues.
func (f *family) run(l *Launch) error {
	p := &parent{family: f, launch: l}
	l.Queues, l.Once = p, true
	if err := f.device.Run(l); err != nil {
		return err
	}
	f.ran++
	for len(p.waiting) > 0 {
		i := slices.IndexFunc(p.waiting, func(c *child) bool {
			return !slices.ContainsFunc(c.wait, func(e uint64) bool { return *f.events[e] > 0 })
		})
		if i < 0 {
			return errors.New("children wait for each other")
		}
		c := p.waiting[i]
		p.waiting = slices.Delete(p.waiting, i, i+1)
		if c.launch != nil {
			if err := f.run(c.launch); err != nil {
				return err
			}
		}
		*f.events[c.event] = 0
	}
	return nil
}

// runner runs a kernel over a range of one dimension.
type runner func(n, group uint64, args ...uint64) error

// enqueuing calls test with each engine, and a function that runs the first kernel of a program, whose arguments are
// addresses and queues, with all that it enqueues.
func enqueuing(t *testing.T, source string, test func(t *testing.T, f *family, run runner)) {
	t.Helper()
	program := compileWith(t, source, func(o *compiler.Options) { o.Version = 300 })
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		t.Run(fmt.Sprintf("bits%d", bits), func(t *testing.T) {
			f := &family{program: program, capacity: 1 << 20, events: map[uint64]*int32{}, machine: bits > 0,
				device: NewDevice(Goroutines(2))}
			if bits > 0 {
				f.device = strictDevice(t, 2, bits)
			}
			globals := newBuffer(t, int(program.Globals.SizeBytes/4)+1)
			copy(globals.bytes, program.Globals.Init)
			test(t, f, func(n, group uint64, args ...uint64) error {
				k := program.Kernels[0]
				l := oneD(k.Lane, n, group, args...)
				l.Globals, l.Local = globals.address, k.LocalBytes
				if f.machine {
					l.Machine = k.Machine
				}
				return f.run(l)
			})
		})
	}
}

// mustGive compares words.
func mustGive(t *testing.T, b *buffer, want ...int32) {
	t.Helper()
	for i, w := range want {
		if got := int32(b.get(i)); got != w {
			t.Errorf("word %d is %d, not %d", i, got, w)
		}
	}
}

// Children see what was captured when their block was, and run over the ranges that are asked for.
func TestChildren(t *testing.T) {
	enqueuing(t, `
	struct pair { char a; long b; };
	global int last = 5;
	void (^constant in_program)(void) = ^{ last = 9; };
	kernel void k(global int *g, queue_t q) {
		int n = 3, list[2] = { 1, 2 };
		float4 v = (float4)(1, 2, 3, 4);
		struct pair p = { 4, 5 };
		size_t id = get_global_id(0);
		void (^work)(void) = ^{
			g[8 * id + get_global_id(0)] = n + p.a * 10 + p.b * 100 + (int)v.w * 1000 + get_global_size(0) * 10000;
		};
		n = 7; p.a = 0; v = 0;
		if (id % 3 != 1)
			g[8 * id + 7] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2, 4, 2), work);
		if (id == 0) enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), in_program);
		if (id == 0) enqueue_kernel(q, 0, ndrange_3D((size_t[3]) { 1, 2, 3 }, (size_t[3]) { 1, 1, 3 }), ^{
			if (get_local_id(2) == 2) atomic_add(&g[1], get_global_size(1) + last * 100);
		});
	}`, func(t *testing.T, f *family, run runner) {
		const n = 21
		b := newBuffer(t, 8*n+1)
		if err := run(n, 7, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		const value = 3 + 40 + 500 + 4000 + 40000
		for i := range n {
			for j := range 8 {
				want := uint32(0)
				switch {
				case i == 0 && j == 1:
					want = 2 * (2 + 900)
				case i%3 != 1 && j >= 2 && j < 6:
					want = value
				}
				if got := b.get(8*i + j); got != want {
					t.Errorf("word %d of work-item %d is %d, not %d", j, i, got, want)
				}
			}
		}
		if want := 1 + 14 + 2; f.ran != want {
			t.Errorf("%d launches, not %d", f.ran, want)
		}
	})
}

// Blocks with local memory get what their parent asks for.
func TestChildWithLocalMemory(t *testing.T) {
	enqueuing(t, `
	void sum(global int *to, local int *a, local float4 *b) {
		size_t i = get_local_id(0);
		a[i] = i; b[i] = i;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i == 0)
			for (size_t j = 0; j < get_local_size(0); j++) *to += a[j] + (int)b[j].w;
		atomic_add(to, work_group_reduce_add((int)i));
	}
	kernel void k(global int *g, queue_t q) {
		size_t id = get_global_id(0);
		int bytes = 8 * sizeof(int);
		g[id] = 100 * enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(8, 8),
			^(local void *a, local float4 *b) { sum(&g[id], a, b); }, bytes, 8 * sizeof(float4));
	}`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 5)
		if err := run(5, 5, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		const sum = 28
		mustGive(t, b, 10*sum, 10*sum, 10*sum, 10*sum, 10*sum)
	})
}

// Events go from work-item to work-item of a queue, and order what runs.
func TestEventsOfKernels(t *testing.T) {
	enqueuing(t, `
	kernel void k(global int *g, queue_t q, queue_t p) {
		size_t id = get_global_id(0);
		global int *own = g + 8 * id;
		clk_event_t events[3], *second = &events[1];
		events[0] = create_user_event();
		ndrange_t one = ndrange_1D(1);
		own[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &events[0], second, ^{ own[4]++; });
		own[1] = enqueue_marker(p, 2, events, &events[2]);
		own[2] = enqueue_kernel(p, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &events[2], NULL, ^{ own[4] *= 10; });
		retain_event(events[2]);
		release_event(events[2]);
		if (id & 1) set_user_event_status(events[0], CL_COMPLETE);
		else set_user_event_status(events[0], -7);
		own[3] = is_valid_event(events[1]) + 2 * is_valid_event(CLK_NULL_EVENT) + 4 * is_valid_event(events[2]);
		capture_event_profiling_info(events[1], CLK_PROFILING_COMMAND_EXEC_TIME, &own[6]);
	}`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 8*3+2)
		if err := run(3, 1, uint64(b.address), firstQueue, secondQueue); err != nil {
			t.Fatal(err)
		}
		mustGive(t, b, 0, 0, 0, 5, 10, 0, 7, 0, 0, 0, 0, 5, 10, 0, 7, 0, 0, 0, 0, 5, 10, 0, 7, 0, 8, 0)
	})
}

// A program that is not built for debugging gets one error for all reasons.
func TestStatusesOfEnqueueing(t *testing.T) {
	const source = `
	kernel void k(global int *g, queue_t q) {
		ndrange_t good = ndrange_1D(1), bad = good;
		((uchar *)&bad)[0] = 9;
		clk_event_t e = (clk_event_t)0, *none = NULL;
		g[0] = enqueue_kernel(CLK_NULL_QUEUE, 0, good, ^{ });
		g[1] = enqueue_kernel(q, 0, bad, ^{ });
		g[2] = enqueue_kernel(q, 0, good, 1, NULL, NULL, ^{ });
		g[3] = enqueue_kernel(q, 0, good, 0, &e, NULL, ^{ });
		g[4] = enqueue_kernel(q, 0, good, 1, &e, NULL, ^{ });
		g[5] = enqueue_marker(q, 1, none, &e);
		g[6] = enqueue_kernel(q, 0, good, ^{ });
		g[7] = enqueue_kernel(q, 0, good, ^{ });
	}`
	for _, debug := range []bool{false, true} {
		program := compileWith(t, source, func(o *compiler.Options) { o.Version, o.Debug = 300, debug })
		f := &family{program: program, capacity: 1, events: map[uint64]*int32{}, device: NewDevice(Goroutines(1))}
		b := newBuffer(t, 8)
		l := oneD(program.Kernels[0].Lane, 1, 1, uint64(b.address), firstQueue)
		if err := f.run(l); err != nil {
			t.Fatal(err)
		}
		want := []int32{-101, -101, -101, -101, -101, -101, 0, -101}
		if debug {
			want = []int32{-102, -160, -57, -57, -57, -57, 0, -161}
		}
		mustGive(t, b, want...)
	}
}

// A launch without queues has none to enqueue into.
func TestLaunchWithoutQueues(t *testing.T) {
	enqueuing(t, `
	kernel void k(global int *g, queue_t q) {
		clk_event_t e = create_user_event();
		release_event(e);
		g[0] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ });
		g[1] = is_valid_event(e);
	}`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 2)
		l := oneD(f.program.Kernels[0].Lane, 1, 1, uint64(b.address), firstQueue)
		if f.machine {
			l.Machine = f.program.Kernels[0].Machine
		}
		if err := f.device.Run(l); err != nil {
			t.Fatal(err)
		}
		mustGive(t, b, -101, 0)
	})
}

// Children enqueue children, and kernels that are called enqueue.
func TestNestedChildren(t *testing.T) {
	enqueuing(t, `
	kernel void count(global int *g, queue_t q, int depth, int width) {
		atomic_inc(&g[depth]);
		if (depth == 0) return;
		enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(width), ^{ count(g, q, depth - 1, width); });
	}
	`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 5)
		if err := run(3, 1, uint64(b.address), firstQueue, 4|2<<32); err != nil {
			t.Fatal(err)
		}
		mustGive(t, b, 48, 24, 12, 6, 3)
	})
}

// Children see what all work-items of the group have written that enqueued them.
func TestChildrenSeeTheirGroup(t *testing.T) {
	enqueuing(t, `
	kernel void k(global int *g, queue_t q) {
		size_t id = get_global_id(0), group = get_group_id(0);
		g[id] = 1;
		barrier(CLK_GLOBAL_MEM_FENCE);
		if (get_local_id(0) == 3) enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
			for (int i = 0; i < 10; i++) g[10 * group + i]++;
		});
	}`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 200)
		if err := run(200, 10, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			if b.get(i) != 2 {
				t.Fatalf("word %d is %d", i, b.get(i))
			}
		}
	})
}

// Queries know the block and the range.
func TestQueriesOfBlocks(t *testing.T) {
	enqueuing(t, `
	kernel void k(global int *g, queue_t q) {
		void (^a)(void) = ^{ g[0] = 1; };
		void (^b)(local void *) = ^(local void *l) { g[0] = 2; };
		ndrange_t r = ndrange_1D(5, 1);
		g[0] = get_kernel_work_group_size(a);
		g[1] = get_kernel_work_group_size(b);
		g[2] = get_kernel_preferred_work_group_size_multiple(b);
		g[3] = get_kernel_sub_group_count_for_ndrange(r, a);
		g[4] = get_kernel_max_sub_group_size_for_ndrange(r, b);
	}`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 5)
		if err := run(1, 1, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		mustGive(t, b, 0, 100, 110, 25, 135)
	})
}

// A list of events that is not mapped is a fault of the work-item.
func TestEventsNotInMemory(t *testing.T) {
	enqueuing(t, `
	kernel void k(global int *g, queue_t q) {
		size_t id = get_global_id(0);
		clk_event_t *list = (clk_event_t *)(id == 5 ? 64ul : (ulong)g);
		enqueue_kernel(q, 0, ndrange_1D(1), 0, NULL, list + 2, ^{ });
	}`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 8)
		var fault *Fault
		if err := run(8, 8, uint64(b.address), firstQueue); !errors.As(err, &fault) {
			t.Fatalf("the error is %v", err)
		}
		if fault.GlobalID != [3]uint64{5, 0, 0} || fault.Line != 5 {
			t.Errorf("the fault is %v", fault)
		}
	})
}

// Work-items enqueue in loops that they leave in different rounds, into arrays of events of their own.
func TestEnqueueInDivergentLoops(t *testing.T) {
	enqueuing(t, `
	kernel void k(global int *g, queue_t q) {
		size_t id = get_global_id(0);
		clk_event_t events[8];
		uint n = id % 8;
		for (uint i = 0; i < n; i++) {
			if ((id + i) % 5 == 0) { events[i] = create_user_event(); set_user_event_status(events[i], 0); continue; }
			enqueue_kernel(q, 0, ndrange_1D(1), 0, NULL, &events[i], ^{ atomic_add(&g[id], i + 1); });
		}
		barrier(CLK_GLOBAL_MEM_FENCE);
		if (n) enqueue_kernel(q, 0, ndrange_1D(1), n, events, NULL, ^{ g[id] += 1000; });
	}`, func(t *testing.T, f *family, run runner) {
		const n = 1100
		b := newBuffer(t, n)
		if err := run(n, 1100, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		for id := range n {
			want := 0
			for i := range id % 8 {
				if (id+i)%5 != 0 {
					want += i + 1
				}
			}
			if id%8 > 0 {
				want += 1000
			}
			if got := b.get(id); got != uint32(want) {
				t.Fatalf("word %d is %d, not %d", id, got, want)
			}
		}
	})
}

// A fault of the parent is found without enqueueing again.
func TestFaultAfterEnqueueing(t *testing.T) {
	enqueuing(t, `
	kernel void k(global int *g, queue_t q) {
		size_t id = get_global_id(0);
		if (enqueue_kernel(q, 0, ndrange_1D(1), ^{ g[id] = 1; }) == 0 && id == 4)
			*(global int *)(id * 2) = 1;
	}`, func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 8)
		var fault *Fault
		if err := run(8, 8, uint64(b.address), firstQueue); !errors.As(err, &fault) || fault.Line != 5 {
			t.Fatalf("the error is %v", err)
		}
		if len(f.events) != 8 {
			t.Errorf("%d children were enqueued", len(f.events))
		}
	})
}

// lightQueues take children and do nothing.
type lightQueues struct {
	Queues
	count int
}

func (q *lightQueues) EnqueueKernel(*ChildRequest) (event uint64, status int32) {
	q.count++
	return 0, 0
}

// BenchmarkEnqueue is the cost of enqueueing a child, without what the queue does.
func BenchmarkEnqueue(b *testing.B) {
	program := compileWith(b, `kernel void k(global int *g, queue_t q, int n) {
		for (int i = 0; i < n; i++) enqueue_kernel(q, 0, ndrange_1D(1), ^{ g[i] = n; });
	}`, func(o *compiler.Options) { o.Version = 300 })
	const n = 1000
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(b, bits) {
			continue
		}
		b.Run(fmt.Sprintf("bits%d", bits), func(b *testing.B) {
			device := NewDevice(Goroutines(1))
			k := program.Kernels[0]
			l := oneD(k.Lane, 1, 1, 0, firstQueue, n)
			if bits > 0 {
				l.Machine, device = k.Machine, strictDevice(b, 1, bits)
			}
			q := &lightQueues{}
			l.Queues = q
			for b.Loop() {
				if err := device.Run(l); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(q.count), "ns/child")
		})
	}
}

// A device that runs launches twice, to compare the engines, runs those once that enqueue.
func TestVerifiedLaunchEnqueuesOnce(t *testing.T) {
	if !runsVectors(t, 256) {
		return
	}
	program := compileWith(t, `kernel void k(global int *g, queue_t q) {
		enqueue_kernel(q, 0, ndrange_1D(1), ^{ g[0] = 1; });
	}`, func(o *compiler.Options) { o.Version = 300 })
	device := NewDeviceWith(Goroutines(1),
		Engine{Machine: &machine, VectorBits: 256, Mode: ModeVerify, Report: io.Discard})
	b := newBuffer(t, 1)
	k := program.Kernels[0]
	l := oneD(k.Lane, 3, 1, uint64(b.address), firstQueue)
	q := &lightQueues{}
	l.Machine, l.Queues, l.Memory = k.Machine, q, []Memory{{Address: b.address, SizeBytes: 4}}
	if err := device.Run(l); err != nil || q.count != 3 {
		t.Errorf("%d children, error %v", q.count, err)
	}
}
