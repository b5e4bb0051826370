package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"heddle/clapi/cl"
)

// library builds the shared library once for all tests, with the options of the real build.
func library(t *testing.T) string {
	t.Helper()
	versions, err := filepath.Abs("exports.map")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "libheddle.so")
	mustRun(t, nil, "go", "build", "-buildmode=c-shared", "-trimpath",
		"-ldflags=-s -w -X runtime.godebugDefault="+
			"asyncpreemptoff=1,invalidptr=0,gcshrinkstackoff=1,containermaxprocs=0,updatemaxprocs=0 "+
			"-extldflags '-Wl,--version-script="+versions+"'", "-o", path, ".")
	return path
}

// longestRun bounds the time of a program: building the library is one, and the machine may be busy.
const longestRun = 5 * time.Minute

func mustRun(t *testing.T, environment []string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), longestRun)
	defer cancel()
	command := exec.CommandContext(ctx, name, args...)
	command.WaitDelay = time.Second // children of a killed program may hold its output open
	command.Env = append(os.Environ(), environment...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestLoadedIntoPrograms(t *testing.T) {
	path := library(t)
	t.Run("symbols", func(t *testing.T) { checkSymbols(t, path) })
	t.Run("x87", func(t *testing.T) { checkX87(t, path) })
	sources, err := filepath.Glob("testdata/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatal("no programs", err)
	}
	for _, source := range sources {
		t.Run(filepath.Base(source), func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "program")
			mustRun(t, nil, "gcc", "-std=gnu11", "-Wall", "-Werror", "-Wno-unused-function",
				"-Wl,--export-dynamic-symbol=madvise", "-o", program, source, "-lpthread", "-ldl")
			expectPassed(t, path, program)
		})
	}
	t.Run("faults, no handler at first", func(t *testing.T) {
		program := filepath.Join(t.TempDir(), "program")
		mustRun(t, nil, "gcc", "-std=gnu11", "-Wno-unused-function", "-o", program, "testdata/faults.c", "-lpthread",
			"-ldl")
		expectPassed(t, path, program, "late")
	})
	t.Run("faulthandler.py", func(t *testing.T) {
		expectPassed(t, path, "python3", "testdata/faulthandler.py")
	})
	t.Run("gohost", func(t *testing.T) {
		program := filepath.Join(t.TempDir(), "gohost")
		mustRun(t, nil, "go", "build", "-o", program, "./testdata/gohost")
		for range 3 {
			expectPassed(t, path, program)
		}
	})
}

func expectPassed(t *testing.T, library, program string, args ...string) {
	t.Helper()
	if out := mustRun(t, []string{"LIBRARY=" + library}, program, args...); !strings.HasSuffix(out, "passed\n") {
		t.Error(out)
	}
}

// checkSymbols: only cl* is exported, the whole table is, and thread-local storage stays within the static limit.
func checkSymbols(t *testing.T, path string) {
	exported := map[string]bool{}
	for _, line := range strings.Split(mustRun(t, nil, "nm", "-D", "--defined-only", path), "\n") {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		name, _, _ := strings.Cut(fields[2], "@") // the version follows
		exported[name] = true
		if isVersion := fields[1] == "A"; !isVersion && !strings.HasPrefix(name, "cl") {
			t.Errorf("%s is exported", name)
		}
	}
	for _, point := range cl.EntryPoints {
		if !exported[point.Name] {
			t.Errorf("%s is not exported", point.Name)
		}
	}
	segment := regexp.MustCompile(`TLS\s+\S+\s+\S+\s+\S+\s+\S+\s+0x0+([0-9a-f]{1,2})\b`)
	if headers := mustRun(t, nil, "readelf", "-lW", path); !segment.MatchString(headers) {
		t.Errorf("thread-local storage is above 255 bytes:\n%s", headers)
	}
	if info, err := os.Stat(path); err != nil || info.Size() >= 13<<20 {
		t.Errorf("the library has %d bytes", info.Size())
	}
}

// checkX87: no code uses the x87 unit, since entry points leave its mode as the application has set it
// (cbridge/host/float_mode.h).
func checkX87(t *testing.T, path string) {
	code := mustRun(t, nil, "objdump", "-d", "--no-show-raw-insn", path)
	instruction := regexp.MustCompile(`(?m)^ +[0-9a-f]+:\t(f[a-z0-9]+)`)
	found := map[string]bool{}
	for _, match := range instruction.FindAllStringSubmatch(code, -1) {
		found[match[1]] = true
	}
	for _, control := range []string{"fnstcw", "fnstenv", "fldenv"} {
		if !found[control] {
			t.Errorf("%s is not found, so the test shows nothing", control)
		}
		delete(found, control)
	}
	for name := range found {
		t.Errorf("the library has %s", name)
	}
}

// TestEntryPointsAreWiredOrMissing: every function has an export in this package, or a reason in cl.Missing; not both.
func TestEntryPointsAreWiredOrMissing(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	wired := map[string]bool{"clGetExtensionFunctionAddress": true, "clGetExtensionFunctionAddressForPlatform": true}
	export := regexp.MustCompile(`(?m)^//export heddle(\w+)$`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range export.FindAllSubmatch(source, -1) {
			wired["cl"+string(match[1])] = true
		}
	}
	for _, point := range cl.EntryPoints {
		entry, isMissing := cl.Missing[point.Name]
		if isMissing == wired[point.Name] {
			t.Errorf("%s: wired %v, missing %v", point.Name, wired[point.Name], isMissing)
		}
		if isMissing && entry.Reason == "" {
			t.Errorf("%s is missing without a reason", point.Name)
		}
	}
}
