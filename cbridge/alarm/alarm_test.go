package alarm

import (
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
