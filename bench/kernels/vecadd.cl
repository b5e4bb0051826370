// streaming
//: bytes 50331648
//: in f32 4194304 1
//: in f32 4194304 1
//: out f32 4194304
//: i32 4194227
//: run 1 4194304 1 0 0
kernel void vecadd(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) c[i] = a[i] + b[i];
}
