package exec

import (
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64"
)

// smallGathers reads bytes and words by indices of all kinds from bases that are not aligned, pieces of small vectors, and
// by indices that step by one until they wrap.
const smallGathers = `
typedef struct { uchar a, b; ushort c; uchar d[3]; uchar e; } Mixed;
kernel void byIndex(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x + 4096 + (a & 3);
	global ushort *s = (global ushort *)x + 2048 + (a & 1);
	int near = (int)(x[i] % 4000) - 2000;
	uint far = x[i] % 9000;
	ulong wide = x[i + 1] % 9000;
	uchar little = x[i];
	uint r = b[near] + 3 * b[far] + 5 * b[wide] + 7 * b[near * 2] + 11 * b[far * 4 + 1] + 13 * b[little] + 17 * b[5 * i] + 19 * b[far * 8];
	r = r * 31 + s[near / 2] + 3 * s[far] + 5 * s[wide] + 7 * s[3 * i] + 11 * s[little] + (char)b[far] + (short)s[far * 2];
	y[i] = r;
}
kernel void pieces(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar4 *v = (global uchar4 *)x;
	global uchar8 *w = (global uchar8 *)x;
	global Mixed *m = (global Mixed *)x;
	uint g = x[i] % 3000;
	uchar4 p = v[g];
	uchar8 q = w[(int)(x[i + 1] % 1500)];
	int c = clamp((int)i - 3, 0, 900);
	uchar3 n = vload3(g, (global uchar *)x);
	Mixed t = m[g / 2];
	uint r = p.x + 3 * p.y + 5 * p.z + 7 * p.w + 11 * q.s0 + 13 * q.s3 + 17 * q.s5 + 19 * q.s7 + v[c].y * v[c].w + n.x + n.z;
	y[i] = r * 31 + t.a + 3 * t.b + 5 * t.c + 7 * t.d[1] + 11 * t.e;
}
kernel void rows(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x;
	uint n = x[7] % 5, r = 0;
	if (i >= n) r = x[i - n] + b[i - n];
	int k = i - n;
	if (k >= 0) r += x[k] * 3 + b[k];
	for (uint j = 0; j < x[9] % 7; j++) r += x[j * n + i] + b[j * n + i] + b[(i - j) & 1023];
	y[i] = r;
	if (i > 4000) y[i - n - 100] = 0; // never
	uint to = x[8] & 0 | i + n;
	if (i + n < 6000) y[(to & 8191) + 8192] = r;
}`

func TestSmallGathers(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	ranges := [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{256, 4, 1}, {8, 4, 1}}, {{64, 32, 1}, {32, 8, 1}}}
	for a := range uint64(4) {
		(&comparison{source: smallGathers, words: []int{16384 + 8, 8192 * 4}, values: []uint64{a}, fill: hash, ranges: ranges}).run(t)
	}
}

// takenGathers reads words of each lane's own places, by indices of all kinds.
const takenGathers = `
kernel void words(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uint *b = x + 4096;
	int near = (int)(x[i] % 4000) - 2000;
	uint far = x[i] % 9000;
	ulong wide = x[i + 1] % 9000;
	global uint *own = x + (a & 1 ? far : wide);
	uint r = b[near] + 3 * b[far] + 5 * b[wide] + 7 * own[2] + 11 * b[near * 2 + 1] + 13 * x[i * 3 + 1] + 17 * x[(i + 5) % 97];
	if (far > 4000) r += b[far - 4000];
	y[i] = r;
}`

// Where loads by themselves are faster than gathers.
func TestTakenGathers(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	ranges := [][2][3]uint64{{{1024, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{64, 32, 1}, {32, 8, 1}}}
	for a := range uint64(2) {
		c := &comparison{source: takenGathers, words: []int{16384 + 8, 8192 * 4}, values: []uint64{a}, fill: hash, ranges: ranges}
		c.runWith(t, func(o *compiler.Options) { o.Core = amd64.Zen })
	}
}
