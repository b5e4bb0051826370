// A lattice walked back in local memory, as prices of options do: a loop of barriers with floats around it.
//arg s uint[64] index +0x41000000
//arg x uint[64] index +0x41001eef
//arg out float[64] zero
//launch 512/256 75/25 128/64
//expect avx512 plan Rows >= 16
//expect avx2 plan Rows >= 32

kernel void lattice(global const float *s, global const float *x, global float *out) {
	local float t[257];
	int o = get_group_id(0), l = get_local_id(0), n = 255;
	float d = 1.0f / n, v = 0.3f * sqrt(d), r = exp(0.02f * d), u = exp(v), w = 1 / u, p = (r - w) / (u - w), a = p / r,
		  b = (1 - p) / r;
	t[l] = fmax(s[o] * exp(v * (2.0f * l - n)) - x[o], 0.0f);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int j = n; j > 0; j--) {
		float c = 0;
		if (l < j) c = fmax(a * t[l + 1] + b * t[l], 0.0f);
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < j) t[l] = c;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0) out[o] = t[0];
}
