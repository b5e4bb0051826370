package exec

import (
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// TestPixelsCountedThrough: rows and columns of pixels made of one id by division, whatever the width of the image; what
// neighbours read and write lies in one piece, but for the ends of rows, or nowhere.
func TestPixelsCountedThrough(t *testing.T) {
	(&comparison{source: `
kernel void shift(global int *y, global int *x, int w) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	w &= 127;
	int col = i % w, row = i / w, up = row == 0 ? 0 : row - 1, right = min(col + 1, w - 1);
	if (col == 5) return;
	y[row * w + col] = x[up * w + col] * 3 + x[up * w + right] + x[row * w + col] + x[row * w + col + 1] + x[row * w + right];
	y[8192 + row * 2 * w + col] = x[up * w + col + 7];
}
kernel void tiled(global uint *y, global uint *x, uint w) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint a = i & 63, b = i >> 6;
	if (w & 1u << (i & 31))
		y[b * 65 + a] = x[b * 64 + a] + x[b * 64 + a + 1] + (uint)((global ulong *)x)[b * 64 + a] + ((global uchar *)x)[b * 64 + a];
	y[16384 + b * 64 + a] += x[b * 64 + a + 2];
}`, words: []int{8192 * 4, 8192 * 2}, values: []uint64{1, 3, 16, 37, 64, 0xfffff57f},
		fill:   func(i, j int) uint32 { return uint32(i*7919+j) * 2654435761 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{64, 16, 1}, {32, 8, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 16, 1}, {8, 8, 1}}},
	}).run(t)
}

// TestIndicesAreLookedAtOnce: what lies at the same distance from several places is there or not for all of them.
func TestIndicesAreLookedAtOnce(t *testing.T) {
	k := compileKernel(t, "kernel void f(global float *y, global float *x, int w) { int i = get_global_id(0), r = i / w, c = i % w; y[r * w + c] = x[r * w + c] + x[r * w + c + 1] + x[r * w + c + 2]; }")
	for isa, count := range map[amd64.ISA]int{amd64.AVX512: 1, amd64.AVX2: 2} {
		l := k.Machine.Listing(isa, amd64.Version{Shape: abi.Rows, Count: count, SmallIDs: true})
		if l.Err != nil {
			t.Fatal(l.Err)
		}
		looks := map[string]int{}
		for _, line := range l.Selected {
			name, _, _ := strings.Cut(strings.TrimSpace(line.Text), " ")
			looks[name]++
		}
		if looks["setne"] != count || looks["test"] < 3*count {
			t.Errorf("%v: %v", isa, looks)
		}
	}
}
