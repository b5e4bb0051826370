// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other:
// backwards.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a;
	global uchar *b = y + i * seg, *e = b + seg - 1;
	b += x[i] & 15;
	while (b < e) {
		uchar t = *b;
		*b++ = *e ^ 3;
		*e-- = t + 1;
	}
}
