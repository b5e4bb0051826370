// Ifs of local ids that sub-groups skip, or run without masks, have groups of loads in them: each way writes its own.
//arg out uint[8192] zero
//arg in uint[8192] random
//arg n 3 32
//launch 512/512 192/96 256/64
//bundles rows=8 rows=16
//also off=group-size
//also zen off=group-size
//also off=group-size,scalar-guards

kernel void sums(global uint2 *out, global uint2 *in, int n) {
	local uint2 l[1024];
	uint lid = get_local_id(0), at = get_group_id(0) * get_local_size(0);
	l[lid] = in[at + lid];
	l[lid + 512] = in[at + lid + 512];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < 256) l[lid] += l[lid + 256];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < 64) l[lid] += l[lid + 64];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < 8) l[lid] += l[lid + 8];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < 1) l[lid] += l[lid + 1];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[at + lid] = l[lid] + l[0];
}

kernel void bounds(global uint2 *out, global uint2 *in, int n) {
	local uint2 l[1024];
	int lid = get_local_id(0), at = get_group_id(0) * get_local_size(0);
	l[lid] = in[at + lid];
	l[lid + 512] = in[at + lid + 512];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < n) l[lid] += l[lid + 32];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid >= n + 5) l[lid] ^= l[lid + 100].yx;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid == n) l[lid] *= l[lid + 1];
	out[at + lid] = l[lid];
}

kernel void bytes(global uchar4 *out, global uchar4 *in, int n) {
	local uchar4 l[1024];
	int lid = get_local_id(0), at = get_group_id(0) * get_local_size(0);
	l[lid] = in[at + lid];
	l[lid + 512] = in[at + lid + 512];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < n) {
		uchar4 a = l[lid], b = l[lid + 32];
		if (a.x > b.x) l[lid] = a + b.wzyx;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid > n * 2) l[lid] -= l[lid + 40];
	out[at + lid] = l[lid];
}

// Loads of the same words, some of which lie before the if.
kernel void before(global uint4 *out, global uint4 *in, int n) {
	local uint4 l[1024];
	int lid = get_local_id(0), at = get_group_id(0) * get_local_size(0);
	l[lid] = in[at + lid];
	l[lid + 512] = in[at + lid + 512];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint x = l[lid + 16].x, y = l[lid + 16].y;
	if (lid < n * 3) l[lid] += l[lid + 16] * x;
	else l[lid].z = l[lid + 17].w + y;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[at + lid] = l[lid];
}
