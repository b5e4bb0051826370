package main

import "C" // makes the exports

import (
	"slices"

	"golang.org/x/sys/unix"

	"heddle/clapi/cl"
)

// heddleTraceBegin is told of each call while calls are printed (HEDDLE_TRACE_BEGIN). The arguments are an array on the
// stack of the caller. The result is for heddleTraceEnd.
//
//export heddleTraceBegin
func heddleTraceBegin(number uint32, arguments uintptr, count uint32) uint32 {
	list := slices.Clone(sizes(arguments, uint64(count)))
	return uint32(process.calls.Begin(unix.Gettid(), int(number), list))
}

// heddleTraceEnd is told of the end of each call. A status comes as a number with sign, and is 0 for functions without
// a result.
//
//export heddleTraceEnd
func heddleTraceEnd(depth uint32, result uint64) {
	process.calls.End(unix.Gettid(), int(depth), result)
}

// traceReason tells why the present call of this thread fails.
func traceReason(status cl.Status, reason string) {
	if process.calls != nil {
		process.calls.Fail(unix.Gettid(), status, reason)
	}
}

// traceAnswered tells the length of the list, or the size of the value, that the present call of this thread answers.
func traceAnswered(size int) {
	if process.calls != nil {
		process.calls.Answered(unix.Gettid(), size)
	}
}
