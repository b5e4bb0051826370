// An argument says how often loops with barriers go round: the size of the groups, twice that, or anything.
//arg y uint[8192] random
//arg x uint[1024] random
//arg a 128 0 1 32 64 256 512 1024 0x100000000
//launch 512/256 256/128 192/64 300/256 40/40
//bundles only own rows=4,packed=4,barriers rows=8,barriers rows=16,packed=16,barriers rows=32,packed=16,barriers
//bundles rows=16,packed=4,barriers,wholegroup=32 rows=32,packed=16,barriers,wholegroup=128

kernel void k(global uint *y, global const uint *x, ulong a) {
	local uint t[4096];
	uint i = get_global_id(0), l = get_local_id(0), n = a, o = 1, size = get_local_size(0);
	for (uint z = l; z < 4096; z += size) t[z] = x[(i + z) % 1024];
	for (uint d = n >> 1; d > 0; d >>= 1) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < d) {
			uint b = o * (2 * l + 1) - 1, e = o * (2 * l + 2) - 1;
			t[e] += t[b];
		}
		o *= 2;
	}
	if (l == 0 && n > 0) t[n - 1] = 0;
	for (uint d = 1; d < n; d *= 2) {
		o >>= 1;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < d) {
			uint b = o * (2 * l + 1) - 1, e = o * (2 * l + 2) - 1, v = t[b];
			t[b] = t[e];
			t[e] += v;
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint z = l; z < n; z += size) y[(i / size * n + z) % 8192] = t[z] + z;
}
