package exec

import (
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// TestFewWordsOfEachLane: lanes read up to eight words each, some words apart or anywhere, all of them or some, up to the last
// of the memory there is.
func TestFewWordsOfEachLane(t *testing.T) {
	(&comparison{source: `
typedef struct { float x, y, z, u, v; } Five;
typedef struct { int a, b, c, d, e, f, g; } Seven;
kernel void structs(global uint *y, global uint *x, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global Five *p = (global Five *)x;
	global Seven *q = (global Seven *)x;
	if (i < 4096 * 2 / 5) y[i] = as_uint(p[i].x) + as_uint(p[i].y) * 3 + as_uint(p[i].u) * 5 + as_uint(p[i].v) * 7;
	if (i >= 4096 * 2 / 7) return;
	Seven s = q[i];
	y[4096 + i] = s.a + s.b * 3 + s.d * 5 + s.e * 7 + s.g * 11;
	if (i % n < 5) y[8192 + i] = s.a ^ s.c ^ s.f;
}
kernel void anywhere(global uint *y, global uint *x, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = (i * n >> 3) % (4096 * 2 / 6);
	global uint4 *q = (global uint4 *)x;
	uint4 v = q[(i * n >> 5) % 2048], w = q[2047 - i % 16];
	y[i] = x[6 * at] + x[6 * at + 1] * 3 + x[6 * at + 2] * 5 + x[6 * at + 4] * 7 + x[6 * at + 5] * 11;
	y[4096 + i] = v.x + v.y * 3 + v.z * 5 + v.w * 7;
	if (v.x & 1) y[8192 + i] = w.x + w.y * 3 + w.z * 5 + w.w * 7 + x[at + 2] + x[at + 3] * 3 + x[at + 4] * 5 + x[at + 9] * 7;
}`, words: []int{4096 * 3, 4096 * 2}, values: []uint64{3, 7919, 0xfffffff5},
		fill:   func(i, j int) uint32 { return uint32(i*7919+j) * 2654435761 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{64, 16, 1}, {32, 8, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 16, 1}, {64, 1, 1}}},
	}).run(t)
}

// TestBytesOfRows: lanes walk byte by byte, or by two, along rows of their own, of all lengths.
func TestBytesOfRows(t *testing.T) {
	(&comparison{source: `
kernel void bytes(global uint *y, global uint *x, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global char *p = (global char *)x + i * 100 % 8000 + n;
	global uchar *q = (global uchar *)x + i * 77 % 8000;
	global ushort *r = (global ushort *)x + i % 100 * 120;
	int s = 0, m = 0;
	for (int k = 0; k < n; k++) s += p[k] * ((global char *)y)[16384 + k];
	for (int k = 0; k < n; k++) m = m * 31 + q[k];
	for (int k = 0; k < n; k++) m = m * 31 + r[k];
	if (i & 4) for (int k = 0; k < n; k++) s = s * 5 ^ q[k + 3];
	y[i] = s + m;
}`, words: []int{4096 * 2, 4096 * 2}, values: []uint64{5, 16, 31, 64, 101},
		fill:   func(i, j int) uint32 { return uint32(i*7919+j) * 2654435761 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{256, 4, 1}, {64, 1, 1}}},
	}).run(t)
}

// TestFewWordsAreStored: lanes write up to eight words each, all of them or some, in any order, also twice.
func TestFewWordsAreStored(t *testing.T) {
	(&comparison{source: `
typedef struct { float x, y, z, u, v; } Five;
typedef struct { int a, b, c, d, e, f, g; } Seven;
kernel void structs(global uint *y, global uint *x, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global Five *p = (global Five *)x;
	global Seven *q = (global Seven *)(y + 8192);
	Five v = p[i % 1024];
	if (i % n < 7) {
		global Five *o = (global Five *)y + i;
		o->v = v.x; o->x = v.y; o->y = v.z;
	}
	global Seven *o = q + i;
	o->g = x[i % 4096]; o->a = i; o->c = i * 3; o->b = x[i % 100]; o->e = 5;
	if (i & 1) o->g = 77;
}
kernel void anywhere(global uint *y, global uint *x, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i * 5 & 1023;
	global uint4 *o = (global uint4 *)y + at, *q = (global uint4 *)x;
	*o = q[i % 1000] * n;
	global uint *w = y + 8192 + (at ^ 21) * 6;
	w[5] = i; w[0] = q[i % 77].x; w[1] = n; w[4] = x[w[1] % 77]; w[2] = i + n; w[1] = w[0];
}
kernel void copies(global uint *y, global uint *x, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i * 5 & 1023;
	for (uint k = 0; k < n % 3; k++) ((global uint4 *)y)[at * 2 + k] = ((global uint4 *)x)[at ^ k];
}`, words: []int{16384, 4096 * 2}, values: []uint64{3, 8, 0xfffffff5},
		fill:   func(i, j int) uint32 { return uint32(i*7919+j) * 2654435761 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{64, 16, 1}, {32, 8, 1}}, {{37, 3, 1}, {37, 1, 1}}, {{1024, 1, 1}, {64, 1, 1}}},
	}).run(t)
}

// TestFewWordsAreTransposed: no gathers and scatters for structs of seven words, nor for vectors of four anywhere, nor for sixteen bytes side by side.
func TestFewWordsAreTransposed(t *testing.T) {
	for body, most := range map[string]int{
		"int j = i * 7; y[i] = x[j] + x[j + 1] * x[j + 2] + x[j + 4] * x[j + 6];":                                                          0,
		"float4 v = ((global float4 *)x)[i]; ((global float4 *)y)[n[i]] = v * v;":                                                          0,
		"global int *p = (global int *)y + i * 6; p[0] = n[i]; p[4] = n[i] * 3; p[5] = i;":                                                 0,
		"float4 v = ((global float4 *)x)[n[i]]; y[i] = v.x * v.y + v.z * v.w;":                                                             0,
		"global char *c = (global char *)x + i * 99; int s = 0; for (int k = 0; k < 64; k++) s += c[k] * ((global char *)n)[k]; y[i] = s;": 1, // in what is left of the loop
	} {
		k := compileKernel(t, "kernel void f(global float *y, global float *x, global int *n) { int i = get_global_id(0); "+body+" }")
		for _, isa := range []amd64.ISA{amd64.AVX512, amd64.AVX2} {
			l := k.Machine.Listing(isa, amd64.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, Full: true})
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			gathers := 0
			for _, a := range l.Accesses {
				if a.How == "gather" || a.How == "scatter" || a.How == "lane by lane" {
					gathers++
				}
			}
			if gathers > most {
				t.Errorf("%s, %v: %d gathers and scatters", body, isa, gathers)
			}
		}
	}
}
