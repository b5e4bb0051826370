// Guards of local ids where a bundle is a part of a group: of some sub-groups all lanes go on, of some none, of some
// a few; numbers on both sides of zero, as signed and unsigned ones, of 32 and 64 bits.
//arg y uint[2048] random
//arg x uint[2048] random
//arg a 0 1 7 8 9 33 64 100 255 256 1000 2147483647 4294967295
//launch 512/256 1024/512 300/100 250/125 34/17 32x8/32x4
//bundles only barriers rows=4,packed=4,barriers rows=8,barriers rows=16,packed=4,barriers,wholegroup=32
//also zen
//also zen off=scalar-guards

#define GUARD(condition, what) \
	if (condition) what; \
	barrier(CLK_LOCAL_MEM_FENCE); \
	t[l] += 3; \
	barrier(CLK_LOCAL_MEM_FENCE);

#define KERNEL(name, type, limit, condition) \
kernel void name(global uint *y, global const uint *x, uint a) { \
	local uint t[2048]; \
	type m = limit, q = get_local_id(0); \
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); \
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1), r = 1; \
	t[l] = x[i]; \
	t[l + 1024] = x[i + 1024]; \
	barrier(CLK_LOCAL_MEM_FENCE); \
	GUARD(condition, t[l] = t[l] * 3 + t[l + 1024]) \
	GUARD(!(condition), t[l] ^= t[l + 1024]) \
	GUARD(condition, if (t[l] & 1) t[l] += 7; else r = t[l] * r) \
	if (condition) { \
		for (uint k = 0; k < 3; k++) t[l] = t[l] * 5 + (t[l + 1024] ^ k); \
		r += t[l]; \
	} else \
		r ^= 5; \
	barrier(CLK_LOCAL_MEM_FENCE); \
	y[i] = t[l] + r; \
}

KERNEL(below, uint, a, q < m)
KERNEL(below_signed, int, a, q < m)
KERNEL(below_long, long, (long)a - 5, q < m)
KERNEL(at_most, uint, a, q <= m)
KERNEL(above, int, (int)a - 3, q > m)
KERNEL(above_unsigned, uint, a, q > m)
KERNEL(at_least, ulong, a, m >= q)
KERNEL(meets, uint, a, q == m)
KERNEL(does_not_meet, uint, a, q != m)
KERNEL(steps_by_three, uint, a, q * 3 + 1 < m)
KERNEL(steps_and_wraps, uint, a, q - 9 < m)
KERNEL(of_a_number, uint, a, q < 37 && m > 5)
KERNEL(large_numbers, uint, a, q * 65536 < m)
KERNEL(constants, ulong, a, q < 0xffffffff)
KERNEL(negative, int, a, q > -1)
