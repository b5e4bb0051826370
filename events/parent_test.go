package events

import (
	"testing"

	"heddle/clapi/cl"
)

// parentWork leaves something that is done by a call of finish.
type parentWork struct {
	leaves, atOnce bool
	released       bool
	finish         func(cl.Status)
}

func (p *parentWork) Run() cl.Status { return cl.Success }
func (p *parentWork) Release()       { p.released = true }
func (p *parentWork) HasLeft() bool  { return p.leaves }

func (p *parentWork) Settle(_ cl.Status, finish func(cl.Status)) (bool, cl.Status) {
	p.finish = finish
	return p.atOnce, cl.OutOfResources
}

// TestParentIsCompleteWhenWhatItLeftIsDone has a command that ends long before it is complete: its queue goes on with
// others meanwhile, and those that wait for it wait.
func TestParentIsCompleteWhenWhatItLeftIsDone(t *testing.T) {
	q := NewQueue(Options{OutOfOrder: true, Profiling: true})
	var parent, other, after Command
	work := &parentWork{leaves: true}
	q.Enqueue(&parent, Request{Work: work})
	q.Enqueue(&other, Request{Work: nothing{}})
	q.Enqueue(&after, Request{Work: nothing{}, After: []*Command{&parent}})
	if !Wait(&other) {
		t.Fatal("the other command failed")
	}
	for parent.State() != Ended {
		q.Flush()
	}
	if after.IsComplete() || parent.Status() != cl.Running || work.released {
		t.Errorf("the parent has status %d", parent.Status())
	}
	ended := parent.Times().End
	work.finish(cl.Success)
	q.Finish()
	if !after.IsComplete() || parent.Status() != cl.Complete || !work.released {
		t.Errorf("in the end the parent has status %d", parent.Status())
	}
	if times := parent.Times(); times.End != ended || times.Complete < ended {
		t.Errorf("times %+v", times)
	}
	if n := busyIn(q); n != 0 {
		t.Errorf("%d executors are busy", n)
	}
}

// busyIn is the number of executors whose command is not complete.
func busyIn(q *Queue) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.busy
}

func TestParentThatIsDoneAtOnce(t *testing.T) {
	q := NewQueue(Options{})
	var failed, fine Command
	q.Enqueue(&failed, Request{Work: &parentWork{leaves: true, atOnce: true}})
	q.Enqueue(&fine, Request{Work: &parentWork{}})
	q.Finish()
	if failed.Failed() != cl.OutOfResources || fine.Failed() != cl.Success || busyIn(q) != 0 {
		t.Errorf("statuses %d and %d, %d busy", failed.Status(), fine.Status(), busyIn(q))
	}
}
