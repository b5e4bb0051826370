// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other: guarded.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a;
	if (i >= 211 || i % 5 == 2) return;
	uint e = i * seg + x[i] % seg;
	for (uint q = i * seg; q < e; q += 3) y[q] = q + i;
}
