package parse_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzFile parses any bytes: the parser must terminate without a panic.
func FuzzFile(f *testing.F) {
	files, err := filepath.Glob("testdata/*.cl")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			t.Skip("large inputs only cost time here; TestHostileSources has them")
		}
		build("fuzz.cl", text)
	})
}
