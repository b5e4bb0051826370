package main

import (
	"math"
	"runtime/debug"
	"testing"
)

// TestTuneCollector: our settings apply where the user has made none, and a second call changes nothing.
func TestTuneCollector(t *testing.T) {
	debug.SetGCPercent(100)
	debug.SetMemoryLimit(math.MaxInt64)
	tuneCollector()
	if got := debug.SetGCPercent(70); got != collectorPercent {
		t.Errorf("%d percent", got)
	}
	if got := debug.SetMemoryLimit(-1); got != collectorLimit {
		t.Errorf("limit %d", got)
	}
	tuneCollector()
	if got := debug.SetGCPercent(100); got != 70 {
		t.Errorf("%d percent after a second time", got)
	}
}
