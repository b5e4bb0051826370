// gather
//: items 16384
//: in u32 16384 1000000
//: in u32 16384 40
//: in u32 1048576 65536
//: in f32 1048576 1
//: in f32 65536 1
//: out f32 16384
//: i32 16384
//: run 1 16384 1 128 1
kernel void spmv_csr(global const uint *begin, global const uint *len, global const uint *cols, global const float *val, global const float *x, global float *y, int n) {
	int row = get_global_id(0);
	if (row < n) {
		float t = 0.0f;
		int start = begin[row], end = start + len[row];
		for (int j = start; j < end; j++) t += val[j] * x[cols[j]];
		y[row] = t;
	}
}
