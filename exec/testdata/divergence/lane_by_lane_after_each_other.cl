// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other: after
// each other.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, s = 0, u = 3;
	global uchar *p = y + i * seg;
	uint e = x[i] & 15;
	for (uint j = 0; j < e; j++) {
		p[j] = s;
		p[j + 17] = u;
		s = s * 3 + p[j + 1];
		u ^= s;
	}
	for (uint j = s & 3; j < seg; j += 2 + (u & 1)) {
		p[j] = u;
		p[j ^ 1] = s;
		u += s;
	}
	p[seg / 2] = u;
}
