// Lanes begin the next round of a loop while others are still in this one.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 3
//launch 1000/64

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0);
	uint v = x[i], n = 0;
	while (1) {
		if (n < (v & 15)) {
			v = v * 3 + 1;
			n += 3;
			continue;
		}
		v ^= v >> 7;
		n += 5;
		if ((v & 15) == 3 || n > 300) break;
	}
	y[i] = v + n;
}
