package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryKernelFileCanBeRead(t *testing.T) {
	kernels, err := loadKernels("kernels", "")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(kernels), 35)
	for _, k := range kernels {
		require.NotEmpty(t, k.outputs, "%s compares nothing", k.name)
		require.Contains(t, k.source, "void "+k.name+"(")
	}
}

func TestCompareFindsOneWrongElement(t *testing.T) {
	folder := t.TempDir()
	dumps := [2]string{filepath.Join(folder, "a"), filepath.Join(folder, "b")}
	k := benchKernel{outputs: []string{"u32"}, counts: []int{2}}
	require.NoError(t, os.WriteFile(dumps[0], []byte{1, 0, 0, 0, 2, 0, 0, 0}, 0o600))
	require.NoError(t, os.WriteFile(dumps[1], []byte{1, 0, 0, 0, 2, 0, 0, 0}, 0o600))
	require.NoError(t, k.compare(dumps))
	require.NoError(t, os.WriteFile(dumps[1], []byte{1, 0, 0, 0, 3, 0, 0, 0}, 0o600))
	require.EqualError(t, k.compare(dumps), "1 of 2 differ")
}

func TestFiguresOfAClient(t *testing.T) {
	figures, err := parseFigures("load 12\ndone\ndiscover 3.5\n")
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"load": 12, "discover": 3.5}, figures)
	_, err = parseFigures("load 12\nerror no platform\n")
	require.EqualError(t, err, "no platform")
}

func TestStartRow(t *testing.T) {
	var s strings.Builder
	writeStartRow(&s, "load", [2][]float64{{3000, 1000, 2000}, {8000, 4000, 6000}})
	require.Equal(t, "| load | 1000 ns, 2000 ns | 4000 ns, 6000 ns | 3.00 |\n", s.String())
}
