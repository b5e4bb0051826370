// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other: marks.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint seg = (uint)a, lo = i * seg, hi = lo + seg;
	for (uint p = 2; p < 9; p++)
		for (uint q = (lo + p - 1) / p * p; q < hi; q += p) y[q] = p;
}
