// Lanes leave a loop after very different numbers of rounds, so that the last ones go on alone: several ways out.
//arg y uint[5100] random
//arg x uint[700] random
//arg a 300
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8 columns=8
//also off=tail-cost-model
//also off=tail-cost-model,scalar-tails
//expect avx2 rows4-small flag HasTails
//expect avx2 off=tail-cost-model,scalar-tails rows4-small flag CompactsLanes

kernel void k(global uint *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], r = 7, j;
	for (j = 0; j < 300; j += 1 + (v & 1)) {
		v = v * 1664525 + x[j];
		if ((v >> 8 & 31) == 3) {
			r = 9;
			break;
		}
		if ((v >> 8 & 63) == 5) goto out;
		if ((v >> 8 & 255) == 77) return;
		if (v & 4) continue;
		v ^= j;
		r++;
	}
	r += v;
out:
	y[i] = r + j;
}
