// Two words side by side that lie far from the other lanes'.
//arg y uint[16384] random
//arg x uint[16384] random
//arg n 14
//launch 512/64 200/50 37/37 3/3

struct two { float x, y; };
struct three { int x, y, z; };
kernel void constant_step(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	y[i * 9 + 1] = x[i * 11 + 2].yx * (uint2)(3, 5) + (uint2)(i);
}
kernel void step_of_eight(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	y[i * 4 + 1] = x[i * 4 + 3].yx + (uint2)(i, 7);
}
kernel void backwards(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	y[8000 - i * 9] = x[8000 - i * 13] ^ (uint2)(i, n);
}
kernel void argument_step(global struct two *y, global struct two *x, int n) {
	int i = get_global_id(0);
	struct two v = x[i * n], w = {as_float(as_uint(v.y) + 1), as_float(as_uint(v.x) ^ i)};
	y[i * n + 3] = w;
}
kernel void vectors(global int *y, global int *x, long n) {
	size_t i = get_global_id(0);
	vstore2(vload2(i * n, x).yx + (int2)(1, 2), i * n, y);
}
kernel void by_index(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0), from = ((global int *)x)[i] & 8191, to = i * 389 & 8191;
	y[to] = x[from] * (uint2)(5, 7);
}
kernel void by_index_unsigned(global int2 *y, global int2 *x, int n) {
	uint i = get_global_id(0), from = ((global uint *)x)[i] & 8191, to = i * 389 & 8191;
	int2 v = x[from];
	y[to] = (int2)(max(v.x, v.y), min(v.x, v.y));
}
kernel void by_long_index(global uint *y, global uint *x, long n) {
	long i = get_global_id(0), from = ((global ulong *)x)[i] & 8191, to = i * 389 * n & 8191;
	vstore2((uint2)(x[from * 2] + x[from * 2 + 1], i), to, y);
}
kernel void copied(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	y[i * 389 & 8191] = x[((global int *)x)[i] & 8191];
}
kernel void masked(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	if (((global int *)x)[i] & 3) y[i * n] = x[i * n + 1] + (uint2)(i);
}
kernel void one_lane(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	if (i % 19 == 3) y[i * n] = x[i * n + 1] + (uint2)(i);
	else if (i < 200) y[i * n + 1].yx = x[i * 7 * n & 8191];
}
kernel void rounds(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	uint2 sum = (uint2)(0);
	for (int j = 0; j < (i & 7); j++) {
		sum = sum * 3 + x[(i * n + j) & 8191];
		y[i * 16 + j] = sum;
	}
}
kernel void in_place(global uint2 *y, global uint2 *x, int n) {
	int i = get_global_id(0);
	y[i * 10] = y[i * 10].yx * 3;
	y[i * 10 + 1].x = y[i * 10].x + 1;
}
kernel void threes(global struct three *y, global struct three *x, int n) {
	int i = get_global_id(0), from = ((global uint *)x)[i] % 5461;
	struct three v = x[from];
	y[i * 5] = (struct three){v.z - v.y, v.x, v.y + v.x};
}
kernel void apart(global uint *y, global uint *x, int n) {
	int i = get_global_id(0), at = ((global uint *)x)[i] % 16000;
	y[i] = x[at] + 3 * x[at + 1] + 5 * x[at + 4] + 7 * x[at + 5] + 11 * x[at + 8] + x[at];
}
kernel void twice(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	y[i * 32 + 1] = 1;
	y[i * 32 + 2] = x[i * 31];
	y[i * 32 + 1] = x[i * 31 + 1] + i;
}
kernel void crossed(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	y[i * 32 + 1] = x[i * 31 + 2] + 1;
	y[i * 32] = x[i * 31 + 1] + x[i * 31 + 2];
}
kernel void shared(global uint2 *y, global uint2 *x, int n) {
	local uint2 t[1024];
	int i = get_global_id(0), l = get_local_id(0), m = get_local_size(0);
	t[l * 5 & 1023] = x[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	int from = (((global uint *)x)[i] % m) * 5;
	y[i] = t[from & 1023].yx + t[(l ^ 1) % m * 5 & 1023];
}
