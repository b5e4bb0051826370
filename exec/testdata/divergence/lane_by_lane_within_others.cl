// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other: within
// others.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, s = x[i], n = 0;
	global uchar *p = y + i * seg;
	for (uint r = 0; r < 6; r++) {
		if (s % 7 == r) continue;
		n = r;
		for (uint j = r; j < seg; j += 3) {
			p[j] = s;
			p[j ^ 2] = n;
			p[j ^ 4] = r;
			s = s * 3 + 1;
			if ((s & 127) == 9) {
				n += 100;
				break;
			}
		}
		if (s % 11 == 4) break;
	}
	p[0] = n;
	p[1] = s;
}
