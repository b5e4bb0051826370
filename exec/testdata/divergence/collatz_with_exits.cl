// A loop that lanes leave at two places, and go round in for two reasons.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint v = x[i];
	uint n = 0;
	while (v > 1) {
		if (v & 1) {
			if (n > 50) break;
			v = v * 3 + 1;
		} else
			v >>= 1;
		n++;
		if (n == 70) continue;
		if ((v & 0xff) == 3) {
			n += 1000;
			break;
		}
	}
	y[i] = n + v;
}
