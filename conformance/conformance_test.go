// Package conformance tests the built library as applications see it: C programs, compiled against Debian's headers,
// that go through the ICD loader. Every folder is an area, every C file in it one program with its own process.
package conformance

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// timeLimit ends a program that hangs.
const timeLimit = 60 * time.Second

// driver is the .icd file to test: ours, or the one that CONFORMANCE_ICD names, for finding wrong expectations of a
// test.
func driver(t *testing.T) string {
	t.Helper()
	if icd := os.Getenv("CONFORMANCE_ICD"); icd != "" {
		return icd
	}
	icd, err := filepath.Abs("../build/heddle.icd")
	require.NoError(t, err)
	require.FileExists(t, icd, "run ./build.sh build first")
	return icd
}

func TestPrograms(t *testing.T) {
	icd := driver(t)
	sources, err := filepath.Glob("*/*.c")
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, source := range sources {
		if filepath.Dir(source) == "samples" {
			continue
		}
		t.Run(strings.TrimSuffix(source, ".c"), func(t *testing.T) {
			t.Parallel()
			program := compile(t, source)
			out := run(t, icd, program)
			t.Log(out)
			require.NotContains(t, out, "internal error", "what an application does wrong is no mistake of the driver")
		})
	}
}

// compile builds one C program with warnings as errors and returns its path.
func compile(t *testing.T, source string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(source), ".c"))
	cc := exec.Command("gcc", "-std=gnu11", "-O1", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-unused-variable",
		"-Wno-deprecated-declarations", "-Wno-format-zero-length", "-Wno-alloc-size-larger-than", "-I.", "-o", program,
		source, "-l:libOpenCL.so.1", "-lm", "-lpthread")
	out, err := cc.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// run runs a program on the driver and fails the test unless it ends by itself with success.
func run(t *testing.T, icd, program string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "OCL_ICD_VENDORS="+icd)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	require.NoError(t, ctx.Err(), "no end within %v:\n%s", timeLimit, tail(out.String()))
	require.NoError(t, err, "%s", tail(out.String()))
	return out.String()
}

// tail is the end of a long output.
func tail(s string) string {
	const most = 8000
	if len(s) > most {
		return "…" + s[len(s)-most:]
	}
	return s
}
