package exec

import (
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// eightWords are kernels that access memory in steps of eight words: all of them, some, pieces of words, under masks.
const eightWords = `
typedef struct { float x, y, z, m, vx, vy, vz, r; } body;
typedef struct { short a[4]; int b; uchar c[4]; float d; uint e, f, g; } mixed;
kernel void floats(global float8 *y, global float8 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = as_float8(as_uint8(x[i].s76543210) ^ (uint8)(i));
}
kernel void ints(global uint8 *y, global uint8 *x, ulong n) {
	int i = get_global_id(0);
	if (i % 5 != 2) y[i] = x[i + 1] * (uint8)3 + x[i].s10325476;
}
kernel void shorts(global ushort16 *y, global ushort16 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = x[i].sfedcba9876543210 * (ushort16)7 + x[i];
}
kernel void longs(global ulong8 *y, global ulong8 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = x[i].s12345670 + x[i] * (ulong8)(n);
}
kernel void doubles(global double8 *y, global ulong8 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = convert_double8(x[i] >> (ulong8)12);
}
kernel void bodies(global body *y, global body *x, ulong n) {
	int i = get_global_id(0);
	body a = x[i];
	y[i].x = as_float(as_uint(a.vx) + 1);
	y[i].z = as_float(as_uint(a.vz) ^ as_uint(a.y));
	y[i].vz = as_float(as_uint(a.m) + (uint)i);
	y[i].vy = a.r;
	y[i].m = a.vy;
}
kernel void last(global body *y, global body *x, ulong n) {
	int i = get_global_id(0);
	float a = x[i].z, b = x[i].y, c = x[i].x;
	y[i].y = a; y[i].z = b; y[i].m = c;
}
kernel void mixes(global mixed *y, global mixed *x, ulong n) {
	int i = get_global_id(0);
	mixed a = x[i];
	y[i].a[1] = a.a[3] + a.c[2]; y[i].a[0] = a.a[1]; y[i].b = a.b * 3; y[i].d = as_float(a.e + a.f); y[i].e = a.g; y[i].c[0] = a.c[3];
	y[i].c[1] = 1; y[i].c[2] = 2; y[i].c[3] = a.a[2];
}
kernel void shared(global uint8 *y, global uint8 *x, ulong n) {
	local uint8 t[64];
	int i = get_global_id(0), l = get_local_id(0), h = get_local_size(0);
	t[l] = x[i] + (uint8)(l);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = t[h - 1 - l].s45670123 + t[l];
}`

func TestStepsOfEightWords(t *testing.T) {
	(&comparison{source: eightWords, words: []int{16400, 16400}, values: []uint64{12345},
		fill:   func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {50, 1, 1}}, {{512, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{8, 1, 1}, {8, 1, 1}}, {{3, 1, 1}, {3, 1, 1}}},
	}).run(t)
}

// TestStepsOfEightWordsAreClusters: where enough of the words are accessed, or for few some as a row or pairs. Shorts are packed into words.
func TestStepsOfEightWordsAreClusters(t *testing.T) {
	want := map[string][2]int{"floats": {8 + 8, 8 + 8}, "shorts": {8 + 8, 8 + 8}, "longs": {16, 0}, "bodies": {6 + 5, 6 + 5}, "last": {3 + 3, 3 + 2}}
	for _, k := range compileProgram(t, eightWords).Kernels {
		counts, ok := want[k.Name]
		if !ok {
			continue
		}
		for i, isa := range []amd64.ISA{amd64.AVX512, amd64.AVX2} {
			l := k.Machine.Listing(isa, amd64.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, Full: true})
			n := 0
			for _, a := range l.Accesses {
				if strings.Contains(a.How, "cluster") {
					n++
				}
			}
			if n != counts[i] || l.Err != nil {
				t.Errorf("%s, %v: %d accesses in clusters, not %d (%v)", k.Name, isa, n, counts[i], l.Err)
			}
		}
	}
}
