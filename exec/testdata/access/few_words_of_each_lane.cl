// Lanes read up to eight words each, some words apart or anywhere, all of them or some, up to the last of the memory
// there is.
//arg y uint[12288] random
//arg x uint[8192] random
//arg n 3 7919 0xfffffff5
//launch 1000/100 64x16/32x8 37x3/37 256x16/64

typedef struct {
	float x, y, z, u, v;
} Five;
typedef struct {
	int a, b, c, d, e, f, g;
} Seven;
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
	if (v.x & 1)
		y[8192 + i] = w.x + w.y * 3 + w.z * 5 + w.w * 7 + x[at + 2] + x[at + 3] * 3 + x[at + 4] * 5 + x[at + 9] * 7;
}
