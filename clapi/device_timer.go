package clapi

import (
	"heddle/clapi/cl"
	"heddle/events"
)

// timerResolutionNS is the resolution of the device's and of the host's timer, which are one clock.
const timerResolutionNS = 1

// Timers is clGetDeviceAndHostTimer: the clock of the profiling times, once as the device's and once as the host's.
func (d *Device) Timers(hasTargets bool) (deviceNS, hostNS uint64, err error) {
	hostNS, err = d.HostTimer(hasTargets)
	return hostNS, hostNS, err
}

// HostTimer is clGetHostTimer. hasTarget: the result pointer is not NULL.
func (d *Device) HostTimer(hasTarget bool) (uint64, error) {
	if err := d.check(); err != nil {
		return 0, err
	}
	if !hasTarget {
		return 0, fail(cl.InvalidValue, "a pointer for a timestamp is NULL")
	}
	return events.SystemClock{}.Now(), nil
}
