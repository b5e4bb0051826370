// dense
//: ops 33554432
//: in f32 65536 1
//: in f32 65536 1
//: out f32 65536
//: i32 256
//: run 2 256 256 16 16
#define T 16
kernel void sgemm_tiled(global const float *a, global const float *b, global float *c, int n) {
	local float ta[T][T], tb[T][T];
	int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
	float s = 0;
	for (int t = 0; t < n; t += T) {
		ta[ly][lx] = a[y * n + t + lx];
		tb[ly][lx] = b[(t + ly) * n + x];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < T; k++) s += ta[ly][k] * tb[k][lx];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[y * n + x] = s;
}
