package events

import "time"

// Clock gives the profiling times. Now is called with locks held and must not block; it may run backwards (a command
// corrects that for itself).
type Clock interface {
	// Now is the time in nanoseconds since some fixed moment.
	Now() uint64
}

// SystemClock is the monotonic clock of the machine, in nanoseconds since the library was loaded. It is the device's
// timer as clGetDeviceAndHostTimer shows it.
type SystemClock struct{}

// loaded is never changed; one nanosecond earlier than now, because tools take a time of 0 for "not recorded".
var loaded = time.Now().Add(-1)

// Now implements Clock.
func (SystemClock) Now() uint64 { return uint64(time.Since(loaded)) }
