package events

import (
	"testing"
	"time"

	"heddle/clapi/cl"
)

type nothing struct{}

func (nothing) Run() cl.Status { return cl.Success }
func (nothing) Release()       {}

func TestStateTable(t *testing.T) {
	for from := Queued; from < stateCount; from++ {
		for to := Queued; to <= stateCount; to++ {
			want := to == from+1 && to < stateCount || to == Complete && from < Running
			if from.mayBecome(to) != want {
				t.Errorf("%v to %v: want %v", from, to, want)
			}
		}
	}
	if stateCount.String() != "invalid state" {
		t.Error("an impossible state has a name")
	}
}

func TestForbiddenStepPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a command went back")
		}
	}()
	c := Command{state: Running}
	c.enter(Submitted)
}

// backwards is a clock that goes back at each reading.
type backwards struct{ now uint64 }

func (b *backwards) Now() uint64 { b.now--; return b.now }

func TestTimesNeverRunBackwards(t *testing.T) {
	q := NewQueue(Options{Profiling: true, Clock: &backwards{now: 1000}})
	var c Command
	q.Enqueue(&c, Request{Work: nothing{}})
	q.Finish()
	if want := (Times{999, 999, 999, 999, 999}); c.Times() != want {
		t.Errorf("times are %+v", c.Times())
	}
}

// TestRunnerWithoutHelp polls as an application does that flushes and never waits.
func TestRunnerWithoutHelp(t *testing.T) {
	q := NewQueue(Options{})
	done := make(chan int32, 1)
	var c Command
	q.Enqueue(&c, Request{Work: nothing{}})
	c.AddCallback(Complete, func(status int32) { done <- status })
	q.Flush()
	select {
	case status := <-done:
		if status != cl.Complete || !c.IsComplete() {
			t.Errorf("ended with %d", status)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("no thread ran the command")
	}
}

// TestWaitForUserEventOfAnotherThread blocks in Finish until another thread sets a user event.
func TestWaitForUserEventOfAnotherThread(t *testing.T) {
	q := NewQueue(Options{})
	var user, c Command
	user.InitUser(nil)
	q.Enqueue(&c, Request{Work: nothing{}, After: []*Command{&user}})
	finished := make(chan bool)
	go func() { q.Finish(); close(finished) }()
	user.SetUserStatus(cl.Success)
	<-finished
	if !c.IsComplete() {
		t.Error("Finish came back too early")
	}
}

func TestChangeOfOrder(t *testing.T) {
	q := NewQueue(Options{})
	var user, waits, overtakes Command
	user.InitUser(nil)
	q.SetOutOfOrder(true)
	q.Enqueue(&waits, Request{After: []*Command{&user}})
	q.Enqueue(&overtakes, Request{Work: nothing{}})
	if !Wait(&overtakes) || waits.IsComplete() {
		t.Error("the queue is still in order")
	}
	user.SetUserStatus(cl.Success)
	q.Finish()
	q.SetOutOfOrder(false)
	var again, first, after Command
	again.InitUser(nil)
	q.Enqueue(&first, Request{After: []*Command{&again}})
	q.Enqueue(&after, Request{Work: nothing{}})
	q.Flush()
	if after.State() != Submitted {
		t.Errorf("the queue is still out of order: %v", after.State())
	}
	again.SetUserStatus(cl.Success)
	q.Finish()
}

func TestFastPathAllocatesNothing(t *testing.T) {
	q := NewQueue(Options{})
	commands := make([]Command, 1001) // one more call than AllocsPerRun is asked for
	i := 0
	if n := testing.AllocsPerRun(1000, func() {
		q.Enqueue(&commands[i], Request{Work: nothing{}, Inline: true})
		q.Finish()
		i++
	}); n != 0 {
		t.Errorf("%v allocations per command", n)
	}
}

func BenchmarkInlineAndFinish(b *testing.B) {
	q := NewQueue(Options{})
	b.ReportAllocs()
	for b.Loop() {
		q.Enqueue(new(Command), Request{Work: nothing{}, Inline: true})
		q.Finish()
	}
}

func BenchmarkEnqueueAndFinish(b *testing.B) {
	q := NewQueue(Options{Profiling: true})
	b.ReportAllocs()
	for b.Loop() {
		q.Enqueue(new(Command), Request{Work: nothing{}})
		q.Finish()
	}
}

// counter counts its calls.
type counter struct {
	runs, releases int
	during         func()
}

func (c *counter) Run() cl.Status {
	c.runs++
	if c.during != nil {
		c.during()
	}
	return cl.OutOfResources
}

func (c *counter) Release() { c.releases++ }

// TestRunNow runs work at once when the queue is empty; commands enqueued meanwhile come after it.
func TestRunNow(t *testing.T) {
	for _, outOfOrder := range []bool{false, true} {
		q := NewQueue(Options{OutOfOrder: outOfOrder})
		var after, barrier Command
		later := &counter{}
		work := &counter{during: func() {
			q.Enqueue(&barrier, Request{AfterAll: true, Fence: true})
			q.Enqueue(&after, Request{Work: later})
			q.Flush()
			if after.IsComplete() || barrier.IsComplete() {
				t.Error("did not wait for what runs now")
			}
			if _, isDone := q.RunNow(later); isDone {
				t.Error("ran now in a queue that is not empty")
			}
		}}
		status, isDone := q.RunNow(work)
		if status != cl.OutOfResources || !isDone || work.runs != 1 || work.releases != 1 {
			t.Fatalf("ran %d times, released %d times", work.runs, work.releases)
		}
		q.Finish()
		if later.runs != 1 || later.releases != 1 || barrier.Status() != cl.Complete {
			t.Errorf("the next command ran %d times", later.runs)
		}
		wild := &counter{during: func() { panic("on purpose") }}
		if status, isDone := q.RunNow(wild); status >= 0 || !isDone || q.first != nil {
			t.Error("a panic left something")
		}
		q.SetProfiling(true)
		if _, isDone := q.RunNow(later); isDone {
			t.Error("ran now without times")
		}
	}
}

func TestRunNowDoesNotAllocate(t *testing.T) {
	q := NewQueue(Options{})
	work := &counter{}
	if n := testing.AllocsPerRun(100, func() { q.RunNow(work) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestPass: what has nothing to do is complete at once only where it would not wait.
func TestPass(t *testing.T) {
	for _, outOfOrder := range []bool{false, true} {
		q := NewQueue(Options{OutOfOrder: outOfOrder})
		if !q.Pass(Request{AfterAll: true, Fence: true}) || q.Passed().Status() != cl.Complete {
			t.Error("an empty queue holds something up")
		}
		var user, first, fence Command
		user.InitUser(nil)
		q.Enqueue(&first, Request{After: []*Command{&user}})
		if q.Pass(Request{}) != outOfOrder || q.Pass(Request{AfterAll: true}) || q.Pass(Request{Fence: true}) {
			t.Error("passed commands that come first, or did not")
		}
		q.Enqueue(&fence, Request{Fence: true, After: []*Command{&user}})
		if q.Pass(Request{}) {
			t.Error("passed a barrier")
		}
		user.SetUserStatus(cl.Success)
		q.Finish()
		if !q.Pass(Request{}) {
			t.Error("something is left")
		}
		called := make(chan int32, 3)
		q.Passed().AddCallback(Running, func(status int32) { called <- status; called <- status })
		q.Passed().AddCallback(Complete, func(status int32) { called <- status })
		if sum := <-called + <-called + <-called; sum != 2*cl.Running+cl.Complete {
			t.Errorf("callbacks got %d", sum)
		}
		q.SetProfiling(true)
		if q.Pass(Request{}) {
			t.Error("passed without times")
		}
		q.SetProfiling(false)
		q.End(cl.CancelledImg)
		if q.Pass(Request{}) {
			t.Error("passed in a queue that has ended")
		}
	}
}

// again enqueues its command until it was run often enough.
type again struct {
	counter
	command Command
	reused  int
}

func (a *again) Reuse() { a.reused++ }

func TestReuse(t *testing.T) {
	q := NewQueue(Options{})
	a := &again{}
	for i := range 100 {
		a.command.Reset()
		q.Enqueue(&a.command, Request{Work: a, Reuse: a, Inline: i%2 == 0})
		q.Finish()
	}
	if a.runs != 100 || a.reused != 100 {
		t.Errorf("%d runs, %d reuses", a.runs, a.reused)
	}
}

// TestMarkersHaveFewEdges: what waits for all before it does so by a few edges, however many are before it.
func TestMarkersHaveFewEdges(t *testing.T) {
	const markers = 1000
	q := NewQueue(Options{OutOfOrder: true})
	var user, held Command
	user.InitUser(nil)
	q.Enqueue(&held, Request{After: []*Command{&user}})
	commands := make([]Command, 2*markers)
	for i := range markers {
		q.Enqueue(&commands[2*i], Request{After: []*Command{&user}, Work: nothing{}})
		q.Enqueue(&commands[2*i+1], Request{AfterAll: true, Fence: i%2 == 0})
	}
	edges := len(held.dependants)
	for i := range commands {
		edges += len(commands[i].dependants)
	}
	if edges < 2*markers || edges > 4*markers {
		t.Errorf("%d edges", edges)
	}
	user.SetUserStatus(cl.Success)
	q.Finish()
	for i := range commands {
		if !commands[i].IsComplete() {
			t.Fatalf("command %d is %v", i, commands[i].State())
		}
	}
}
