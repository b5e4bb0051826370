// The least value and its place, by halves. In groups of all sizes: whole, partial, of one bundle and of several.
//arg y uint[1024] random
//arg x uint[1024] random
//arg a 7
//launch 512/256 512/512 300/100 250/128 96/17 64/64 5/5 32x32/16x16 40x20/16x8 16x8x4/8x4x2
//bundles only own barriers rows=4,packed=4,barriers rows=8 rows=16,packed=16,barriers rows=16,packed=16
//bundles rows=16,packed=4,barriers,wholegroup=32 rows=4,packed=4,columns=4,barriers rows=4,packed=2,columns=16,barriers

kernel void k(global uint *y, global const uint *x, ulong a) {
	local uint t[1024], o[1024];
	uint i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
	uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
	uint l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
	uint m = 1;
	while (m < n) m *= 2;
	t[l] = x[i];
	o[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint s = m / 2; s > 0; s >>= 1) {
		if (l < s && l + s < n) {
			uint u = t[l], v = t[l + s];
			if (v < u || v == u && o[l + s] < o[l]) {
				t[l] = v;
				o[l] = o[l + s];
			}
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	t[l] = l == 0 ? t[0] ^ o[0] : t[l];
	y[i] = t[l];
}
