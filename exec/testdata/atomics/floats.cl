// Atomic operations on floats and doubles, in global and in local memory, with all orders. Sums of small integers are
// exact, so their order does not matter.
//arg y uint[4096] zero
//arg x uint[1024] random >>20
//launch 1024/64 1000/100 96x4/16x2
//options -cl-std=CL3.0

#define GLOBALS(T, p) \
	atomic_fetch_add(p, (T)v); \
	atomic_fetch_sub(p + 1, (T)v); \
	atomic_fetch_min(p + 2, (T)-v); \
	atomic_fetch_max(p + 3, (T)v); \
	atomic_fetch_add_explicit(p + 4, (T)v, memory_order_relaxed); \
	atomic_fetch_sub_explicit(p + 5, (T)v, memory_order_acq_rel, memory_scope_device); \
	atomic_fetch_min_explicit(p + 6, (T)v, memory_order_release); \
	atomic_fetch_max_explicit(p + 7, (T)-v, memory_order_seq_cst, memory_scope_work_group); \
	atomic_fetch_add(p + 8 + v % 5, (T)1); \
	atomic_fetch_max(p + 13 + v % 5, (T)v);

#define KERNELS(T) \
kernel void far_##T(global T *y, global const uint *x) { \
	int v = x[get_global_id(0)]; \
	volatile global atomic_##T *p = (volatile global atomic_##T *)y; \
	GLOBALS(T, p) \
	if (v & 1) atomic_fetch_add(p + 20, (T)2); \
	atomic_##T *any = (atomic_##T *)(y + 21); \
	atomic_fetch_add(any, (T)3); \
	T old = atomic_fetch_max(p + 22, (T)-1); \
	if (old != 0 || atomic_load(p + 22) != 0) y[23] = 1; \
	if (atomic_exchange(p + 24, (T)7) != 0) atomic_store(p + 25, (T)7); \
} \
kernel void near_##T(global T *y, global const uint *x) { \
	local atomic_##T room[32]; \
	int v = x[get_global_id(0)], id = get_local_linear_id(); \
	size_t group = get_group_id(0) + get_group_id(1) * get_num_groups(0); \
	if (id < 32) atomic_init(room + id, (T)0); \
	barrier(CLK_LOCAL_MEM_FENCE); \
	GLOBALS(T, room) \
	barrier(CLK_LOCAL_MEM_FENCE); \
	if (id < 18) y[32 * group + id] = atomic_load(room + id); \
}

KERNELS(float)
KERNELS(double)

// What a minimum and a maximum are of numbers that are none, and what the old values are.
//arg x 0
//launch 1/1
//want y 0x40000000 0x40000000 0x3f800000 0x7fc00000 0xff800000 0x40400000 0x3f800000 0xbf800000
kernel void edges(global float *y, ulong x) {
	volatile global atomic_float *p = (volatile global atomic_float *)y;
	atomic_init(p, NAN), atomic_init(p + 1, 2.0f), atomic_init(p + 3, as_float(0x7fc00000)), atomic_init(p + 4, 1.0f);
	atomic_init(p + 5, 1.0f);
	atomic_fetch_max(p, 2.0f);
	atomic_fetch_min(p + 1, as_float(0x7fc00000));
	y[2] = atomic_fetch_add(p + 5, 2.0f);
	atomic_fetch_add(p + 3, 1.0f);
	atomic_fetch_min(p + 4, -INFINITY);
	y[6] = atomic_fetch_sub(p + 7, 1.0f) == 0 && y[7] == -1;
}
