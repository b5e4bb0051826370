// Dense rows whose places are computed for each sub-group: indices that are cut by a mask, in groups of a known size.
//arg dst short[4096] zero
//arg src short[2048] random
//arg n 3 40
//launch 256/256 768/256 512/512
//bundles rows=8 rows=16 rows=32,wholegroup=32
//also zen
//also off=vector-starts

kernel void loads(global short *dst, global const short *src, int n) {
	local short tile[512];
	uint lid = get_local_id(0);
	size_t gid = get_global_id(0);
	short r[8], sum = 0;
	for (int i = 0; i < 8; i++) r[i] = src[(gid + i * 64) & 2047];
	for (int i = 0; i < 8; i++) {
		tile[lid] = r[i];
		barrier(CLK_LOCAL_MEM_FENCE);
		r[i] = tile[(lid + i) % get_local_size(0)];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int i = 0; i < 8; i++) sum = max(sum, r[i]);
	dst[gid] = sum;
}

kernel void stores(global short *dst, global const short *src, int n) {
	local short tile[512];
	uint lid = get_local_id(0);
	size_t gid = get_global_id(0);
	tile[lid ^ 8] = src[gid];
	barrier(CLK_LOCAL_MEM_FENCE);
	short a = tile[lid] + src[(gid + 128) & 2047] * 3;
	dst[(gid / 16 * 32 + gid % 16) & 4095] = a;
	dst[(gid / 16 * 32 + 16 + gid % 16) & 4095] = a ^ tile[(lid + n) & 255];
}
