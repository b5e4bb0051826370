// Elements of private arrays change where the index says: what is an update in place, and what only looks so.
//arg y uint[65536] random
//arg x uint[8192] random
//arg n 3
//launch 1024/64 37x3/37 75/25
//also zen

kernel void counts(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint a[16] = {0}, b[16], r = 0;
	for (int k = 0; k < 16; k++) b[k] = x[i + k];
	for (int k = 0; k < 40; k++) {
		uint v = x[i * 3 + k];
		a[v & 15]++;
		b[v >> 28] += v;
		if (v & 1) a[v >> 4 & 15] -= v;
		if (v & 2) b[v >> 9 & 15] |= 1u << (v & 31);
		if (v & 4) b[v >> 11 & 15] &= v;
		b[v >> 13 & 15] &= ~(1u << (v >> 5 & 31));
		if (v & 8) b[v >> 17 & 15] ^= k;
	}
	for (int k = 0; k < 16; k++) r = r * 31 + a[k] + (b[k] ^ b[k] >> 7);
	y[i] = r;
}
kernel void longs(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	ulong a[8], r = 0;
	for (int k = 0; k < 8; k++) a[k] = k * n;
	for (int k = 0; k < 30; k++) {
		uint v = x[i + k];
		a[v & 7] += (ulong)v << (v & 31);
		if (v & 8) a[v >> 4 & 7] ^= n + v;
		if (v & 16) a[v >> 8 & 7] -= 1;
		if (v & 32) a[v >> 12 & 7] |= (ulong)v * v;
	}
	for (int k = 0; k < 8; k++) r = r * 31 + a[k];
	y[i] = r ^ r >> 32;
}
kernel void places(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int a[20], r = 0;
	for (int k = 0; k < 20; k++) a[k] = k;
	for (int k = 0; k < 30; k++) {
		int v = x[i + k], p = v & 15;
		a[p + 3] += v;
		if (v & 16) a[p + 4] -= v >> 3;
		int q = p + 2;
		if (v & 32) a[q - 2] ^= 5;
		if (p > 5) a[p - 5] += 7;
	}
	for (int k = 0; k < 20; k++) r = r * 31 + a[k];
	y[i] = r;
}
kernel void others(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int a[16], r = 0;
	volatile int c[4] = {1, 2, 3, 4};
	float f[8] = {0};
	for (int k = 0; k < 16; k++) a[k] = k;
	for (int k = 0; k < 30; k++) {
		int v = x[i + k], p = v & 15, q = v >> 4 & 15;
		a[p] = v - a[p];          // the other way round
		a[q] += a[p];             // another element, which may be the same
		a[p] += a[p];             // itself
		int old = a[q]; a[p] = 3; a[q] = old + v; // written between
		int kept = a[p]; a[p] = kept + 1; r += kept; // read by another
		c[v & 3] += v;
		f[v & 7] += v & 1023;
		a[v >> 8 & 15] = a[v >> 8 & 15] * 3;
	}
	for (int k = 0; k < 16; k++) r = r * 31 + a[k] + c[k & 3] + (int)f[k & 7];
	y[i] = r;
}
kernel void stored(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), o = (i * 77 & 1023) + 4096;
	global uint *far = y + (x[i] & 0) + o;
	y[o + 2048] = x[i];
	y[(int)o + 3072 - (int)n] = x[i] + 1;
	y[(ulong)o + 4096 + n] = x[i] + 2;
	far[6 * 1024] = 9 * i;
	y[i * 3 + 12288] = i;
	((global uchar *)y)[o + 65536] = i;
	((global ushort *)y)[o + 36864] = i * 5;
	((global ulong *)y)[o + 20480] = (ulong)i << 31;
	((global double *)y)[o + 22528] = i;
}
