package clapi

import (
	"sync/atomic"

	"heddle/clapi/cl"
)

// Object is the base of everything that has a handle and a reference count.
//
// Two counts keep an object. The API count is the one that clRetain and clRelease change and CL_*_REFERENCE_COUNT
// returns. The holds are those of the driver itself: one for a non-zero API count, one for each object attached to this
// one (a queue holds its context, a sub-buffer its parent) and one for each command that still uses it. The object is
// destroyed when the last hold goes. An object whose API count is zero but which is held may be retained again, because
// a query such as CL_QUEUE_CONTEXT still hands out its handle.
type Object struct {
	apiCount atomic.Int32
	holds    atomic.Int32
	name     string    // in the specification's words, for reasons: "command queue"
	invalid  cl.Status // the status of calls for an invalid object of this kind
	destroy  func()    // immutable after init; runs once, with no lock held; may be nil
	kept     *Object   // immutable after init: what this object holds until its end; may be nil
	handle   uintptr   // set once by icd before the application sees it
	retire   func(handle uintptr)

	callsAtEnd atomic.Bool       // the end calls functions of the application
	postpone   func(func()) bool // Setup.Postpone; immutable; nil for objects that have no such functions
}

// init starts the life of an object: API count 1, one hold.
func (o *Object) init(name string, invalid cl.Status, destroy func()) {
	o.name, o.invalid, o.destroy = name, invalid, destroy
	o.apiCount.Store(1)
	o.holds.Store(1)
}

// SetHandle gives the object the handle by which the application knows it, and a function to retire that handle when
// the object is destroyed. icd calls it once, before the handle leaves the library. retire may be nil.
func (o *Object) SetHandle(handle uintptr, retire func(handle uintptr)) {
	o.handle, o.retire = handle, retire
}

// Handle is the handle given to SetHandle, 0 before that.
func (o *Object) Handle() uintptr { return o.handle }

// ReferenceCount is the API count.
func (o *Object) ReferenceCount() uint32 { return uint32(o.apiCount.Load()) }

// retain is clRetain. It fails on an object that is already being destroyed.
func (o *Object) retain() error {
	if !o.tryHold() {
		return fail(o.invalid, "the %s was released", o.name)
	}
	if o.apiCount.Add(1) > 1 {
		o.drop() // only the first API reference carries a hold
	}
	return nil
}

// release is clRelease. It fails when there is no API reference left.
func (o *Object) release() error {
	for {
		count := o.apiCount.Load()
		if count <= 0 {
			return fail(o.invalid, "the %s was released more often than retained", o.name)
		}
		if o.apiCount.CompareAndSwap(count, count-1) {
			if count == 1 {
				o.drop()
			}
			return nil
		}
	}
}

// tryHold takes a hold unless the object is already being destroyed, and reports whether it did.
func (o *Object) tryHold() bool {
	for {
		holds := o.holds.Load()
		if holds <= 0 {
			return false
		}
		if o.holds.CompareAndSwap(holds, holds+1) {
			return true
		}
	}
}

// take takes a hold. The caller knows that the object lived when the call began; it fails if the application has
// released it meanwhile, on another thread.
func (o *Object) take() error {
	if !o.tryHold() {
		return fail(o.invalid, "the %s was released during the call", o.name)
	}
	return nil
}

// hold is take for callers that hold nothing else yet, and for objects that another hold keeps alive: the failure is a
// panic, which ends the call.
func (o *Object) hold() {
	if err := o.take(); err != nil {
		panic(err)
	}
}

// drop gives up a hold. The last one destroys the object on this thread, which may call the application's destructor
// callbacks: no lock may be held. It is destroyed later if such callbacks nest too deep already. Workers that finish
// commands use dropLater.
func (o *Object) drop() {
	if o.lastDrop() && !(o.callsAtEnd.Load() && o.postpone(o.end)) {
		o.end()
	}
}

// dropLater is drop for threads on which the application must not be called: a destruction runs on its own goroutine.
func (o *Object) dropLater() {
	if o.lastDrop() {
		go o.end()
	}
}

func (o *Object) lastDrop() bool {
	holds := o.holds.Add(-1)
	if holds < 0 {
		panic("BUG: more drops than holds on a " + o.name)
	}
	return holds == 0
}

// dropEach is dropLater for a list.
func dropEach[T interface{ dropLater() }](list []T) {
	for _, one := range list {
		one.dropLater()
	}
}

// end destroys the object and only then gives its handle back, so that destructor callbacks see an unused value.
func (o *Object) end() {
	if o.destroy != nil {
		o.destroy()
	}
	if o.kept != nil {
		o.kept.dropLater()
	}
	if o.retire != nil {
		o.retire(o.handle)
	}
}
