// Memory in steps of eight words: all of them, some, pieces of words, under masks.
//arg y uint[16400] random
//arg x uint[16400] random
//arg n 12345
//launch 1000/50 512/64 37/37 8/8 3/3

typedef struct {
	float x, y, z, m, vx, vy, vz, r;
} body;
typedef struct {
	short a[4];
	int b;
	uchar c[4];
	float d;
	uint e, f, g;
} mixed;
//expect avx512 rows1-small-full access interleaved == 16
//expect avx2 rows1-small-full access interleaved == 16
kernel void floats(global float8 *y, global float8 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = as_float8(as_uint8(x[i].s76543210) ^ (uint8)(i));
}
kernel void ints(global uint8 *y, global uint8 *x, ulong n) {
	int i = get_global_id(0);
	if (i % 5 != 2) y[i] = x[i + 1] * (uint8)3 + x[i].s10325476;
}
//expect avx512 rows1-small-full access interleaved == 16
//expect avx2 rows1-small-full access interleaved == 16
kernel void shorts(global ushort16 *y, global ushort16 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = x[i].sfedcba9876543210 * (ushort16)7 + x[i];
}
//expect avx512 rows1-small-full access interleaved == 16
//expect avx2 rows1-small-full access interleaved == 0
kernel void longs(global ulong8 *y, global ulong8 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = x[i].s12345670 + x[i] * (ulong8)(n);
}
kernel void doubles(global double8 *y, global ulong8 *x, ulong n) {
	int i = get_global_id(0);
	y[i] = convert_double8(x[i] >> (ulong8)12);
}
//expect avx512 rows1-small-full access interleaved == 11
//expect avx2 rows1-small-full access interleaved == 11
kernel void bodies(global body *y, global body *x, ulong n) {
	int i = get_global_id(0);
	body a = x[i];
	y[i].x = as_float(as_uint(a.vx) + 1);
	y[i].z = as_float(as_uint(a.vz) ^ as_uint(a.y));
	y[i].vz = as_float(as_uint(a.m) + (uint)i);
	y[i].vy = a.r;
	y[i].m = a.vy;
}
//expect avx512 rows1-small-full access interleaved == 6
//expect avx2 rows1-small-full access interleaved == 5
kernel void last(global body *y, global body *x, ulong n) {
	int i = get_global_id(0);
	float a = x[i].z, b = x[i].y, c = x[i].x;
	y[i].y = a;
	y[i].z = b;
	y[i].m = c;
}
kernel void mixes(global mixed *y, global mixed *x, ulong n) {
	int i = get_global_id(0);
	mixed a = x[i];
	y[i].a[1] = a.a[3] + a.c[2];
	y[i].a[0] = a.a[1];
	y[i].b = a.b * 3;
	y[i].d = as_float(a.e + a.f);
	y[i].e = a.g;
	y[i].c[0] = a.c[3];
	y[i].c[1] = 1;
	y[i].c[2] = 2;
	y[i].c[3] = a.a[2];
}
kernel void shared(global uint8 *y, global uint8 *x, ulong n) {
	local uint8 t[64];
	int i = get_global_id(0), l = get_local_id(0), h = get_local_size(0);
	t[l] = x[i] + (uint8)(l);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = t[h - 1 - l].s45670123 + t[l];
}
