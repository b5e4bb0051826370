// Package alarm calls functions later without the Go runtime's timers. Those make the runtime open two descriptors and
// poll one of them every 10 ms; an application that closes all descriptors, as services do, would end the process.
package alarm

import (
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	waiting = iota
	stopped
	rung

	futexWaitPrivate, futexWakePrivate = 128, 129
)

// Alarm is a call that is to come.
type Alarm struct{ state uint32 }

// After calls a function on a goroutine of its own after some time, during which a thread sleeps.
func After(d time.Duration, do func()) *Alarm {
	a := new(Alarm)
	end := time.Now().Add(d)
	go func() {
		for left := d; left > 0 && atomic.LoadUint32(&a.state) == waiting; left = time.Until(end) {
			pause := unix.NsecToTimespec(int64(left))
			_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&a.state)), futexWaitPrivate, waiting,
				uintptr(unsafe.Pointer(&pause)), 0, 0)
		}
		if atomic.CompareAndSwapUint32(&a.state, waiting, rung) {
			do()
		}
	}()
	return a
}

// Stop prevents the call, and reports whether it has.
func (a *Alarm) Stop() bool {
	if !atomic.CompareAndSwapUint32(&a.state, waiting, stopped) {
		return false
	}
	_, _, _ = unix.Syscall(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&a.state)), futexWakePrivate, 1)
	return true
}
