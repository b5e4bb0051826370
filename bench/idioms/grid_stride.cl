// Loops in which each work-item goes from its id on in steps of the number of all work-items. The plain form of what goes
// from element to element is one work-item for each; of a sum, a loop whose counter is the same for all work-items.

//: pair stride_int a sum of two arrays of floats, an int index
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_int_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_int_idiom(global const float *a, global const float *b, global float *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_uint the same, a uint index
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_uint_plain(global const float *a, global const float *b, global float *c, uint n) {
	uint i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_uint_idiom(global const float *a, global const float *b, global float *c, uint n) {
	for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_size the same, a size_t index
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_size_plain(global const float *a, global const float *b, global float *c, uint n) {
	uint i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_size_idiom(global const float *a, global const float *b, global float *c, uint n) {
	for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_group the same, from group and local ids
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_group_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_group_idiom(global const float *a, global const float *b, global float *c, int n) {
	for (int i = get_group_id(0) * get_local_size(0) + get_local_id(0); i < n; i += get_num_groups(0) * get_local_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_while the same, a while loop
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_while_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_while_idiom(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	while (i < n) {
		c[i] = a[i] + b[i];
		i += get_global_size(0);
	}
}

//: pair stride_named the same, a step that has a name of its own
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_named_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_named_idiom(global const float *a, global const float *b, global float *c, int n) {
	int step = get_global_size(0);
	for (int i = get_global_id(0); i < n; i += step) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_unroll the same, unrolled by four
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_unroll_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_unroll_idiom(global const float *a, global const float *b, global float *c, int n) {
	#pragma unroll 4
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_odd a number of elements that no vector divides
//: in f32 1048573 10
//: in f32 1048573 10
//: out f32 1048573
//: i32 1048573
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_odd_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_odd_idiom(global const float *a, global const float *b, global float *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_few two elements a work-item
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 524288 1 256 1
kernel void stride_few_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_few_idiom(global const float *a, global const float *b, global float *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_double doubles
//: in f64 524288 10
//: in f64 524288 10
//: out f64 524288
//: i32 524288
//: run 1 524288 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_double_plain(global const double *a, global const double *b, global double *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_double_idiom(global const double *a, global const double *b, global double *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_uchar bytes
//: in u8 4194304 10
//: in u8 4194304 10
//: out u8 4194304
//: i32 4194304
//: run 1 4194304 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_uchar_plain(global const uchar *a, global const uchar *b, global uchar *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_uchar_idiom(global const uchar *a, global const uchar *b, global uchar *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_float4 vectors of four floats
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 262144
//: run 1 262144 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_float4_plain(global const float4 *a, global const float4 *b, global float4 *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[i];
	}
}
kernel void stride_float4_idiom(global const float4 *a, global const float4 *b, global float4 *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[i];
	}
}

//: pair stride_if a store under a condition
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_if_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		float x = a[i];
		if (x > 5.0f) x = x * b[i];
		c[i] = x;
	}
}
kernel void stride_if_idiom(global const float *a, global const float *b, global float *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		float x = a[i];
		if (x > 5.0f) x = x * b[i];
		c[i] = x;
	}
}

//: pair stride_bounds neighbours, clamped
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1048576
//: run 1 1048576 1 256 1
//: run_idiom 1 16384 1 256 1
kernel void stride_bounds_plain(global const float *a, global const float *b, global float *c, int n) {
	int i = get_global_id(0);
	if (i < n) {
		c[i] = a[i] + b[max(i - 1, 0)];
	}
}
kernel void stride_bounds_idiom(global const float *a, global const float *b, global float *c, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		c[i] = a[i] + b[max(i - 1, 0)];
	}
}

//: pair stride_sum_int a sum for each work-item, an int index
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 16384
//: i32 1048576
//: run 1 16384 1 256 1
kernel void stride_sum_int_plain(global const float *a, global const float *b, global float *c, int n) {
	size_t id = get_global_id(0), all = get_global_size(0);
	float s = 0;
	for (uint k = 0; k < n / all; k++) {
		size_t i = k * all + id;
		s += a[i];
	}
	c[id] = s;
}
kernel void stride_sum_int_idiom(global const float *a, global const float *b, global float *c, int n) {
	float s = 0;
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i];
	c[get_global_id(0)] = s;
}

//: pair stride_sum_uint the same, a uint index
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 16384
//: i32 1048576
//: run 1 16384 1 256 1
kernel void stride_sum_uint_plain(global const float *a, global const float *b, global float *c, uint n) {
	size_t id = get_global_id(0), all = get_global_size(0);
	float s = 0;
	for (uint k = 0; k < n / all; k++) {
		size_t i = k * all + id;
		s += a[i];
	}
	c[id] = s;
}
kernel void stride_sum_uint_idiom(global const float *a, global const float *b, global float *c, uint n) {
	float s = 0;
	for (uint i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i];
	c[get_global_id(0)] = s;
}

//: pair stride_sum_size the same, a size_t index
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 16384
//: i32 1048576
//: run 1 16384 1 256 1
kernel void stride_sum_size_plain(global const float *a, global const float *b, global float *c, uint n) {
	size_t id = get_global_id(0), all = get_global_size(0);
	float s = 0;
	for (uint k = 0; k < n / all; k++) {
		size_t i = k * all + id;
		s += a[i];
	}
	c[id] = s;
}
kernel void stride_sum_size_idiom(global const float *a, global const float *b, global float *c, uint n) {
	float s = 0;
	for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i];
	c[get_global_id(0)] = s;
}

//: pair stride_sum_group the same, from group and local ids
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 16384
//: i32 1048576
//: run 1 16384 1 256 1
kernel void stride_sum_group_plain(global const float *a, global const float *b, global float *c, int n) {
	size_t id = get_global_id(0), all = get_global_size(0);
	float s = 0;
	for (uint k = 0; k < n / all; k++) {
		size_t i = k * all + id;
		s += a[i];
	}
	c[id] = s;
}
kernel void stride_sum_group_idiom(global const float *a, global const float *b, global float *c, int n) {
	float s = 0;
	for (int i = get_group_id(0) * get_local_size(0) + get_local_id(0); i < n; i += get_num_groups(0) * get_local_size(0)) s += a[i];
	c[get_global_id(0)] = s;
}

//: pair stride_dot a scalar product
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 16384
//: i32 1048576
//: run 1 16384 1 256 1
kernel void stride_dot_plain(global const float *a, global const float *b, global float *c, int n) {
	size_t id = get_global_id(0), all = get_global_size(0);
	float s = 0;
	for (uint k = 0; k < n / all; k++) {
		size_t i = k * all + id;
		s += a[i] * b[i];
	}
	c[id] = s;
}
kernel void stride_dot_idiom(global const float *a, global const float *b, global float *c, int n) {
	float s = 0;
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i] * b[i];
	c[get_global_id(0)] = s;
}

//: pair stride_sum_bytes bytes
//: in u8 4194304 10
//: in u8 4194304 10
//: out i32 16384
//: i32 4194304
//: run 1 16384 1 256 1
kernel void stride_sum_bytes_plain(global const uchar *a, global const uchar *b, global uint *c, int n) {
	size_t id = get_global_id(0), all = get_global_size(0);
	uint s = 0;
	for (uint k = 0; k < n / all; k++) {
		size_t i = k * all + id;
		s += a[i];
	}
	c[id] = s;
}
kernel void stride_sum_bytes_idiom(global const uchar *a, global const uchar *b, global uint *c, int n) {
	uint s = 0;
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i];
	c[get_global_id(0)] = s;
}

//: pair stride_reduce sums of work-groups, by local memory
//: in f32 1048576 10
//: out f32 64
//: i32 1048576
//: run 1 16384 1 256 1
kernel void stride_reduce_plain(global const float *a, global float *c, int n) {
	local float sums[256];
	size_t id = get_global_id(0), all = get_global_size(0);
	int l = get_local_id(0);
	float s = 0;
	for (uint k = 0; k < n / all; k++) s += a[k * all + id];
	sums[l] = s;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 128; h > 0; h /= 2) {
		if (l < h) sums[l] += sums[l + h];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0) c[get_group_id(0)] = sums[0];
}
kernel void stride_reduce_idiom(global const float *a, global float *c, int n) {
	local float sums[256];
	int l = get_local_id(0);
	float s = 0;
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i];
	sums[l] = s;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 128; h > 0; h /= 2) {
		if (l < h) sums[l] += sums[l + h];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0) c[get_group_id(0)] = sums[0];
}

//: pair stride_two two dimensions
//: in f32 1048576 10
//: in f32 1048576 10
//: out f32 1048576
//: i32 1024
//: i32 1024
//: run 2 1024 1024 64 1
//: run_idiom 2 128 64 64 1
kernel void stride_two_plain(global const float *a, global const float *b, global float *c, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	if (x < w && y < h) c[y * w + x] = a[y * w + x] + b[y * w + x];
}
kernel void stride_two_idiom(global const float *a, global const float *b, global float *c, int w, int h) {
	for (int y = get_global_id(1); y < h; y += get_global_size(1))
		for (int x = get_global_id(0); x < w; x += get_global_size(0)) c[y * w + x] = a[y * w + x] + b[y * w + x];
}
