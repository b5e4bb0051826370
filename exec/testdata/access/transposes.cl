// Neighbours along the second dimension access neighbours in memory.
//arg y uint[210000] random
//arg x uint[110000] random
//arg n 160
//launch 128x128/16x16 64x96/32x32 100x70/32x16 160x150/16x32 37x90/37x9
//bundles columns=8 columns=16 columns=4

//expect avx512 columns16-small-full access transposed == 1
//expect avx512 columns16-small-full access contiguous == 1
kernel void naive(global uint *y, global uint *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	y[i * m + j] = x[j * m + i] + i;
}
//expect avx512 columns16-small-full access transposed == 2
//expect avx512 columns16-small-full access contiguous == 1
kernel void reads(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0), j = get_global_id(1);
	y[j * n + i] = x[i * n + j] * 3 + x[i * n + j + 1];
}
kernel void doubles(global double *y, global double *x, ulong n) {
	long i = get_global_id(0), j = get_global_id(1);
	y[i * n + j] = as_double(as_ulong(x[j * n + i]) + i) ;
	y[26000 + j * n + i] = x[i * n + j];
}
//expect avx512 columns16-small-full access transposed == 2
//expect avx512 columns16-small-full access contiguous == 1
kernel void guarded(global uint *y, global uint *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	if (i < m - 3 && j < m - 5 && i > 0) y[i * m + j] = x[j * m + i - 1];
	if ((i ^ j) & 5) y[60000 + (i + j) * m + j] = x[(m - 1 - i) * m + j];
}
//expect avx512 columns16-small-full access transposed == 2
//expect avx512 off=group-size columns16-small-full access transposed == 1
//expect avx512 columns16-small-full access contiguous == 3
kernel void tile(global uint *y, global uint *x, ulong n) {
	local uint t[32 * 41];
	int i = get_local_id(0), j = get_local_id(1), h = get_local_size(1), w = get_local_size(0), m = n;
	t[j * 41 + i] = x[(get_group_id(1) * h + j) * m + get_group_id(0) * w + i];
	barrier(CLK_LOCAL_MEM_FENCE);
	int p = i % h, q = j % w;
	y[get_global_id(1) * m + get_global_id(0)] = t[p * 41 + q] + (i < h && j < w ? t[i * 41 + j] : 0);
}
//expect avx512 columns8-small-full access transposed == 4
kernel void pairs(global float2 *y, global float2 *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	float2 a = x[j * m + i];
	y[i * m + j] = a.yx;
	if (i > 3 && j < m - 4) y[26000 + j * m + i] = x[i * m + j + 1];
}
//expect avx512 columns4-small-full access transposed == 8
kernel void fours(global float4 *y, global float4 *x, ulong n) {
	long i = get_global_id(0), j = get_global_id(1), m = n;
	float4 a = x[j * m + i];
	y[i * m + j] = a.wyxz;
	if (j < m - 4) y[26000 + j * m + i] = x[i * m + j];
}
//expect avx512 columns16-small-full access transposed == 9
//expect avx512 columns16-small-full access contiguous == 3
kernel void far(global uint *y, global uint *x, ulong n) {
	int i = get_global_id(0), j = get_global_id(1), m = n;
	for (int k = 0; k < 3; k++) y[(m - i) * m + j - k * 0] = x[(j + k) * m + i] ^ x[(i + k) * m + j + 5] ^ x[i * 7 + j];
}
kernel void steep(global uint *y, global uint *x, ulong n) {
	long i = get_global_id(0), j = get_global_id(1), none = n >> 40;
	y[j * 256 + i] = x[i * none * (1L << 29) + j] + i;
	y[100000 + j * 256 + i] = x[(i * (1L << 29) * 16) * none + j] - i;
}
