package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestTuneCollector: our settings apply where the user has made none, and a second call changes nothing.
func TestTuneCollector(t *testing.T) {
	debug.SetGCPercent(100)
	debug.SetMemoryLimit(math.MaxInt64)
	defer debug.SetMemoryLimit(math.MaxInt64)
	defer func(bound uint64) { heapBound = bound }(heapBound)
	boundHeap(8<<30, 4<<30)
	tuneCollector()
	if got := debug.SetGCPercent(70); got != collectorPercent {
		t.Errorf("%d percent", got)
	}
	if got := debug.SetMemoryLimit(-1); got != 3<<29 { // this process has no limit of address space
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

// TestPercentFor: small heaps may grow to five times what lives, large ones by half.
func TestPercentFor(t *testing.T) {
	for _, test := range []struct {
		live    uint64
		percent int
	}{{0, 400}, {1 << 20, 400}, {24 << 20, 400}, {48 << 20, 200}, {96 << 20, 100}, {150 << 20, 64}, {1 << 40, 50}} {
		if got := percentFor(test.live); got != test.percent {
			t.Errorf("%d bytes: %d percent", test.live, got)
		}
	}
}

// TestRetune: the percentage follows what collections leave, and is that of small heaps again when nothing is left.
func TestRetune(t *testing.T) {
	r := watchHeap(time.Hour)
	defer r.stop()
	defer debug.SetGCPercent(debug.SetGCPercent(collectorPercent))
	defer tunesPercent.Store(tunesPercent.Swap(true))
	kept := make([]byte, 200<<20)
	waitForPercent(t, r, percentFor(uint64(len(kept))))
	runtime.KeepAlive(kept)
	kept = nil
	waitForPercent(t, r, collectorPercent)
}

func waitForPercent(t *testing.T, r *reclaimer, want int) {
	t.Helper()
	var percent int
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		runtime.GC()
		r.mu.Lock()
		percent = r.percent
		r.mu.Unlock()
		if percent >= want*3/4 && percent <= want*4/3 {
			return
		}
	}
	t.Fatalf("%d percent, expected about %d", percent, want)
}
