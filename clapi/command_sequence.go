package clapi

import (
	"slices"
	"sync/atomic"

	"heddle/events"
)

// step is a recorded command. It is immutable: an update makes another one. Sequences share steps.
type step struct {
	kind     uint32      // CL_COMMAND_*
	work     events.Work // nil: a barrier, or a kernel whose arguments are not all set yet
	queue    int         // index in the buffer's queues
	wave     int         // steps of a wave depend on steps of earlier waves only
	isSmall  bool        // takes a few microseconds at most
	dispatch *dispatch   // of a kernel that can be changed
	reach    *reach      // of a kernel that reaches more than its arguments; nil: none
	used     []*Allocation

	users atomic.Int32 // sequences with the step
}

// user is work on shared memory.
type user interface{ allocations() []*Allocation }

func (c *kernelCommand) allocations() []*Allocation      { return c.args.allocations }
func (c *pointerCopyCommand) allocations() []*Allocation { return c.held[:] }
func (c *pointerFillCommand) allocations() []*Allocation { return c.held[:] }

// keep turns what the work holds for one command into what a recorded one holds: allocations live as long as it does,
// but only the commands that run it count as their users, for which clMemBlockingFreeINTEL waits.
func (s *step) keep() {
	if kernel, ok := s.work.(*kernelCommand); ok && kernel.args.reachNumber != 0 {
		s.reach = kernel.kernel.currentReach()
		kernel.args.context.reaches.end(kernel.args.reachNumber)
		kernel.args.reachNumber, kernel.args.context = 0, nil
	}
	if work, ok := s.work.(user); ok {
		for _, a := range work.allocations() {
			if a != nil {
				a.endCommand()
				s.used = append(s.used, a)
			}
		}
	}
}

// drop gives up the hold of a sequence.
func (s *step) drop() {
	if s.users.Add(-1) > 0 {
		return
	}
	for _, a := range s.used {
		a.commands.Add(1) // the work ends that use
	}
	if s.work != nil {
		s.work.Release()
	}
	if s.dispatch != nil {
		s.dispatch.drop()
	}
}

// sequence is the recorded commands of a buffer at one time. It is immutable once the buffer is final; commands that
// run it hold it.
type sequence struct {
	steps []*step
	users atomic.Int32

	// Made by finish.
	waves   [][]*step     // the steps that do something, in an order in which they may run
	isSmall bool          // all of it takes some microseconds at most
	isReady bool          // all kernels have their arguments
	used    []*Allocation // the shared memory of all steps, each once
	reaches []*reach      // of steps
}

// smallSteps is the number of small steps that together are small.
const smallSteps = 256

// finish sorts the steps into waves.
func (s *sequence) finish() {
	s.isSmall, s.isReady = len(s.steps) <= smallSteps, true
	for _, one := range s.steps {
		if one.work == nil {
			s.isReady = s.isReady && one.dispatch == nil
			continue
		}
		for len(s.waves) <= one.wave {
			s.waves = append(s.waves, nil)
		}
		s.waves[one.wave] = append(s.waves[one.wave], one)
		s.isSmall = s.isSmall && one.isSmall
		if one.reach != nil {
			s.reaches = append(s.reaches, one.reach)
		}
		for _, a := range one.used {
			if !slices.Contains(s.used, a) {
				s.used = append(s.used, a)
			}
		}
	}
	s.waves = slices.DeleteFunc(s.waves, func(wave []*step) bool { return len(wave) == 0 })
}

// append adds a step, whose one user is the sequence.
func (s *sequence) append(one *step) {
	one.users.Store(1)
	s.steps = append(s.steps, one)
}

// clone is a sequence of the same steps, which holds them, with some in the place of others. It has one user.
func (s *sequence) clone(replaced map[int]*step) *sequence {
	other := &sequence{steps: slices.Clone(s.steps)}
	other.users.Store(1)
	for i, one := range other.steps {
		if replaced[i] != nil {
			one = replaced[i]
			other.steps[i] = one
		}
		one.users.Add(1)
	}
	return other
}

// drop gives up a hold. It may run on a worker.
func (s *sequence) drop() {
	if s.users.Add(-1) > 0 {
		return
	}
	for _, one := range s.steps {
		one.drop()
	}
}

// order is what a command that is recorded next has to wait for, in waves.
type order struct {
	last   []int // by queue: the wave after the latest command of an in-order queue
	fence  int   // the wave after the latest barrier
	latest int   // the wave after all
}

// waveAfter is the first wave in which a step may be that waits for others.
func (s *sequence) waveAfter(points []uint32) int {
	wave := 0
	for _, point := range points {
		wave = max(wave, s.steps[point-1].wave+1)
	}
	return wave
}

// add notes a step and returns its wave: that of its explicit prerequisites or a later one.
func (o *order) add(wave, queue int, inOrder, isBarrier bool) int {
	for len(o.last) <= queue {
		o.last = append(o.last, 0)
	}
	wave = max(wave, o.fence)
	if inOrder {
		wave = max(wave, o.last[queue])
		o.last[queue] = wave + 1
	}
	if isBarrier {
		o.fence = max(o.fence, wave+1)
	}
	o.latest = max(o.latest, wave+1)
	return wave
}
