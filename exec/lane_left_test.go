package exec

import (
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
)

// leftLoops are kernels with loops that lanes leave after very different numbers of rounds, so that the last ones go on
// alone. They differ in what the lanes take along from the vectors, and in how they leave.
var leftLoops = map[string]string{
	"search": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (uint)a, at = n; float u = (x[i] & 1023) / 1024.0f;
		for (uint j = 0; j < n; j++) if ((x[j] & 4095) / 1024.0f > u * 3.9f + j * 0.0001f) { at = j; break; }
		y[i] = at == n ? n - 1 : x[at]; }`,
	"trial division": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = 2000 + i; y[i] = 7; if (n % 2 == 0) return;
		for (uint d = 3; d * d <= n; d += 2) if (n % d == 0) { y[i] = d; return; }
		y[i] = 1; }`,
	"strings": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), h = 2166136261u; global const uchar *p = (global const uchar *)x + i % 64 * 16, *e = p + 200;
		while (*p > 5 && p < e) { h ^= *p++; h *= 16777619u; }
		y[i] = h; }`,
	"greatest divisor": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), p = x[i], q = x[i + 1] >> (i & 15);
		while (q) { uint t = p % q; p = q; q = t; }
		y[i] = p; }`,
	"bits and back": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), p = x[i] | 1, q = x[i + 3] | 1, n = 0;
		do { q >>= 31 - clz(q & -q); if (p > q) { uint t = p; p = q; q = t; } q -= p; n++; } while (q);
		y[i] = p * 1000 + n; }`,
	"list": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i, n = 0;
		while (at < 300 && n < 100) { if ((x[at] & 31) == 3) break; at = at * 5 % 311 + (x[at] & 1); n++; }
		y[i] = at ^ n << 16; }`,
	"probing": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), key = x[i] & 63, h = key * 37 & 127, n = 0;
		while ((x[h] & 63) != key) { h = (h + 1) & 127; if (++n > key + 60) break; }
		y[i] = h + n * 1000; }`,
	"tree": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), w = x[i] >> 3; int node = 0, depth = 0;
		while (node < 300) { uint key = x[node]; if ((key ^ w) % 61 == 0) break; node = 2 * node + (w < key ? 1 : 2); depth++; }
		y[i] = node * 16 + depth; }`,
	"several ways out": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], r = 7, j;
		for (j = 0; j < 300; j += 1 + (v & 1)) { v = v * 1664525 + x[j]; if ((v >> 8 & 31) == 3) { r = 9; break; } if ((v >> 8 & 63) == 5) goto out; if ((v >> 8 & 255) == 77) return; if (v & 4) continue; v ^= j; r++; }
		r += v; out: y[i] = r + j; }`,
	"all types": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), j = 0, e = 5 + (x[i] & 7) * (x[i] >> 5 & 15);
		char c = x[i]; short s = x[i] >> 3; long l = x[i]; ulong m = 5; float f = 1; double d = i; bool b = x[i] & 1;
		do { c += (char)(b ? s : 3); s = (short)(s * 3 + x[j]); l = l * 7 - s; m ^= (ulong)l >> 3; f = f * 0.5f + c; d = d * 0.25 + s; b = (l & 4) != 0; j++; } while (j < e);
		y[i] = c ^ s ^ (int)l ^ (int)(m >> 5) ^ (f > 3 ? 1 : 2) ^ (int)d ^ (b ? 64 : 0) ^ j ^ (int)(f * 8); }`,
	"within others": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), s = x[i], n = 0, q = 0;
		for (uint r = 0; r < 9; r++) { if (s % 7 == r) continue; n = r;
			for (uint j = r; j < 90; j += 1 + (s & 1)) { s = s * 3 + x[j]; q++; if ((s & 15) == 9) { n += 100; break; } }
			if (s % 11 == 4) break; }
		y[i] = s + n + q; }`,
	"after each other": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), s = x[i] & 1023, u = 3, j = 0;
		while (s > 3) { s = s & 1 ? s * 3 + 1 : s >> 1; if (++j > 60) break; }
		for (; j < 150 && (u & 127) != 9; j += 1 + (u & 1)) u = u * 5 + x[j] + s;
		y[i] = s ^ u ^ j; }`,
	"stores": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], j = 0; global uint *p = y + 300 + i * 16;
		while ((v & 63) != 1 && j < 200) { p[j & 15] = v; v = v * 22695477 + p[(j + 3) & 15] + 1; j++; }
		y[i] = v; }`,
	"what all share": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], n = 0, k = 0; float f = x[0] & 255, g = 0;
		for (; n < (uint)a; n++) { k = k * 3 + x[n]; f = f * 0.5f + n; if (k % 41 == v % 41) break; if (v & 1) g += f; }
		y[i] = n + k + (uint)g + (uint)f; }`,
	"in columns": `kernel void k(global uint *y, global const uint *x, ulong a) {
		uint i = get_global_id(0), j = get_global_id(1), w = get_global_size(0), n = 0, s = 0;
		while (n < 100 && (x[n * 2 + i] & 31) != (x[n + j] & 31)) { s += x[n + i] * j + i; n++; }
		y[j * w + i] = s * 128 + n; }`,
}

func TestLastLanesOfLoops(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	for name, source := range leftLoops {
		t.Run(name, func(t *testing.T) {
			c := &comparison{source: source, words: []int{300 * 17, 700}, values: []uint64{300}, fill: hash,
				ranges: [][2][3]uint64{{{256, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{1, 1, 1}, {1, 1, 1}}, {{100, 2, 1}, {50, 2, 1}}, {{8, 8, 1}, {8, 4, 1}}},
				plans:  []object.Plan{{Rows: 8, Packed: 1}, {Rows: 1, Packed: 1, Columns: 8}}}
			atOnce := compileWith(t, source, func(o *compiler.Options) { o.PassesOff = []string{"patience"} })
			joined := compileWith(t, source, func(o *compiler.Options) { o.PassesOff = []string{"patience", "single-lanes"} })
			for i, k := range compileProgram(t, source).Kernels {
				code, err := k.Machine.Version(256, object.Version{Count: 4, SmallIDs: true})
				if err != nil || !code.Left {
					t.Errorf("lanes wait for the last of them (error %v)", err)
				}
				code, err = joined.Kernels[i].Machine.Version(256, object.Version{Count: 4, SmallIDs: true})
				if err != nil || !code.Joins {
					t.Errorf("lanes that are left do not join (error %v)", err)
				}
				for _, r := range c.ranges {
					c.compare(t, k, k, r)
					c.compare(t, k, atOnce.Kernels[i], r)
					c.compare(t, k, joined.Kernels[i], r)
				}
			}
		})
	}
}
