package parse_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/mutate"
)

// FuzzFile parses any bytes: the parser must terminate without a panic.
func FuzzFile(f *testing.F) {
	for _, text := range sources(f) {
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			t.Skip("large inputs only cost time here; TestHostileSources has them")
		}
		build("fuzz.cl", text)
	})
}

// sources are the files of the tests.
func sources(tb testing.TB) (texts [][]byte) {
	files, err := filepath.Glob("testdata/*.cl")
	require.NoError(tb, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(tb, err)
		texts = append(texts, text)
	}
	return texts
}

// TestChangedSources parses changed sources. Most are short, so that there are many.
func TestChangedSources(t *testing.T) {
	(&mutate.Loop{Seeds: sources(t), IsText: true, Usual: 20_000, Longest: 4096, Try: func(text []byte) bool {
		_, list := build("changed.cl", string(text))
		return !list.HasErrors()
	}}).Run(t)
}

// The name of a block has types before that of its result is known.
func TestPrettyNameOfBlockWithoutResult(t *testing.T) {
	_, list := build("block.cl", "// OPTIONS: 300 generic globals\n"+
		"kernel void k(global int *g) {\n"+
		"int (^b)(int) = ^(int x) { __PRETTY_FUNCTION__; return 2 * x; }; g[0] = b(1); }\n")
	require.False(t, list.HasErrors(), "%s", list.Render())
}
