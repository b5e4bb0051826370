package exec

import (
	"testing"

	"heddle/compiler/amd64/object"
)

// TestWhatGroupsAreMadeOfTheirOwn: rows are long where kernels walk along them, and tiles where they walk elsewhere.
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
		if got := ownGroup(&Launch{Global: test.global}, 16, 2, plan); got != test.want {
			t.Errorf("%v, tiled %v: %v, not %v", test.global, test.tiled, got, test.want)
		}
	}
}

func TestPlanTiled(t *testing.T) {
	const head = "kernel void f(global float *a, global int *b, int n) {\n\tint x = get_global_id(0), y = get_global_id(1);\n\t"
	for body, want := range map[string]bool{
		"a[y * n + x] = a[y * n + x + 1];":     false,
		"a[y * n + x] = a[(y - 1) * n + x];":   false,
		"a[x * n + y] = x;":                    true,
		"a[y * n + x] = b[x * n + y];":         true,
		"a[y * n + x] = a[b[x]];":              false,
		"a[(y * n + x) * 4] = 1;":              false,
		"a[(y * n + x) * 1000] = 1;":           true,
		"a[y * n + clamp(x - 3, 0, n - 1)]++;": false,
		"a[clamp(x - 3, 0, n - 1) * n + y]++;": true,
		"a[(y * n + x) / 2]++;":                false,
	} {
		k := compileKernel(t, head+body+"\n}")
		if got := k.Machine.Plan(512).Tiled; got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}
