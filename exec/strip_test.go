package exec

import (
	"slices"
	"strings"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// walkers are kernels whose work-items walk along rows of their own.
const walkers = `
kernel void sum(global float *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (int)a;
	global float *f = (global float *)x;
	float s = 0;
	for (int k = 0; k < n; k++) s += (f[i * n + k] == f[i * n + k] ? (float)(x[i * n + k] & 255) : 3.0f) * (float)(x[k] & 15);
	y[i] = s;
}
kernel void several(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (uint)a, s = 0, t = 1;
	for (uint k = 3; k < n; k++) { s = s * 31 + x[i * 37 + k]; t ^= s + x[(i * 5 & 1023) + k]; }
	y[i] = s + t;
}
kernel void long_counter(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint s = 0;
	for (size_t k = 0; k < a; k++) s = s * 31 + x[(x[i] & 2047) * 7 + k] + (uint)k;
	y[i] = s;
}
kernel void some_lanes(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (int)a;
	uint s = 1;
	if (x[i] & 3) for (int k = 0; k < n; k++) s = s * 31 + x[(i & 1023) * 20 + k];
	y[i] = s;
}
kernel void unrolled(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint s = 1;
	for (int k = 0; k < 9; k++) s = s * 31 + x[(i & 1023) * 19 + k * 2 - k];
	for (int k = 15; k >= 0; k--) s = s * 31 + x[(i & 1023) * 17 + k];
	for (int k = 0; k < 40; k += 3) s = s * 31 + x[(i & 255) * 40 + k];
	y[i] = s;
}`

// TestWalkersAgree runs them with numbers of rounds around those that a strip does at a time.
func TestWalkersAgree(t *testing.T) {
	counts := []uint64{17, 0, 40, 1, 3, 15, 16, 18, 31, 32, 33, 1 << 31, 1<<32 - 5}
	for _, n := range counts[:fewUnderRace(len(counts), 3)] {
		if n > 100 {
			n = uint64(int32(n)) & 0xffffffff // negative for the signed counters; the others do not run
		}
		c := &comparison{source: walkers, words: []int{8192, 1 << 17}, values: []uint64{n},
			fill:   func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 },
			ranges: [][2][3]uint64{{{256, 4, 1}, {64, 2, 1}}, {{100, 3, 1}, {50, 1, 1}}, {{33, 1, 1}, {33, 1, 1}}}}
		for _, k := range compileProgram(t, c.source).Kernels {
			if n > 100 && k.Name != "sum" && k.Name != "some_lanes" && k.Name != "unrolled" {
				continue
			}
			for _, r := range c.ranges {
				c.compare(t, k, k, r)
			}
		}
	}
}

// TestWalkersGoTogether wants rows of memory read whole and transposed, on all processors, where each lane could also run the loop
// alone.
func TestWalkersGoTogether(t *testing.T) {
	const source = `kernel void f(global const float *a, global const float *x, global float *y, int n) {
		int i = get_global_id(0);
		float s = 0;
		for (int k = 0; k < n; k++) s += a[i * n + k] * x[k];
		y[i] = s;
	}`
	for _, core := range []amd64.Core{amd64.Intel, amd64.Zen} {
		k := compileWith(t, source, func(o *compiler.Options) { o.Core = core }).Kernels[0]
		for _, isa := range []amd64.ISA{amd64.AVX512, amd64.AVX2} {
			l := k.Machine.Listing(isa, amd64.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, Full: true})
			if !slices.ContainsFunc(l.Selected, func(line amd64.Line) bool { return strings.Contains(line.Text, "vunpcklps") }) {
				t.Errorf("%v, %v: nothing is transposed (%v)", core, isa, l.Err)
			}
		}
	}
}
