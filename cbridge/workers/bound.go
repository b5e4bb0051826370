package workers

/*
#include "mask.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Bound pools are those of sub-devices: their threads run only on certain processors, and so do the callers of Run,
// which On binds for that time. Go starts no thread from one that is locked to its goroutine, so none inherits the
// mask.

// mask is a set of processors, a bit for each.
type mask [C.HEDDLE_MASK_BYTES]byte

func maskOf(processors []int) *mask {
	m := new(mask)
	for _, p := range processors {
		m[p/8] |= 1 << (p % 8)
	}
	return m
}

// NewBound makes a pool of as many workers as there are processors in a list, on which alone they run.
func NewBound(processors []int) *Pool {
	p := New(func() int { return len(processors) })
	p.bound = maskOf(processors)
	return p
}

// On calls f on the calling goroutine, whose thread runs only on the pool's processors meanwhile, if it has some. Where
// the system forbids that, f runs wherever it would.
func (p *Pool) On(f func()) {
	if p.bound == nil {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := new(mask)
	if C.heddle_get_mask(unsafe.Pointer(before)) != 0 || C.heddle_set_mask(unsafe.Pointer(p.bound)) != 0 {
		f()
		return
	}
	defer C.heddle_set_mask(unsafe.Pointer(before))
	f()
}
