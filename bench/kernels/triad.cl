// streaming
//: bytes 50331648
//: out f32 4194304
//: in f32 4194304 1
//: in f32 4194304 1
//: f32 3
//: run 1 4194304 1 256 1
kernel void triad(global float *a, global const float *b, global const float *c, float s) {
	size_t i = get_global_id(0);
	a[i] = b[i] + s * c[i];
}
