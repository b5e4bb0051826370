package exec

import (
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// exchanges access memory by exclusive ors of ids that step by one with numbers that are the same for all lanes: ids from 0
// and from elsewhere, of 32 and 64 bits, elements of all sizes, to the ends of buffers, under masks that leave whole
// sub-groups without a lane.
const exchanges = `
kernel void sort(global uint *y, global uint *x, ulong a) {
	local uint t[1024];
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	t[l] = x[i];
	for (uint k = 2; k <= n; k *= 2)
		for (uint j = k / 2; j > 0; j /= 2) {
			barrier(CLK_LOCAL_MEM_FENCE);
			uint o = l ^ j;
			if (o > l && o < n) {
				uint p = t[l], q = t[o];
				if (((l & k) == 0) == (p > q)) {
					t[l] = q;
					t[o] = p;
				}
			}
		}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = t[l];
}
kernel void step(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), o = i ^ (uint)a;
	global uchar *b = (global uchar *)(y + 8192);
	global ushort *s = (global ushort *)(y + 16384);
	global ulong *w = (global ulong *)(x + 16384);
	if (o < 4096 && x[o] % 3) {
		y[o] = x[o] + x[i ^ 5 ^ (uint)a];
		if (x[i] & 1) b[o] = x[o];
		if (x[i ^ 17] & 1) s[o] = x[i] + (uint)w[o];
	}
}
kernel void wide(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0), g = get_global_id(1) * get_global_size(0);
	global uchar *b = (global uchar *)x;
	y[g + (i ^ 1)] = x[g + i];
	y[8192 + (i + 3 ^ a)] = x[i ^ a] + b[i + 5 ^ 9];
	int n = (int)i - 100;
	global uint *z = y + 16384 + 4096;
	if (n < 300) z[n ^ (int)a] = x[i ^ 3];
}`

func TestExchanges(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	ranges := [][2][3]uint64{{{1024, 1, 1}, {256, 1, 1}}, {{2048, 2, 1}, {1024, 1, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 4, 1}, {8, 4, 1}}, {{1000, 1, 1}, {100, 1, 1}}, {{64, 32, 1}, {32, 8, 1}}}
	for _, a := range []uint64{0, 1, 2, 7, 8, 24, 64, 511} {
		(&comparison{source: exchanges, words: []int{32768, 16384 + 8192}, values: []uint64{a}, fill: hash, ranges: ranges}).run(t)
	}
}

// A sort of a work-group gathers and scatters nothing.
func TestExchangesAreRows(t *testing.T) {
	for _, k := range compileProgram(t, exchanges).Kernels {
		ways := waysOf(t, k, amd64.Version{Shape: abi.Rows, Count: 2, SmallIDs: true})
		if ways["contiguous, exchanged"] == 0 || k.Name == "sort" && (ways["gather"] > 0 || ways["scatter"] > 0) {
			t.Errorf("%s: %v", k.Name, ways)
		}
	}
}
