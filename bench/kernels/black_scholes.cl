// math
//: items 262144
//: in f32 262144 25
//: in f32 262144 99
//: in f32 262144 9
//: out f32 524288
//: run 1 262144 1 0 0
float phi(float d) {
	float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
	float c = 0.3989422804f * exp(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
	return d > 0 ? 1.0f - c : c;
}
kernel void black_scholes(global const float *s, global const float *x, global const float *t, global float2 *out) {
	size_t i = get_global_id(0);
	float S = s[i] + 5, X = x[i] + 1, T = t[i] + 0.25f, r = 0.02f, v = 0.3f, root = sqrt(T);
	float d1 = (log(S / X) + (r + 0.5f * v * v) * T) / (v * root), d2 = d1 - v * root, e = exp(-r * T);
	out[i] = (float2)(S * phi(d1) - X * e * phi(d2), X * e * phi(-d2) - S * phi(-d1));
}
