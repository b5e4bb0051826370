// Package exec runs kernels over NDRanges: it divides the range into work-groups, and lends workers to an engine that
// runs them, as machine code (package native) or in the interpreter (package interp). It knows nothing of queues,
// events or API objects.
//
// # How it works
//
// A Device runs one launch after another, or several at once from several goroutines. Each takes a run: the state of a
// launch under way with all the memory of its workers, which is kept for later launches, so that a launch allocates
// nothing. The run chooses the engine, divides the NDRange into groups and these into chunks, and calls its body on
// each worker that Workers lends. A worker prepares its engine, and then runs chunk after chunk until there are none.
// Package launch is the border between this package and the engines: it has the state of a launch that all of them
// share.
//
// # Files
//
// Reading order: launch.go (launches and workers), engine.go (the settings), device.go (a launch, divided), worker.go
// (a worker and its engines), replay.go (what machine code needs of the interpreter), goroutines.go (workers for
// tests). The rooms below: launch/ (the border), interp/, native/, and printf/ (the formatter of both).
package exec

import (
	"fmt"
	"sync"
	"sync/atomic"

	"heddle/compiler/amd64/object"
	"heddle/compiler/lane"
	"heddle/exec/interp"
	"heddle/exec/launch"
	"heddle/exec/native"
)

// Device runs launches on the threads that Workers lends. It may be used from several goroutines at once.
type Device struct {
	threads Workers
	mode    Mode
	native  *native.Engine
	whole   *Device // of which this is a part; nil: of none

	latest atomic.Pointer[run] // one of the idle, which is found without the lock
	mu     sync.Mutex
	idle   []*run         // guarded by mu; kept with their workers' memory
	spare  map[int][]*run // guarded by mu; those of parts that were closed, by the number of their workers
}

// NewDevice is a device on the given threads that runs everything in the interpreter.
func NewDevice(w Workers) *Device { return NewDeviceWith(w, Engine{}) }

// NewDeviceWith is a device on the given threads.
func NewDeviceWith(w Workers, e Engine) *Device {
	d := &Device{threads: w, mode: e.Mode}
	d.native = native.New(e.settings(w), replayer{d})
	return d
}

// Part is a device on other threads that shares the code of this one.
func (d *Device) Part(w Workers) *Device {
	return &Device{threads: w, mode: d.mode, native: d.native, whole: d}
}

// Close gives the memory of a part that runs nothing any more to later parts.
func (d *Device) Close() {
	if r := d.latest.Swap(nil); r != nil {
		d.idle = append(d.idle, r)
	}
	count := d.threads.Count()
	d.whole.mu.Lock()
	defer d.whole.mu.Unlock()
	if d.whole.spare == nil {
		d.whole.spare = map[int][]*run{}
	}
	d.whole.spare[count] = append(d.whole.spare[count], d.idle...)
	d.idle = nil
}

// takeSpare takes a run of a part that was closed, nil if there is none.
func (d *Device) takeSpare(workers int) *run {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := d.spare[workers]
	if len(list) == 0 {
		return nil
	}
	d.spare[workers] = list[:len(list)-1]
	return list[len(list)-1]
}

// Prepare compiles in the background the version that the first launch of a kernel will probably want.
func (d *Device) Prepare(k object.Kernel, name string) { d.native.Prepare(k, name) }

// Expect compiles code in the background for launches with the images and samplers of a block of arguments.
func (d *Device) Expect(k object.Kernel, name string, args []byte) { d.native.Expect(k, name, args) }

// Stock compiles the versions that launches of a kernel will probably want, unless some version has been loaded. It
// returns when that is done.
func (d *Device) Stock(k object.Kernel, name string) { d.native.Stock(k, name) }

// Forget removes a kernel from the list of the background, except for the version that is being compiled.
func (d *Device) Forget(k object.Kernel) { d.native.Forget(k) }

// run is a launch under way.
type run struct {
	*launch.Run
	native    native.Run
	device    *Device
	isDivided bool          // the Division is right for launches of the same choice and program
	divided   *lane.Program // that program
	throttle  int           // and of that hint
	engine    int           // that the workers use: interpreted or compiled
	probe     *native.Probe // measures the launch; nil: none does
	workers   []worker
	body      func(int) bool // runs on each worker; reports whether there is no work left
}

// Run runs a launch to its end. The error is a *Fault if a work-item did something forbidden, ErrCancelled, or names
// the resource that the device lacks.
func (d *Device) Run(l *Launch) error {
	if d.mode == ModeVerify {
		return d.verify(l)
	}
	return d.runOnce(l)
}

func (d *Device) verify(l *Launch) error {
	c, _ := d.native.Choose(l)
	if !c.IsNative() {
		return d.native.Share(l, d.runOnce)
	}
	return d.native.Verify(l,
		func(l *Launch) error { return d.runAs(l, c) },
		func(l *Launch) error { return d.runAs(l, native.Interpreted(l)) })
}

func (d *Device) runOnce(l *Launch) error {
	r, err := d.take()
	if err != nil {
		return fmt.Errorf("kernel %s: %w", l.Name, err)
	}
	defer d.give(r)
	if isSame := r.native.Choose(l); !isSame || r.divided != l.Program || r.throttle != l.Throttle {
		r.isDivided = false
	}
	return r.execute(l)
}

// runAs runs a launch as was chosen.
func (d *Device) runAs(l *Launch, c native.Choice) error {
	r, err := d.take()
	if err != nil {
		return fmt.Errorf("kernel %s: %w", l.Name, err)
	}
	defer d.give(r)
	r.native.Use(c)
	r.isDivided = false
	return r.execute(l)
}

// execute runs a launch on this run's workers, as was chosen.
func (r *run) execute(l *Launch) error {
	r.native.Begin(l)
	if err := r.divide(); err != nil {
		return fmt.Errorf("kernel %s: %w", l.Name, err)
	}
	if r.Total == 0 {
		return nil
	}
	r.Start()
	var n int
	if n, r.probe = r.native.WorkersFor(r.Workers); n <= 1 && r.IsBrief {
		r.body(0)
	} else {
		r.device.threads.Run(n, l.Priority, r.body)
	}
	return r.End()
}

// divide divides the launch for its engine, unless the last launch was divided in the same way.
func (r *run) divide() error {
	if r.isDivided {
		return nil
	}
	demand, err := r.chooseEngine()
	if err != nil {
		return err
	}
	r.Divide(r.native.Choice().Group(), demand, r.Launch.WorkersOf(len(r.workers)))
	r.isDivided, r.divided, r.throttle = true, r.Launch.Program, r.Launch.Throttle
	return nil
}

// chooseEngine chooses the engine of the workers, and returns its demand.
func (r *run) chooseEngine() (launch.Demand, error) {
	if r.native.Choice().IsNative() {
		r.engine = compiled
		return r.native.Demand(), nil
	}
	r.engine = interpreted
	return interp.DemandOf(r.Launch)
}

// take takes a run that is idle, or makes one.
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
	if d.whole != nil {
		if r := d.whole.takeSpare(d.threads.Count()); r != nil {
			r.device = d
			return r, nil
		}
	}
	shared, err := launch.NewRun()
	if err != nil {
		return nil, err
	}
	r := &run{Run: shared, device: d, workers: make([]worker, d.threads.Count())}
	r.native.Init(d.native, shared)
	for i := range r.workers {
		r.workers[i].init(r, i)
	}
	r.body = func(id int) bool { return r.workers[id].work() }
	return r, nil
}

// give gives a run back.
func (d *Device) give(r *run) {
	r.native.Release()
	r.probe = nil
	if d.latest.CompareAndSwap(nil, r) {
		return
	}
	d.mu.Lock()
	d.idle = append(d.idle, r)
	d.mu.Unlock()
}
