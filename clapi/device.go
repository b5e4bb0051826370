package clapi

import (
	"heddle/clapi/cl"
	"heddle/exec"
)

// Device is a root device. It lives as long as the platform and is immutable.
type Device struct {
	Object       // for the handle only: the specification does not count root devices
	platform     *Platform
	machine      Machine
	computeUnits uint32
	runner       Runner // shared by all queues
	isVerifying  bool   // launches must name the memory they write
}

func newDevice(p *Platform, setup Setup) *Device {
	units := max(setup.Machine.ComputeUnits, 1)
	if limit := setup.Config.MaxComputeUnits; limit > 0 {
		units = min(units, limit)
	}
	return &Device{platform: p, machine: setup.Machine, computeUnits: uint32(units), runner: newRunner(setup),
		isVerifying: setup.Engine.Mode == exec.ModeVerify}
}

// Retain is clRetainDevice, which does nothing to a root device.
func (d *Device) Retain() error { return d.check() }

// Release is clReleaseDevice, which does nothing to a root device.
func (d *Device) Release() error { return d.check() }

// check answers for a handle that was no device.
func (d *Device) check() error {
	if d == nil {
		return fail(cl.InvalidDevice, "device is not a valid device")
	}
	return nil
}
