// streaming
//: bytes 50331612
//: out f32 4194301
//: in f32 4194301 1
//: in f32 4194301 1
//: f32 3
//: run 1 4194301 1 0 0
kernel void triad_odd(global float *a, global const float *b, global const float *c, float s) {
	size_t i = get_global_id(0);
	a[i] = b[i] + s * c[i];
}
