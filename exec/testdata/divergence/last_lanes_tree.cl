// Lanes leave a loop after very different numbers of rounds, so that the last ones go on alone: tree.
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
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), w = x[i] >> 3;
	int node = 0, depth = 0;
	while (node < 300) {
		uint key = x[node];
		if ((key ^ w) % 61 == 0) break;
		node = 2 * node + (w < key ? 1 : 2);
		depth++;
	}
	y[i] = node * 16 + depth;
}
