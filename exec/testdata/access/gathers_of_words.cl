// Words are read at places of each lane's own, by indices of all kinds; for a Zen by loads, which are faster there.
//arg y uint[16392] random
//arg x uint[32768] random
//arg a 0 1
//launch 1024/64 37/37 64x32/32x8
//also zen

kernel void words(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uint *b = x + 4096;
	int near = (int)(x[i] % 4000) - 2000;
	uint far = x[i] % 9000;
	ulong wide = x[i + 1] % 9000;
	global uint *own = x + (a & 1 ? far : wide);
	uint r = b[near] + 3 * b[far] + 5 * b[wide] + 7 * own[2] + 11 * b[near * 2 + 1] + 13 * x[i * 3 + 1] +
			 17 * x[(i + 5) % 97];
	if (far > 4000) r += b[far - 4000];
	y[i] = r;
}
