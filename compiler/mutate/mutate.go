// Package mutate puts many changed inputs through what must bear any input, in one process: the changes are those of
// Go's fuzzing engine, and for texts such of whole tokens. Without coverage and without a process that waits for
// another it runs ten to a hundred times as many inputs as the engine does. Inputs that were good join those that are
// changed, so changes add up. Only tests import it.
//
// MUTATE_COUNT is the number of inputs, MUTATE_SEED where the random numbers begin; each million is reported with the
// processor time that it took. The input that runs is in the file MUTATE_INPUT, if that is set, for what ends the
// process.
package mutate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slow is the processor time that no input may take.
const slow = 10 * time.Second

// Loop is a test with many inputs.
type Loop struct {
	Seeds   [][]byte
	IsText  bool // changes tokens as well, and takes pieces of the seeds, a few lines each
	Usual   int  // inputs if MUTATE_COUNT does not say how many
	Longest int  // bytes of an input
	// Try returns whether the input was a good one. It panics if it finds a mistake.
	Try func(input []byte) (isGood bool)
}

// Run tries the inputs, and fails the test at the first that panics or is slow. That input is left in a file.
func (l *Loop) Run(t *testing.T) {
	count, seed := number(t, "MUTATE_COUNT", l.Usual), number(t, "MUTATE_SEED", 1)
	m := newMutator(l, uint64(seed))
	current := openInput(t)
	start, good := processorTime(), 0
	for i := range count {
		input := m.next()
		if current != nil {
			writeInput(t, current, input)
		}
		if isGood := l.try(t, input, fmt.Sprintf("input %d of seed %d", i, seed)); isGood {
			good++
			m.keep(input)
		}
		if (i+1)%1_000_000 == 0 {
			t.Logf("%d inputs, %d good, %.0f s", i+1, good, (processorTime() - start).Seconds())
		}
	}
	if good == 0 || good == count {
		t.Errorf("%d of %d inputs are good", good, count)
	}
}

func (l *Loop) try(t *testing.T, input []byte, name string) bool {
	start := processorTime()
	defer func() {
		if reason := recover(); reason != nil {
			t.Fatalf("%s, in %s: %v\n%s", name, leave(t, input), reason, debug.Stack())
		}
		if took := processorTime() - start; took > slow {
			t.Fatalf("%s, in %s, took %v", name, leave(t, input), took)
		}
	}()
	return l.Try(input)
}

func number(t *testing.T, variable string, usual int) int {
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

func openInput(t *testing.T) *os.File {
	path := os.Getenv("MUTATE_INPUT")
	if path == "" {
		return nil
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func writeInput(t *testing.T, file *os.File, input []byte) {
	if _, err := file.WriteAt(input, 0); err != nil {
		t.Fatal(err)
	}
	if err := file.Truncate(int64(len(input))); err != nil {
		t.Fatal(err)
	}
}

// leave writes an input to a file that outlives the test.
func leave(t *testing.T, input []byte) (path string) {
	path = filepath.Join(os.TempDir(), strings.ReplaceAll(t.Name(), "/", "-")+".input")
	if err := os.WriteFile(path, input, 0o644); err != nil {
		return err.Error()
	}
	return path
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// mutator makes inputs of seeds and of good inputs.
type mutator struct {
	random *rand.Rand
	loop   *Loop
	kept   [][]byte // good inputs
	tokens [][]byte // of all seeds
}

// mostKept is how many good inputs are changed further; more push others out.
const mostKept = 2000

func newMutator(l *Loop, seed uint64) *mutator {
	m := &mutator{random: rand.New(rand.NewPCG(seed, 1)), loop: l}
	if l.IsText {
		m.tokens = tokensOf(l.Seeds)
	}
	return m
}

func (m *mutator) keep(input []byte) {
	switch {
	case m.random.IntN(8) != 0:
	case len(m.kept) < mostKept:
		m.kept = append(m.kept, input)
	default:
		m.kept[m.random.IntN(mostKept)] = input
	}
}

// next is a new input: one that was there with one to eight changes, seldom with none.
func (m *mutator) next() []byte {
	input := append([]byte(nil), m.origin()...)
	for range m.random.IntN(4) * (1 + m.random.IntN(3)) {
		if input = m.change(input); len(input) > m.loop.Longest {
			input = input[:m.loop.Longest]
		}
	}
	return input
}

// origin is a seed, a piece of one, or a good input.
func (m *mutator) origin() []byte {
	if len(m.kept) > 0 && m.random.IntN(2) == 0 {
		return m.kept[m.random.IntN(len(m.kept))]
	}
	seed := m.loop.Seeds[m.random.IntN(len(m.loop.Seeds))]
	if !m.loop.IsText || m.random.IntN(4) == 0 {
		return seed
	}
	return m.piece(seed)
}
