// Lanes leave a loop after very different numbers of rounds, so that the last ones go on alone: all types.
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
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), j = 0, e = 5 + (x[i] & 7) * (x[i] >> 5 & 15);
	char c = x[i];
	short s = x[i] >> 3;
	long l = x[i];
	ulong m = 5;
	float f = 1;
	double d = i;
	bool b = x[i] & 1;
	do {
		c += (char)(b ? s : 3);
		s = (short)(s * 3 + x[j]);
		l = l * 7 - s;
		m ^= (ulong)l >> 3;
		f = f * 0.5f + c;
		d = d * 0.25 + s;
		b = (l & 4) != 0;
		j++;
	} while (j < e);
	y[i] = c ^ s ^ (int)l ^ (int)(m >> 5) ^ (f > 3 ? 1 : 2) ^ (int)d ^ (b ? 64 : 0) ^ j ^ (int)(f * 8);
}
