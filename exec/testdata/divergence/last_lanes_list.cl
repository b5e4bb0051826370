// Lanes leave a loop after very different numbers of rounds, so that the last ones go on alone: list.
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
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i, n = 0;
	while (at < 300 && n < 100) {
		if ((x[at] & 31) == 3) break;
		at = at * 5 % 311 + (x[at] & 1);
		n++;
	}
	y[i] = at ^ n << 16;
}
