// One bundle is all of a group: lanes that lie in pieces of four or two are accessed piece by piece. Other lengths, and
// places that come of a loop or of memory, are not.
//arg g float[8192] random %64 *1
//launch 128/128 64/64 256/64 128/32
//bundles own
//also off=pieces
//also zen

//launch 64/64 192/64
//expect avx2 rows8-small-full-wholegroup access "in pieces" == 4
//expect avx512 rows4-small-full-wholegroup access "in pieces" == 4
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void fours(global float *g) {
	uint me = get_local_id(0), o = me / 4 * 16 + me % 4;
	local float l[256];
	g += get_group_id(0) * 512;
	float a = g[me], b = g[me + 64];
	l[o] = a;
	l[o + 4] = b;
	l[o + 8] = a + b;
	l[o + 12] = a - b;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 0; i < 4; i++) g[me + 64 * i] = l[me + 64 * i];
}
//launch 64/64 192/64
//expect avx2 rows8-small-full-wholegroup access "in pieces" >= 3
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void twos(global float *g) {
	uint me = get_local_id(0), o = me / 2 * 6 + me % 2, back = (63 - me) ^ 1;
	local uint l[256];
	g += get_group_id(0) * 512;
	l[o] = me;
	l[o + 2] = as_uint(g[back]);
	l[o + 4] = as_uint(g[me + 64]);
	barrier(CLK_LOCAL_MEM_FENCE);
	g[me] = as_float(l[me * 3 / 4 % 2 + o]);
	g[me + 64] = as_float(l[o + 2]);
	g[me + 128] = as_float(l[o + 4] + l[back]);
}
kernel void any_group(global float *g) {
	uint me = get_local_id(0), o = me / 4 * 8 + me % 4;
	local float l[512];
	g += get_group_id(0) * 512;
	l[o] = g[me];
	l[o + 4] = g[me + 64];
	barrier(CLK_LOCAL_MEM_FENCE);
	g[o / 2 % 256] = l[me];
	barrier(CLK_GLOBAL_MEM_FENCE);
	if (me % 8 < 5)
		g[256 + (me / 8 * 12 + me % 4) % 256] = l[me / 4 * 4 + me % 2];
}
kernel void uneven(global float *g) {
	uint me = get_local_id(0);
	local float l[512];
	g += get_group_id(0) * 512;
	l[me / 3 * 7 + me % 3] = g[me];
	l[me / 3 * 7 + me % 3 + 3] = g[me / 4 * 4 + (me % 4 ^ 1)];
	barrier(CLK_LOCAL_MEM_FENCE);
	g[me] = l[me / 3 * 7 + me % 3] + l[me / 3 * 7 + me % 3 + 3];
	for (uint i = 0; i < 3; i++) g[256 + (me / 4 * 8 + me % 4 + i * 4) % 256] += me;
}
kernel void written_twice(global float *g) {
	uint me = get_local_id(0);
	local float l[512];
	l[me] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	l[me / 8 * 4 + me % 4] = me / 8;
	barrier(CLK_LOCAL_MEM_FENCE);
	g[get_global_id(0)] = l[me];
}
