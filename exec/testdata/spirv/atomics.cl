// Atomic operations of all kinds, on global and local memory and by generic pointers.
//module atomics.spv
//arg y int[64] zero
//arg x int[512] random >>8
//launch 256/64
//options -cl-std=CL3.0

kernel void sums(volatile global atomic_int *y, global int *x) {
	local atomic_int here;
	size_t i = get_global_id(0);
	if (get_local_id(0) == 0)
		atomic_store_explicit(&here, 0, memory_order_relaxed, memory_scope_work_group);
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_fetch_add_explicit(&here, x[i], memory_order_relaxed, memory_scope_work_group);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (get_local_id(0) == 0)
		atomic_fetch_add(&y[0], atomic_load(&here));
	atomic_fetch_xor(&y[1], x[i]);
	atomic_fetch_or(&y[2], 1 << (x[i] & 31));
	atomic_fetch_and(&y[3], x[i]);
	atomic_fetch_min(&y[4], -x[i]);
	atomic_fetch_max(&y[5], x[i]);
	atomic_fetch_sub(&y[6], x[i]);
	atomic_inc((volatile global int *)&y[7]);
	atomic_dec((volatile global int *)&y[8]);
	atomic_max((volatile global uint *)&y[9], (uint)x[i]);
	int old = atomic_load(&y[10]);
	while (!atomic_compare_exchange_strong(&y[10], &old, old * 3 % 1000 + 1 - old * 3 % 1000 + old)) {
	}
	atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}
