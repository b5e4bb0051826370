// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other: alike.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, s = 0, j = 0;
	global uchar *p = y + i * seg;
	while (j < seg - 2) {
		p[j] = s;
		p[j + 1] = s >> 8;
		s += p[j + 2] * 3;
		j += 2;
	}
	p[seg - 1] = s + j;
}
