package exec

import "testing"

// laneGroups copies, counts and looks up elements of all sizes at places of each work-item's own, under masks and without.
const laneGroups = `
kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i];
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	global uchar *b = (global uchar *)(y + i * 16);
	global const uchar *s = (global const uchar *)x;
	local uchar h[1024 * 4];
	local ushort w[1024 * 2];
	local uint d[1024];
	for (uint j = 0; j < 4; j++) h[l * 4 + j] = j;
	for (uint j = 0; j < 2; j++) w[l * 2 + j] = 65530;
	d[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint j = 0; j < 8; j++) b[j] = s[(v >> j) & 1023];
	uint n = (v >> 4) % 24, o = 8;
	while (n--) { b[o] = b[o - (v & 7) - 1]; o++; }
	for (uint j = 0; j < a; j++) h[l * 4 + (s[i * 4 + j % 4] & 3)]++;
	for (uint j = 0; j < (v & 15); j++) {
		w[l * 2 + (j & 1)] += s[(v + j) & 1023];
		d[l] += s[(v * j) & 1023] * 3 - 1;
	}
	if (v & 64) {
		char c = ((global const char *)s)[v & 511];
		b[40] = c >> 1;
		((global short *)b)[21] = (short)c * (short)-3;
		b[41] = (uchar)((ushort)s[v & 255] + 300) >> 2;
		((global ulong *)b)[6] = ((global ulong *)x)[v & 127] ^ v;
		((global float *)b)[14] = ((global float *)x)[s[v & 63]];
	}
	uchar p[8];
	for (uint j = 0; j < 8; j++) p[j] = s[(i + j) & 1023];
	for (uint j = 0; j < 6; j++) p[(v >> j) & 7] += p[(v >> (3 * j)) & 7];
	for (uint j = 0; j < 5; j++) { uchar *f = p + (v >> j & 7), *g = p + (v >> (9 - j) & 7), t = *f; *f = *g; *g = t; }
	for (uint j = 0; j < 5; j++) {
		uchar c = p[v >> (j + 3) & 7], e = p[v >> (12 - j) & 7];
		p[v >> (12 - j) & 7] = c + 1; d[l] += p[j]; p[v >> (j + 3) & 7] = e; p[j] = e ^ c;
	}
	for (uint j = 0; j < 4; j++) b[60 + j] = p[2 * j] ^ p[2 * j + 1];
	volatile global uchar *q = b + 33;
	*q = s[v & 127]; *q = *q + 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	b[34] = h[(l ^ 1) * 4 + (v & 3)] + w[(l ^ 1) * 2 + (v >> 7 & 1)];
	b[35] = d[l ^ 1];
}`

func TestLaneGroups(t *testing.T) {
	hash := func(i, j int) uint32 {
		x := uint32(i*7919+j) * 2654435761
		return (x ^ x>>15) &^ (0x78 << 20) // no NaNs
	}
	for _, a := range []uint64{0, 37} {
		(&comparison{source: laneGroups, words: []int{2048 * 16, 2048}, values: []uint64{a}, fill: hash,
			ranges: [][2][3]uint64{{{512, 1, 1}, {64, 1, 1}}, {{38, 1, 1}, {38, 1, 1}}, {{64, 16, 1}, {32, 8, 1}}, {{200, 1, 1}, {100, 1, 1}}}}).run(t)
	}
}

// TestLaneGroupsWithoutBarriers has bundles of another size.
func TestLaneGroupsWithoutBarriers(t *testing.T) {
	(&comparison{source: `
kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i];
	global uchar *b = (global uchar *)(y + i * 8);
	global const uchar *s = (global const uchar *)x;
	uint n = v % 31, o = 1;
	if (v & 1024) {
		while (o < n) {
			uchar t = s[(v + o) & 1023];
			if (t & 1) b[o++] = t;
			else { uint k = t & 3; b[o] = b[o - 1] + k; b[o + 1] = b[o] ^ t; o += 2; }
		}
	}
	global ushort *h = (global ushort *)b;
	for (uint j = 0; j < a; j++) h[j] = h[(j * v) % 13];
	y[i * 8 + (v & 7)] = y[i * 8 + (v >> 3 & 7)] + 5;
}`, words: []int{1024 * 8, 1024}, values: []uint64{9}, fill: func(i, j int) uint32 { return uint32(i*31+j) * 2654435761 >> 3 },
		ranges: [][2][3]uint64{{{999, 1, 1}, {999, 1, 1}}, {{128, 1, 1}, {16, 1, 1}}}}).run(t)
}
