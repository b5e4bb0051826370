package main

import (
	"math"
	"runtime/debug"
	"testing"
	"time"
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

// TestReclaimer: garbage is given back without further allocations, though the collector would let it be.
func TestReclaimer(t *testing.T) {
	r := watchHeap(50 * time.Millisecond)
	defer r.stop()
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	kept := make([][]byte, 0, 256)
	for range cap(kept) {
		block := make([]byte, 1<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		kept = append(kept, block)
	}
	if heap := heapState(); resident(&heap) < uint64(len(kept))<<20 {
		t.Fatalf("%d bytes are resident", resident(&heap))
	}
	kept = nil
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		heap := heapState()
		if resident(&heap) < largeHeap {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d bytes are still resident", resident(&heap))
		}
	}
}
