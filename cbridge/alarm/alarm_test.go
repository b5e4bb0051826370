package alarm

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestRings(t *testing.T) {
	rung := make(chan time.Time, 1)
	begin := time.Now()
	a := After(20*time.Millisecond, func() { rung <- time.Now() })
	if at := <-rung; at.Sub(begin) < 20*time.Millisecond {
		t.Errorf("it rang after %v", at.Sub(begin))
	}
	if a.Stop() {
		t.Error("an alarm that has rung was stopped")
	}
	After(-time.Second, func() { rung <- time.Now() })
	<-rung
}

func TestStops(t *testing.T) {
	var calls atomic.Int32
	for range 100 {
		a := After(time.Hour, func() { calls.Add(1) })
		if !a.Stop() || a.Stop() {
			t.Fatal("an alarm is stopped once")
		}
	}
	if calls.Load() != 0 {
		t.Errorf("%d stopped alarms rang", calls.Load())
	}
}

// Either the call or the stop comes first.
func TestStopsWhileItRings(t *testing.T) {
	var calls, stops atomic.Int32
	for i := range 200 {
		done := make(chan bool, 1)
		a := After(time.Duration(i)*time.Microsecond, func() { calls.Add(1); done <- true })
		time.Sleep(100 * time.Microsecond)
		if a.Stop() {
			stops.Add(1)
		} else {
			<-done
		}
	}
	if calls.Load()+stops.Load() != 200 {
		t.Errorf("%d calls, %d stops", calls.Load(), stops.Load())
	}
}

// TestOrder: alarms ring by their times, whenever they were set.
func TestOrder(t *testing.T) {
	rung := make(chan int, 5)
	for _, i := range []int{3, 1, 4, 0, 2} {
		After(time.Duration(i+1)*40*time.Millisecond, func() { rung <- i })
	}
	for want := range 5 {
		if got := <-rung; got != want {
			t.Errorf("%d rang in the place of %d", got, want)
		}
	}
}

// TestOneThreadSleeps: many alarms are one thread, which ends when there are none.
func TestOneThreadSleeps(t *testing.T) {
	threads := func() int {
		list, err := os.ReadDir("/proc/self/task")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before := threads()
	var c clock
	var alarms [1000]*Alarm
	for i := range alarms {
		alarms[i] = c.after(time.Hour-time.Duration(i)*time.Second, func() { t.Error("it rang") })
	}
	time.Sleep(50 * time.Millisecond)
	if now := threads(); now > before+4 {
		t.Errorf("%d threads were %d", now, before)
	}
	for _, a := range alarms {
		if !c.stop(a) {
			t.Fatal("it was not stopped")
		}
	}
	rung := make(chan bool)
	c.after(time.Millisecond, func() { rung <- true })
	<-rung
	for end := time.Now().Add(4 * linger); ; time.Sleep(linger / 8) {
		c.mu.Lock()
		isAwake := c.isAwake
		c.mu.Unlock()
		if !isAwake {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the thread stays")
		}
	}
	c.after(time.Millisecond, func() { rung <- true })
	<-rung
}

// TestManyThreadsSetAlarms: each alarm is either stopped or rings once.
func TestManyThreadsSetAlarms(t *testing.T) {
	const setters, each = 8, 2000
	var calls, stops atomic.Int32
	var all sync.WaitGroup
	for s := range setters {
		all.Go(func() {
			for i := range each {
				a := After(time.Duration((i*7+s)%50)*10*time.Microsecond, func() { calls.Add(1) })
				if i%3 == 0 && a.Stop() {
					stops.Add(1)
				}
			}
		})
	}
	all.Wait()
	end := time.Now().Add(20 * time.Second)
	for ; calls.Load()+stops.Load() < setters*each; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d calls, %d stops", calls.Load(), stops.Load())
		}
	}
	time.Sleep(10 * time.Millisecond)
	if n := calls.Load() + stops.Load(); n != setters*each {
		t.Errorf("%d calls and stops", n)
	}
}
