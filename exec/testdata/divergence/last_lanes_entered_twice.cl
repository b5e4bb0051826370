// The last lanes of a loop with two entries go on alone, again and again: none of them is in the loop when it is
// entered anew.
//arg y uint[5100] random
//arg x uint[700] random
//arg a 8
//launch 256/64 37/37 100x2/50x2
//bundles rows=8 columns=8
//also off=tail-cost-model
//also off=tail-cost-model,scalar-tails
//expect avx2 off=tail-cost-model rows4-small flag HasTails

kernel void k(global uint *y, global const uint *x, uint a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], n = 0;
	for (uint r = 0; r < a; r++) {
		if (v % 8 != r) continue;
		if (v & 16) {
			v += x[v & 255];
			goto middle;
		}
		v ^= x[v & 127];
		while (1) {
			v = v * 1664525 + 1013904223;
middle:
			n++;
			if ((v >> 24 & 7) == 3 || n > 200) break;
			v ^= x[n];
			y[i] += v;
		}
	}
	y[i] += v + n;
}
