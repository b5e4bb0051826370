// vectors as they lie through ifs.
//arg out float[1024] zero
//arg x float[1024] random
//arg y float[1024] random
//arg c uint[256] random >>29
//arg z uint[256] zero
//launch 256/64 100/100

kernel void choose(global float4 *out, global const float4 *x, global const float4 *y, global const uint *c,
		           global uint *z) {
	int i = get_global_id(0);
	float4 v = as_float4(as_int4(x[i]) & 0x3fffffff), w = as_float4(as_int4(y[i]) & 0x3fffffff), r = v;
	if (c[i] > 3) {
		z[i] = c[i] * 7;
		r = w;
	}
	out[i] = r + v;
}

kernel void loops(global float4 *out, global const float4 *x, global const float4 *y, global const uint *c,
		          global uint *z) {
	int i = get_global_id(0);
	float4 v = as_float4(as_int4(x[i]) & 0x3fffffff), w = as_float4(as_int4(y[i]) & 0x3fffffff), r = v;
	for (uint k = 0; k < c[i]; k++) {
		z[i] += k;
		float4 old = r; r = w; w = old;
	}
	out[i] = r;
}

kernel void ints(global uint4 *out, global const uint4 *x, global const uint4 *y, global const uint *c,
		         global uint *z) {
	int i = get_global_id(0);
	uint4 v = x[i], w = y[i], r = v;
	if (c[i] > 3) {
		z[i] = c[i] * 7;
		r = w;
	} else if (c[i] == 1) z[i] = 9;
	out[i] = r;
}
