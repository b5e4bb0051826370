// Lanes leave a loop after very different numbers of rounds, so that the last ones go on alone: stores.
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
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], j = 0;
	global uint *p = y + 300 + i * 16;
	while ((v & 63) != 1 && j < 200) {
		p[j & 15] = v;
		v = v * 22695477 + p[(j + 3) & 15] + 1;
		j++;
	}
	y[i] = v;
}
