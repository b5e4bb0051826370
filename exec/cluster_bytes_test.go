package exec

import (
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// pixels are kernels that read and write parts of steps of a few bytes.
const pixels = `
kernel void grey(global uchar *y, global uchar *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uchar4 p = ((global uchar4 *)x)[i];
	if (i < n) y[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
}
kernel void rgb(global uchar *y, global uchar *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i >= n) return;
	y[3 * i] = x[3 * i + 2] + 1;
	y[3 * i + 1] = x[3 * i + 1] ^ x[3 * i];
	y[3 * i + 2] = x[3 * i];
}
kernel void parts(global uchar *y, global uchar *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i >= n) return;
	uchar s = x[4 * i + 1] + x[4 * i + 3] * 3 + x[3 * i + 1] * 5 + x[3 * i + 5] * 7 + x[6 * i + 1] * 11 + x[6 * i + 2] * 13 + x[2 * i] * 17;
	y[4 * i + 2] = s;
	y[4 * i + 3] = s + 1;
	y[20000 + 3 * i] = s + 2;
	y[20000 + 3 * i + 2] = s + 3;
	y[40000 + 2 * i] = s;
	y[40000 + 2 * i + 1] = s * 3;
}
kernel void halves(global ushort *y, global ushort *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i >= n) return;
	ushort3 p = vload3(i, x);
	vstore3(p.zxy + (ushort3)(1, 2, 3), i, y);
	y[20000 + 3 * i] = p.x;
	y[20000 + 3 * i + 2] = p.y;
	y[40000 + 2 * i + 1] = x[2 * i + 1] + x[8 * i + 6] + x[4 * i + 2];
}`

func TestPixelsAreTheSameOnAllEngines(t *testing.T) {
	(&comparison{source: pixels, words: []int{30000, 20000}, values: []uint64{3001},
		fill:   func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{64, 48, 1}, {32, 8, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 12, 1}, {8, 4, 1}}, {{3072, 1, 1}, {1024, 1, 1}}},
	}).run(t)
}

func TestPixelsAreReadInWholeVectors(t *testing.T) {
	for _, k := range compileProgram(t, pixels).Kernels {
		ways := waysOf(t, k, amd64.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, Full: true})
		if ways["lane by lane"]+ways["gather"]+ways["scatter"] != 0 {
			t.Errorf("%s: %v", k.Name, ways)
		}
	}
}
