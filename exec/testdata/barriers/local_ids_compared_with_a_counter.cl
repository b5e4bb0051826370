// Local ids compared with a counter: sub-groups of a bundle that have no lane, or nothing but lanes, for which a
// comparison holds are left out.
//arg y uint[1024] random
//arg x uint[1024] random
//arg a 7
//launch 512/256 512/512 300/100 250/128 96/17 64/64 5/5 32x32/16x16 40x20/16x8 16x8x4/8x4x2
//bundles only own barriers rows=4,packed=4,barriers rows=8 rows=16,packed=16,barriers rows=16,packed=16
//bundles rows=16,packed=4,barriers,wholegroup=32 rows=4,packed=4,columns=4,barriers rows=4,packed=2,columns=16,barriers

#define KERNEL(name, condition) \
kernel void name(global uint *y, global const uint *x, ulong a) { \
	local uint t[1024], o[1024]; \
	uint i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2)); \
	uint n = get_local_size(0) * get_local_size(1) * get_local_size(2); \
	uint l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)); \
	uint m = 1; \
	while (m < n) m *= 2; \
	t[l] = x[i]; \
	o[l] = l; \
	barrier(CLK_LOCAL_MEM_FENCE); \
	int q = get_local_id(0); \
	l = get_local_id(0); \
	uint e = l, r = 0; \
	for (uint s = 0; s < 70; s += 9) { \
		if (condition) r += t[(e + s) % n] + s; \
		else if (l & 1) r ^= s; \
		barrier(CLK_LOCAL_MEM_FENCE); \
	} \
	for (uint s = 300; s > 0; s /= 2) { \
		if (condition) r = r * 3 + s; \
		bool b = condition; \
		r += b ? 7 : 9; \
		barrier(CLK_LOCAL_MEM_FENCE); \
		if (!(condition)) o[e] = r; \
	} \
	y[i] = r + o[e]; \
}

KERNEL(below, l < s)
KERNEL(up_to, l <= s)
KERNEL(above, l > s)
KERNEL(from, l >= s)
KERNEL(equal, l == s)
