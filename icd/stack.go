package main

import "C" // makes the export

import (
	"runtime/debug"

	"heddle/cbridge/gostack"
)

// heddleBeginThread is called by each thread before its other calls: a handler of the application may run on the stack,
// and an invalid pointer of the application fails the call that got it (recoverStatus), not the process. Both last for
// all calls of the thread, because the runtime keeps the goroutine of its calls.
//
//export heddleBeginThread
func heddleBeginThread() {
	gostack.Grow()
	debug.SetPanicOnFault(true)
}
