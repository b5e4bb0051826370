// Private arrays of three types, with sizes that are no powers of two, in one loop.
//arg y uint[8192] random
//arg x uint[40000] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint t[24];
	ulong w[8];
	float f[5];
	for (int j = 0; j < 24; j++) t[j] = x[i + j];
	for (int j = 0; j < 8; j++) w[j] = x[i * 2 + j] * 0x100000001ul;
	for (int j = 0; j < 5; j++) f[j] = (float)(x[i + j] & 255);
	uint s = 0;
	for (int j = 0; j < 100; j++) {
		uint at = (s + x[i]) % 24;
		s = s * 3 + t[at] + t[(j * 5 + 3) % 24] + (uint)(w[at & 7] >> (j & 31)) + (uint)w[(j + 1) & 7];
		if (s & 4) t[at] += s;
		if (s & 8) w[(s >> 5) & 7] ^= s;
		if (j % 3 == 0) t[j % 24] ^= j;
		f[(s >> 3) % 5] += 1.0f;
	}
	y[i] = s + t[a % 24] + (uint)w[x[i] & 7] + (uint)f[s % 5];
}
