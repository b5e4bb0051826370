package main

import (
	"math"
	"runtime/debug"
	"sync"
)

// A build makes about ten times as much garbage as it leaves, and the library's heap is small otherwise (buffers are
// not in it), so that by Go's own measure each build would collect every few megabytes: a third of its time. So the
// heap may grow to five times the live data instead of twice, which is some ten megabytes for usual programs; above a
// gigabyte, which only the largest sources approach, memory counts more than time.
const (
	collectorPercent = 400
	collectorLimit   = 1 << 30
)

// tuneCollector runs at the first build, since it takes some microseconds. The user's own settings (GOGC, GOMEMLIMIT)
// stay.
var tuneCollector = sync.OnceFunc(func() {
	const defaultPercent = 100
	if old := debug.SetGCPercent(collectorPercent); old != defaultPercent {
		debug.SetGCPercent(old)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(collectorLimit)
	}
})
