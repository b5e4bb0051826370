// Lanes write up to eight words each, all of them or some, in any order, also twice.
//arg y uint[16384] random
//arg x uint[8192] random
//arg n 3 8 0xfffffff5
//launch 1000/100 64x16/32x8 37x3/37 1024/64

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
}
