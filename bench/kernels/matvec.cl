// dense
//: ops 2097152
//: in f32 1048576 1
//: in f32 1024 1
//: out f32 1024
//: i32 1024
//: run 1 1024 1 0 0
kernel void matvec(global const float *a, global const float *x, global float *y, int n) {
	int i = get_global_id(0);
	float s = 0;
	for (int k = 0; k < n; k++) s += a[i * n + k] * x[k];
	y[i] = s;
}
