// A private array that loops go along, and that sums and masks index.
//arg y uint[8192] random
//arg x uint[32768] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint t[16];
	for (int j = 0; j < 16; j++) t[j] = x[i + j];
	uint s = 0;
	for (int j = 0; j < 16; j++) s += t[(s + j) & 15] * j;
	for (int j = 0; j < 16; j++) {
		t[(s >> j) & 15] ^= j;
	}
	y[i] = t[s & 15];
}
