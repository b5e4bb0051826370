package conformance

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBinariesOnEveryEngine: binaries come back wherever kernels run.
func TestBinariesOnEveryEngine(t *testing.T) { runOnEveryEngine(t, "program/binaries.c") }

// What one process writes another runs. Machine code for another kind of processor, another instruction set, or of a
// process that makes none, is made again, which the log says.
func TestBinariesBetweenProcesses(t *testing.T) {
	icd := driver(t)
	program := compile(t, "program/binaries.c")
	settings := []string{"", "HEDDLE_PROCESSOR=intel", "HEDDLE_PROCESSOR=zen", "HEDDLE_ISA=avx2", "HEDDLE_EXEC=interp",
		"HEDDLE_PASSES_OFF=interleave"}
	in := func(t *testing.T, setting string) {
		if name, value, ok := strings.Cut(setting, "="); ok {
			t.Setenv(name, value)
		}
	}
	for _, how := range []string{"make", "ran"} {
		for _, maker := range settings {
			file := filepath.Join(t.TempDir(), "binary")
			t.Run(how+" "+maker, func(t *testing.T) {
				in(t, maker)
				run(t, icd, program, how, file)
			})
			for _, user := range settings {
				t.Run(how+" "+maker+" use "+user, func(t *testing.T) {
					in(t, user)
					out := run(t, icd, program, "use", file)
					if maker == user {
						require.NotContains(t, out, "note:")
					}
					if maker == "HEDDLE_PROCESSOR=intel" && user == "HEDDLE_PROCESSOR=zen" {
						require.Contains(t, out, "note: the machine code in the binary is left")
					}
				})
			}
		}
	}
}
