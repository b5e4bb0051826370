package conformance

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The ways to bring a process down of host/process/kill.c, each in a process of its own, and the table of
// docs/reliability.md.

const (
	reliability = "../docs/reliability.md"
	otherICD    = "/etc/OpenCL/vendors/pocl.icd" // of the driver beside which the table shows ours
	wayTime     = 30 * time.Second
	otherTime   = "60" // seconds for the same there, where endless kernels have no limit
	otherCPU    = "6"  // seconds of processor time
)

var updateWays = flag.Bool("update-ways", false, "write the table of docs/reliability.md, with what PoCL does")

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

// TestWaysToKill: after each the process lives, and the next kernel is right.
func TestWaysToKill(t *testing.T) {
	program := compile(t, "host/process/kill.c")
	ways := listWays(t, program)
	require.GreaterOrEqual(t, len(ways), 100)
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			requireEnd(t, finishWithin(t, wayTime, append(vendors(t), "HEDDLE_TIMEOUT=1"), program, w.name), 0, 0)
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
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, " | "); len(cells) == 4 && strings.HasPrefix(cells[0], "| `") {
			listed = append(listed, way{strings.Trim(cells[0], "| `"), cells[1]})
		}
	}
	require.Equal(t, ways, listed)
}

// writeTable writes the table anew, below its head.
func writeTable(t *testing.T, program string, ways []way) {
	t.Helper()
	text, err := os.ReadFile(reliability)
	require.NoError(t, err)
	written := withTable(t, string(text), ways, func(name string) string { return otherResult(program, name) })
	require.NoError(t, os.WriteFile(reliability, []byte(written), 0o644))
}

// withTable is the document with the table anew, which is its end.
func withTable(t *testing.T, text string, ways []way, other func(name string) string) string {
	t.Helper()
	const head = "| way | what it is | Heddle | PoCL |\n|---|---|---|---|\n"
	before, _, found := strings.Cut(text, head)
	require.True(t, found, "no table")
	var table strings.Builder
	table.WriteString(before + head)
	for _, w := range ways {
		fmt.Fprintf(&table, "| `%s` | %s | lives | %s |\n", w.name, w.words, other(w.name))
	}
	return table.String()
}

// TestWritingTheTable: with the results that it has, the table is written as it stands; and what the other driver does
// is measured.
func TestWritingTheTable(t *testing.T) {
	program := compile(t, "host/process/kill.c")
	text, err := os.ReadFile(reliability)
	require.NoError(t, err)
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, " | "); len(cells) == 4 && strings.HasPrefix(cells[0], "| `") {
			known[strings.Trim(cells[0], "| `")] = strings.Trim(cells[3], " |\n")
		}
	}
	written := withTable(t, string(text), listWays(t, program), func(name string) string { return known[name] })
	require.Equal(t, string(text), written)
	if otherNotes() != nil {
		require.Equal(t, "not installed", otherResult(program, "null-store"))
		return
	}
	for _, name := range []string{"null-store", "recursion"} {
		require.Equal(t, known[name], otherResult(program, name), "%s", name)
	}
}

var otherNotes = sync.OnceValue(func() error { _, err := os.Stat(otherICD); return err })

// otherResult is what becomes of a process on the other driver.
func otherResult(program, name string) string {
	if otherNotes() != nil {
		return "not installed"
	}
	const limited = `ulimit -c 0; ulimit -t "$1"; exec timeout -s KILL "$2" "$3" "$4"`
	cmd := exec.Command("bash", "-c", limited, "bash", otherCPU, otherTime, program, name)
	cmd.Env = append(os.Environ(), "OCL_ICD_VENDORS="+otherICD, "CONFORMANCE_ICD=1")
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
