package native

import (
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/exec/launch"
)

// TestWhatGroupsAreMadeOfTheirOwn wants long rows for kernels whose neighbours in a row access neighbouring memory, and
// tiles for others.
func TestWhatGroupsAreMadeOfTheirOwn(t *testing.T) {
	for _, test := range []struct {
		global [3]uint64
		tiled  bool
		want   [3]uint64
	}{
		{[3]uint64{1024, 1024, 1}, false, [3]uint64{1024, 16, 1}},
		{[3]uint64{1024, 1024, 1}, true, [3]uint64{128, 128, 1}},
		{[3]uint64{4096, 4096, 1}, false, [3]uint64{2048, 8, 1}},
		{[3]uint64{2100, 4096, 1}, false, [3]uint64{1056, 15, 1}},
		{[3]uint64{100, 4096, 1}, false, [3]uint64{100, 64, 1}},
		{[3]uint64{1 << 20, 1, 1}, false, [3]uint64{1 << 14, 1, 1}},
		{[3]uint64{1 << 20, 1, 1}, true, [3]uint64{1 << 14, 1, 1}},
	} {
		plan := object.Plan{Rows: 2, Packed: 1, Tiled: test.tiled}
		if got := ownGroup(&launch.Launch{Global: test.global}, 16, 2, plan); got != test.want {
			t.Errorf("%v, tiled %v: %v, not %v", test.global, test.tiled, got, test.want)
		}
	}
}
