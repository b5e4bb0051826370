// strided
//: bytes 8388608
//: in f32 1048576 1
//: out f32 1048576
//: i32 1024
//: run 2 1024 1024 0 0
kernel void transpose_naive(global const float *a, global float *b, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	b[x * n + y] = a[y * n + x];
}
