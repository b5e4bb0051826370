// dense
//: ops 33554432
//: in f32 65536 1
//: in f32 65536 1
//: out f32 65536
//: i32 256
//: run 2 256 256 0 0
kernel void sgemm_naive(global const float *a, global const float *b, global float *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
	c[y * n + x] = s;
}
