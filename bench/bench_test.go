package main

import (
	"os"
	"path/filepath"
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
