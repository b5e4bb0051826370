package scarce

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModes(t *testing.T) {
	for mode, want := range [][]bool{
		once:     {false, false, true, false, false, false},
		fromThen: {false, false, true, true, true, true},
		every:    {false, false, true, false, false, true},
	} {
		Follow(&Plan{nth: 3, mode: uint64(mode)})
		for _, refused := range want {
			require.Equal(t, refused, Check("a test") != nil)
		}
	}
	Follow(nil)
	require.NoError(t, Check("a test"))
}
