// streaming
//: bytes 50331612
//: in f32 4194301 1
//: in f32 4194301 1
//: out f32 4194301
//: run 1 4194301 1 0 0
kernel void vecadd_prime(global const float *a, global const float *b, global float *c) {
	size_t i = get_global_id(0);
	c[i] = a[i] + b[i];
}
