// The last lanes of a loop with two ways back go on alone: those that left it in the round before keep their values.
//arg y uint[5100] random
//arg x uint[700] random
//launch 256/64 37/37 100x2/50x2
//bundles rows=8 columns=8
//also off=tail-cost-model
//also off=tail-cost-model,scalar-tails
//expect avx2 rows4-small flag HasTails
//expect avx2 off=tail-cost-model,scalar-tails rows4-small flag CompactsLanes

kernel void k(global uint *y, global const uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], n = 0;
	while (1) {
		n++;
		v = v * 1664525 + 1013904223;
		if ((v >> 20 & 3) == 1) {
			v ^= n;
			continue;
		}
		if ((v >> 24 & 7) == 3 || n > 200) break;
		v += x[n];
	}
	y[i] = v + n;
}
