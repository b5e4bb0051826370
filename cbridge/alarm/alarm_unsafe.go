// Package alarm calls functions later without the Go runtime's timers. Those make the runtime open two descriptors and
// poll one of them every 10 ms; an application that closes all descriptors, as services do, would end the process.
//
// One thread sleeps for all alarms, until the earliest. It is not woken when an alarm is stopped, and goes on sleeping
// for a while when none is left: launches with a time limit set one alarm after the other, each later than the last,
// and wake no thread.
package alarm

import (
	"container/heap"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// linger is how long the thread stays when there is nothing to wait for.
const linger = 2 * time.Second

const futexWaitPrivate, futexWakePrivate = 128, 129

// Alarm is a call that is to come.
type Alarm struct {
	at    time.Time // immutable
	do    func()    // immutable
	place int       // in the list of the clock, guarded by its mutex; notListed: it has rung or was stopped
}

const notListed = -1

// clock has the alarms of the process.
type clock struct {
	mu       sync.Mutex
	list     byTime    // guarded by mu
	isAwake  bool      // guarded by mu: there is a goroutine that runs
	wakes    time.Time // guarded by mu: until when it sleeps
	earliers uint32    // grows when it is to wake before, under mu; the word that it sleeps at
}

var process clock

// After calls a function on a goroutine of its own after some time.
func After(d time.Duration, do func()) *Alarm { return process.after(d, do) }

// Stop prevents the call, and reports whether it has.
func (a *Alarm) Stop() bool { return process.stop(a) }

func (c *clock) after(d time.Duration, do func()) *Alarm {
	a := &Alarm{at: time.Now().Add(d), do: do}
	c.mu.Lock()
	defer c.mu.Unlock()
	heap.Push(&c.list, a)
	switch {
	case !c.isAwake:
		c.isAwake = true
		go c.run()
	case a.at.Before(c.wakes):
		c.wakes = a.at
		atomic.AddUint32(&c.earliers, 1)
		_, _, _ = unix.Syscall(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&c.earliers)), futexWakePrivate, 1)
	}
	return a
}

func (c *clock) stop(a *Alarm) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a.place == notListed {
		return false
	}
	heap.Remove(&c.list, a.place)
	return true
}

// run rings the alarms until there has been none for a while.
func (c *clock) run() {
	for idle := false; ; {
		pause, earliers, isIdle := c.ring()
		if isIdle && idle && c.retire() {
			return
		}
		idle = isIdle
		if pause > 0 {
			limit := unix.NsecToTimespec(int64(pause))
			_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&c.earliers)), futexWaitPrivate,
				uintptr(earliers), uintptr(unsafe.Pointer(&limit)), 0, 0)
		}
	}
}

// ring calls what is due. It returns how long there is nothing to do, and the word to sleep at.
func (c *clock) ring() (pause time.Duration, earliers uint32, isIdle bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	for len(c.list) > 0 && !c.list[0].at.After(now) {
		go heap.Pop(&c.list).(*Alarm).do()
	}
	isIdle = len(c.list) == 0
	c.wakes = now.Add(linger)
	if !isIdle {
		c.wakes = c.list[0].at
	}
	return c.wakes.Sub(now), atomic.LoadUint32(&c.earliers), isIdle
}

// retire ends the thread, unless there is an alarm again.
func (c *clock) retire() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isAwake = len(c.list) > 0
	return !c.isAwake
}

// byTime is a heap of alarms.
type byTime []*Alarm

func (l byTime) Len() int           { return len(l) }
func (l byTime) Less(i, j int) bool { return l[i].at.Before(l[j].at) }

func (l byTime) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].place, l[j].place = i, j
}

func (l *byTime) Push(a any) {
	alarm := a.(*Alarm)
	alarm.place = len(*l)
	*l = append(*l, alarm)
}

func (l *byTime) Pop() any {
	last := len(*l) - 1
	alarm := (*l)[last]
	(*l)[last] = nil
	*l = (*l)[:last]
	alarm.place = notListed
	return alarm
}
