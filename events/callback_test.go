package events

import (
	"sync/atomic"
	"testing"
	"time"
)

// Programs read after clFinish what their callbacks wrote.
func TestFinishFollowsShortCallbacks(t *testing.T) {
	defer func(was int) { patience = was }(patience)
	patience = 100_000 // the machine may be busy
	for range 10 {
		var called atomic.Int32
		q := NewQueue(Options{})
		var c Command
		q.Enqueue(&c, Request{Work: nothing{}})
		for _, at := range []State{Running, Complete} {
			c.AddCallback(at, func(int32) {
				time.Sleep(200 * time.Microsecond)
				called.Add(1)
			})
		}
		q.Finish()
		if called.Load() != 2 {
			t.Errorf("%d callbacks of 2 were called", called.Load())
		}
	}
}

// A callback may want what the caller of Finish holds.
func TestFinishDoesNotWaitForLongCallbacks(t *testing.T) {
	held := make(chan bool)
	q := NewQueue(Options{})
	var c Command
	q.Enqueue(&c, Request{Work: nothing{}})
	c.AddCallback(Complete, func(int32) { <-held })
	q.Finish()
	close(held)
	for q.delivering.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
}
