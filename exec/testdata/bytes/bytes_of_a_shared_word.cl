// Bytes of one word are read, each for other work-items: up to a length, by bits of a mask, around stores, in loops
// that work-items leave at different times, pairs of bytes, backwards, and at the ends of texts.
//arg y uint[16384] random
//arg x uint[32768] random
//arg a 0 1 2 3
//launch 1000/100 37x3/37 64x16/32x8

#define ITEM uint i = get_global_id(0) + get_global_size(0) * get_global_id(1)
kernel void padded(global uint *y, global uint *x, ulong a) {
	ITEM;
	int n = x[i] % 37;
	global const uchar *m = (global const uchar *)x + i * 36 + a;
	uint s = 0;
	for (int k = 0; k < 9; k++) {
		uint v = 0;
		for (int b = 0; b < 4; b++) {
			int p = k * 4 + b;
			v = v << 8 | (p < n ? m[p] : p == n ? 0x80 : 0);
		}
		s = s * 31 + v;
	}
	y[i] = s;
}
kernel void masked(global uint *y, global uint *x, ulong a) {
	ITEM;
	uint n = x[i];
	global const char *m = (global const char *)x + i * 64 + a;
	int s = 0;
	for (int k = 0; k < 8; k++)
		if (n >> k & 1) s = s * 31 + m[k + 1];
	if (n & 256) {
		s += m[3];
		if (n & 512)
			s ^= m[2] << 8;
		else
			s -= m[5];
	} else if (n & 1024)
		s ^= m[4];
	s += m[1] * 3 + m[2] * 5;
	y[i] = s;
}
kernel void kept(global uint *y, global uint *x, ulong a) {
	ITEM;
	uint n = x[i], w[6];
	global const uchar *m = (global const uchar *)x + i * 40 + a;
	for (int k = 0; k < 6; k++) w[k] = 0;
	for (int k = 0; k < 24; k++)
		if (k < n % 25)
			w[k / 4] |= (uint)m[k] << k % 4 * 8;
		else if (k == n % 25)
			w[k / 4] |= 0x80 << k % 4 * 8;
	uint s = 1;
	for (uint k = 0; k < 6 + n % 3; k++) s = s * 31 + w[(k * n + 5) % 6];
	y[i] = s;
}
kernel void changing(global uint *y, global uint *x, ulong a) {
	ITEM;
	uint n = x[i], s = 0;
	global uchar *m = (global uchar *)(y + 8192) + i * 20 + a;
	for (int k = 0; k < 16; k += 2) m[k] = n >> k;
	if (n & 1) s += m[0];
	if (n & 2) s += m[1] * 3;
	if (n & 4) m[2] = s + 7;
	if (n & 8) s += m[2] * 5;
	if (n & 16) s += m[3] * 7;
	if (n & 32) {
		s += m[2];
		m[3] = s;
		s ^= m[3] << 8;
	}
	y[i] = s;
}
kernel void looped(global uint *y, global uint *x, ulong a) {
	ITEM;
	uint n = x[i] % 61, s = 0;
	global const uchar *m = (global const uchar *)x + i * 64 + a;
	for (uint k = 0; k < n; k += 4) {
		if (k < n) s = s * 31 + m[k];
		if (k + 1 < n) s = s * 31 + m[k + 1];
		if ((s & 15) == 3) continue;
		if (k + 2 < n) s = s * 31 + m[k + 2];
		if ((s & 31) == 4) break;
		if (k + 3 < n) s = s * 31 + m[k + 3];
	}
	y[i] = s;
}
kernel void tails(global uint *y, global uint *x, ulong a) {
	ITEM;
	uint n = x[i] % 29, h = 42, k = 0, j = 0;
	global const uchar *m = (global const uchar *)x + i * 32 + a;
	for (; j + 4 <= n; j += 4)
		h = rotate(h ^ (m[j] | m[j + 1] << 8 | m[j + 2] << 16 | m[j + 3] << 24) * 0xcc9e2d51, 13u);
	switch (n - j) {
	case 3: k ^= m[25] << 16;
	case 2: k ^= m[26] << 8;
	case 1: k ^= m[27]; h ^= k;
	}
	y[i] = h;
}
kernel void pairs(global uint *y, global uint *x, ulong a) {
	ITEM;
	uint n = x[i], s = 0;
	global const ushort *m = (global const ushort *)x + i * 10 + a;
	global const short *r = (global const short *)x + 20000 - i * 10 + a;
	for (int k = 0; k < 6; k++)
		if (n >> k & 1) s = s * 31 + m[k] + r[k];
	y[i] = s;
}
kernel void straight(global uint *y, global uint *x, ulong a) {
	ITEM;
	global const uchar *m = (global const uchar *)x + i * 20 + a;
	uint s = x[i];
	for (int k = 0; k < 10; k++) s = s * 31 ^ m[k];
	y[i] = s;
}
