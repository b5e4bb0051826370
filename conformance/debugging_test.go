package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDebuggingSwitches sets every switch that shows the compiler's work, around a program that runs kernels.
func TestDebuggingSwitches(t *testing.T) {
	icd := driver(t)
	program := compile(t, "kernels/early_return.c")
	pages := filepath.Join(t.TempDir(), "pages")
	t.Setenv("HEDDLE_DUMP", "lcssa,asm")
	t.Setenv("HEDDLE_HTML", pages)
	t.Setenv("HEDDLE_VERIFY", "passes")
	t.Setenv("HEDDLE_PASSES_OFF", "licm")
	out := run(t, icd, program)
	require.Contains(t, out, "IR after lcssa")
	require.NotContains(t, out, "IR after licm")
	require.Contains(t, out, "bytes of code, frame of")
	entries, err := os.ReadDir(pages)
	require.NoError(t, err)
	require.NotEmpty(t, entries)
}
