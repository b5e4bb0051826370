package conformance

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The programs of host/process check the process in which the driver lives: each is one scenario, chosen by its
// arguments, and some end on purpose with a signal or a code of their own.

// exitCode is what host/process/exits.c gives to exit.
const exitCode = 42

// library is the driver's shared library: the first line of the .icd file.
func library(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(driver(t))
	require.NoError(t, err)
	path := strings.TrimSpace(string(text))
	require.FileExists(t, path)
	return path
}

// end is how a process ended: its exit code, or the signal that ended it.
type end struct {
	code   int
	signal syscall.Signal
	output string
}

// finish runs a program to its end, however that is; only a hang fails the test.
func finish(t *testing.T, environment []string, name string, args ...string) end {
	t.Helper()
	return finishWithin(t, timeLimit, environment, name, args...)
}

// finishWithin is finish for programs that work for longer.
func finishWithin(t *testing.T, limit time.Duration, environment []string, name string, args ...string) end {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second // children of a killed program may hold its output open
	cmd.Env = append(os.Environ(), environment...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	require.NoError(t, ctx.Err(), "no end within %v:\n%s", limit, tail(out.String()))
	require.NotNil(t, cmd.ProcessState, "%v", err)
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	ended := end{code: status.ExitStatus(), output: tail(out.String())}
	if status.Signaled() {
		ended.signal = status.Signal()
	}
	return ended
}

// requireEnd fails the test with the program's output when it ended in another way.
func requireEnd(t *testing.T, ended end, code int, signal syscall.Signal) {
	t.Helper()
	require.Equal(t, signal, ended.signal, "ended by this signal (0: none), code %d:\n%s", ended.code, ended.output)
	require.Equal(t, code, ended.code, "exit code:\n%s", ended.output)
}

// vendors is the environment by which the loader finds the driver.
func vendors(t *testing.T) []string {
	t.Helper()
	return []string{"OCL_ICD_VENDORS=" + driver(t)}
}

// TestDiscoveryWithSettings: whatever the environment says, and on whatever processors, the answers of a process that
// looks stay the same when it goes on.
func TestDiscoveryWithSettings(t *testing.T) {
	program := compile(t, "host/discovery.c")
	for _, setting := range []string{"HEDDLE_MAX_COMPUTE_UNITS=1", "HEDDLE_ISA=avx2", "HEDDLE_EXEC=interp",
		"HEDDLE_TRACE=", "HEDDLE_NO_SUCH_SETTING=1"} {
		t.Run(setting, func(t *testing.T) { requireEnd(t, finish(t, append(vendors(t), setting), program), 0, 0) })
	}
	t.Run("one processor", func(t *testing.T) { requireEnd(t, finish(t, vendors(t), "taskset", "1", program), 0, 0) })
}

// floatModes and floatMoments are the arguments of host/process/float_mode.c.
var (
	floatModes = []string{"flush", "zeros", "flush-zeros", "down", "up", "toward-zero", "single", "traps",
		"everything"}
	floatMoments = []string{"load", "context", "build", "build only", "launch"}
)

// TestFloatModes: results of programs do not depend on the floating-point mode of the application's thread.
func TestFloatModes(t *testing.T) {
	program := compile(t, "host/process/float_mode.c")
	wanted := run(t, driver(t), program, "default", "load")
	for _, engine := range []string{"interp", "jit"} {
		environment := append(vendors(t), "HEDDLE_EXEC="+engine)
		for _, mode := range floatModes {
			for _, moment := range floatMoments {
				t.Run(engine+"/"+mode+"/"+moment, func(t *testing.T) {
					ended := finish(t, environment, program, mode, moment)
					requireEnd(t, ended, 0, 0)
					require.Equal(t, wanted, ended.output)
				})
			}
		}
	}
}

// TestFloatModesAtOnce runs on the engines that TestPrograms does not choose.
func TestFloatModesAtOnce(t *testing.T) { runOnEveryEngine(t, "host/float_modes.c") }

func TestForkedChild(t *testing.T) {
	requireEnd(t, finish(t, vendors(t), compile(t, "host/process/fork.c")), 0, 0)
}

func TestGarbageHandles(t *testing.T) {
	requireEnd(t, finish(t, nil, compile(t, "host/process/handles.c"), library(t)), 0, 0)
}

// TestOrphanedProcess: signals end a process in which only our threads are left.
func TestOrphanedProcess(t *testing.T) {
	t.Parallel()
	requireEnd(t, finishWithin(t, wayTime*2, vendors(t), compile(t, "host/process/orphaned.c")), 0, 0)
}

// TestExit: the race between the end and the work is tried several times.
func TestExit(t *testing.T) {
	const rounds = 3
	program := compile(t, "host/process/exits.c")
	for _, work := range []string{"nothing", "transfers", "native", "waiting", "kernels", "compiling"} {
		for _, how := range []string{"return", "exit", "quick_exit", "_exit", "thread", "callback"} {
			t.Run(work+"/"+how, func(t *testing.T) {
				for range rounds {
					requireEnd(t, finish(t, vendors(t), program, work, how), exitCode, 0)
				}
			})
		}
	}
}

// faultSignals are the faults that host/process/faults.c commits, with their signals.
var faultSignals = map[string]syscall.Signal{
	"segv": syscall.SIGSEGV,
	"wild": syscall.SIGSEGV,
	"fpe":  syscall.SIGFPE,
	"ill":  syscall.SIGILL,
	"usr1": syscall.SIGUSR1,
}

func TestFaultsReachTheApplication(t *testing.T) {
	program := compile(t, "host/process/faults.c")
	for fault := range faultSignals {
		for _, installed := range []string{"before", "after", "both", "plain"} {
			t.Run(fault+"/"+installed, func(t *testing.T) {
				requireEnd(t, finish(t, vendors(t), program, installed, fault), 0, 0)
			})
		}
	}
}

func TestFaultsWithoutAHandlerEndTheProcess(t *testing.T) {
	program := compile(t, "host/process/faults.c")
	for fault, signal := range faultSignals {
		for _, installed := range []string{"never", "late-default"} {
			t.Run(fault+"/"+installed, func(t *testing.T) {
				requireEnd(t, finish(t, vendors(t), program, installed, fault), -1, signal)
			})
		}
	}
}

// TestGoHost runs a Go program that opens the driver: two Go runtimes in one process.
func TestGoHost(t *testing.T) {
	program := filepath.Join(t.TempDir(), "gohost")
	out, err := exec.Command("go", "build", "-o", program, "./host/gohost").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for name, environment := range map[string][]string{
		"library":            {"OPENCL=" + library(t)},
		"loader":             {"OPENCL=libOpenCL.so.1"},
		"library, GC stress": {"OPENCL=" + library(t), "GOGC=1", "GODEBUG=cgocheck=1"},
		"no preemption":      {"OPENCL=" + library(t), "GODEBUG=asyncpreemptoff=1"},
	} {
		t.Run(name, func(t *testing.T) {
			requireEnd(t, finish(t, append(environment, vendors(t)...), program), 0, 0)
		})
	}
}

// TestLibraryAsLibOpenCL: programs that are linked against libOpenCL.so.1 find the driver under that name.
func TestLibraryAsLibOpenCL(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Symlink(library(t), filepath.Join(folder, "libOpenCL.so.1")))
	t.Run("put before the loader", func(t *testing.T) {
		environment := []string{"LD_LIBRARY_PATH=" + folder, "OCL_ICD_VENDORS=/nonexistent"}
		for _, source := range []string{"buffers/transfers.c", "host/threads.c", "host/signals.c", "host/untouched.c",
			"host/discovery.c"} {
			program := compile(t, source)
			requireEnd(t, finish(t, environment, program), 0, 0)
			requireEnd(t, finish(t, append(environment, "GOGC=1"), program), 0, 0) // collections while Go starts, too
		}
	})
	t.Run("linked", func(t *testing.T) {
		program := filepath.Join(folder, "transfers")
		out, err := exec.Command("gcc", "-std=gnu11", "-Wno-deprecated-declarations", "-I.", "-o", program,
			"buffers/transfers.c", "-L"+folder, "-l:libOpenCL.so.1", "-lm").CombinedOutput()
		require.NoError(t, err, "%s", out)
		requireEnd(t, finish(t, []string{"LD_LIBRARY_PATH=" + folder, "OCL_ICD_VENDORS=/nonexistent"}, program), 0, 0)
	})
}

// TestLocale: the language of the application decides nothing in the library.
func TestLocale(t *testing.T) {
	program, folder := compile(t, "host/process/locale.c"), t.TempDir()
	made := filepath.Join(folder, "de_DE.UTF-8")
	out, err := exec.Command("localedef", "-i", "de_DE", "-f", "UTF-8", made).CombinedOutput()
	if err != nil {
		t.Skipf("the languages of Debian's package locales are not there: %v: %s", err, out)
	}
	requireEnd(t, finish(t, append(vendors(t), "LOCPATH="+folder, "LC_ALL=de_DE.UTF-8"), program), 0, 0)
}
