// Atomic operations on halves, in global and in local memory, with all orders. Sums of small integers are exact, so
// their order does not matter. Halves that share a word are changed by different work-items.
//arg y ushort[8192] zero
//arg x uint[1024] random >>21
//launch 1024/64 1000/100 96x4/16x2
//options -cl-std=CL3.0

#define OPERATIONS(p) \
	atomic_fetch_add(p, s); \
	atomic_fetch_sub(p + 1, s); \
	atomic_fetch_min(p + 2, -v); \
	atomic_fetch_max(p + 3, v); \
	atomic_fetch_add_explicit(p + 4, s, memory_order_relaxed); \
	atomic_fetch_sub_explicit(p + 5, s, memory_order_acq_rel, memory_scope_device); \
	atomic_fetch_min_explicit(p + 6, v, memory_order_release); \
	atomic_fetch_max_explicit(p + 7, -v, memory_order_seq_cst, memory_scope_work_group); \
	atomic_fetch_add_explicit(p + 8 + n % 5, 1.0h, memory_order_acquire, memory_scope_all_svm_devices); \
	atomic_fetch_max_explicit(p + 13 + n % 5, v, memory_order_relaxed, memory_scope_sub_group);

//expect both rows1-small access "lane by lane" >= 14
//expect both rows1-small instruction "lock cmpxchg" >= 10
//expect both rows1-small instruction xchg >= 1
kernel void far(global half *y, global const uint *x) {
	uint n = x[get_global_id(0)];
	half v = n, s = n & 1;
	volatile global atomic_half *p = (volatile global atomic_half *)y;
	OPERATIONS(p)
	if (n & 1) atomic_fetch_add(p + 20, 2.0h);
	atomic_half *any = (atomic_half *)(y + 21);
	atomic_fetch_add(any, 0.5h);
	half old = atomic_fetch_max(p + 22, -1.0h);
	if (old != 0 || atomic_load(p + 22) != 0) y[23] = 1;
	if (atomic_exchange(p + 24, 7.0h) != 0) atomic_store(p + 25, 7.0h);
}

kernel void near(global half *y, global const uint *x) {
	local atomic_half room[32];
	uint n = x[get_global_id(0)];
	half v = n, s = n & 1;
	int id = get_local_linear_id();
	size_t group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
	if (id < 32) atomic_init(room + id, 0.0h);
	barrier(CLK_LOCAL_MEM_FENCE);
	OPERATIONS(room)
	atomic_half *any = room + 19;
	atomic_fetch_add(any, 0.25h);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (id < 20) y[32 * group + id] = atomic_load(room + id);
}

// Each work-item takes and leaves halves of its own, and gets what was there, bit for bit.
//arg y ushort[8192] index *17 %65521
kernel void own(global half *y, global const uint *x) {
	size_t i = get_global_id(0), n = get_global_size(0);
	volatile global atomic_half *p = (volatile global atomic_half *)(y + i);
	atomic_store_explicit(p + n, atomic_load_explicit(p, memory_order_acquire), memory_order_release);
	half taken = atomic_exchange_explicit(p + 2 * n, as_half((ushort)(i * 31)), memory_order_acq_rel);
	((global ushort *)y)[i + 3 * n] = as_ushort(taken);
	half old = x[i] % 3 ? atomic_fetch_add(p + 4 * n, 0.125h) : atomic_fetch_min(p + 5 * n, 1.5h);
	y[i + 6 * n] = isnan(old) ? 1.0h : old;
	atomic_init(p + 7 * n, 3.0h);
}

// What a minimum and a maximum are of numbers that are none, what the old values are, sums that round, overflow and
// become denormal.
//arg y ushort[8192] zero
//arg x 0
//launch 1/1
//want y 0x4000 0x4000 0x3c00 0x7e00 0xfc00 0x4200 0x3c00 0xbc00 0x6800 0x7c00 0x0001 0x03ff 0x0400 0x8000
kernel void edges(global half *y, ulong x) {
	volatile global atomic_half *p = (volatile global atomic_half *)y;
	atomic_init(p, NAN), atomic_init(p + 1, 2.0h), atomic_init(p + 3, as_half((ushort)0x7e00));
	atomic_init(p + 4, 1.0h);
	atomic_init(p + 5, 1.0h), atomic_init(p + 8, 2048.0h), atomic_init(p + 9, 65504.0h), atomic_init(p + 12, 0x1p-24h);
	atomic_init(p + 11, 0x1p-14h), atomic_init(p + 13, -0.0h);
	atomic_fetch_max(p, 2.0h);
	atomic_fetch_min(p + 1, as_half((ushort)0x7e00));
	y[2] = atomic_fetch_add(p + 5, 2.0h);
	atomic_fetch_add(p + 3, 1.0h);
	atomic_fetch_min(p + 4, -INFINITY);
	y[6] = atomic_fetch_sub(p + 7, 1.0h) == 0 && y[7] == -1;
	atomic_fetch_add(p + 8, 1.0h);
	atomic_fetch_add(p + 9, 16.0h);
	atomic_fetch_add(p + 10, 0x1p-24h);
	atomic_fetch_sub(p + 11, 0x1p-24h);
	atomic_fetch_add(p + 12, 0x3ffp-24h);
	atomic_fetch_add(p + 13, -0.0h);
}
