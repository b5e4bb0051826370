// twins.
//arg out uint[1024] zero
//arg idx uint[64] random %60
//arg p uint[8192] random
//arg q uint[2048] random
//also zen
//launch 16x8/16x8 64x8/16x4 32x4/32x2 64x8/64x1 16x8/16x1

kernel void rows(global uint *out, global const uint *idx, global const uint *p, global const uint *q) {
	int x = get_global_id(0), y = get_global_id(1), W = get_global_size(0);
	global const uint *r = p + y * 256; uint i = idx[x];
	uint4 a = vload4(i, q);
	uint4 b = vload4(i, r);
	uint4 c = a * 3 + b;
	out[y * W + x] = c.x ^ c.y * 7 ^ c.z * 17 ^ c.w * 31;
}

kernel void pairs(global uint *out, global const uint *idx, global const uint *p, global const uint *q) {
	int x = get_global_id(0), y = get_global_id(1), W = get_global_size(0);
	global const uint *r = p + y * 256; uint i = idx[x];
	uint2 a = vload2(i, q);
	uint2 b = vload2(i, r);
	uint2 c = a * 3 + b;
	out[y * W + x] = c.x ^ c.y * 7;
}

typedef struct { uint a; ushort b, c; uint d, e; } mixed;
kernel void mixes(global uint *out, global const uint *idx, global const uint *p, global const uint *q) {
	int x = get_global_id(0), y = get_global_id(1), W = get_global_size(0);
	uint i = idx[(x + y) & 63];
	global const mixed *r = (global const mixed *)q + i;
	uint s = r->a ^ r->b * 3u ^ r->c * 31u ^ r->d * 7 ^ r->e * 17;
	global const mixed *t = (global const mixed *)p + i;
	s += t->a ^ t->b * 3u ^ t->c * 31u ^ t->d * 7 ^ t->e * 17;
	out[y * W + x] = s;
}
