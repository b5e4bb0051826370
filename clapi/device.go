package clapi

import (
	"slices"
	"sync"
	"time"

	"heddle/clapi/cl"
	"heddle/exec"
)

// Device is a root device, which lives as long as the platform, or a sub-device, which lives as long as its references,
// its own sub-devices and the contexts with it. It is immutable.
type Device struct {
	Object    // of a root device for the handle only: the specification does not count them
	platform  *Platform
	parent    *Device  // held; nil: a root device
	partition []uint64 // CL_DEVICE_PARTITION_TYPE
	machine   Machine
	maxUnits  int          // limit of the compute units that the configuration sets; 0: none
	cpus      func() []CPU // that stand for the compute units; none if they are not known
	bind      func([]int) BoundWorkers
	threads   exec.Workers  // run kernels; nil in tests that run nothing
	workers   BoundWorkers  // the same of a sub-device; nil: a root device
	runner    Runner        // shared by all queues
	memory    *sync.RWMutex // held for reading by commands that write memory; nil: they need not (exec.Engine)
	timeout   time.Duration // of a launch; 0: none
	budget    budget        // of memory; only that of root devices is used
	isTraced  bool          // failed commands are reported on standard error, too

	machineLanes uint64 // work-items that machine code runs at once, 1 when there is none

	kernelCommands sync.Pool // of *kernelCommand
	copyCommands   sync.Pool // of *copyCommand
	fillCommands   sync.Pool // of *fillCommand
}

// BoundWorkers are threads that run on certain processors only.
type BoundWorkers interface {
	exec.Workers
	// On calls f on the calling goroutine, whose thread runs on these processors meanwhile.
	On(f func())
	// Close ends the threads, none of which works.
	Close()
}

func newDevice(p *Platform, setup Setup) *Device {
	setup.Machine.limitMemory(setup.Config.MemLimit)
	d := &Device{
		platform:  p,
		partition: []uint64{0},
		machine:   setup.Machine,
		maxUnits:  setup.Config.MaxComputeUnits,
		bind:      setup.Bind,
		threads:   setup.Workers,
		runner:    newRunner(setup, p.times),
		memory:    setup.Engine.Memory,
		timeout:   setup.Config.Timeout,
		budget:    budget{limit: setup.Machine.MemoryBytes},
		isTraced:  setup.Config.TraceErrors,

		machineLanes: 1,
	}
	d.cpus = sync.OnceValue(func() []CPU { return d.unitsOf(setup.CPUs) })
	if e := setup.Engine; e.Machine != nil && e.Mode != exec.ModeInterpreter {
		d.machineLanes = max(uint64(e.VectorBits/32), 1)
	}
	return d
}

// unitsOf is as many processors as there are compute units, none if they are not known.
func (d *Device) unitsOf(cpus func() []CPU) []CPU {
	if cpus == nil || d.bind == nil {
		return nil
	}
	list, units := cpus(), d.computeUnits()
	if len(list) < units {
		return nil
	}
	return slices.Clip(list[:units])
}

// newPart makes a sub-device of some of the device's processors.
func (d *Device) newPart(cpus []CPU, partition []uint64) (*Device, error) {
	if err := d.attach(); err != nil {
		return nil, err
	}
	part := &Device{
		platform: d.platform, parent: d, partition: partition, machine: d.machine, bind: d.bind, runner: d.runner,
		memory: d.memory, timeout: d.timeout, isTraced: d.isTraced, machineLanes: d.machineLanes,
		cpus: func() []CPU { return cpus },
	}
	part.machine.ComputeUnits = len(cpus)
	numbers := make([]int, len(cpus))
	for i, c := range cpus {
		numbers[i] = c.Number
	}
	part.workers = d.bind(numbers)
	part.threads = part.workers
	part.runner = partOf(d.platform.device.runner, part.workers)
	part.init("device", cl.InvalidDevice, part.destroyPart)
	return part, nil
}

func (d *Device) destroyPart() {
	if runner, ok := d.runner.(interface{ Close() }); ok {
		runner.Close()
	}
	d.workers.Close()
	d.parent.detach()
}

// attach keeps the device for something that is made for it. A root device always lives.
func (d *Device) attach() error {
	if d.parent == nil {
		return nil
	}
	return d.take()
}

// detach gives up what attach keeps.
func (d *Device) detach() {
	if d.parent != nil {
		d.dropLater()
	}
}

// isPartOf reports whether the device is another one or a sub-device of it, directly or not.
func (d *Device) isPartOf(other *Device) bool {
	for ; d != nil; d = d.parent {
		if d == other {
			return true
		}
	}
	return false
}

// on calls f where the device's commands belong: on its processors, if it is a sub-device.
func (d *Device) on(f func()) {
	if d.workers == nil {
		f()
		return
	}
	d.workers.On(f)
}

// executor is what executes the commands of the device's queues: nil for any thread.
func (d *Device) executor() func(func()) {
	if d.workers == nil {
		return nil
	}
	return d.workers.On
}

// computeUnits is the number of cores that run kernels.
func (d *Device) computeUnits() int {
	units := max(d.machine.ComputeUnits, 1)
	if d.maxUnits > 0 {
		units = min(units, d.maxUnits)
	}
	return units
}

// Retain is clRetainDevice, which does nothing to a root device.
func (d *Device) Retain() error {
	if err := d.check(); err != nil || d.parent == nil {
		return err
	}
	return d.retain()
}

// Release is clReleaseDevice, which does nothing to a root device.
func (d *Device) Release() error {
	if err := d.check(); err != nil || d.parent == nil {
		return err
	}
	return d.release()
}

// referenceCount is CL_DEVICE_REFERENCE_COUNT, always 1 for a root device.
func (d *Device) referenceCount() uint32 {
	if d.parent == nil {
		return 1
	}
	return d.ReferenceCount()
}

// check rejects an invalid device handle.
func (d *Device) check() error {
	if d == nil {
		return fail(cl.InvalidDevice, "device is not a valid device")
	}
	return nil
}
