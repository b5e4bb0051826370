// Reads and writes of blocks, of all types and widths, in global and in local memory, for all sizes of sub-groups.
//arg z ulong[8192] zero
//arg x ulong[8192] random
//arg out uint[16384] 0xeeee
//arg shared local 32768
//launch 64/64 128/64
//options -cl-std=CL3.0
//checks out

// Work-item own of a sub-group has elements own, own + size, … of what it reads and writes. A sub-group has 64 words of
// 64 bits per work-item in each of the memories.
#define FILLED(W) (W + first * 64)
#define TEST(T, V, N, S) { \
	V v = intel_sub_group_block_read##S((global const T *)FILLED(x)), w = v ^ (T)0x5a; \
	global T *far = (global T *)FILLED(z); \
	local T *near = (local T *)FILLED(shared); \
	sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); \
	intel_sub_group_block_write##S(far, w); \
	intel_sub_group_block_write##S(near, w); \
	sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); \
	V back = intel_sub_group_block_read##S((local const T *)near); \
	uint bad = 0; \
	for (uint k = 0; k < N; k++) { \
		T want = ((global const T *)FILLED(x))[k * size + own]; \
		bad |= ((T *)&v)[k] != want || ((T *)&back)[k] != (T)(want ^ 0x5a); \
		bad |= far[k * size + own] != (T)(want ^ 0x5a) || near[k * size + own] != (T)(want ^ 0x5a); \
	} \
	*out++ = bad ? __LINE__ : 0; \
}
#define PREFETCH(T, S) intel_sub_group_block_prefetch##S((global const T *)FILLED(x));

void functions(global ulong *z, global const ulong *x, global uint *out, local ulong *shared) {
	uint size = get_max_sub_group_size(), own = get_sub_group_local_id(), first = get_local_id(0) - own;
	out += get_global_id(0) * 128;
	x += get_group_id(0) * 4096, z += get_group_id(0) * 4096;
	TEST(uint, uint, 1, )
	TEST(uint, uint2, 2, 2)
	TEST(uint, uint4, 4, 4)
	TEST(uint, uint8, 8, 8)
	TEST(uint, uint, 1, _ui)
	TEST(uint, uint2, 2, _ui2)
	TEST(uint, uint4, 4, _ui4)
	TEST(uint, uint8, 8, _ui8)
	TEST(uchar, uchar, 1, _uc)
	TEST(uchar, uchar2, 2, _uc2)
	TEST(uchar, uchar4, 4, _uc4)
	TEST(uchar, uchar8, 8, _uc8)
	TEST(uchar, uchar16, 16, _uc16)
	TEST(ushort, ushort, 1, _us)
	TEST(ushort, ushort2, 2, _us2)
	TEST(ushort, ushort4, 4, _us4)
	TEST(ushort, ushort8, 8, _us8)
	TEST(ushort, ushort16, 16, _us16)
	TEST(ulong, ulong, 1, _ul)
	TEST(ulong, ulong2, 2, _ul2)
	TEST(ulong, ulong4, 4, _ul4)
	TEST(ulong, ulong8, 8, _ul8)
	PREFETCH(uint, _ui) PREFETCH(uint, _ui2) PREFETCH(uint, _ui4) PREFETCH(uint, _ui8)
	PREFETCH(uchar, _uc) PREFETCH(uchar, _uc2) PREFETCH(uchar, _uc4) PREFETCH(uchar, _uc8) PREFETCH(uchar, _uc16)
	PREFETCH(ushort, _us) PREFETCH(ushort, _us2) PREFETCH(ushort, _us4) PREFETCH(ushort, _us8) PREFETCH(ushort, _us16)
	PREFETCH(ulong, _ul) PREFETCH(ulong, _ul2) PREFETCH(ulong, _ul4) PREFETCH(ulong, _ul8)
	*out = 0xd0e;
}

#define SIZED(N) \
	kernel __attribute__((intel_reqd_sub_group_size(N))) \
	void k##N(global ulong *z, global const ulong *x, global uint *out, local ulong *shared) { \
		functions(z, x, out, shared); \
	}
SIZED(4) SIZED(8) SIZED(16) SIZED(32) SIZED(64)
