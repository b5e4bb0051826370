// Exponentials of floats of all sizes, and where they overflow.
//arg y uint[8192] random
//arg x uint[32768] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global float *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	float edges[8] = {87.0f, -87.0f, 88.73f, -103.9f, INFINITY, -INFINITY, NAN, -0.0f}, f = as_float(x[i]),
		  g = (float)(int)x[i] * 5e-8f, e = edges[x[i] & 7];
	y[i] = i & 1 ? exp(f) : exp(g);
	y[i] = i & 2 ? y[i] : exp2(g) + exp2(e) + exp(e) * 0.5f;
	if (i % 5 == 3) y[i] = exp2(f) + y[i] * exp(g);
}
