package exec

import (
	"testing"

	"heddle/compiler/amd64/object"
)

// laneLoops are kernels with loops that lanes run one after the other: in them each work-item goes through bytes far from
// its neighbours'. They differ in how lanes come into the loops and leave them, and in what goes with them.
var laneLoops = map[string]string{
	"marks": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); uint seg = (uint)a, lo = i * seg, hi = lo + seg;
		for (uint p = 2; p < 9; p++) for (uint q = (lo + p - 1) / p * p; q < hi; q += p) y[q] = p; }`,
	"guarded": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a; if (i >= 211 || i % 5 == 2) return;
		uint e = i * seg + x[i] % seg;
		for (uint q = i * seg; q < e; q += 3) y[q] = q + i; }`,
	"several ways out": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, v = x[i], r = 7; global uchar *p = y + i * seg;
		for (uint j = 0; j < seg - 4; j += 1 + (v & 1)) { p[j + 1] = v; p[j + 2] = j; p[j + 3] = v >> 5; v = v * 5 + p[j]; if ((v & 31) == 3) { r = 9; break; } if ((v & 63) == 5) goto out; if ((v & 255) == 77) return; }
		r += v; out: p[0] = r; p[seg - 1] = v >> 3; }`,
	"all types": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a; global char *p = (global char *)y + i * seg;
		char c = x[i]; short s = x[i] >> 3; long l = x[i]; ulong m = 5; float f = 1; double d = i; bool b = x[i] & 1; uint j = 1, e = 5 + (x[i] & 7);
		do { p[j + 1] = c; p[j + 2] = s; p[j + 3] = j; p[j + 20] = c >> 1; p[j + 30] = 5; p[j + 31] = l; c += (char)(b ? s : 3); s = (short)(s * 3 + p[j]); l = l * 7 - s; m ^= (ulong)l >> 3; f = f * 0.5f + c; d = d * 0.25 + s; b = (l & 4) != 0; j++; } while (j < e);
		p[seg - 1] = c ^ s ^ (char)l ^ (char)(m >> 5) ^ (f > 3 ? 1 : 2) ^ (char)(int)d ^ (b ? 64 : 0) ^ (char)j; p[seg - 2] = (char)(int)(f * 8); }`,
	"after each other": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, s = 0, u = 3; global uchar *p = y + i * seg;
		uint e = x[i] & 15; for (uint j = 0; j < e; j++) { p[j] = s; p[j + 17] = u; s = s * 3 + p[j + 1]; u ^= s; }
		for (uint j = s & 3; j < seg; j += 2 + (u & 1)) { p[j] = u; p[j ^ 1] = s; u += s; }
		p[seg / 2] = u; }`,
	"within others": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, s = x[i], n = 0; global uchar *p = y + i * seg;
		for (uint r = 0; r < 6; r++) { if (s % 7 == r) continue; n = r;
			for (uint j = r; j < seg; j += 3) { p[j] = s; p[j ^ 2] = n; p[j ^ 4] = r; s = s * 3 + 1; if ((s & 127) == 9) { n += 100; break; } }
			if (s % 11 == 4) break; }
		p[0] = n; p[1] = s; }`,
	"alike": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, s = 0, j = 0; global uchar *p = y + i * seg;
		while (j < seg - 2) { p[j] = s; p[j + 1] = s >> 8; s += p[j + 2] * 3; j += 2; }
		p[seg - 1] = s + j; }`,
	"backwards": `kernel void k(global uchar *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a; global uchar *b = y + i * seg, *e = b + seg - 1; b += x[i] & 15;
		while (b < e) { uchar t = *b; *b++ = *e ^ 3; *e-- = t + 1; } }`,
}

func TestLoopsLaneByLane(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	for name, source := range laneLoops {
		t.Run(name, func(t *testing.T) {
			c := &comparison{source: source, words: []int{300 * 16, 300}, values: []uint64{64}, fill: hash,
				ranges: [][2][3]uint64{{{256, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{1, 1, 1}, {1, 1, 1}}, {{100, 2, 1}, {50, 2, 1}}, {{8, 8, 1}, {8, 4, 1}}},
				plans:  []object.Plan{{Rows: 8, Packed: 1}}}
			for _, k := range compileProgram(t, source).Kernels {
				code, err := k.Machine.Version(256, object.Version{Count: 1, SmallIDs: true})
				if err != nil || !code.Apart {
					t.Errorf("lanes run together (error %v)", err)
				}
			}
			c.run(t)
		})
	}
}
