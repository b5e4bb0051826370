package native

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestMeasuring gives the chunks of a launch durations, in turn with a helper and alone, and checks whether one worker
// alone is found to be faster.
func TestMeasuring(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		together, alone [2]time.Duration
		contended       bool
	}{
		"in each other's way":    {[2]time.Duration{10 * ms, 12 * ms}, [2]time.Duration{4 * ms, 3 * ms}, true},
		"side by side":           {[2]time.Duration{5 * ms, 6 * ms}, [2]time.Duration{4 * ms, 4 * ms}, false},
		"no gain":                {[2]time.Duration{8 * ms, 8 * ms}, [2]time.Duration{4 * ms, 4 * ms}, false},
		"less and less work":     {[2]time.Duration{80 * ms, 9 * ms}, [2]time.Duration{20 * ms, 2 * ms}, false},
		"more and more work":     {[2]time.Duration{2 * ms, 20 * ms}, [2]time.Duration{5 * ms, 50 * ms}, false},
		"one chunk interrupted":  {[2]time.Duration{90 * ms, 5 * ms}, [2]time.Duration{4 * ms, 4 * ms}, false},
		"alone, and interrupted": {[2]time.Duration{10 * ms, 10 * ms}, [2]time.Duration{4 * ms, 40 * ms}, false},
	} {
		t.Run(name, func(t *testing.T) {
			var found contention
			found.isContended.Store(!c.contended)
			helperLeft := measureChunks(&found, c.together, c.alone, 1000)
			if found.isContended.Load() != c.contended {
				t.Errorf("found contended: %v", found.isContended.Load())
			}
			if helperLeft != c.contended {
				t.Errorf("the helper left: %v", helperLeft)
			}
		})
	}
}

// TestMeasuringShortLaunches ends launches before the result is known.
func TestMeasuringShortLaunches(t *testing.T) {
	for chunks := range 5 {
		for _, was := range []bool{false, true} {
			var found contention
			found.isContended.Store(was)
			measureChunks(&found, [2]time.Duration{1, 1}, [2]time.Duration{1, 1}, chunks)
			if found.isContended.Load() != was && chunks < 4 {
				t.Errorf("%d chunks changed what was known", chunks)
			}
		}
	}
}

// measureChunks measures a launch of a number of chunks, with one helper, and reports whether the helper left although
// there were more. Only the chunks of worker 0 count and move the clock, so that it does not matter which of the two
// gets a processor.
func measureChunks(found *contention, together, alone [2]time.Duration, chunks int) (helperLeft bool) {
	var p Probe
	p.begin(found)
	var clock time.Duration
	p.now = func() time.Time { return time.Time{}.Add(clock) }
	var left atomic.Int64
	left.Store(int64(chunks))
	var stays bool
	var wait sync.WaitGroup
	wait.Go(func() {
		stays = p.Help(func() bool {
			runtime.Gosched()
			return left.Load() > 0
		})
	})
	round := 0
	p.Measure(func() bool {
		if p.running.TryRLock() {
			p.running.RUnlock()
			clock += together[min(round, 1)]
		} else { // locked: alone
			clock += alone[round]
			round++
		}
		runtime.Gosched()
		if p.helping.Load() == 0 && round < 2 && chunks >= minMeasured {
			return true // no helper has come yet
		}
		return left.Add(-1) >= 0
	})
	wait.Wait()
	return !stays && left.Load() > 0
}

// minMeasured is the number of chunks of a launch that is measured to the end.
const minMeasured = 100
