// Words are read and written byte by byte: in both orders, with signs, of 8 bytes, of pairs of bytes, in rows of all
// lengths, at places that memory gives, the same for all, and where only some lanes do. The judge leaves bytes bytes.
//arg y uint[8192] random
//arg x uint[131072] random
//arg a 0 1 2 3
//launch 256x4/64x2 100x3/50 33/33
//judge off=memcombine

#define LE(p) ((uint)(p)[0] | (uint)(p)[1] << 8 | (uint)(p)[2] << 16 | (uint)(p)[3] << 24)
#define BE(p) ((p)[0] << 24 | (p)[1] << 16 | (p)[2] << 8 | (p)[3])
#define ITEM uint i = get_global_id(0) + get_global_size(0) * get_global_id(1)
kernel void rows(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const uchar *p = (global const uchar *)x + i * 13 + a;
	y[i] = LE(p) * 31 + BE(p + 4);
}
kernel void far(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const char *p = (global const char *)x + (i & 1023) * 64 + a;
	uint s = 0;
	for (int k = 0; k < 64; k += 4)
		s = s * 31 + ((p[k] << 24) + ((p[k + 1] & 255) << 16) + ((uchar)p[k + 2] << 8) + (p[k + 3] & 0xff));
	y[i] = s;
}
kernel void neighbours(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const uchar *p = (global const uchar *)x + a, *q = p + i, *r = p + i * 3, *s = p + i * 4;
	y[i] = LE(q) ^ BE(r) * 3 ^ LE(s) * 7;
}
kernel void backwards(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const uchar *p = (global const uchar *)x + 8192 * 4 - i * 4 + a;
	y[i] = LE(p) ^ p[9];
}
kernel void longs(global ulong *y, global uint *x, ulong a) {
	ITEM;
	i &= 2047;
	global const uchar *p = (global const uchar *)x + i * 9 + a;
	ulong s = 0, t = 0;
	for (int k = 0; k < 8; k++) {
		s = s << 8 | p[k];
		t |= (ulong)p[k + 8] << 8 * k;
	}
	s *= 0x123456789abcdef;
	t ^= s;
	global uchar *q = (global uchar *)(y + i);
	for (int k = 0; k < 8; k++) q[k] = t >> 8 * (7 - k);
}
kernel void pairs(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const ushort *p = (global const ushort *)x + i * 7 + a;
	ulong t = p[4] + ((ulong)p[5] << 16) + ((ulong)p[6] << 32) + ((ulong)p[7] << 48);
	y[i] = (p[0] | (uint)p[1] << 16) ^ (uint)(t >> 29) ^ (p[2] >> 8 | p[3] << 8 | (p[4] & 255) << 24);
}
kernel void indexed(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const uchar *p = (global const uchar *)x + (x[i] & 65535) + a;
	if (i % 5) y[i] = BE(p);
}
kernel void same(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const uchar *p = (global const uchar *)x + a;
	ulong s = 0;
	for (int k = 8; k < 16; k++) s = s << 8 | p[k];
	y[i] = (BE(p) * i ^ LE(p + 4)) + (uint)(s >> 7) + (s > 5);
}
kernel void writes(global uint *y, global uint *x, ulong a) {
	ITEM;
	i &= 1023;
	uint v = x[i] * 77;
	global uchar *q = (global uchar *)y + i * 7 + a;
	if (v & 64) {
		q[0] = v >> 24;
		q[1] = v >> 16;
		q[2] = v >> 8;
		q[3] = v;
	} else {
		q[6] = v >> 24;
		q[3] = v;
		q[5] = v >> 16;
		q[4] = v >> 8;
	}
}
kernel void copies(global uint *y, global uint *x, ulong a) {
	ITEM;
	i &= 1023;
	global const uchar *p = (global const uchar *)x + i * 24 + a;
	global uchar *q = (global uchar *)y + i * 24;
	for (int k = 0; k < 24; k += 4) {
		uint v = BE(p + k);
		q[k] = v;
		q[k + 1] = v >> 8;
		q[k + 2] = v >> 16;
		q[k + 3] = v >> 24;
	}
}
kernel void changing(global uint *y, global uint *x, ulong a) {
	ITEM;
	i &= 1023;
	global uchar *p = (global uchar *)y + i * 16 + a;
	uint v = x[i];
	p[0] = v;
	p[1] = v >> 8;
	p[2] = v >> 16;
	p[1] = 7;
	p[3] = v >> 24;
	uint s = p[0] | p[1] << 8;
	p[2] = s;
	s |= p[2] << 16 | p[3] << 24;
	p[8] = s;
	p[9] = s >> 8;
	s += LE(p + 6);
	p[10] = s >> 16;
	p[11] = s >> 24;
	p[12] = s;
}
kernel void shared(global uint *y, global uint *x, ulong a) {
	local uint t[64];
	ITEM;
	uint l = get_local_id(0);
	t[l] = x[i] + a;
	barrier(CLK_LOCAL_MEM_FENCE);
	local uchar *p = (local uchar *)t + (l * 11 & 31) * 4;
	uint v = BE(p);
	barrier(CLK_LOCAL_MEM_FENCE);
	p = (local uchar *)t + l % 32 * 4;
	if (l < 32) {
		p[0] = v;
		p[1] = v >> 8;
		p[2] = v >> 16;
		p[3] = v >> 24;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = t[l];
}
