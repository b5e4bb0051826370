package exec

import (
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// transposes are kernels whose neighbours along the second dimension access neighbours in memory.
const transposes = `
kernel void naive(global uint *y, global uint *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	y[i * m + j] = x[j * m + i] + i;
}
kernel void reads(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0), j = get_global_id(1);
	y[j * n + i] = x[i * n + j] * 3 + x[i * n + j + 1];
}
kernel void doubles(global double *y, global double *x, ulong n) {
	long i = get_global_id(0), j = get_global_id(1);
	y[i * n + j] = as_double(as_ulong(x[j * n + i]) + i) ;
	y[26000 + j * n + i] = x[i * n + j];
}
kernel void guarded(global uint *y, global uint *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	if (i < m - 3 && j < m - 5 && i > 0) y[i * m + j] = x[j * m + i - 1];
	if ((i ^ j) & 5) y[60000 + (i + j) * m + j] = x[(m - 1 - i) * m + j];
}
kernel void tile(global uint *y, global uint *x, ulong n) {
	local uint t[32 * 41];
	int i = get_local_id(0), j = get_local_id(1), h = get_local_size(1), w = get_local_size(0), m = n;
	t[j * 41 + i] = x[(get_group_id(1) * h + j) * m + get_group_id(0) * w + i];
	barrier(CLK_LOCAL_MEM_FENCE);
	int p = i % h, q = j % w;
	y[get_global_id(1) * m + get_global_id(0)] = t[p * 41 + q] + (i < h && j < w ? t[i * 41 + j] : 0);
}
kernel void pairs(global float2 *y, global float2 *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	float2 a = x[j * m + i];
	y[i * m + j] = a.yx;
	if (i > 3 && j < m - 4) y[26000 + j * m + i] = x[i * m + j + 1];
}
kernel void fours(global float4 *y, global float4 *x, ulong n) {
	long i = get_global_id(0), j = get_global_id(1), m = n;
	float4 a = x[j * m + i];
	y[i * m + j] = a.wyxz;
	if (j < m - 4) y[26000 + j * m + i] = x[i * m + j];
}
kernel void far(global uint *y, global uint *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	for (int k = 0; k < 3; k++) y[(m - i) * m + j - k * 0] = x[(j + k) * m + i] ^ x[(i + k) * m + j + 5] ^ x[i * 7 + j];
}
kernel void steep(global uint *y, global uint *x, ulong n) {
	long i = get_global_id(0), j = get_global_id(1), none = n >> 40;
	y[j * 256 + i] = x[i * none * (1L << 29) + j] + i;
	y[100000 + j * 256 + i] = x[(i * (1L << 29) * 16) * none + j] - i;
}`

func TestTransposesAreTheSameOnAllEngines(t *testing.T) {
	(&comparison{source: transposes, words: []int{210000, 110000}, values: []uint64{160},
		fill:   func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 },
		ranges: [][2][3]uint64{{{128, 128, 1}, {16, 16, 1}}, {{64, 96, 1}, {32, 32, 1}}, {{100, 70, 1}, {32, 16, 1}}, {{160, 150, 1}, {16, 32, 1}}, {{37, 90, 1}, {37, 9, 1}}},
		plans:  []object.Plan{{Rows: 1, Packed: 1, Columns: 8}, {Rows: 1, Packed: 1, Columns: 16}, {Rows: 1, Packed: 1, Columns: 4}},
	}).run(t)
}

func TestTransposing(t *testing.T) {
	want := map[string]map[string]int{
		"naive": {"transposed": 1, "contiguous": 1}, "reads": {"transposed": 2, "contiguous": 1}, "tile": {"transposed": 1, "contiguous": 3},
		"far": {"transposed": 9, "contiguous": 3}, "guarded": {"transposed": 2, "contiguous": 1}, "pairs": {}, "fours": {},
	}
	for _, k := range compileProgram(t, transposes).Kernels {
		ways := waysOf(t, k, amd64.Version{Shape: abi.Columns, Count: 16, SmallIDs: true, Full: true})
		for way, n := range want[k.Name] {
			if ways[way] != n {
				t.Errorf("%s: %v, not %v", k.Name, ways, want[k.Name])
			}
		}
	}
	for name, n := range map[string]int{"pairs": 8, "fours": 4} {
		for _, k := range compileProgram(t, transposes).Kernels {
			if k.Name == name {
				ways := waysOf(t, k, amd64.Version{Shape: abi.Columns, Count: n, SmallIDs: true, Full: true})
				if ways["transposed"] != map[string]int{"pairs": 4, "fours": 8}[name] {
					t.Errorf("%s: %v", name, ways)
				}
			}
		}
	}
	for source, columns := range map[string]int{
		"kernel void f(global float *y, global float *x, int n) { int i = get_global_id(0), j = get_global_id(1); y[i * n + j] = x[j * n + i]; }":   16,
		"kernel void f(global double *y, global double *x, int n) { int i = get_global_id(0), j = get_global_id(1); y[i * n + j] = x[j * n + i]; }": 8,
		"kernel void f(global float *y, global float *x, int n) { int i = get_global_id(0), j = get_global_id(1); y[j * n + i] = x[j * n + i]; }":   0,
	} {
		if got := compileKernel(t, source).Machine.Plan(512).Columns; got != columns {
			t.Errorf("%d columns for %s", got, source)
		}
	}
}
