// Package giveway lets compiling rest while launches run that are in a hurry: those that wait for code run what there
// is, on all processors, and better code is compiled when they are over. Whoever compiles looks between its steps.
// The rest is short: a launch that takes longer is better off with better code.
package giveway

import (
	"sync/atomic"
	"syscall"
	"time"
)

// Limit is how long compiling rests for a launch.
const Limit = 3 * time.Millisecond

// look is how long compiling rests before it looks again.
const look = 50 * time.Microsecond

var (
	hurried atomic.Int32 // launches
	until   atomic.Int64 // the time in nanoseconds at which the rest ends
)

// Begin begins a launch in a hurry. The caller does not compile before End.
func Begin() {
	until.Store(time.Now().Add(Limit).UnixNano())
	hurried.Add(1)
}

// End ends it.
func End() { hurried.Add(-1) }

// Rest returns when no launch is in a hurry, or the limit is over.
func Rest() {
	now := time.Now().UnixNano()
	end := now + int64(Limit) // however many launches follow each other
	for hurried.Load() > 0 && now < min(end, until.Load()) {
		// Go's timers would open descriptors, which applications close (package alarm).
		pause := syscall.NsecToTimespec(int64(look))
		_ = syscall.Nanosleep(&pause, nil) // interrupted: it looks sooner
		now = time.Now().UnixNano()
	}
}
