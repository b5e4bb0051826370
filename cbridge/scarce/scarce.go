// Package scarce lets allocations outside the Go heap fail on purpose, as HEDDLE_FAIL_ALLOCATION wants it: memory,
// handles, machine code, threads. Allocations are counted from the start of the library, those of C
// (cbridge/host/scarce.c) and those of Go by one counter.
//
// The package must not know who allocates. It has no cgo, since those who do have none.
package scarce

import (
	"fmt"
	"os"
	"sync/atomic"
)

// Plan says which allocations fail, and counts them. C has the same struct.
type Plan struct {
	nth   uint64 // immutable; 0: none fails
	mode  uint64 // immutable
	count atomic.Uint64
}

// The modes, as in cbridge/host/scarce.h.
const (
	once     = iota // the n-th fails
	fromThen        // the n-th fails and all after it
	every           // each n-th fails
)

// plan is that of the process, nil where nothing fails.
var plan atomic.Pointer[Plan]

// Follow makes a plan the one of the process.
func Follow(p *Plan) { plan.Store(p) }

// Refuses counts an allocation of something, and reports whether it is to fail. It says so on standard error.
func Refuses(what string) bool {
	p := plan.Load()
	if p == nil || p.nth == 0 {
		return false
	}
	return p.refuses(what)
}

func (p *Plan) refuses(what string) bool {
	n := p.count.Add(1)
	if !p.fails(n) {
		return false
	}
	fmt.Fprintf(os.Stderr, "heddle: allocation %d is refused: %s\n", n, what)
	return true
}

func (p *Plan) fails(n uint64) bool {
	switch p.mode {
	case fromThen:
		return n >= p.nth
	case every:
		return n%p.nth == 0
	}
	return n == p.nth
}

// Error is what an allocation that is refused fails with.
type Error struct{}

// Error is the text of the error.
func (Error) Error() string { return "refused by HEDDLE_FAIL_ALLOCATION" }

// Check is Refuses as an error, nil where the allocation may go on.
func Check(what string) error {
	if Refuses(what) {
		return Error{}
	}
	return nil
}
