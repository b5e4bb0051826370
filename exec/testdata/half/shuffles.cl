// Shuffles, broadcasts and rotations of sub-groups of halves, NaNs among them, for all sizes, against local memory.
// Whoever is asked takes part.
//arg y ulong[81920] zero
//arg x uint[512] random
//launch 64/64 128/128 512/256 192x2/64x2
//options -cl-std=CL3.0

#define TO_half(w) as_half((ushort)(w))
#define PUT_half(v) as_ushort(v)

#define TYPES(EACH) EACH(half)
#define PUT(T, V) y[at++ * n] = PUT_##T(V);

#define FUNCTIONS(T) { \
	T a = TO_##T(w); \
	uint own = get_sub_group_local_id(), size = get_max_sub_group_size(); \
	PUT(T, sub_group_broadcast(a, 1)) PUT(T, sub_group_broadcast(a, pick)) \
	PUT(T, sub_group_non_uniform_broadcast(a, size - 1)) \
	PUT(T, sub_group_shuffle(a, w % size)) PUT(T, sub_group_shuffle(a, 3)) PUT(T, sub_group_shuffle_xor(a, 1)) \
	PUT(T, sub_group_shuffle_xor(a, size / 2)) \
	PUT(T, own < 2 ? a : sub_group_shuffle_up(a, min(own, 2u))) \
	PUT(T, sub_group_shuffle_down(a, min(size - 1 - own, 3u))) \
	PUT(T, sub_group_rotate(a, 1)) PUT(T, sub_group_rotate(a, -1)) PUT(T, sub_group_clustered_rotate(a, 3, 4)) \
	PUT(T, sub_group_clustered_rotate(a, 1, 2)) \
}

void functions(global ulong *y, global const uint *x) {
	size_t i = get_global_linear_id(), n = get_global_size(0) * get_global_size(1), at = 0;
	uint w = x[i % 512], pick = x[get_group_id(0)] % get_max_sub_group_size();
	y += i;
	TYPES(FUNCTIONS)
}

typedef struct { uint w[512]; } shared_t;

#define OF(T, K) PUT(T, TO_##T(s->w[K]))
#define PLAIN(T) { \
	OF(T, first + 1) OF(T, first + pick) OF(T, first + size - 1) OF(T, first + w % size) OF(T, first + 3) OF(T, l ^ 1) \
	OF(T, l ^ size / 2) OF(T, own < 2 ? l : l - 2) OF(T, min(l + 3, first + size - 1)) \
	OF(T, first + (own + 1) % size) OF(T, first + (own + size - 1) % size) OF(T, l & ~3u | (l + 3 & 3)) OF(T, l ^ 1) \
}

void plain(global ulong *y, global const uint *x, local shared_t *s, uint size) {
	size_t i = get_global_linear_id(), n = get_global_size(0) * get_global_size(1), at = 0;
	uint w = x[i % 512], pick = x[get_group_id(0)] % size;
	uint l = get_local_linear_id(), first = l / size * size, own = l - first;
	s->w[l] = w;
	barrier(CLK_LOCAL_MEM_FENCE);
	y += i;
	TYPES(PLAIN)
}

//same plain4
kernel __attribute__((intel_reqd_sub_group_size(4))) void k4(global ulong *y, global const uint *x) {
	functions(y, x);
}
kernel void plain4(global ulong *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 4);
}

//same plain8
kernel __attribute__((intel_reqd_sub_group_size(8))) void k8(global ulong *y, global const uint *x) {
	functions(y, x);
}
kernel void plain8(global ulong *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 8);
}

//same plain16
kernel __attribute__((intel_reqd_sub_group_size(16))) void k16(global ulong *y, global const uint *x) {
	functions(y, x);
}
kernel void plain16(global ulong *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 16);
}

//same plain32
kernel __attribute__((intel_reqd_sub_group_size(32))) void k32(global ulong *y, global const uint *x) {
	functions(y, x);
}
kernel void plain32(global ulong *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 32);
}

//same plain64
kernel __attribute__((intel_reqd_sub_group_size(64))) void k64(global ulong *y, global const uint *x) {
	functions(y, x);
}
kernel void plain64(global ulong *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 64);
}
