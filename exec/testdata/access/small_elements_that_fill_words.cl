// Bytes and shorts at gathered, odd addresses: four bytes in a row that are all read are one gather. Blocks of 34 bytes
// are a scale and weights.
//arg y uint[4096] zero
//arg x uint[16384] random
//launch 64/64 100/50

typedef struct { ushort scale; char weights[32]; } block;

//expect both rows2-small access interleaved >= 4
kernel void bytes(global uint *y, global const uint *x) {
	size_t i = get_global_id(0);
	global const block *b = (global const block *)x + y[i + 1024] + i * 7 % 200;
	int first = i % 4 * 8 + 1, s = 0;
	for (int k = 0; k < 5; k++) s = s * 3 + b->weights[first + k];
	if (i & 1) s += b->weights[first + 5] * b->scale;
	y[i] = s;
}

kernel void shorts(global uint *y, global const uint *x) {
	size_t i = get_global_id(0);
	global const block *b = (global const block *)x + y[i + 1024] + i * 7 % 200;
	global const ushort *q = (global const ushort *)b->weights + i % 4 * 2;
	y[i] = (q[0] & 0xf00f) * 3 + (q[1] >> 3) + b->scale;
	for (int k = 0; k < i % 5; k++) y[i] += q[2 * k] * (q[2 * k + 1] & 0xff);
}

// Not all of the four bytes are read, or in two blocks of code.
//expect both rows2-small access interleaved == 0
kernel void gaps(global uint *y, global const uint *x) {
	size_t i = get_global_id(0);
	global const uchar *p = (global const uchar *)x + y[i + 1024] + i * 37 % 4000;
	uint s = p[1] + p[2] * 5 + p[4] * 7;
	if (s & 1) s += p[3];
	y[i] = s;
}
