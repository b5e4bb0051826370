package clapi

import (
	"sync"
	"sync/atomic"
	"testing"

	"heddle/clapi/cl"
)

func TestObjectLife(t *testing.T) {
	var events []string
	var o Object
	o.init("thing", cl.InvalidValue, func() { events = append(events, "destroy") })
	o.SetHandle(7, func(handle uintptr) {
		if handle != 7 {
			t.Errorf("retired handle %d", handle)
		}
		events = append(events, "retire")
	})
	wantStatus(t, "retain", o.retain(), cl.Success)
	if o.ReferenceCount() != 2 {
		t.Errorf("count %d", o.ReferenceCount())
	}
	o.hold()
	wantStatus(t, "release", o.release(), cl.Success)
	wantStatus(t, "release", o.release(), cl.Success)
	wantStatus(t, "release of a held object without references", o.release(), cl.InvalidValue)
	wantStatus(t, "retain of a held object without references", o.retain(), cl.Success)
	o.drop()
	if len(events) != 0 {
		t.Fatalf("destroyed early: %v", events)
	}
	wantStatus(t, "last release", o.release(), cl.Success)
	if len(events) != 2 || events[0] != "destroy" || events[1] != "retire" {
		t.Fatalf("events %v", events)
	}
	wantStatus(t, "retain after the end", o.retain(), cl.InvalidValue)
	wantStatus(t, "release after the end", o.release(), cl.InvalidValue)
	wantStatus(t, "hold after the end", panicOf(o.hold), cl.InvalidValue)
}

// panicOf is the error that f panics with.
func panicOf(f func()) (err error) {
	defer func() { err = recover().(*Error) }()
	f()
	return nil
}

func TestObjectHammer(t *testing.T) {
	for range 200 {
		var o Object
		var destroyed atomic.Int32
		o.init("thing", cl.InvalidValue, func() { destroyed.Add(1) })
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for range 50 {
					if o.tryHold() {
						if o.retain() == nil {
							_ = o.release()
						}
						o.drop()
					}
				}
			})
		}
		group.Go(func() { _ = o.release() })
		group.Wait()
		if destroyed.Load() != 1 || o.ReferenceCount() != 0 {
			t.Fatalf("destroyed %d times, count %d", destroyed.Load(), o.ReferenceCount())
		}
	}
}

func TestReport(t *testing.T) {
	f := newFixture(t)
	_, err := f.context.CreateBuffer(0, 0, 0)
	if Report(err) != cl.InvalidBufferSize || len(f.reasons) != 1 {
		t.Errorf("reasons %q", f.reasons)
	}
	if Report(nil) != cl.Success || len(f.reasons) != 1 {
		t.Errorf("reasons %q", f.reasons)
	}
}
