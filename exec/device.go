package exec

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Device runs launches on the threads that Workers lends. It may be used from several goroutines at once.
type Device struct {
	threads Workers

	mu   sync.Mutex
	idle []*run // guarded by mu; kept with their workers' memory, so that a launch allocates nothing
}

// NewDevice is a device on the given threads.
func NewDevice(w Workers) *Device { return &Device{threads: w} }

// ErrCancelled is the error of a launch whose Cancel flag was set.
var ErrCancelled = errors.New("the launch was cancelled")

// run is a launch under way.
type run struct {
	launch      *Launch
	code        *prepared
	groups      [3]uint64 // number of groups by dimension
	total       uint64
	chunk       uint64
	privateStep uint64 // bytes between the private memories of neighbouring lanes
	next        atomic.Uint64
	isStopping  atomic.Bool
	workers     []worker
	body        func(int) // runs on each worker

	mu    sync.Mutex
	fault error // guarded by mu: the first
}

// isCancelled is asked at every back-edge.
func (r *run) isCancelled() bool {
	return r.isStopping.Load() || r.launch.Cancel != nil && r.launch.Cancel.Load()
}

func (r *run) fail(err error) {
	r.mu.Lock()
	if r.fault == nil {
		r.fault = err
	}
	r.mu.Unlock()
	r.isStopping.Store(true)
}

// Run runs a launch to its end. The error is a *Fault if a work-item did something forbidden, ErrCancelled, or says in
// words what the device lacks.
func (d *Device) Run(l *Launch) error {
	code, err := prepare(l.Program)
	if err != nil {
		return fmt.Errorf("kernel %s: %w", l.Name, err)
	}
	r := d.take()
	defer d.give(r)
	r.launch, r.code, r.fault = l, code, nil
	r.next.Store(0)
	r.isStopping.Store(false)
	r.cut()
	if r.total == 0 {
		return nil
	}
	n := int(min(uint64(d.threads.Count()), (r.total+r.chunk-1)/r.chunk))
	if n <= 1 || r.isSmall() {
		r.body(0)
	} else {
		d.threads.Run(n, r.body)
	}
	if r.fault == nil && l.Cancel != nil && l.Cancel.Load() {
		return ErrCancelled
	}
	return r.fault
}

func (d *Device) take() *run {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.idle); n > 0 {
		r := d.idle[n-1]
		d.idle = d.idle[:n-1]
		return r
	}
	r := &run{workers: make([]worker, d.threads.Count())}
	for i := range r.workers {
		r.workers[i].run = r
	}
	r.body = func(id int) { r.workers[id].work() }
	return r
}

func (d *Device) give(r *run) {
	r.launch, r.code = nil, nil
	d.mu.Lock()
	d.idle = append(d.idle, r)
	d.mu.Unlock()
}

// cut divides the NDRange into work-groups and those into chunks that workers take.
func (r *run) cut() {
	r.total = 1
	for i := range 3 {
		r.groups[i] = (r.launch.Global[i] + r.launch.Group[i] - 1) / r.launch.Group[i]
		r.total *= r.groups[i]
	}
	items := r.launch.Group[0] * r.launch.Group[1] * r.launch.Group[2]
	r.chunk = max(1, min(r.total/(8*uint64(len(r.workers))), 1+4096/items))
	p := r.code.program
	r.privateStep = 0
	if p.PrivateBytes > 0 {
		align := max(p.PrivateAlign, 16)
		r.privateStep = (p.PrivateBytes + align - 1) / align * align
	}
}

// smallWork is how many instructions of one lane are not worth waking a thread for: some 5 µs.
const smallWork = 8 << 10

// isSmall says whether the launch takes less time than to share it.
func (r *run) isSmall() bool {
	items := r.launch.Global[0] * r.launch.Global[1] * r.launch.Global[2]
	return !r.code.loops && items < smallWork && items*uint64(len(r.code.code)) < smallWork
}
