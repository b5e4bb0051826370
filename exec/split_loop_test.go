package exec

import "testing"

// longStates go through rounds over more words of 64 bits than two vectors for each have registers: with a counter that
// begins anew for the second half, lanes that are not active, and an end that lanes reach in different rounds.
const longStates = `
#define ROUND for (int i = 0; i < 20; i++) a[i] = rotate(a[i] ^ a[(i + 7) % 20], (ulong)(2 * i + 1)) + a[(i + 1) % 20] + (ulong)x[k];
kernel void rounds(global uint *y, global uint *x, ulong n) {
	uint g = get_global_id(0) + get_global_size(0) * get_global_id(1);
	ulong a[20], r = 0;
	for (int i = 0; i < 20; i++) a[i] = x[g + i] * n + i;
	for (int k = 3; k < 24; k++) { ROUND }
	for (int i = 0; i < 20; i++) r = r * 31 + a[i];
	y[g] = r ^ r >> 32;
}
kernel void some(global uint *y, global uint *x, ulong n) {
	uint g = get_global_id(0) + get_global_size(0) * get_global_id(1);
	ulong a[20], r = 0;
	for (int i = 0; i < 20; i++) a[i] = x[g + i] + i;
	if (x[g] & 1) for (int k = 0; k < 9; k++) { ROUND }
	for (int k = 0; k < (x[g] & 15); k++) { ROUND }
	for (int i = 0; i < 20; i++) r = r * 31 + a[i];
	y[g] = r ^ r >> 32;
}`

func TestLoopsOverLongStates(t *testing.T) {
	fill := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	(&comparison{source: longStates, words: []int{2048, 2048}, values: []uint64{3}, fill: fill,
		ranges: [][2][3]uint64{{{1024, 1, 1}, {64, 1, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{75, 1, 1}, {25, 1, 1}}}}).run(t)
}
