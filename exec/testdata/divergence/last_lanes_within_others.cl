// Lanes leave a loop after very different numbers of rounds, so that the last ones go on alone: within others.
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
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), s = x[i], n = 0, q = 0;
	for (uint r = 0; r < 9; r++) {
		if (s % 7 == r) continue;
		n = r;
		for (uint j = r; j < 90; j += 1 + (s & 1)) {
			s = s * 3 + x[j];
			q++;
			if ((s & 15) == 9) {
				n += 100;
				break;
			}
		}
		if (s % 11 == 4) break;
	}
	y[i] = s + n + q;
}
