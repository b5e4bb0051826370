// Package shortage ends builds for which the process has no memory left. Memory of Go cannot be refused: the runtime
// ends the process where the system does not give it any. So address space is kept back that the runtime gets when
// there is no other (cbridge/host/heap.c), and a word tells that it has been taken, or that the heap is larger than it
// may be: builds look at it between their steps. Steps that may need more than what is kept back ask whether it can be
// had before they begin.
package shortage

import "sync/atomic"

// Error is the panic of a build that ends.
type Error struct{}

// Error is the text for the build log.
func (Error) Error() string { return "the process has no memory left for this build" }

// source is where address space comes from.
type source struct {
	word *uint32           // not 0 while memory is short
	has  func(uint64) bool // whether the heap may grow by a number of bytes
}

// process is nil in tests and tools.
var process atomic.Pointer[source]

// Watch names the word to look at, and who knows whether there is more.
func Watch(word *uint32, has func(bytes uint64) bool) { process.Store(&source{word, has}) }

// Is reports whether memory is short.
func Is() bool {
	s := process.Load()
	return s != nil && atomic.LoadUint32(s.word) != 0
}

// Check ends a build if memory is short.
func Check() {
	if Is() {
		panic(Error{})
	}
}

// Large is what steps of a build may take without asking. Several threads may do so between two looks at the word.
const Large = 16 << 20

// Require is called before a step with the bytes that it takes of the heap at most. It ends the build if they are not
// there.
func Require(bytes uint64) {
	Check()
	if s := process.Load(); bytes >= Large && s != nil && !s.has(bytes) {
		panic(Error{})
	}
}

// Of is the error of what runs, if it ends for want of address space.
func Of(run func() error) (err error) {
	defer func() {
		reason := recover()
		if short, ok := reason.(Error); ok {
			err = short
		} else if reason != nil {
			panic(reason)
		}
	}()
	return run()
}
