// barriers
//: items 256
//: in f32 256 30
//: in f32 256 30
//: out f32 256
//: run 1 65536 1 256 1
kernel void binomial(global const float *S, global const float *X, global float *out) {
	local float call[257];
	int o = get_group_id(0), l = get_local_id(0), n = 255;
	float s = S[o] + 50, x = X[o] + 50, dt = 1.0f / n, v = 0.3f * sqrt(dt), r = exp(0.02f * dt), u = exp(v), d = 1 / u;
	float p = (r - d) / (u - d), a = p / r, b = (1 - p) / r;
	float price = s * exp(v * (2.0f * l - n));
	call[l] = fmax(price - x, 0.0f);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int j = n; j > 0; j--) {
		float c = 0;
		if (l < j) c = fmax(a * call[l + 1] + b * call[l], 0.0f);
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < j) call[l] = c;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0) out[o] = call[0];
}
