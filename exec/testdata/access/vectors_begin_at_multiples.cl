// Quotients and remainders of ids that are the same within a vector, or step evenly there, and some that are not.
//arg c uint[4096] random
//arg a uint[4096] index *7 %1009
//arg n 1 13
//launch 64/64 256/32 100/20 37/37 48/16+3 96/32+16 40/8 64x3/32x1 32x6/8x3+8x1 60x2/12x2
//also off=vector-starts
//also off=gvn,licm

//expect both rows1-small-full access contiguous == 1
//expect both rows1-small-full off=vector-starts access contiguous == 0
kernel void padded(global uint *c, global const uint *a, uint n) {
	uint i = get_local_id(0), j = i + 128 * n;
	c[get_global_id(0) & 1023] = a[(i / 16) * 17 + i % 16] + a[((j / 16) * 17 + j % 16) & 4095] * 3;
}

kernel void pairs_in_rows(global uint *c, global const uint2 *a, uint n) {
	uint i = get_local_id(0) + 64;
	uint2 x = a[((i / 64) * 256 + i % 64 + n) & 2047], y = a[(i / 4 * 8 + i % 4) & 2047];
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x.x + x.y * 5 + y.x * 7 + y.y * 11;
}

kernel void bits_of_ids(global uint *c, global const uint *a, uint n) {
	uint i = get_local_id(0), k = i * 4 + n;
	uint x = a[i ^ 5] + a[(i ^ 64) + 3] * 3 + a[i | 64] * 5 + a[i & 0x55] * 7 + a[i & ~7u] * 11 + a[i & ~1u] * 13;
	x += a[(k >> 3) & 1023] * 17 + a[(k >> 6) + (k & 63)] * 19 + a[(k | 3) & 4095] * 23 + a[i >> 1] * 29;
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x;
}

kernel void numbers_that_wrap(global uint *c, global const uint *a, uint n) {
	uint i = get_local_id(0), down = i - 8u, turned = 8u - i;
	ulong far = (ulong)(down & 0xfffffff8u) + (ulong)(down & 7) + 8;
	uint x = a[far & 4095] + a[(down >> 3) & 4095] * 3 + a[(turned & 15)] * 5 + a[(turned >> 4) & 4095] * 7;
	uchar small = (uchar)(i * 16), less = small >> 5;
	ushort word = (ushort)(i * 4096 + 40960);
	x += a[small] * 11 + a[less] * 13 + a[word >> 8] * 17 + a[(ulong)(uint)(i + 0xfffffff0u) & 255] * 19;
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x + a[(ulong)(i * 0x10000000u) >> 28] * 23;
}

kernel void signed_numbers(global uint *c, global const uint *a, int n) {
	int i = (int)get_local_id(0) - 24 * n, j = (int)(get_local_id(0) << 27);
	long k = (long)(i >> 3) + 400, l = (long)(i & 7), m = (long)(j >> 27) + 16, o = (long)(j & ~0x3fffffff) >> 30;
	uint x = a[k] + a[l] * 3 + a[k * 2 + l] * 5 + a[m] * 7 + a[o + 2] * 11 + a[i / 8 + 400] * 13 + a[i % 8 + 8] * 17;
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x;
}

// Whole vectors go one way; what they share is read after it.
kernel void ways(global uint *c, global const uint *a, uint n) {
	uint i = get_local_id(0), row = i / 8, x = row * n, last = 0;
	if (row & 1)
		x += a[row * 9 + i % 8];
	for (uint k = 0; k < row % 5 + i % 3; k++) {
		last = (i / 8) * 16 + i % 8 + k;
		x += a[last] * (k + 1);
		if (a[i & ~7u] % 5 == k)
			break;
	}
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x + last + (float)row * 2.0f;
}

kernel void counted(global uint *c, global const uint *a, uint n) {
	local uint sums[256];
	uint i = get_local_id(0) + get_local_id(1) * get_local_size(0);
	for (uint k = i; k < 256; k += get_local_size(0) * get_local_size(1))
		sums[k] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&sums[get_local_id(0) / 16], a[i]);
	atomic_max(&sums[32 + (get_local_id(0) & ~15u) / 4 + n], a[i] * 3);
	barrier(CLK_LOCAL_MEM_FENCE);
	uint place = (get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095;
	c[place] = sums[i & 127] + sums[(i / 16) * 17 + i % 16 & 255];
}

// Global ids begin at multiples too, if the launch's offset does.
//launch 64/32 96/32+16 96/32+3 32x4/32x1+8x0 32x4/32x1+32x5
//expect avx2 rows1-small-full-guarded access interleaved == 2
//expect avx2 rows1-small-full access gather == 2
kernel void __attribute__((reqd_work_group_size(32, 1, 1))) whole_rows(global uint *c, global const uint2 *a, uint n) {
	uint i = get_global_id(0) + get_group_id(1) * 64;
	uint2 x = a[(i / 16) * 24 + i % 16 & 2047];
	c[i & 4095] = x.x * 3 + x.y;
}

//launch 64x8/8x4 16x8/8x4+8x0 16x8/8x4+4x4 8x4/8x4
//expect avx2 rows1-small-full-guarded access gather == 0
kernel void __attribute__((reqd_work_group_size(8, 4, 1))) columns(global uint *c, global uint2 *a, uint n) {
	local uint2 tile[64];
	uint x = get_global_id(0) % 16, y = get_local_id(1), far = get_global_id(0) / 16 * 1024;
	tile[y * 8 + get_local_id(0)] = a[(far + y * 16 + x) & 2047];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint2 v = tile[(y ^ 1) * 8 + get_local_id(0)], w = tile[get_local_id(0) % 4 * 8 + get_local_id(0) / 4 + y];
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = v.x + v.y * 3 + w.x * 5 + w.y * 7;
}

// Rows whose length is a multiple of a vector's, and no power of two.
//launch 320/320 640/64 960/96+32 100/20 37/37 48/16+3 96/48 64x3/32x1 60x2/12x2
//expect avx2 rows1-small-full access contiguous >= 4
//expect both rows1-small-full off=vector-starts access contiguous <= 1
kernel void rows_of_any_length(global uint *c, global const uint *a, uint n) {
	uint i = get_local_id(0), j = i + 80 * n, k = i + 4, p = i * 2 + 48;
	uint x = a[(j / 48) * 64 + j % 48] + a[(j - j % 40) * 2 + j % 40] * 3 + a[(i / 80) * 128 + i % 80 + n] * 5;
	x += a[k / 40 * 64 + k % 40] * 7 + a[(i / 12) * 16 + i % 12] * 11 + a[p / 96 * 128 + p % 96] * 13;
	x += a[(i * 3) / 24 * 32 + (i * 3) % 24] * 17 + a[(i + 16) / 48 % 3 * 40 + (i & 7)] * 19 + a[j / 24 % 5] * 23;
	uint down = 4080 - i, w = i * 0x10000000u;
	x += a[down / 48 * 48 + down % 48] * 29 + a[w / 0x30000000u] * 31 + a[w % 0x30000000u >> 20] * 37;
	if (j / 48 % 2)
		x += a[(i / 48) * 50 + i % 48] * 41;
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x;
}
