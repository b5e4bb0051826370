// The last lanes of a loop go on alone, in bundles of columns: with a number that steps along the rows, of which the
// loop has a vector.
//arg y uint[5100] random
//arg x uint[700] random
//launch 256/64 16x8/16x8 100x2/50x2
//bundles columns=8
//also off=tail-cost-model
//also off=tail-cost-model,scalar-tails
//expect avx2 columns4-small flag HasTails

kernel void k(global uint *y, global const uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i];
	for (uint j = get_global_id(0), n = 0; n < 300; j += 3, n++) {
		v = v * 1664525 + (j ^ v >> 9);
		if ((v >> 8 & 15) == 3) break;
	}
	y[i] = v;
}
