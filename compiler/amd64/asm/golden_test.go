package asm

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files")

// goldenSamples is the number of shapes of each encoding in the golden file.
const goldenSamples = 7

// TestGoldenBytes compares the bytes of some shapes of each encoding with testdata/encodings.txt. The file shows what
// TestObjdumpAgrees cannot see: which of several encodings with one meaning is chosen.
func TestGoldenBytes(t *testing.T) {
	insts := goldenShapes()
	code, offsets := encodeShapes(t, insts)
	var text strings.Builder
	for k := range insts {
		fmt.Fprintf(&text, "%-24x %s\n", code[offsets[k]:offsets[k+1]], (&Func{}).Format(&insts[k]))
	}
	compareGolden(t, "testdata/encodings.txt", text.String())
}

func goldenShapes() []Inst {
	var out []Inst
	for op := range OpCount {
		for k := range table[op].encodings {
			all := shapes(op, &table[op].encodings[k])
			for n := 0; n < len(all); n += max(1, len(all)/goldenSamples) {
				if len(out) == 0 || all[n] != out[len(out)-1] {
					out = append(out, all[n])
				}
			}
		}
	}
	return out
}

// compareGolden compares line by line, so that a difference names its instruction; with -update it writes the file.
func compareGolden(t *testing.T, path, got string) {
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	want, lines := strings.Split(string(data), "\n"), strings.Split(got, "\n")
	for k := range min(len(lines), len(want)) {
		require.Equal(t, want[k], lines[k], "%s:%d; if that is wanted: go test -update, then read the difference", path,
			k+1)
	}
	require.Equal(t, len(want), len(lines), "lines of %s", path)
}
