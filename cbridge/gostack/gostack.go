// Package gostack makes goroutine stacks large.
//
// A thread of an application that is inside Go stands on a goroutine's stack, which begins with 8 KiB and has other
// data of the Go heap below it. A signal handler of the application that has no signal stack of its own (no SA_ONSTACK)
// runs there too, and overwrites that data if it needs more than is left of the stack. The runtime keeps a stack for
// the thread's next calls; with GODEBUG=gcshrinkstackoff=1 it keeps its size.
package gostack

// Bytes is the least size after Grow: enough for calls and for a handler.
const Bytes = 256 << 10

// Grow gives the calling goroutine, which is at the beginning of its stack, one of at least Bytes. Only pages that are
// touched take memory.
func Grow() {
	needRoom()
	release()
}
