package launch

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"heddle/cbridge/alarm"
	"heddle/compiler/ir"
)

// Timeout is the error of a launch that took longer than it may.
type Timeout struct {
	Kernel string
	After  time.Duration
	Places []Place // where workers stood when they stopped
}

// Place is where a worker stood when it was stopped.
type Place struct {
	Group  [3]uint64 // the work-group
	First  [3]uint64 // global id of one of the work-items that ran
	Others []Others  // the other work-items of the group that have not ended
	ir.SourceLine
}

// Others is work-items that stand at the same place.
type Others struct {
	Standing Standing
	Items    uint64
	ir.SourceLine
}

// Standing is how work-items of a group stand that another one is stopped in.
type Standing uint8

// The ways.
const (
	NotBegun  Standing = iota // they begin when those before them have ended
	AtBarrier                 // they wait until all come to it
	InLoop                    // they let others run in each iteration, or until others come to a named barrier
)

// Add counts work-items that stand somewhere; none is no place.
func (p *Place) Add(how Standing, line ir.SourceLine, items uint64) {
	for i := range p.Others {
		if o := &p.Others[i]; o.Standing == how && o.SourceLine == line {
			o.Items += items
			return
		}
	}
	if items > 0 {
		p.Others = append(p.Others, Others{Standing: how, SourceLine: line, Items: items})
	}
}

func (t *Timeout) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s was stopped after %v (HEDDLE_TIMEOUT)", t.Kernel, t.After)
	for _, p := range t.Places {
		p.write(&b)
	}
	return b.String()
}

func (p *Place) write(b *strings.Builder) {
	fmt.Fprintf(b, "; a worker was in work-group (%d, %d, %d), at work-item (%d, %d, %d) or one beside it",
		p.Group[0], p.Group[1], p.Group[2], p.First[0], p.First[1], p.First[2])
	if p.Line > 0 {
		fmt.Fprintf(b, ", %v", p.SourceLine)
	}
	for _, o := range p.Others {
		fmt.Fprintf(b, "; %d others of the group %s", o.Items, o.Standing)
		if o.Line > 0 {
			fmt.Fprintf(b, " of %v", o.SourceLine)
		}
	}
	if p.waitsForOthers() {
		b.WriteString("; if it waits for one of them, work-items of the group wait for each other")
	}
}

// waitsForOthers reports whether it may be that the work-items stand in a loop until others have done something which
// cannot go on before.
func (p *Place) waitsForOthers() bool {
	return p.Line > 0 && slices.ContainsFunc(p.Others, func(o Others) bool { return o.Standing != InLoop })
}

func (s Standing) String() string {
	switch s {
	case NotBegun:
		return "had not begun"
	case AtBarrier:
		return "waited at the barrier"
	}
	return "waited in the loop, or at the named barrier,"
}

// watchdog ends a run that takes too long.
type watchdog struct {
	mu    sync.Mutex
	run   *Run // guarded by mu; nil: the launch is over
	timer *alarm.Alarm
}

func newWatchdog(r *Run) *watchdog {
	w := &watchdog{run: r}
	w.timer = alarm.After(r.Launch.Timeout, w.bark)
	return w
}

// bark may come too late, when the run belongs to another launch.
func (w *watchdog) bark() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.run != nil {
		w.run.Fail(&Timeout{Kernel: w.run.Launch.Name, After: w.run.Launch.Timeout})
	}
}

// end is called when the launch is over.
func (w *watchdog) end() {
	w.timer.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.run = nil
}

// StoodAt notes where a worker stood when the launch was stopped. Places that no report asks for are dropped.
func (r *Run) StoodAt(p Place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	const most = 8
	if t, ok := r.fault.(*Timeout); ok && len(t.Places) < most {
		t.Places = append(t.Places, p)
	}
}
