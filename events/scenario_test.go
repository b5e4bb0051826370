package events

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"heddle/clapi/cl"
)

var update = flag.Bool("update", false, "write what the scenarios print into their files")

// TestScenarios runs testdata/*.txt. A line is a command, a comment (#) or, after "> ", the expected output of the
// command before it. Goroutines that the package wants to start are kept and run one by one by the command step, so
// every scenario is deterministic. See (*scenario).do for the commands.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { runFile(t, file) })
	}
}

func runFile(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &scenario{t: t, queues: map[string]*Queue{}, commands: map[string]*Command{}}
	var have strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, ">") {
			continue
		}
		have.WriteString(line)
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			s.do(words)
		}
		for _, out := range s.output {
			have.WriteString("> " + out + "\n")
		}
		s.output = nil
	}
	if *update {
		if err := os.WriteFile(file, []byte(have.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if have.String() != string(text) {
		t.Errorf("%s: have\n%s\nwant\n%s", file, have.String(), text)
	}
}

// scenario is the state of one file.
type scenario struct {
	t        *testing.T
	now      uint64
	queues   map[string]*Queue
	commands map[string]*Command
	spawned  []func()
	output   []string
}

// Now makes the scenario its own clock.
func (s *scenario) Now() uint64 { return s.now }

func (s *scenario) print(format string, args ...any) {
	s.output = append(s.output, fmt.Sprintf(format, args...))
}

// do runs one command line.
func (s *scenario) do(words []string) {
	switch words[0] {
	case "queue": // queue NAME [out-of-order] [unprofiled]
		s.queues[words[1]] = NewQueue(Options{OutOfOrder: has(words, "out-of-order"),
			Profiling: !has(words, "unprofiled"), Clock: s, Spawn: s.spawn,
			Panicked: func(value any) { s.print("panic: %v", value) }})
	case "user": // user NAME
		s.commands[words[1]] = new(Command)
		s.commands[words[1]].InitUser(s.spawn)
	case "set": // set USER STATUS
		if !s.commands[words[1]].SetUserStatus(cl.Status(s.number(words[2]))) {
			s.print("refused")
		}
	case "enqueue": // enqueue NAME QUEUE [after A,B] [takes NS] [fails STATUS] [panics] [all] [fence] [inline]
		s.enqueue(words)
	case "flush": // flush QUEUE
		s.queues[words[1]].Flush()
	case "finish": // finish QUEUE
		s.queues[words[1]].Finish()
	case "cancel": // cancel COMMAND
		s.commands[words[1]].Cancel()
	case "end": // end QUEUE STATUS
		s.queues[words[1]].End(cl.Status(s.number(words[2])))
	case "wait": // wait COMMAND...
		s.print("succeeded: %v", Wait(s.named(words[1:])...))
	case "step": // step: runs the oldest goroutine that was started
		s.step()
	case "tick": // tick NS
		s.now += uint64(s.number(words[1]))
	case "callback": // callback COMMAND STATE
		s.callback(words[1], words[2])
	case "state": // state COMMAND...
		for i, c := range s.named(words[1:]) {
			s.print("%s: %v, status %d", words[1+i], c.State(), c.Status())
		}
	case "times": // times COMMAND...
		for i, c := range s.named(words[1:]) {
			s.print("%s: %+v", words[1+i], c.Times())
		}
	default:
		s.t.Fatalf("unknown command %q", words)
	}
}

func (s *scenario) enqueue(words []string) {
	c := new(Command)
	s.commands[words[1]] = c
	w := &scriptedWork{scenario: s, name: words[1], takesNS: uint64(s.number(option(words, "takes"))),
		status: cl.Status(s.number(option(words, "fails"))), panics: has(words, "panics")}
	r := Request{Work: w, AfterAll: has(words, "all"), Fence: has(words, "fence"), Inline: has(words, "inline")}
	if after := option(words, "after"); after != "" {
		r.After = s.named(strings.Split(after, ","))
	}
	s.queues[words[2]].Enqueue(c, r)
}

func (s *scenario) callback(name, state string) {
	for at := Queued; at < stateCount; at++ {
		if at.String() == state {
			s.commands[name].AddCallback(at, func(status int32) { s.print("callback %s %s: %d", name, state, status) })
			return
		}
	}
	s.t.Fatalf("unknown state %q", state)
}

func (s *scenario) spawn(run func()) { s.spawned = append(s.spawned, run) }

func (s *scenario) step() {
	if len(s.spawned) == 0 {
		s.print("nothing to run")
		return
	}
	run := s.spawned[0]
	s.spawned = s.spawned[1:]
	run()
}

func (s *scenario) named(names []string) []*Command {
	var commands []*Command
	for _, name := range names {
		c := s.commands[name]
		if c == nil {
			s.t.Fatalf("unknown command %q", name)
		}
		commands = append(commands, c)
	}
	return commands
}

func (s *scenario) number(word string) int64 {
	if word == "" {
		return 0
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// scriptedWork tells when it runs and moves the virtual clock.
type scriptedWork struct {
	scenario *scenario
	name     string
	takesNS  uint64
	status   cl.Status
	panics   bool
}

func (w *scriptedWork) Run() cl.Status {
	w.scenario.print("run %s", w.name)
	w.scenario.now += w.takesNS
	if w.panics {
		panic("BUG: " + w.name)
	}
	return w.status
}

func (w *scriptedWork) Release() { w.scenario.print("release %s", w.name) }

func has(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// option is the word after key, empty when there is none.
func option(words []string, key string) string {
	for i, w := range words[:len(words)-1] {
		if w == key {
			return words[i+1]
		}
	}
	return ""
}
