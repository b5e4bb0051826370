// Package trace prints the calls that the application makes: a line each with the arguments as the headers call them,
// the result, what the call has written through its pointers, and the reason of a failure.
//
// What functions and constants are called comes from two texts made of the headers (clapi/cl/gen). They are texts,
// since tables of strings would be relocated each time the library is loaded, and hardly a process prints calls. The
// memory of the application is read through the kernel, so pointers may lead anywhere.
//
// Reading order: trace.go (calls and lines), function.go and names.go (the texts), argument.go, result.go, memory.go.
package trace

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"heddle/clapi/cl"

	"heddle/cbridge/alarm"
)

// longestLine is what a pipe takes in one piece, so that lines of several processes do not mix.
const longestLine = 4096

// patience is the time after which a call that has not returned is printed.
const patience = time.Second

// Tracer knows the calls that have begun and not ended. Its methods may be called by all threads.
type Tracer struct {
	to        io.Writer // gets whole lines
	patience  time.Duration
	functions []function // by the numbers that C knows

	mu   sync.Mutex
	open map[int][]*call // by thread, the innermost last: callbacks make calls, too
}

type call struct {
	*function
	thread    int
	arguments []uint64
	begin     string // the name with the arguments, as they were when the call began
	reminder  *alarm.Alarm
	status    cl.Status // of a failure whose reason is known
	reason    string
	answered  int // how much of a list or an answer there is; unknown when negative
}

// New returns a tracer that writes each line with one call of Write.
func New(to io.Writer) *Tracer {
	return &Tracer{to: to, patience: patience, functions: readFunctions(), open: map[int][]*call{}}
}

// Begin notes a call by the number of its function. The result is for End.
func (t *Tracer) Begin(thread, number int, arguments []uint64) (depth int) {
	c := &call{function: &t.functions[number], thread: thread, arguments: arguments, answered: -1}
	c.begin = c.describe()
	c.reminder = alarm.After(t.patience, func() { t.print(thread, c.begin+" has not returned yet") })
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open[thread] = append(t.open[thread], c)
	return len(t.open[thread]) - 1
}

// End prints a call. A call that began inside of it and did not end, since a callback jumped out of it, is forgotten.
func (t *Tracer) End(thread, depth int, result uint64) {
	c := t.remove(thread, depth)
	if c == nil {
		return
	}
	t.print(thread, c.begin+c.outcome(result))
}

func (t *Tracer) remove(thread, depth int) *call {
	t.mu.Lock()
	defer t.mu.Unlock()
	calls := t.open[thread]
	if depth >= len(calls) {
		return nil
	}
	for _, c := range calls[depth:] {
		c.reminder.Stop()
	}
	if t.open[thread] = calls[:depth]; depth == 0 {
		delete(t.open, thread)
	}
	return calls[depth]
}

// Fail notes why the innermost call of a thread fails.
func (t *Tracer) Fail(thread int, status cl.Status, reason string) {
	t.note(thread, func(c *call) { c.status, c.reason = status, reason })
}

// Answered notes the size of what the innermost call of a thread answers: elements of a list, or bytes of a value.
func (t *Tracer) Answered(thread, size int) {
	t.note(thread, func(c *call) { c.answered = size })
}

func (t *Tracer) note(thread int, write func(*call)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if calls := t.open[thread]; len(calls) > 0 {
		write(calls[len(calls)-1])
	}
}

// print writes a line in one piece. A reason may have several lines: they become one.
func (t *Tracer) print(thread int, text string) {
	line := fmt.Sprintf("heddle: [%d] %s", thread, strings.ReplaceAll(text, "\n", " "))
	if len(line) >= longestLine {
		line = line[:longestLine-len("…\n")] + "…"
	}
	_, _ = io.WriteString(t.to, line+"\n")
}
