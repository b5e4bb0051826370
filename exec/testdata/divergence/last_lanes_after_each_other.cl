// Lanes leave a loop after very different numbers of rounds, so that the last ones go on alone: after each other.
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
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), s = x[i] & 1023, u = 3, j = 0;
	while (s > 3) {
		s = s & 1 ? s * 3 + 1 : s >> 1;
		if (++j > 60) break;
	}
	for (; j < 150 && (u & 127) != 9; j += 1 + (u & 1)) u = u * 5 + x[j] + s;
	y[i] = s ^ u ^ j;
}
