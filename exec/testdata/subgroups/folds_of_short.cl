// Reductions and scans of sub-groups of short, where all work-items and where only some come to them, for all sizes,
// against loops over local memory.
//arg y uint[24576] zero
//arg x uint[512] random
//launch 1/1 13/13 64/64 200/100 512/256 8x6x4/4x3x2
//options -cl-std=CL3.0

#define T short
#define OUT(X) (uint)(X)
#define ROWS 48

#define BOTH(FUNCTION, V) \
	y[at++ * n] = OUT(intel_sub_group_##FUNCTION(V)); \
	y[at++ * n] = 0; \
	if (w & 4) y[(at - 1) * n] = OUT(sub_group_non_uniform_##FUNCTION(V));
#define SOME(FUNCTION, V) \
	y[at++ * n] = 0; \
	if (w & 4) y[(at - 1) * n] = OUT(sub_group_non_uniform_##FUNCTION(V));
#define ALL3(EACH, OP, V) EACH(reduce_##OP, V) EACH(scan_inclusive_##OP, V) EACH(scan_exclusive_##OP, V)

void functions(global uint *y, global const uint *x) {
	size_t i = get_global_linear_id(), n = get_global_size(0) * get_global_size(1) * get_global_size(2), at = 0;
	uint w = x[i % 512];
	T a = (T)(w * 0x9e3779b97f4a7c15ul >> 7), m = (T)(w | 1);
	y += i;
	ALL3(BOTH, add, a) ALL3(BOTH, min, a) ALL3(BOTH, max, a) ALL3(SOME, mul, m)
	ALL3(SOME, and, m) ALL3(SOME, or, a) ALL3(SOME, xor, a)
}

// Each work-item leaves its value and whether it takes part, and loops over its sub-group.
typedef struct { T a[512], m[512]; uint w[512]; } shared_t;

#define FOLD(NEUTRAL, TAKES, COMBINE) \
	for (int mode = 0; mode < 3; mode++) { \
		T r = NEUTRAL; \
		for (uint k = first; k < end; k++) \
			if (TAKES && (mode == 0 || k < l || mode == 1 && k == l)) { T v = s->a[k], u = s->m[k]; COMBINE; } \
		RESULT(r) \
	}
#define RESULT(R) y[at * n] = TAKEN ? OUT(R) : 0; at += STEP;

void plain(global uint *y, global const uint *x, local shared_t *s, uint size) {
	size_t i = get_global_linear_id(), n = get_global_size(0) * get_global_size(1) * get_global_size(2), at = 0;
	uint w = x[i % 512], l = get_local_linear_id(), first = l / size * size;
	uint items = get_local_size(0) * get_local_size(1) * get_local_size(2), end = min(first + size, items);
	s->a[l] = (T)(w * 0x9e3779b97f4a7c15ul >> 7);
	s->m[l] = (T)(w | 1);
	s->w[l] = w;
	barrier(CLK_LOCAL_MEM_FENCE);
	y += i;
#define TAKEN 1
#define STEP 2
	FOLD(0, 1, r += v)
	at -= 5;
#undef TAKEN
#define TAKEN (w & 4)
	FOLD(0, s->w[k] & 4, r += v)
	at--;
#undef TAKEN
#undef STEP
#define TAKEN 1
#define STEP 2
	FOLD(SHRT_MAX, 1, r = min(r, v))
	at -= 5;
#undef TAKEN
#define TAKEN (w & 4)
	FOLD(SHRT_MAX, s->w[k] & 4, r = min(r, v))
	at--;
#undef TAKEN
#undef STEP
#define TAKEN 1
#define STEP 2
	FOLD(SHRT_MIN, 1, r = max(r, v))
	at -= 5;
#undef TAKEN
#define TAKEN (w & 4)
	FOLD(SHRT_MIN, s->w[k] & 4, r = max(r, v))
	at--;
#undef TAKEN
#undef STEP
#define TAKEN (w & 4)
#define STEP 1
	FOLD(1, s->w[k] & 4, r *= u)
#undef TAKEN
#undef STEP
#define TAKEN (w & 4)
#define STEP 1
	FOLD((T)-1, s->w[k] & 4, r &= u)
#undef TAKEN
#undef STEP
#define TAKEN (w & 4)
#define STEP 1
	FOLD(0, s->w[k] & 4, r |= v)
#undef TAKEN
#undef STEP
#define TAKEN (w & 4)
#define STEP 1
	FOLD(0, s->w[k] & 4, r ^= v)
#undef TAKEN
#undef STEP
}

//same plain4
kernel __attribute__((intel_reqd_sub_group_size(4))) void k4(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain4(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 4);
}

//same plain8
kernel __attribute__((intel_reqd_sub_group_size(8))) void k8(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain8(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 8);
}

//same plain16
kernel __attribute__((intel_reqd_sub_group_size(16))) void k16(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain16(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 16);
}

//same plain32
kernel __attribute__((intel_reqd_sub_group_size(32))) void k32(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain32(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 32);
}

//same plain64
kernel __attribute__((intel_reqd_sub_group_size(64))) void k64(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain64(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 64);
}
