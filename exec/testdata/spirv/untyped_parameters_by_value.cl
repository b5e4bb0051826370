// Parameters by value that are untyped pointers: what functions do with them tells how much is copied.
//module untyped_parameters_by_value.spv
//arg y uint[64] zero
//arg x uint[64] random >>12
//launch 64/16

typedef struct { uint a; uchar b; ulong c[2]; } record;
uint change(record r, uint i) {
	r.a += i;
	r.c[i & 1] += r.a;
	return r.b + (uint)r.c[0] * 3 + (uint)r.c[1] * 5;
}
kernel void k(global uint *y, global const uint *x) {
	uint i = get_global_id(0);
	record r = {x[i], x[i] >> 3, {x[i] * 7, i}};
	uint n = change(r, i);
	y[i] = n + change(r, 1) + (uint)r.a + (uint)r.c[0] + (uint)r.c[1];
}
