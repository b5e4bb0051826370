package events

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"heddle/clapi/cl"
)

// hammer is a random graph that grows on several threads at once: each picks prerequisites among the commands that
// others enqueued. The work checks that its prerequisites are complete when it runs.
type hammer struct {
	t      *testing.T
	queues []*Queue

	mu       sync.Mutex
	commands []*Command // guarded by mu

	runs, releases, callbacks atomic.Int64
}

type hammerWork struct {
	h     *hammer
	c     *Command
	after []*Command
	fails bool
}

func (w *hammerWork) Run() cl.Status {
	w.h.runs.Add(1)
	for _, before := range w.after {
		if !before.IsComplete() || before.Failed() != cl.Success {
			w.h.t.Error("ran although a prerequisite is unfinished or failed")
		}
	}
	if w.fails {
		return cl.OutOfResources
	}
	return cl.Success
}

func (w *hammerWork) Release() { w.h.releases.Add(1) }

func TestHammer(t *testing.T) {
	const threads, perThread, seed = 4, 400, 1
	h := &hammer{t: t}
	for i := range 4 {
		h.queues = append(h.queues, NewQueue(Options{OutOfOrder: i%2 == 1, Profiling: i < 2}))
	}
	var group, called sync.WaitGroup
	for thread := range threads {
		group.Add(1)
		go func() {
			defer group.Done()
			random := rand.New(rand.NewPCG(seed, uint64(thread)))
			for range perThread {
				h.enqueueRandom(random, &called)
			}
		}()
	}
	group.Wait()
	for _, q := range h.queues {
		q.Finish()
	}
	called.Wait()
	h.checkEnd(threads * perThread)
}

func (h *hammer) enqueueRandom(random *rand.Rand, called *sync.WaitGroup) {
	q := h.queues[random.IntN(len(h.queues))]
	work := &hammerWork{h: h, c: new(Command), after: h.pick(random), fails: random.IntN(50) == 0}
	q.Enqueue(work.c, Request{Work: work, After: work.after, Inline: random.IntN(3) == 0,
		AfterAll: random.IntN(20) == 0, Fence: random.IntN(20) == 0})
	if random.IntN(4) == 0 {
		called.Add(1)
		work.c.AddCallback(Complete, func(int32) { h.callbacks.Add(1); called.Done() })
	}
	h.mu.Lock()
	h.commands = append(h.commands, work.c)
	h.mu.Unlock()
	switch random.IntN(13) {
	case 0:
		q.Finish()
	case 1:
		q.Flush()
	case 2:
		Wait(work.c)
	case 3:
		h.userRound(random, q)
	case 4:
		for _, c := range h.pick(random) {
			c.Cancel()
		}
	}
}

// userRound puts a command after a user event that another goroutine sets.
func (h *hammer) userRound(random *rand.Rand, q *Queue) {
	user := new(Command)
	user.InitUser(nil)
	after := new(Command)
	q.Enqueue(after, Request{After: []*Command{user}})
	status := cl.Status(-random.IntN(2))
	go user.SetUserStatus(status)
	if Wait(user, after) != (status == cl.Success) {
		h.t.Error("the status of the user event did not reach the command after it")
	}
}

func (h *hammer) pick(random *rand.Rand) []*Command {
	h.mu.Lock()
	defer h.mu.Unlock()
	var picked []*Command
	for range min(random.IntN(4), len(h.commands)) {
		recent := max(0, len(h.commands)-16)
		picked = append(picked, h.commands[recent+random.IntN(len(h.commands)-recent)])
	}
	return picked
}

func (h *hammer) checkEnd(total int) {
	if have := h.releases.Load(); have != int64(total) {
		h.t.Errorf("%d of %d commands were released", have, total)
	}
	if h.runs.Load() == 0 || h.callbacks.Load() == 0 {
		h.t.Error("nothing ran, or no callback was called")
	}
	for _, c := range h.commands {
		if c.State() != Complete {
			h.t.Errorf("a command stays %v", c.State())
		}
		if at := c.Times(); at.Queued > at.Submit || at.Submit > at.Start || at.Start > at.End || at.End > at.Complete {
			h.t.Errorf("times run backwards: %+v", at)
		}
	}
	for _, q := range h.queues {
		q.mu.Lock()
		if q.first != nil || q.last != nil || q.readyFirst != nil || q.waiters != 0 {
			h.t.Error("a finished queue is not empty")
		}
		q.mu.Unlock()
	}
}
