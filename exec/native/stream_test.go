package native

import (
	"testing"

	"heddle/exec/launch"
)

// TestWhichLaunchesWriteAroundTheCaches wants streaming stores for launches of very many work-items, and for those that
// write a good part of the largest cache and have more memory than it holds. Neither of these two suffices alone.
func TestWhichLaunchesWriteAroundTheCaches(t *testing.T) {
	const cache = 32 << 20
	for _, test := range []struct {
		items, written, memory, cache uint64
		want                          bool
	}{
		{StreamedItems, 4, 0, 0, true},
		{StreamedItems - 1, 4, 1 << 40, 0, false},
		{cache / 16, 4, 3 * cache / 2, cache, true},
		{cache / 16, 4, cache, cache, false},
		{cache / 64, 16, 1 << 40, cache, true},
		{cache/16 - 1, 4, 1 << 40, cache, false},
	} {
		e := Settings{CacheBytes: test.cache}
		l := &launch.Launch{Global: [3]uint64{test.items, 1, 1}, Memory: []launch.Memory{
			{Address: 1, SizeBytes: test.memory - test.memory/3}, {Address: 1 << 50, SizeBytes: test.memory / 3}}}
		if got := e.streams(l, test.written); got != test.want {
			t.Errorf("%d work-items of %d bytes, %d bytes, a cache of %d: %v", test.items, test.written, test.memory,
				test.cache, got)
		}
	}
}
