// Package shortage ends builds for which the process has no address space left. Memory of Go cannot be refused: the
// runtime ends the process where the system does not give it any. So address space is kept back that the runtime gets
// when there is no other (cbridge/host/heap.c), and a word tells that it has been taken: builds look at it between
// their steps.
package shortage

import "sync/atomic"

// Error is the panic of a build that ends.
type Error struct{}

// Error is the text for the build log.
func (Error) Error() string { return "the process has no address space left for this build" }

// word is not 0 while memory is short. It is nil in tests and tools.
var word atomic.Pointer[uint32]

// Watch names the word to look at.
func Watch(w *uint32) { word.Store(w) }

// Is reports whether memory is short.
func Is() bool {
	w := word.Load()
	return w != nil && atomic.LoadUint32(w) != 0
}

// Check ends a build if memory is short.
func Check() {
	if Is() {
		panic(Error{})
	}
}
