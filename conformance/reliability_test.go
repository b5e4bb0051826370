package conformance

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The ways to bring a process down of host/process/kill.c, each in a process of its own, and the table of
// docs/reliability.md.

const (
	reliability = "../docs/reliability.md"
	wayTime     = 30 * time.Second
	otherTime   = "120" // seconds for the same with other drivers, where endless kernels have no limit
	otherCPU    = "6"   // seconds of processor time
)

// others are the drivers beside which the table shows ours.
var others = []struct{ name, library string }{
	{"PoCL", "/usr/lib/x86_64-linux-gnu/libpocl.so.2"},
	{"Oclgrind", "/usr/lib/oclgrind/liboclgrind-rt-icd.so"},
}

const columns = 5 // of the table: way, words, ours, and theirs

var (
	updateWays  = flag.Bool("update-ways", false, "write the table of docs/reliability.md, with what other drivers do")
	missingWays = flag.Bool("missing-ways", false, "with -update-ways: measure only what the table does not have")
)

const notMeasured = "–"

// way is a row of the table: how it is called, and in words.
type way struct{ name, words string }

func listWays(t *testing.T, program string) (ways []way) {
	t.Helper()
	out, err := exec.Command(program, "-list").Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		name, words, _ := strings.Cut(strings.TrimSpace(line), "\t")
		ways = append(ways, way{name, words})
	}
	return ways
}

// refusedWays are programs that the compiler refuses, as it should; all others run.
var refusedWays = []string{
	"private-too-large", "recursion", "mutual-recursion", "open-parentheses", "open-braces", "pointers-to-pointers",
	"unary-operators", "nested-conditions", "long-expression", "many-else", "long-name", "open-comment",
	"open-string", "many-errors", "zero-bytes", "macro-bomb", "self-macro", "self-include", "nested-expression",
	"array-overflow", "array-constant-large", "alignment-large", "constant-division", "paste-bomb", "string-bomb",
	"argument-bomb", "open-call-of-macro", "line-numbers", "names-of-everything", "reserved-group-size",
	"long-literals", "functions-without-end", "many-overloads",
}

// TestWaysToKill: after each the process lives, and the next kernel is right.
func TestWaysToKill(t *testing.T) {
	program := compile(t, "host/process/kill.c")
	ways := listWays(t, program)
	require.GreaterOrEqual(t, len(ways), 100)
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			ended := finishWithin(t, wayTime, append(vendors(t), "HEDDLE_TIMEOUT=1"), program, w.name)
			requireEnd(t, ended, 0, 0)
			require.Equal(t, slices.Contains(refusedWays, w.name), strings.Contains(ended.output, "refused: "),
				"%s", ended.output)
		})
	}
}

// TestReliabilityTable: the document lists the ways that are tried, in their order.
func TestReliabilityTable(t *testing.T) {
	program := compile(t, "host/process/kill.c")
	ways := listWays(t, program)
	if *updateWays {
		writeTable(t, program, ways)
	}
	text, err := os.ReadFile(reliability)
	require.NoError(t, err)
	var listed []way
	for _, cells := range rowsOf(string(text)) {
		listed = append(listed, way{strings.Trim(cells[0], "| `"), cells[1]})
	}
	require.Equal(t, ways, listed)
}

// rowsOf are the cells of the table.
func rowsOf(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if cells := strings.Split(line, " | "); len(cells) == columns && strings.HasPrefix(cells[0], "| `") {
			cells[columns-1] = strings.Trim(cells[columns-1], " |\n")
			rows = append(rows, cells)
		}
	}
	return rows
}

// writeTable writes the table anew, below its head.
func writeTable(t *testing.T, program string, ways []way) {
	t.Helper()
	text, err := os.ReadFile(reliability)
	require.NoError(t, err)
	known := knownResults(string(text))
	written := withTable(t, string(text), ways, func(name string) (results []string) {
		for i, o := range others {
			if had := known[name]; *missingWays && had != nil && had[i] != notMeasured {
				results = append(results, had[i])
				continue
			}
			results = append(results, otherResult(t, o.library, program, name))
			t.Logf("%s: %s %s", name, o.name, results[i])
		}
		return results
	})
	require.NoError(t, os.WriteFile(reliability, []byte(written), 0o644))
}

// knownResults are what other drivers did by the table, by way.
func knownResults(text string) map[string][]string {
	known := map[string][]string{}
	for _, cells := range rowsOf(text) {
		known[strings.Trim(cells[0], "| `")] = cells[3:]
	}
	return known
}

// withTable is the document with the table anew, which is its end.
func withTable(t *testing.T, text string, ways []way, theirs func(name string) []string) string {
	t.Helper()
	const head = "| way | what it is | Heddle | PoCL | Oclgrind |\n|---|---|---|---|---|\n"
	before, _, found := strings.Cut(text, head)
	require.True(t, found, "no table")
	var table strings.Builder
	table.WriteString(before + head)
	for _, w := range ways {
		fmt.Fprintf(&table, "| `%s` | %s | lives | %s |\n", w.name, w.words, strings.Join(theirs(w.name), " | "))
	}
	return table.String()
}

// TestWritingTheTable: with the results that it has, the table is written as it stands; and what other drivers do is
// measured.
func TestWritingTheTable(t *testing.T) {
	program := compile(t, "host/process/kill.c")
	text, err := os.ReadFile(reliability)
	require.NoError(t, err)
	known := knownResults(string(text))
	written := withTable(t, string(text), listWays(t, program), func(name string) []string { return known[name] })
	require.Equal(t, string(text), written)
	for i, o := range others {
		for _, name := range []string{"null-store", "recursion"} {
			want := known[name][i]
			require.NotEqual(t, notMeasured, want, "not measured")
			if _, err := os.Stat(o.library); err != nil {
				want = "not installed"
			}
			require.Equal(t, want, otherResult(t, o.library, program, name), "%s on %s", name, o.name)
		}
	}
}

// otherResult is what becomes of a process on another driver.
func otherResult(t *testing.T, library, program, name string) string {
	t.Helper()
	if _, err := os.Stat(library); err != nil {
		return "not installed"
	}
	icd := filepath.Join(t.TempDir(), "other.icd")
	require.NoError(t, os.WriteFile(icd, []byte(library+"\n"), 0o644))
	const limited = `ulimit -c 0; ulimit -t "$1"; exec timeout -s KILL "$2" "$3" "$4"`
	cmd := exec.Command("bash", "-c", limited, "bash", otherCPU, otherTime, program, name)
	cmd.Env = append(os.Environ(), "OCL_ICD_VENDORS="+icd, "CONFORMANCE_ICD=1")
	err := cmd.Run()
	return resultOf(cmd.ProcessState.Sys().(syscall.WaitStatus), err)
}

// resultOf is the end of a process in a word. timeout ends by the signal that ended what it ran, or gives its number.
func resultOf(status syscall.WaitStatus, err error) string {
	signal := syscall.Signal(status.ExitStatus() - 128)
	if status.Signaled() {
		signal = status.Signal()
	}
	switch {
	case err == nil:
		return "lives"
	case signal == syscall.SIGKILL || signal == syscall.SIGXCPU:
		return "hangs"
	case status.Exited() && status.ExitStatus() == 1:
		return "wrong results"
	}
	return "dies"
}

// TestResultsOfProcesses: the words for all ends.
func TestResultsOfProcesses(t *testing.T) {
	for word, commands := range map[string][]string{
		"lives":         {"exit 0"},
		"wrong results": {"exit 1"},
		"dies":          {"kill -SEGV $$", "kill -ABRT $$", "exit 139", "exit 2"},
		"hangs":         {"kill -KILL $$", "kill -XCPU $$", "exit 137"},
	} {
		for _, command := range commands {
			cmd := exec.Command("bash", "-c", command)
			err := cmd.Run()
			require.Equal(t, word, resultOf(cmd.ProcessState.Sys().(syscall.WaitStatus), err), "%s", command)
		}
	}
}
