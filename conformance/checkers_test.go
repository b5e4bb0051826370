package conformance

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The tools that look at programs while they run, and what is shipped for them: nothing wrong is found in a correct
// program, and what is wrong is still found.

const (
	checkerTime = 3 * time.Minute // programs run slowly under valgrind
	foundCode   = 66              // the exit code of a program in which something was found
)

// TestMemcheck: with the suppressions, valgrind finds nothing in a correct program.
func TestMemcheck(t *testing.T) {
	_, err := exec.LookPath("valgrind")
	require.NoError(t, err, "build.sh test installs it")
	program := compile(t, "host/process/clean.c")
	suppressions, err := filepath.Abs("../icd/valgrind.supp")
	require.NoError(t, err)
	arguments := []string{"-q", "--suppressions=" + suppressions, "--leak-check=full", "--error-exitcode=66", program}
	requireEnd(t, finishWithin(t, checkerTime, vendors(t), "valgrind", arguments...), 0, 0)
	requireEnd(t, finishWithin(t, checkerTime, vendors(t), "valgrind", append(arguments, "leak")...), foundCode, 0)
}

// TestThreadSanitizer: events, waits and callbacks order what threads do.
func TestThreadSanitizer(t *testing.T) {
	program := compileFor(t, "thread", "host/process/ordered.c")
	requireEnd(t, finishWithin(t, checkerTime, vendors(t), program), 0, 0)
	ended := finishWithin(t, checkerTime, vendors(t), program, "race")
	requireEnd(t, ended, foundCode, 0)
	require.Equal(t, 1, strings.Count(ended.output, "WARNING: ThreadSanitizer: data race"), "%s", ended.output)
}

// TestAddressSanitizer: programs that are compiled for it run, and nothing is found.
func TestAddressSanitizer(t *testing.T) {
	for _, source := range []string{"host/process/clean.c", "buffers/transfers.c", "events/events.c", "svm/threads.c"} {
		program := compileFor(t, "address", source)
		requireEnd(t, finishWithin(t, checkerTime, append(vendors(t), "ASAN_OPTIONS=detect_leaks=0"), program), 0, 0)
	}
}

// compileFor compiles a program with a sanitizer.
func compileFor(t *testing.T, sanitizer, source string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "sanitized")
	out, err := exec.Command("gcc", "-std=gnu11", "-g", "-O1", "-w", "-fsanitize="+sanitizer, "-I.", "-o", program,
		source, "-l:libOpenCL.so.1", "-lm", "-lpthread").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}
