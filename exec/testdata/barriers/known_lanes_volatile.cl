// Where one bundle is all of a group, the code knows the lanes of comparisons of local ids with counters (volatile):
// in groups for which it knows all, some and nothing.
//arg y uint[1024] random
//arg x uint[1024] random
//arg a 7
//launch 512/256 512/512 256/128 192/64 64/32 300/256 300/100 40/64 64x2/64 64x2/64x2 1024/1024
//bundles only own rows=4,packed=4,barriers rows=8,barriers rows=16,packed=16,barriers rows=32,packed=16,barriers
//bundles rows=16,packed=4,barriers,wholegroup=32 rows=32,packed=16,barriers,wholegroup=128
//also options=-DINDEX=int

#ifndef INDEX
#define INDEX uint
#endif

kernel void k(global uint *y, global const uint *x, ulong a) {
	local uint t[2048];
	local float f[2048];
	local uchar c[1024];
	local ulong w[1024];
	local ushort h[1024];
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		 l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	INDEX n = get_local_size(0) * get_local_size(1), m = 1;
	while (2 * m <= n) m *= 2;
	int q = l;
	uint o = 1;
	t[l] = x[i];
	f[l] = (int)x[i] * 0x1p-20f;
	c[l] = x[i];
	w[l] = (ulong)x[i] << 9;
	h[l] = x[i];
	for (uint z = n + l; z < 2048; z += n) {
		t[z] = z;
		f[z] = z;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	volatile local uint *p = t;
	for (INDEX s = m / 2; s > 0; s >>= 1) {
		if (l < s) p[l] += p[l + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = t[l] + o;
}
