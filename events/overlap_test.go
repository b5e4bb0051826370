package events

import (
	"testing"
	"time"

	"heddle/clapi/cl"
)

// meetingWork ends well only if its partner runs at the same time.
type meetingWork struct{ tell, hear chan struct{} }

func (w meetingWork) Run() cl.Status {
	close(w.tell)
	select {
	case <-w.hear:
		return cl.Success
	case <-time.After(10 * time.Second): // only a failing test waits
		return cl.OutOfResources
	}
}

func (w meetingWork) Release() {}

// TestIndependentCommandsMeet has pairs of commands that wait for each other, so that they end only if they overlap.
func TestIndependentCommandsMeet(t *testing.T) {
	for name, end := range map[string]func(*Queue, ...*Command){
		"finish": func(q *Queue, _ ...*Command) { q.Finish() },
		"wait":   func(_ *Queue, all ...*Command) { Wait(all...) },
		"flush": func(q *Queue, all ...*Command) {
			q.Flush()
			for _, c := range all {
				for !c.IsComplete() {
					time.Sleep(time.Millisecond)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			q := NewQueue(Options{OutOfOrder: true})
			here, there := make(chan struct{}), make(chan struct{})
			one, two := new(Command), new(Command)
			q.Enqueue(one, Request{Work: meetingWork{here, there}})
			q.Enqueue(two, Request{Work: meetingWork{there, here}})
			end(q, one, two)
			if one.Status() != cl.Complete || two.Status() != cl.Complete {
				t.Errorf("statuses %d and %d: the commands did not overlap", one.Status(), two.Status())
			}
		})
	}
}
