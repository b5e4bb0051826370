// Reciprocal square roots and lengths, at numbers where approximations need care.
//arg y uint[8192] random
//arg x uint[32768] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global float *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint edges[8] = {0, 0x80000000, 0x7f800000, 0xff800000, 1, 0x7fffff, 0x800000, 0x7f7fffff};
	float f = as_float(x[i]);
	y[i] = rsqrt(f) + rsqrt(as_float(edges[x[i] & 7]));
	y[i] = fabs(f) < 1 ? y[i] : f;
	float3 v = (float3)(f, as_float(edges[i & 7]), as_float(x[i ^ 1]));
	if (i % 3 == 1) y[i] = length(v) + v.x / length(v.xy) + 1.0f / sqrt(v.z);
	if (i % 5 == 2) y[i] = distance(v, v.zxy) + dot(normalize(v), v) + v.y / (v.x * sqrt(v.x));
	if (isnan(y[i])) y[i] = -1;
}
