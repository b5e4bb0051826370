// streaming
//: bytes 50331612
//: f32 2.5
//: in f32 4194301 1
//: inout f32 4194301 1
//: i32 4194301
//: run 1 4194301 1 0 0
kernel void saxpy_prime(float a, global const float *x, global float *y, int n) {
	int i = get_global_id(0);
	if (i < n) y[i] = a * x[i] + y[i];
}
