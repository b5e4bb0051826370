// Package gostack makes goroutine stacks large.
//
// A thread of an application that is inside Go stands on a goroutine's stack, which begins with 8 KiB and has other
// data of the Go heap below it. A signal handler of the application that has no signal stack of its own (no SA_ONSTACK)
// runs there too, and what it needs beyond the end of the stack destroys that data. The runtime keeps a stack for the
// thread's next calls; with GODEBUG=gcshrinkstackoff=1 it keeps its size.
package gostack

// Bytes is the least size after Grow: room for what calls use and for a handler.
const Bytes = 256 << 10

// Grow gives the calling goroutine a stack of at least Bytes. Only pages that are touched take memory.
func Grow() { needRoom() }
