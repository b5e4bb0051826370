package exec

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"heddle/cbridge/hostmem"
	"heddle/compiler/lane"
)

// Device runs launches on the threads that Workers lends. It may be used from several goroutines at once.
type Device struct {
	threads Workers
	engine  Engine

	explained sync.Map // object.Kernel to *once: those that were reported

	background compileQueue
	failed     sync.Map // object.Kernel to true: those that the background could not compile

	latest atomic.Pointer[run] // one of the idle, which is found without the lock
	mu     sync.Mutex
	idle   []*run // guarded by mu; kept with their workers' memory, so that a launch allocates nothing
}

// NewDevice is a device on the given threads that runs everything in the interpreter.
func NewDevice(w Workers) *Device { return NewDeviceWith(w, Engine{}) }

// NewDeviceWith is a device on the given threads.
func NewDeviceWith(w Workers, e Engine) *Device { return &Device{threads: w, engine: e} }

// ErrCancelled is the error of a launch whose Cancel flag was set.
var ErrCancelled = errors.New("the launch was cancelled")

// run is a launch under way.
type run struct {
	device      *Device
	asked       *Launch   // as it was enqueued
	launch      *Launch   // turned if the choice says so
	turnedCopy  Launch    // what launch is then
	code        *prepared // for the interpreter
	choice                // else
	kept        keptChoice
	cutFor      cutKey    // what groups to helpers are for
	cuts        uint64    // how often the run was cut
	groups      [3]uint64 // number of groups by dimension
	total       uint64
	chunk       uint64
	privateStep uint64 // bytes between the private memories of neighbouring lanes
	helpers     int    // how many workers there is work for
	next        atomic.Uint64
	stop        uintptr // a 32-bit word outside the Go heap; not zero: all workers end as soon as they can
	workers     []worker
	watch       watch
	body        func(int) // runs on each worker

	mu    sync.Mutex
	fault error // guarded by mu: the first
}

// isCancelled is asked at every back-edge.
func (r *run) isCancelled() bool { return atomic.LoadUint32(at[uint32](uint64(r.stop))) != 0 }

func (r *run) setStop(value uint32) { atomic.StoreUint32(at[uint32](uint64(r.stop)), value) }

func (r *run) fail(err error) {
	r.mu.Lock()
	if r.fault == nil {
		r.fault = err
	}
	r.mu.Unlock()
	r.setStop(1)
}

// Run runs a launch to its end. The error is a *Fault if a work-item did something forbidden, ErrCancelled, or says in
// words what the device lacks.
func (d *Device) Run(l *Launch) error {
	if d.engine.Mode == ModeVerify {
		if c, _ := d.choose(l); c.machine.any != nil {
			return d.verify(l, c)
		}
	}
	r, err := d.take()
	if err != nil {
		return fmt.Errorf("kernel %s: %w", l.Name, err)
	}
	defer d.give(r)
	r.choose(l)
	return r.execute(l)
}

// runOn runs a launch as machine code, or in the interpreter if there is none.
func (d *Device) runOn(l *Launch, c choice) error {
	r, err := d.take()
	if err != nil {
		return fmt.Errorf("kernel %s: %w", l.Name, err)
	}
	defer d.give(r)
	r.choice, r.kept, r.cutFor = c, keptChoice{}, cutKey{}
	return r.execute(l)
}

// execute runs a launch on this run's workers, as was chosen.
func (r *run) execute(l *Launch) (err error) {
	d := r.device
	r.asked, r.launch, r.fault = l, l, nil
	if r.turned > 0 {
		r.turnedCopy = l.turned(r.turned)
		r.launch = &r.turnedCopy
	}
	if r.machine.any == nil {
		if r.code, err = prepare(l.Program); err != nil {
			return fmt.Errorf("kernel %s: %w", l.Name, err)
		}
	}
	if r.isCancelled() {
		r.setStop(0)
	}
	r.cut()
	if r.total == 0 {
		return nil
	}
	if !r.isOneChunk() {
		r.next.Store(0)
	}
	if l.Cancel != nil {
		l.Cancel.attach(r)
		defer l.Cancel.detach(r)
	}
	if n := r.company(r.helpers); n <= 1 {
		r.body(0)
	} else {
		d.threads.Run(n, r.body)
	}
	if r.fault == nil && l.Cancel != nil && l.Cancel.IsSet() {
		return ErrCancelled
	}
	return r.fault
}

func (d *Device) take() (*run, error) {
	if r := d.latest.Swap(nil); r != nil {
		return r, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.idle); n > 0 {
		r := d.idle[n-1]
		d.idle = d.idle[:n-1]
		return r, nil
	}
	stop, err := hostmem.Alloc(hostmem.Alignment)
	if err != nil {
		return nil, err
	}
	r := &run{device: d, stop: stop, workers: make([]worker, d.threads.Count())}
	for i := range r.workers {
		r.workers[i].run = r
	}
	r.body = func(id int) { r.workers[id].work() }
	return r, nil
}

func (d *Device) give(r *run) {
	if r.launch == &r.turnedCopy {
		r.turnedCopy = Launch{}
	}
	r.asked, r.launch, r.code = nil, nil, nil
	if !r.kept.isSet {
		r.choice = choice{}
	}
	if d.latest.CompareAndSwap(nil, r) {
		return
	}
	d.mu.Lock()
	d.idle = append(d.idle, r)
	d.mu.Unlock()
}

// isOneChunk says whether one worker takes all groups at once.
func (r *run) isOneChunk() bool { return r.total <= r.chunk }

// cutKey says whether a run is cut, and for which program; the rest is in its kept choice.
type cutKey struct {
	isCut   bool
	program *lane.Program
}

// cut divides the NDRange into work-groups and those into chunks that workers take.
func (r *run) cut() {
	if r.cutFor.isCut {
		return
	}
	r.cutFor = cutKey{true, r.launch.Program}
	r.cuts++
	r.total = 1
	for i := range 3 {
		r.groups[i] = (r.launch.Global[i] + r.group[i] - 1) / r.group[i]
		r.total *= r.groups[i]
	}
	items, wanted := r.group[0]*r.group[1]*r.group[2], uint64(4096)
	if r.machine.any == nil {
		r.privateStep = stepOf(r.launch.Program.PrivateBytes, r.launch.Program.PrivateAlign)
	} else {
		r.privateStep = r.machine.privateStep()
		wanted = machineChunk
	}
	r.chunk = max(1, min(r.total/(chunksPerWorker*uint64(len(r.workers))), 1+wanted/items))
	r.helpers = 1
	if r.total > 0 && !r.isSmall() {
		r.helpers = int(min(uint64(r.device.threads.Count()), (r.total+r.chunk-1)/r.chunk))
	}
}

// stepOf is how far the private memories of neighbouring lanes lie apart.
func stepOf(private, align uint64) uint64 {
	if private == 0 {
		return 0
	}
	return roundUp(private, max(align, 16))
}

// chunksPerWorker is how many chunks each worker gets at least of a launch of many groups, so that all end at about the same
// time.
const chunksPerWorker = 8

// smallWork is how many instructions of one lane are not worth waking a thread for: some 5 µs.
const smallWork = 8 << 10

// isSmall says whether the launch takes less time than to share it.
func (r *run) isSmall() bool {
	items := r.launch.Global[0] * r.launch.Global[1] * r.launch.Global[2]
	if r.machine.any != nil {
		return r.machine.any.isSmall(items)
	}
	return !r.launch.Program.HasLoop && items < smallWork && items*uint64(len(r.code.code)) < smallWork
}
