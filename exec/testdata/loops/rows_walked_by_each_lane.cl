// Work-items walk along rows of their own, with numbers of rounds around those that a strip does at a time; with
// counters that are signed also negative ones.
//arg y uint[8192] random
//arg x uint[131072] random
//arg a 17 0 40 1 3 15 16 18 31 32 33
//launch 256x4/64x2 100x3/50 33/33

//arg a 17 0 40 1 3 15 16 18 31 32 33 0x80000000 0xfffffffb
kernel void sum(global float *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (int)a;
	global float *f = (global float *)x;
	float s = 0;
	for (int k = 0; k < n; k++)
		s += (f[i * n + k] == f[i * n + k] ? (float)(x[i * n + k] & 255) : 3.0f) * (float)(x[k] & 15);
	y[i] = s;
}
kernel void several(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (uint)a, s = 0, t = 1;
	for (uint k = 3; k < n; k++) {
		s = s * 31 + x[i * 37 + k];
		t ^= s + x[(i * 5 & 1023) + k];
	}
	y[i] = s + t;
}
kernel void long_counter(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint s = 0;
	for (size_t k = 0; k < a; k++) s = s * 31 + x[(x[i] & 2047) * 7 + k] + (uint)k;
	y[i] = s;
}
//arg a 17 0 40 1 3 15 16 18 31 32 33 0x80000000 0xfffffffb
kernel void some_lanes(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (int)a;
	uint s = 1;
	if (x[i] & 3)
		for (int k = 0; k < n; k++) s = s * 31 + x[(i & 1023) * 20 + k];
	y[i] = s;
}
//arg a 17 0 40 1 3 15 16 18 31 32 33 0x80000000 0xfffffffb
kernel void unrolled(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint s = 1;
	for (int k = 0; k < 9; k++) s = s * 31 + x[(i & 1023) * 19 + k * 2 - k];
	for (int k = 15; k >= 0; k--) s = s * 31 + x[(i & 1023) * 17 + k];
	for (int k = 0; k < 40; k += 3) s = s * 31 + x[(i & 255) * 40 + k];
	y[i] = s;
}
//arg a 17 0 40 1 3 15 16 18 31 32 33 0x80000000 0xfffffffb
kernel void pointers(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1), n = (int)a;
	global uint *p = x + (i & 1023) * 40, *q = x + 131071 - (i & 1023) * 41;
	uint s = 1;
	for (int k = 0; k < n; k++) s = s * 31 + *p++ * *q--;
	p = x + (i & 1023) * 40, q = p + (i & 255) * 9;
	for (int k = 0; k < n; k++, p += 2) s = s * 31 + p[-k];
	y[i] = s + (uint)(p - q);
}
