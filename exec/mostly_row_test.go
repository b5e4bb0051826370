package exec

import (
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// TestIndicesThatWrapWithinARow: 32-bit indices step by one from work-item to work-item and wrap at all places of a
// sub-group, before an element's first or behind the largest number of their type.
func TestIndicesThatWrapWithinARow(t *testing.T) {
	(&comparison{source: `
kernel void wrap(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x, *d = (global uchar *)(y + 8192);
	global ulong *l = (global ulong *)x, *m = (global ulong *)(y + 16384);
	for (uint k = 0; k < 70; k += 7)
		if (i >= k) {
			uint at = i - k;
			y[i] += x[at] + b[at] + (uint)l[at];
			if (k == 35) {
				d[at] = i;
				m[at] = y[i] * 3;
			}
		}
}
kernel void unsignedwraps(global uint *y, global uint *x, uint k) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i + k;
	global uchar *b = (global uchar *)x;
	global ulong *l = (global ulong *)x;
	if (i < -k) return;
	y[at] = x[at] + b[at] + (uint)l[at];
}
kernel void signedwraps(global uint *y, global uint *x, uint k) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i + k + 0x80000000u;
	global uint *z = x + 0x80000000ul, *o = y + 0x80000000ul;
	if (i < -k) return;
	o[(int)at] = z[(int)at] + at;
}`, words: []int{8192 * 5, 8192 * 2}, values: []uint64{0xffffffff_fffffff5},
		fill:   func(i, j int) uint32 { return uint32(i*7919+j) * 2654435761 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{64, 16, 1}, {32, 8, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 16, 1}, {8, 8, 1}}},
	}).run(t)
}

func TestRowsThatMayWrapAreRead(t *testing.T) {
	k := compileKernel(t, "kernel void f(global float *y, global float *x, uint n) { uint i = get_global_id(1) * n + get_global_id(0); if (i > 0) y[i - 1] = x[i + 3]; }")
	ways := waysOf(t, k, amd64.Version{Shape: abi.Rows, Count: 2, SmallIDs: true})
	if ways["contiguous if it does not wrap"] != 2 {
		t.Error(ways)
	}
}

// waysOf counts how a version accesses memory, by the words of listings.
func waysOf(t *testing.T, k *compiler.Kernel, v amd64.Version) map[string]int {
	t.Helper()
	l := k.Machine.Listing(amd64.AVX512, v)
	if l.Err != nil {
		t.Fatal(l.Err)
	}
	ways := map[string]int{}
	for _, a := range l.Accesses {
		ways[a.How]++
	}
	return ways
}
