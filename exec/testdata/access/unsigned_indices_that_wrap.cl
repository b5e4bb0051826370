// Indices of 32 bits, unsigned, with an argument that lets them wrap.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 0xffffffce
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), j = get_global_id(1) + get_global_size(1) * get_global_id(2), w = (uint)a,
		 l = get_local_id(0);
	uint k = i + w, m = j * w + i, s = 0;
	if (k < 8192) s += x[k];
	if (m < 8192) s ^= x[m];
	s += x[i * 2 + 1] * x[l + get_group_id(0) * get_local_size(0)];
	for (uint r = 0; r < 5; r++) {
		uint n = r * w + i;
		if (n < 8192) s += x[n];
	}
	for (uint r = w & 0xff; r > 0; r >>= 1) s = s * 3 + x[r + i];
	y[j * (uint)get_global_size(0) + i] = s;
	if (j == 0 && k < 4000) y[k + 4096] = s;
}
