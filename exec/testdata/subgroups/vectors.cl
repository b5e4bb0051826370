// Broadcasts and shuffles of vectors of all types and widths, shuffles over two values, and comparisons with the first,
// for all sizes of sub-groups.
//arg out uint[16384] 0xeeee
//launch 64/64 128/64
//options -cl-std=CL3.0
//checks out

// Element k of what work-item l of a sub-group gives.
#define GIVES(T, l, k) ((T)(((l) * 31 + (k) * 7 + 1) % 120))
#define FILLED(T, V, l) ({ V f; for (uint k = 0; k < sizeof(V) / sizeof(T); k++) ((T *)&f)[k] = GIVES(T, l, k); f; })
#define IS(T, V, N, A, l) { V a = A; for (uint k = 0; k < N; k++) bad |= ((T *)&a)[k] != GIVES(T, l, k); }
#define TEST(T, V, N) { \
	uint bad = 0; \
	V v = FILLED(T, V, own), w = FILLED(T, V, own + 77); \
	IS(T, V, N, sub_group_broadcast(v, 2), 2u) \
	IS(T, V, N, intel_sub_group_broadcast(v, 1), 1u) \
	IS(T, V, N, intel_sub_group_shuffle(v, own * 3 + 1 & size - 1), (own * 3 + 1 & size - 1)) \
	IS(T, V, N, intel_sub_group_shuffle_xor(v, 3), (own ^ 3)) \
	IS(T, V, N, intel_sub_group_shuffle_down(v, w, 2), (own + 2 < size ? own + 2 : own + 2 - size + 77)) \
	IS(T, V, N, intel_sub_group_shuffle_up(v, w, 1), (own > 0 ? own - 1 + 77 : size - 1)) \
	*out++ = bad ? __LINE__ : 0; \
}
#define VECTORS(T) \
	TEST(T, T, 1) TEST(T, T##2, 2) TEST(T, T##3, 3) TEST(T, T##4, 4) TEST(T, T##8, 8) TEST(T, T##16, 16)
#define SCALARS(T) \
	*out++ = sub_group_broadcast_first((T)(own + 3)) != (T)3 ? __LINE__ : 0; \
	*out++ = sub_group_non_uniform_all_equal((T)(own / 64)) && !sub_group_non_uniform_all_equal((T)(own / 3)) ? \
		0 : __LINE__;

void vectors(global uint *out) {
	uint size = get_max_sub_group_size(), own = get_sub_group_local_id();
	out += get_global_id(0) * 128;
	VECTORS(char)
	VECTORS(uchar)
	VECTORS(short)
	VECTORS(ushort)
	VECTORS(int)
	VECTORS(uint)
	VECTORS(long)
	VECTORS(ulong)
	VECTORS(float)
	VECTORS(half)
	VECTORS(double)
	SCALARS(char)
	SCALARS(uchar)
	SCALARS(short)
	SCALARS(ushort)
	SCALARS(int)
	SCALARS(uint)
	SCALARS(long)
	SCALARS(ulong)
	SCALARS(float)
	SCALARS(half)
	SCALARS(double)
	*out = 0xd0e;
}

#define SIZED(N) kernel __attribute__((intel_reqd_sub_group_size(N))) void k##N(global uint *out) { vectors(out); }
SIZED(4) SIZED(8) SIZED(16) SIZED(32) SIZED(64)
