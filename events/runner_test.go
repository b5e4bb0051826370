package events

import (
	"sync/atomic"
	"testing"

	"heddle/clapi/cl"
)

// insideWork checks that it runs within the queue's runner.
type insideWork struct {
	t      *testing.T
	inside *atomic.Int32
	runs   *atomic.Int32
}

func (w *insideWork) Run() cl.Status {
	if w.inside.Load() == 0 {
		w.t.Error("a command ran outside of the runner")
	}
	w.runs.Add(1)
	return cl.Success
}

func (w *insideWork) Release() {}

// TestCommandsStayInTheirRunner enqueues commands in all the ways in which other queues run them at once.
func TestCommandsStayInTheirRunner(t *testing.T) {
	for _, outOfOrder := range []bool{false, true} {
		var inside, runs atomic.Int32
		q := NewQueue(Options{OutOfOrder: outOfOrder, Runner: func(run func()) {
			inside.Add(1)
			run()
			inside.Add(-1)
		}})
		work := &insideWork{t, &inside, &runs}
		if _, isDone := q.RunNow(work); isDone {
			t.Error("RunNow ran a command outside of the runner")
		}
		const count = 100
		commands := make([]Command, count)
		for i := range commands {
			q.Enqueue(&commands[i], Request{Work: work, Inline: true})
			if i%10 == 9 && !Wait(&commands[i]) {
				t.Error("a command failed")
			}
		}
		q.Finish()
		if runs.Load() != count {
			t.Errorf("%d commands of %d ran", runs.Load(), count)
		}
	}
}
