// Exponentials and roots of doubles of all sizes, and where they overflow.
//arg y uint[16384] random
//arg x uint[32768] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global double *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	double edges[8] = {415.8, -415.9, 709.7, -745.1, INFINITY, -INFINITY, NAN, -0.0},
		   f = as_double((ulong)x[i] << 32 | x[i + 1]), g = (double)(int)x[i] * 1e-7, e = edges[x[i] & 7];
	double r = i & 64 ? exp(g) : i & 1 ? exp(f) : exp(e);
	r = i & 2 ? r : exp2(g);
	r = i % 5 == 2 ? cbrt(f) : r;
	if (i % 7 == 3) r = hypot(e, g);
	if (i % 11 == 5) r = i & 1 ? expm1(g * 1e-200) : exp10(f);
	y[i] = isnan(r) ? -1.0 : r;
}
