// Built-in functions of doubles, and conversions.
//arg y uint[16384] random
//arg x uint[32768] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global double *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	double f = (double)(x[i] % 1000) * 0.01;
	y[i] = f * f + sqrt(f) / (f + 2) + (long)f + floor(f) + fmin(f, 2.0) + (f > 5 ? f : -f) + exp(f);
}
