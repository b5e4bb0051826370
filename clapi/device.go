package clapi

import (
	"sync"
	"time"

	"heddle/clapi/cl"
	"heddle/exec"
)

// Device is a root device. It lives as long as the platform and is immutable.
type Device struct {
	Object   // for the handle only: the specification does not count root devices
	platform *Platform
	machine  Machine
	maxUnits int           // limit of the compute units that the configuration sets; 0: none
	runner   Runner        // shared by all queues
	memory   *sync.RWMutex // held for reading by commands that write memory; nil: they need not (exec.Engine)
	timeout  time.Duration // of a launch; 0: none

	machineLanes uint64 // work-items that machine code runs at once, 1 when there is none

	kernelCommands sync.Pool // of *kernelCommand
}

func newDevice(p *Platform, setup Setup) *Device {
	d := &Device{
		platform: p,
		machine:  setup.Machine,
		maxUnits: setup.Config.MaxComputeUnits,
		runner:   newRunner(setup, p.times),
		memory:   setup.Engine.Memory,
		timeout:  setup.Config.Timeout,

		machineLanes: 1,
	}
	if e := setup.Engine; e.Machine != nil && e.Mode != exec.ModeInterpreter {
		d.machineLanes = max(uint64(e.VectorBits/32), 1)
	}
	return d
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
func (d *Device) Retain() error { return d.check() }

// Release is clReleaseDevice, which does nothing to a root device.
func (d *Device) Release() error { return d.check() }

// check rejects an invalid device handle.
func (d *Device) check() error {
	if d == nil {
		return fail(cl.InvalidDevice, "device is not a valid device")
	}
	return nil
}
