package main

import (
	"math"
	"runtime/debug"
	"sync"
)

// A build makes garbage of some ten times what it leaves, and the library's heap is small otherwise (the memory of
// buffers is none of it), so that by Go's own measure each build would collect every few megabytes: a third of its
// time. So the heap may grow to five times what lives instead of twice, which is some ten megabytes for usual programs;
// above a gigabyte, which only the largest sources come near, memory counts more than time.
const (
	collectorPercent = 400
	collectorLimit   = 1 << 30
)

// tuneCollector is done at the first build, since it takes some microseconds. What the user has set (GOGC, GOMEMLIMIT)
// stays.
var tuneCollector = sync.OnceFunc(func() {
	const defaultPercent = 100
	if old := debug.SetGCPercent(collectorPercent); old != defaultPercent {
		debug.SetGCPercent(old)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(collectorLimit)
	}
})
