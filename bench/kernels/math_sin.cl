// math
//: items 524288
//: in f32 524288 100
//: out f32 524288
//: run 1 524288 1 0 0
kernel void math_sin(global const float *in, global float *out) {
	size_t i = get_global_id(0);
	float v = in[i];
	out[i] = sin(v);
}
