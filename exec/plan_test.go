package exec

import "testing"

func TestPlanTiled(t *testing.T) {
	const head = "kernel void f(global float *a, global int *b, int n) {\n" +
		"\tint x = get_global_id(0), y = get_global_id(1);\n\t"
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
