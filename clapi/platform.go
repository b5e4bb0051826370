package clapi

import (
	"io"
	"sync/atomic"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/clapi/config"
	"heddle/exec"
	"heddle/svm"
)

// Platform is the one platform of the library with its one device. It lives as long as the process.
type Platform struct {
	Object      // for the handle only: platforms are not counted
	device      *Device
	compiler    Compiler
	allocations svm.Table[*Allocation] // of all contexts
	userCode    userCode
	times       *kernelTimes // of launches; nil: they are not measured
	guards      bool         // memory objects lie between memory that cannot be accessed
	guarded     atomic.Int64 // memory objects that do
	postpone    func(func()) bool

	// shared is what allocations lie in, and nothing else: pointers to freed memory that programs go on to use do not
	// change memory objects, nor what is ours.
	shared hostmem.Sized
}

// Setup is the platform's environment.
type Setup struct {
	Config   config.Config
	Compiler Compiler     // nil: programs cannot be built (CL_COMPILER_NOT_AVAILABLE)
	Workers  exec.Workers // nil: for tests that run nothing
	Engine   exec.Engine  // that runs kernels
	Machine  Machine      // answers about the machine; fixed values in tests

	// CPUs are the processors that stand for the compute units, those next to each other that share the most. Bind
	// makes threads that run only on some of them, given by their numbers. If one is nil, the device cannot be divided.
	CPUs func() []CPU
	Bind func(processors []int) BoundWorkers

	// Postpone takes over the end of an object with destructor callbacks if such nest too deep already on the calling
	// thread, and reports whether it does; it holds no lock. nil: never.
	Postpone func(end func()) bool
}

// NewPlatform makes the platform and its device.
func NewPlatform(setup Setup) *Platform {
	p := &Platform{compiler: setup.Compiler, guards: setup.Config.Guard, postpone: setup.Postpone}
	if p.postpone == nil {
		p.postpone = func(func()) bool { return false }
	}
	if setup.Config.TraceTimes {
		p.times = newKernelTimes()
	}
	p.device = newDevice(p, setup)
	return p
}

// Device is the platform's only root device.
func (p *Platform) Device() *Device { return p.device }

// ReportAtExit prints what the configuration wants to be told when the process ends.
func (p *Platform) ReportAtExit(to io.Writer) {
	if p.times != nil {
		p.times.report(to)
	}
}

// DeviceIDs is clGetDeviceIDs. A nil platform stands for an invalid handle; the caller has replaced a NULL handle by
// the platform, which the specification leaves to us.
func (p *Platform) DeviceIDs(deviceType uint64) ([]*Device, error) {
	if p == nil {
		return nil, fail(cl.InvalidPlatform, "platform is not a platform of this driver")
	}
	if !isDeviceType(deviceType) {
		return nil, fail(cl.InvalidDeviceType, "device_type %#x is no device type", deviceType)
	}
	const ours = cl.DeviceTypeCpu | cl.DeviceTypeDefault
	if deviceType != cl.DeviceTypeAll && deviceType&ours == 0 {
		return nil, fail(cl.DeviceNotFound, "the platform has no device of type %#x", deviceType)
	}
	return []*Device{p.device}, nil
}

func isDeviceType(deviceType uint64) bool {
	const known = cl.DeviceTypeDefault | cl.DeviceTypeCpu | cl.DeviceTypeGpu | cl.DeviceTypeAccelerator |
		cl.DeviceTypeCustom
	return deviceType == cl.DeviceTypeAll || deviceType != 0 && deviceType&^uint64(known) == 0
}

// UnloadCompiler is clUnloadPlatformCompiler. It is a hint, and the compiler holds nothing worth freeing.
func (p *Platform) UnloadCompiler() error {
	if p == nil {
		return fail(cl.InvalidPlatform, "platform is not a platform of this driver")
	}
	return nil
}
