// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other: several
// ways out.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a, v = x[i], r = 7;
	global uchar *p = y + i * seg;
	for (uint j = 0; j < seg - 4; j += 1 + (v & 1)) {
		p[j + 1] = v;
		p[j + 2] = j;
		p[j + 3] = v >> 5;
		v = v * 5 + p[j];
		if ((v & 31) == 3) {
			r = 9;
			break;
		}
		if ((v & 63) == 5) goto out;
		if ((v & 255) == 77) return;
	}
	r += v;
out:
	p[0] = r;
	p[seg - 1] = v >> 3;
}
