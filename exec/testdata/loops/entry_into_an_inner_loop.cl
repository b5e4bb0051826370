// A jump into a loop in a loop.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 3
//launch 1000/64 37/37 100x3x2/50x3

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint v = x[i], n = 0, s = 1;
	for (uint r = 0; r < 3; r++) {
		if (v & 2) goto inner;
	outer:
		v = v * 7 + r;
		while (n++ < 90) {
			s += v;
		inner:
			v ^= v >> 3;
			s ^= v;
			if ((v & 31) == 1) goto outer;
		}
	}
	y[i] = v + n + s;
}
