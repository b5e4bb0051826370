// Small tables of constants are read at an index of each lane's own: of all sizes of elements and tables, by indices of
// all types, in the middle of variables, in structures, under masks and in loops that lanes leave at different times.
//arg y uint[8192] random
//arg x uint[2048] random
//launch 1000/100 2048/256 37x3/37 256x4/8x4 1/1
//expect avx512 rows2-small access "gather|lane by lane|strided cluster" == 0
constant uint one[1] = {77}, two[2] = {5, 6}, three[3] = {1, 0xffffffff, 3}, eight[8] = {3, 1, 4, 1, 5, 9, 2, 6},
	nine[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1},
	sixteen[16] = {100, 201, 302, 403, 504, 605, 706, 807, 908, 1009, 1110, 1211, 1312, 1413, 1514, 1615},
	many[256] = {[100] = 1, 12, 123, 1234, 12345, 123456, 1234567, 12345678, 123456789, [255] = 99};
constant float halves[20] = {
	.5f, 1.5f, 2.5f, 3.5f, -4.5f, 5.5f, -0.0f, 7.5f, 8.5f, INFINITY, 10.5f, 11.5f, [19] = 19.5f};
constant uchar digits[17] = "0123456789abcdef", order[64] = {
	0, 1, 5, 6, 14, 15, 27, 28, 2, 4, 7, 13, 16, 26, 29, 42, 3, 8, 12, 17, 25, 30, 41, 43, 9, 11, 18, 24, 31, 40, 44,
	53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48,
	49, 57, 58, 62, 63};
constant char signs[5] = {-128, -1, 0, 1, 127};
constant short steps[40] = {-32768, 2, -3, 4, -5, [16] = 16, [31] = 31, -32, [39] = -39};
constant float4 points[4] = {
	(float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8), (float4)(9, 10, 11, 12), (float4)(13, 14, 15, 16)};
constant struct { uchar a; short b; int c; } rows[5] = {
	{1, -2, 3}, {4, -5, 6}, {7, -8, 9}, {10, -11, 12}, {13, -14, 15}};
constant uchar3 colours[8] = {(uchar3)(1, 2, 3), (uchar3)(4, 5, 6), (uchar3)(250, 251, 252), (uchar3)(0, 255, 0)};

//expect avx512 rows2-small access "permuted table" == 9
//expect avx2 rows2-small access "permuted table" == 8
kernel void words(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i];
	uint v = one[k & 0] + two[k & 1] * 3 + three[k % 3] * 5;
	v ^= eight[k >> 29] + nine[min(k & 15, 8u)] * 7 + sixteen[k >> 4 & 15];
	v += as_uint(halves[k % 20]);
	v = v * 31 + sixteen[15 - (k >> 8 & 15)];
	y[i] = v + eight[(k >> 3 & 7) ^ (k >> 6 & 7)] + two[k > 1000000000 ? 1 : 0];
}
//expect both rows2-small access "permuted table" >= 5
kernel void parts_of_large_ones(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i];
	uint v = many[100 + (k & 7)] + many[102 + (k >> 3 & 7)] * 3 + many[(k >> 6 & 15) + 96];
	int below = (int)(k >> 10 & 7) - 8;
	y[i] = v + sixteen[below + 15] * 7 + many[(ulong)(k >> 13 & 3) + 252];
}
//expect avx512 rows2-small access "permuted table" == 7
//expect avx2 rows2-small access "permuted table" == 6
kernel void small(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i];
	uint v = digits[k & 15] | digits[k >> 4 & 15] << 8;
	v += order[k >> 8 & 63] * 3 + order[(uchar)(k >> 14) >> 2];
	v ^= signs[(k >> 16) % 5] * 1001;
	y[i] = v * 3 + steps[(k >> 20) % 40] + steps[k >> 27];
}
//expect both rows2-small access "permuted table" >= 7
kernel void structures(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i];
	float4 p = points[k & 3];
	uint r = (k >> 2) % 5;
	uchar3 c = colours[k >> 5 & 7];
	y[i] = as_uint(p.x * p.y - p.w) + rows[r].a * 3 + rows[r].b * 5 + rows[r].c * 7 + c.x + c.y * 256 + c.z * 65536;
}
//expect both rows2-small access "permuted table" == 7
//expect avx2 rows2-small instruction vpermilps >= 10
kernel void rows_of_three(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i];
	uint v = many[100 + 3 * (k & 3)] + many[101 + 3 * (k & 3)] * 3 + many[102 + 3 * (k & 3)] * 5;
	v ^= sixteen[12 - (k >> 2 & 3) * 3] + sixteen[(k >> 4 & 3) * 5] * 7 + eight[(k >> 6 & 1) * 6 + 1];
	y[i] = v + order[9 + (k >> 7 & 3) * 17] * 11;
}
//expect both rows2-small access "permuted table" == 3
kernel void by_offsets(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i];
	constant uchar *words = (constant uchar *)sixteen, *shorts = (constant uchar *)steps;
	uint v = *(constant uint *)(words + (k & 60)) + *(constant uint *)(words + ((k >> 6 & 7) << 3 | 4)) * 3;
	y[i] = v + *(constant short *)(shorts + (k >> 12 & 30)) * 5;
}
//expect both rows2-small access "permuted table" >= 3
kernel void masked(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i], v = k;
	if (k & 64) {
		v = sixteen[k & 15];
		for (uint n = k >> 5 & 31; n > 0; n -= min(n, 1 + eight[n & 7])) v = v * 3 + order[(v ^ n) & 63];
	}
	if (i % 3) y[i] = v;
}
