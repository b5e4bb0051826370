package conformance

import (
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

const refusedContext = "clCreateContext: -6\n" // CL_OUT_OF_HOST_MEMORY

// TestLimitsOfMemory: the Go runtime needs 1.2 GB of address space to start.
func TestLimitsOfMemory(t *testing.T) {
	program := compile(t, "host/process/limited.c")
	for _, megabytes := range []int{96, 200, 400, 600, 800, 850, 900, 1000, 1200, 1500, 1700, 2600} {
		t.Run(strconv.Itoa(megabytes), func(t *testing.T) {
			ended := finish(t, vendors(t), program, "address-space", strconv.Itoa(megabytes))
			requireEnd(t, ended, 0, 0)
			require.Equal(t, megabytes < 1800, strings.Contains(ended.output, refusedContext), "%s", ended.output)
		})
	}
}

// TestLimitsOfMemoryInBuilds: a build that needs more address space than is left fails, and the driver goes on.
func TestLimitsOfMemoryInBuilds(t *testing.T) {
	program := compile(t, "host/process/space.c")
	failed := 0
	for kind, megabytes := range map[string]string{"kernels": "500", "functions": "400", "one": "500"} {
		ended := finishWithin(t, wayTime*6, vendors(t), program, megabytes, kind, "1000")
		requireEnd(t, ended, 0, 0)
		failed += strings.Count(ended.output, "clBuildProgram: -6\n")
	}
	require.NotZero(t, failed, "nothing was short")
}

// TestLimitsOfHeapInBuilds: without a limit of address space, a build that needs more than its part of the memory
// fails.
func TestLimitsOfHeapInBuilds(t *testing.T) {
	program := compile(t, "host/process/space.c")
	for _, kind := range []string{"functions", "kernels"} {
		ended := finishWithin(t, wayTime*4, append(vendors(t), "HEDDLE_MEM_LIMIT=64M"), program, "0", kind, "6000")
		requireEnd(t, ended, 0, 0)
		require.Equal(t, 2, strings.Count(ended.output, "clBuildProgram: -6\n"), "%s", ended.output)
	}
}

// TestLoweredLimitOfMemory: a limit below what the process has, of which nothing more is mapped then.
func TestLoweredLimitOfMemory(t *testing.T) {
	program := compile(t, "host/process/lowered.c")
	for _, megabytes := range []string{"0", "1000"} {
		requireEnd(t, finishWithin(t, wayTime*2, vendors(t), program, megabytes), 0, 0)
	}
}

// TestLimitsOfThreads: fewer threads than the runtime needs are an error, and few are enough.
func TestLimitsOfThreads(t *testing.T) {
	program := compile(t, "host/process/limited.c")
	for limit, enough := range map[string]int{"threads": 6, "processes": 7} { // the first thread is a process, too
		for _, threads := range []int{0, 1, 2, 5, 6, 7, 8, 10} {
			t.Run(limit+"/"+strconv.Itoa(threads), func(t *testing.T) {
				ended := finish(t, vendors(t), program, limit, strconv.Itoa(threads))
				requireEnd(t, ended, 0, 0)
				require.Equal(t, threads < enough, strings.Contains(ended.output, refusedContext), "%s", ended.output)
			})
		}
		t.Run(limit+"/later", func(t *testing.T) {
			requireEnd(t, finish(t, vendors(t), program, limit, "0", "later"), 0, 0)
		})
	}
}

// TestStarvedOfThreads: where the system refuses threads for longer than the driver's last for, it waits, and says so.
func TestStarvedOfThreads(t *testing.T) {
	t.Parallel()
	ended := finish(t, vendors(t), compile(t, "host/process/limited.c"), "starved", "13")
	requireEnd(t, ended, 0, 0)
	require.Equal(t, 1, strings.Count(ended.output, "has refused a thread"), "%s", ended.output)
}

// TestLimitsOfFiles: memory for machine code is no file that grows.
func TestLimitsOfFiles(t *testing.T) {
	program := compile(t, "host/process/limited.c")
	for _, when := range [][]string{nil, {"later"}} {
		for _, kilobytes := range []string{"0", "100", "1023", "1024"} {
			ended := finish(t, append(vendors(t), "HEDDLE_EXEC=jit"), program,
				append([]string{"files", kilobytes}, when...)...)
			requireEnd(t, ended, 0, 0)
			require.NotContains(t, ended.output, "no machine code")
		}
	}
}

// TestLimitsOfDescriptors: the runtime needs two from its start on, and code that is in no file does without.
func TestLimitsOfDescriptors(t *testing.T) {
	program := compile(t, "host/process/limited.c")
	for descriptors, isRefused := range map[string]bool{"0": true, "3": true, "4": true, "5": false, "6": false} {
		t.Run(descriptors, func(t *testing.T) {
			ended := finish(t, vendors(t), program, "descriptors", descriptors)
			requireEnd(t, ended, 0, 0)
			require.Equal(t, isRefused, strings.Contains(ended.output, refusedContext), "%s", ended.output)
			later := finish(t, append(vendors(t), "HEDDLE_EXEC=jit"), program, "descriptors", descriptors, "later")
			requireEnd(t, later, 0, 0)
		})
	}
}

// TestNoHandlers: a process that may not handle signals computes. Its own faults end it, though our handler, which was
// installed before, cannot go back to the default action.
func TestNoHandlers(t *testing.T) {
	program := compile(t, "host/process/limited.c")
	requireEnd(t, finish(t, vendors(t), program, "handlers", "0"), 0, 0)
	requireEnd(t, finish(t, vendors(t), program, "handlers", "0", "later"), 0, 0)
	requireEnd(t, finish(t, vendors(t), program, "handlers", "1", "later"), 128+int(syscall.SIGSEGV), 0)
}

// TestGarbageInTheEnvironment: each variable that the driver knows has a value that means nothing, and the process
// computes.
func TestGarbageInTheEnvironment(t *testing.T) {
	program := compile(t, "host/process/kill.c")
	usual := vendors(t)
	ask := func(environment ...string) end {
		return finish(t, slices.Concat(usual, environment), program, "null_objects")
	}
	_, known, found := strings.Cut(ask("HEDDLE_NO_SUCH=1").output, "known are ")
	require.True(t, found)
	known, _, _ = strings.Cut(known, "\n")
	names := strings.Split(known, ", ")
	require.Greater(t, len(names), 10)
	for what, value := range map[string]string{"nothing": "", "a word": "/dev/null/garbage", "negative": "-1",
		"overflow": strings.Repeat("9", 40),
		"long":     strings.Repeat("x", 100000), "bytes": "\xff\xfe,=;\n\t", "list": "1,,2*+:,all,none"} {
		t.Run(what, func(t *testing.T) {
			t.Chdir(t.TempDir()) // HEDDLE_HTML names a folder
			var environment []string
			for _, name := range names {
				environment = append(environment, name+"="+value)
			}
			requireEnd(t, ask(environment...), 0, 0)
		})
	}
}

// TestSettingsOfGo: variables that are meant for Go programs, and that such a program would end with, do not end this
// process, and have their values when the library has started.
func TestSettingsOfGo(t *testing.T) {
	program := compile(t, "host/process/kill.c")
	for _, setting := range []string{"GOMEMLIMIT=512Mi", "GOMEMLIMIT=-1", "GOMEMLIMIT=9999999TiB",
		"GOMEMLIMIT=9999999999999999999", "GODEBUG=cgocheck=2", "GODEBUG=cgocheck=1,cgocheck=2",
		"GOMAXPROCS=2147483647"} {
		ended := finish(t, append(vendors(t), setting), program, "settings_of_go")
		requireEnd(t, ended, 0, 0)
		require.Contains(t, ended.output, setting+"\n")
	}
}

// TestStuckOutput: kernels whose output is not read end, and it is said that the output is lost.
func TestStuckOutput(t *testing.T) {
	ended := finish(t, vendors(t), compile(t, "host/process/limited.c"), "output", "0")
	requireEnd(t, ended, 0, 0)
	require.Equal(t, 1, strings.Count(ended.output, "output is lost"), "%s", ended.output)
}

// TestLimitOfDeviceMemory: HEDDLE_MEM_LIMIT holds.
func TestLimitOfDeviceMemory(t *testing.T) {
	program := compile(t, "host/process/memory.c")
	requireEnd(t, finish(t, append(vendors(t), "HEDDLE_MEM_LIMIT=64M"), program), 0, 0)
}

// TestLeakReport: what was never released is named when the process ends, and nothing else.
func TestLeakReport(t *testing.T) {
	program, environment := compile(t, "host/process/leaks.c"), append(vendors(t), "HEDDLE_TRACE=leaks")
	for kept, want := range map[string][]string{
		"":       {"heddle: all objects were released"},
		"late":   {"heddle: all objects were released"},
		"buffer": {"1 objects were never released", "memory object: 1", "reference count 1, 4096 bytes"},
		"kernel": {"1 objects were never released", "kernel: 1", "reference count 1, lost"},
		"shared": {"1 objects were never released", "allocation of shared memory: 1"},
	} {
		ended := finish(t, environment, program, kept)
		requireEnd(t, ended, 0, 0)
		for _, part := range want {
			require.Contains(t, ended.output, part, "kept: %s", kept)
		}
	}
	require.NotContains(t, finish(t, vendors(t), program, "buffer").output, "released")
}
